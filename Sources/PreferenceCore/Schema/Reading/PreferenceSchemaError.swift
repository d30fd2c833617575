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

extension PreferenceSchemaError: CustomStringConvertible {
    public var description: String {
        switch problem {
        case .malformed(let problem): problem.description
        case .notObject:
            "the schema of a suite is one of an object: write {\"type\": \"object\", \"properties\": {...}}"
        case .invalidValue(let keyword, let expected): "'\(keyword.rawValue)' needs \(expected)"
        case .pattern(let reason): "the pattern \(reason)"
        case .unresolvedReference(let reference):
            """
            the reference \(reference.quoted) leads nowhere: what it names has to be a place in this document, as in \
            '#/$defs/NAME'
            """
        case .circularReference(let reference): "the reference \(reference.quoted) leads back to itself"
        case .invalidDefault(let key, let violation): "the default of \(key.quoted) breaks its own rule: \(violation)"
        case .formerNameInUse(let name, let key):
            "the former name \(name.quoted) of the key \(key.quoted) is a key of the schema: its value would be taken"
        case .duplicateKey(let key): "the key \(key.quoted) is declared twice"
        case .foreignKey(let key, let suite): "the key \(key.quoted) belongs to the suite \(suite.quoted)"
        case .unwritableDefault(let key, let reason): "the default of \(key.quoted) cannot be stored: \(reason)"
        }
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

extension SchemaWarning: CustomStringConvertible {
    public var description: String {
        value.map { "\(keyword.quoted) is not heeded where it is \($0.quoted), nothing is checked by it" }
            ?? "the keyword \(keyword.quoted) is not heeded, nothing is checked by it"
    }
}
