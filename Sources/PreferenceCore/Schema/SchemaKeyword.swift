/// The keywords of JSON Schema, draft 2020-12, that describe a suite, and one of this package.
///
/// <https://json-schema.org/draft/2020-12/json-schema-core> and `json-schema-validation`.
public enum SchemaKeyword: String, Sendable, CaseIterable {
    // The order is that of an exported schema.

    /// The dialect of the schema, in its root.
    case schema = "$schema"
    /// The URI of the schema, which nothing is made of.
    case identifier = "$id"
    /// A note to those who maintain the schema.
    case comment = "$comment"
    /// The place of another schema in the document, which holds here too.
    case reference = "$ref"
    /// What the value is called.
    case title
    /// What the value is for.
    case description
    /// The types that the value may have.
    case type
    /// What a text is, such as a URI; a date in a property list.
    case format
    /// How a text has bytes; data in a property list.
    case contentEncoding
    /// The values that are allowed.
    case enumeration = "enum"
    /// The least number.
    case minimum
    /// The number that all are above.
    case exclusiveMinimum
    /// The greatest number.
    case maximum
    /// The number that all are below.
    case exclusiveMaximum
    /// How many characters a text has at least.
    case minLength
    /// How many characters a text has at most.
    case maxLength
    /// The regular expression that a text matches.
    case pattern
    /// What each element of an array is.
    case items
    /// How many elements an array has at least.
    case minItems
    /// How many elements an array has at most.
    case maxItems
    /// Whether the elements of an array differ.
    case uniqueItems
    /// What holds while the value is unset.
    case defaultValue = "default"
    /// The names that a key had before, the latest first: of this package, and a note to every other validator.
    case formerly
    /// Whether the value should not be used any more.
    case deprecated
    /// Whether nobody but its owner changes the value.
    case readOnly
    /// What the values of the keys of a dictionary are.
    case properties
    /// The keys that a dictionary has to have.
    case required
    /// What the values of all other keys of a dictionary are.
    case additionalProperties
    /// Schemas that others refer to.
    case definitions = "$defs"
}
