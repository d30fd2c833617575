public import PropertyLists

/// Why a document is no schema of a suite: what is wrong, and where.
public struct PreferenceSchemaError: Error, Equatable, Sendable {
    /// What is wrong.
    public let problem: Problem
    /// Where in the document; nil in a schema that an application declares.
    public let position: SourcePosition?

    init(_ problem: Problem, at position: SourcePosition? = nil) {
        self.problem = problem
        self.position = position
    }

    /// What is wrong with a schema.
    public enum Problem: Error, Equatable, Sendable {
        /// The document is no JSON, or not what JSON Schema allows in the place.
        case malformed(PropertyListProblem)
        /// The schema is none of a dictionary, which every suite is.
        case notObject
        /// A keyword's value is none that it takes, which is named in words.
        case invalidValue(SchemaKeyword, expected: String)
        /// A pattern is no regular expression of the subset, for a reason in words.
        case pattern(String)
        /// A reference leads out of the document, or nowhere in it.
        case unresolvedReference(String)
        /// A reference leads to itself.
        case circularReference(String)
        /// The default of a key breaks the key's own rule.
        case invalidDefault(key: String, SchemaViolation)
        /// A former name of a key is the name of a key of the schema.
        case formerNameInUse(String, of: String)
        /// Two keys of a declaration have the same name.
        case duplicateKey(String)
        /// A key belongs to another suite than the schema's.
        case foreignKey(String, suite: String)
        /// The default of a key has no form in a file, for a reason in words.
        case unwritableDefault(key: String, reason: String)
    }
}

/// A keyword of a schema that is not heeded.
public struct SchemaWarning: Equatable, Sendable {
    /// The keyword, as the document spells it.
    public let keyword: String
    /// The value that is outside the subset; nil if the keyword itself is.
    let value: String?
    /// Where the keyword stands.
    public let position: SourcePosition?
}
