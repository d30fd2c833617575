// Rules for the keys of a suite: JSON Schema, draft 2020-12, for property lists.
//
// A schema is made of text or by a program, and judges values. The module reads and writes no file, so it knows neither
// where a schema is installed nor the name to show for it, and nothing of typed keys: `PreferenceCore` finds the
// schemas of suites (`SchemaDocument`), and makes that of a program's keys (`PreferenceSchema(keys:)`).
//
// The types to know:
//
// - PreferenceSchema: the rules of a suite. Its extensions in `Reading` parse it, those in `Validation` ask it for
//   violations, defaults and stored forms, and those in `Writing` make its document.
// - SchemaRule: the rule for one value. Its constraints are `SchemaConstraint`; SchemaKeyword has their names.
// - SchemaViolation and PreferenceSchemaError: what is wrong with a value, and with a schema.
//
// Begin with `SchemaRule`, then `PreferenceSchema.merged`, by which several rules for one value become one. Each folder
// uses only those before it: `Pattern`, `Model`, `Validation`, `Reading`, `Writing`.
