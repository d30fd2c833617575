import PropertyLists

/// What an application declares of the preferences in one suite: the keys, their types and defaults, what values they
/// may have, and what they are for.
///
/// It is a JSON Schema, draft 2020-12, of the suite as `prefs dump --json` prints it; ``SchemaKeyword`` has the subset
/// that counts. JSON has neither dates nor data: a property list holds a date where `format` is `date-time`, data where
/// `contentEncoding` is `base64`, and a string nowhere else but for every other string.
public struct PreferenceSchema: Equatable, Sendable {
    /// What the schema says of the suite as a whole.
    package var root: SchemaRule
    /// What stands in the places that are referred to, by their pointers.
    var targets: [JSONPointer: SchemaRule] = [:]
    /// The keywords that say something which nobody here heeds.
    package var warnings: [SchemaWarning] = []
    /// The document; empty where there is none.
    var document: [UInt8] = []

    init(root: SchemaRule) {
        self.root = root
    }

    /// Reads a schema.
    ///
    /// - Parameters:
    ///   - document: JSON in UTF-8.
    ///   - keys: the keys that are wanted; nil wants all. What the schema says of others is not looked at.
    /// - Throws: what is wrong with the document, with its line and column.
    public init(parsing document: [UInt8], keys: [String]? = nil) throws(PreferenceSchemaError) {
        self = try SchemaReader.read(document, keys: keys)
    }

    /// Reads what a schema declares of some keys, and nothing behind the last of them.
    ///
    /// Their types, defaults and former names stand there. What values they may have can stand in other places as well: to
    /// check a suite takes ``init(parsing:keys:)``.
    ///
    /// - Throws: what is wrong with the document, as far as it is read, with its line and column.
    package init(parsing document: [UInt8], declarationsOf keys: [String]) throws(PreferenceSchemaError) {
        self = try SchemaReader.read(document, keys: keys, isPartial: true)
    }
}

extension PreferenceSchema {
    /// A rule with all that it refers to.
    func resolved(_ rule: SchemaRule) -> SchemaRule {
        var resolved = rule
        // The reader has seen to it that no reference leads back to itself.
        while let reference = resolved.reference, let target = targets[reference.pointer] {
            resolved.reference = nil
            resolved.add(target)
        }
        return resolved
    }
}

extension SchemaRule {
    /// Adds what another rule says, where this one is silent.
    fileprivate mutating func add(_ other: SchemaRule) {
        title = title ?? other.title
        description = description ?? other.description
        defaultValue = defaultValue ?? other.defaultValue
        formerNames += other.formerNames
        isDeprecated = isDeprecated || other.isDeprecated
        isReadOnly = isReadOnly || other.isReadOnly
        reference = other.reference
        assertions += other.assertions
    }
}

// MARK: Keys

extension PreferenceSchema {
    /// What the schema says of the dictionaries that suites are.
    private var members: [SchemaMembers] {
        resolved(root).assertions.compactMap { if case .members(let members) = $0.constraint { members } else { nil } }
    }

    /// The keys that the schema names, in its order.
    package var keys: [String] {
        members.flatMap { $0.properties.map(\.key) }
    }

    /// What the schema says of a key; nil where it does not know the key, or forbids it.
    package func rule(for key: String) -> SchemaRule? {
        guard let rule = members.lazy.compactMap({ $0.rule(for: key) }).first else { return nil }
        let resolved = resolved(rule)
        return resolved.isNever ? nil : resolved
    }

    /// What the schema says of a part of a key's value; nil where it says nothing.
    ///
    /// - Parameter path: the way into the value: keys of dictionaries, and positions in arrays.
    package func rule(for key: String, at path: [String]) -> SchemaRule? {
        var rule = rule(for: key)
        for step in path {
            rule = rule?.rule(at: step).map(resolved)
        }
        return rule
    }
}

extension SchemaRule {
    /// Whether there is no such value.
    var isNever: Bool { assertions.contains { $0.constraint == .never } }

    /// What holds for a part of the value.
    func rule(at step: String) -> SchemaRule? {
        for assertion in assertions {
            switch assertion.constraint {
            case .members(let members):
                if let rule = members.rule(for: step) { return rule }
            case .items(let rule): return rule
            default: continue
            }
        }
        return nil
    }
}
