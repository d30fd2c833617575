/// The keywords of JSON Schema, draft 2020-12, that describe a suite, and one of this package.
///
/// <https://json-schema.org/draft/2020-12/json-schema-core> and `json-schema-validation`.
public enum SchemaKeyword: String, Sendable, CaseIterable {
    // The order is that of an exported schema.
    case schema = "$schema"
    case identifier = "$id"
    case comment = "$comment"
    case reference = "$ref"
    case title
    case description
    case type
    case format
    case contentEncoding
    case enumeration = "enum"
    case minimum
    case exclusiveMinimum
    case maximum
    case exclusiveMaximum
    case minLength
    case maxLength
    case pattern
    case items
    case minItems
    case maxItems
    case uniqueItems
    case defaultValue = "default"
    /// The names that a key had before, the latest first: of this package, and a note to every other validator.
    case formerly
    case deprecated
    case readOnly
    case properties
    case required
    case additionalProperties
    case definitions = "$defs"
}
