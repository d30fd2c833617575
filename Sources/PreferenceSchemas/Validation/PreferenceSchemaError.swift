public import PropertyLists

/// The reason why a schema is invalid, and the place of the error.
public struct PreferenceSchemaError: Error, Equatable, Sendable {
    /// The error.
    public let problem: Problem
    /// The place in the document; nil in a schema that an application declares.
    public let position: SourcePosition?

    package init(_ problem: Problem, at position: SourcePosition? = nil) {
        self.problem = problem
        self.position = position
    }

    /// An error in a schema.
    public enum Problem: Error, Equatable, Sendable {
        /// The document is not JSON, or not what JSON Schema allows in this place.
        case malformed(PropertyListProblem)
        /// The schema does not allow a dictionary, but every suite is a dictionary.
        case notObject
        /// The value of a keyword is invalid; the text describes a valid value.
        case invalidValue(SchemaKeyword, expected: String)
        /// A keyword that is not supported, without which the schema would judge by half.
        case unsupported(SchemaKeyword)
        /// A pattern is not a regular expression of the supported subset; the text gives the reason.
        case pattern(String)
        /// A reference leads out of the document, or to a place that does not exist in it.
        case unresolvedReference(String)
        /// A reference leads to itself.
        case circularReference(String)
        /// The default of a key breaks the key's own rule.
        case invalidDefault(key: String, SchemaViolation)
        /// A former name of a key is also the name of a key in the schema.
        case formerNameInUse(String, of: String)
        /// Two keys of a declaration have the same name.
        case duplicateKey(String)
        /// A key belongs to another suite than the schema's.
        case foreignKey(String, suite: String)
        /// The default of a key cannot be stored in a file or in JSON; the text gives the reason.
        case unwritableDefault(key: String, reason: String)
    }
}

extension PreferenceSchemaError: CustomStringConvertible {
    /// What is wrong, without its place.
    public var description: String {
        switch problem {
        case .malformed(let problem): problem.description
        case .notObject: "the schema of a suite must have the type object"
        case .invalidValue(let keyword, let expected): "'\(keyword.rawValue)' must be \(expected)"
        case .pattern(let reason): "invalid pattern \(reason)"
        case .unsupported(let keyword): "'\(keyword.rawValue)' is not supported"
        case .unresolvedReference(let reference):
            "unresolved reference \(reference.quoted): no such place in the document"
        case .circularReference(let reference): "circular reference \(reference.quoted)"
        case .invalidDefault(let key, let violation): "invalid default of \(key.quoted): \(violation)"
        case .formerNameInUse(let name, let key):
            "the former name \(name.quoted) of \(key.quoted) is a key of the schema"
        case .duplicateKey(let key): "duplicate key \(key.quoted)"
        case .foreignKey(let key, let suite): "key \(key.quoted) belongs to suite \(suite.quoted)"
        case .unwritableDefault(let key, let reason): "cannot store the default of \(key.quoted): \(reason)"
        }
    }
}
