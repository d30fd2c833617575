import PreferenceStore
package import PropertyLists

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
    /// All that some rules say of one value, with what they refer to.
    ///
    /// Each reference is followed once, and each keyword of the document counts once: rules that lead to each other again
    /// with every level of a value would double with every level.
    func merged(_ rules: [SchemaRule]) -> SchemaRule {
        if rules.count == 1, rules[0].reference == nil { return rules[0] }
        var merged = SchemaRule.any
        var followed: Set<JSONPointer> = []
        for rule in rules {
            var next: SchemaRule? = rule
            while let rule = next {
                merged.add(rule)
                let pointer = rule.reference?.pointer
                next = pointer.flatMap { followed.insert($0).inserted ? targets[$0] : nil }
            }
        }
        return merged
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
        assertions += other.assertions.filter { new in
            new.offset == nil || !assertions.contains { $0.offset == new.offset }
        }
    }
}

// MARK: Keys

extension PreferenceSchema {
    /// What the schema says of the dictionaries that suites are.
    private var members: [SchemaMembers] {
        merged([root]).members
    }

    /// Whether the schema has a rule for a key of this name alone.
    package func names(_ key: String) -> Bool {
        members.contains { $0.propertyRule(for: key) != nil }
    }

    /// The keys that the schema names, in its order.
    package var keys: [String] {
        members.flatMap { $0.properties.map(\.key) }
    }

    /// What the schema says of a key; nil where it does not know the key, or forbids it.
    package func rule(for key: String) -> SchemaRule? {
        let rules = members.compactMap { $0.rule(for: key) }
        let rule = merged(rules)
        return rules.isEmpty || rule.isNever ? nil : rule
    }

    /// What the schema says of a part of a key's value; nil where it says nothing.
    ///
    /// - Parameters:
    ///   - path: the way into the value: keys of dictionaries, and positions in arrays.
    ///   - value: the key's value, which tells positions from keys as far as it goes.
    package func rule(for key: String, at path: [String], in value: PropertyList? = nil) -> SchemaRule? {
        var rule = rule(for: key)
        var container = value
        for step in path {
            rule = rule.flatMap { self.rule(at: step, in: container?.kind, by: $0) }
            container = container?[path: [step]]
        }
        return rule
    }

    /// What a rule, with all that it refers to, says of a part of a value; nil where it says nothing.
    ///
    /// - Parameter kind: whether the value is an array or a dictionary; nil where nobody knows.
    func rule(at step: String, in kind: PropertyListKind?, by rule: SchemaRule) -> SchemaRule? {
        let entries = kind == .array ? [] : rule.members.compactMap { $0.rule(for: step) }
        let elements = kind == .dictionary || !entries.isEmpty ? [] : rule.elementRules
        return entries.isEmpty && elements.isEmpty ? nil : merged(entries + elements)
    }
}

extension SchemaRule {
    /// Whether there is no such value.
    var isNever: Bool { assertions.contains { $0.constraint == .never } }

    /// What is said of a dictionary's entries.
    var members: [SchemaMembers] {
        assertions.compactMap { if case .members(let members) = $0.constraint { members } else { nil } }
    }

    /// What is said of an array's elements.
    var elementRules: [SchemaRule] {
        assertions.compactMap { if case .items(let rule) = $0.constraint { rule } else { nil } }
    }
}

extension PreferenceSchema {
    /// The schema of the preferences that an application declares, in the order in which they are given.
    ///
    /// ```swift
    /// let schema = try PreferenceSchema(keys: [.launchCount, .username], scopes: [GeneralScope.self])
    /// try schema.json()
    /// ```
    ///
    /// Each key has its type, its default, its summary and its former names; a default that is a closure is evaluated once,
    /// here. The same declarations give the same document, in every process.
    ///
    /// - Parameters:
    ///   - keys: the keys.
    ///   - scopes: scopes, whose stored keys come after those, in the order of their declaration.
    ///   - suite: the suite that the schema is of; nil is the standard one. Keys without a suite belong to any. An invalid
    ///     name stops the process at once.
    ///   - title: what the preferences are those of, such as the application's name.
    ///   - allowsOtherKeys: whether the suite may have other keys too.
    /// - Throws: `duplicateKey`; `foreignKey` where a key names another suite; `unwritableDefault` and `invalidDefault` where
    ///   the default of a key is none that the key, or JSON, can hold.
    public init(
        keys: [PreferenceKeys] = [],
        scopes: [any PreferenceScope.Type] = [],
        suite: String? = nil,
        title: String? = nil,
        allowsOtherKeys: Bool = true
    ) throws(PreferenceSchemaError) {
        let suite = suite.map(declaredSuite)
        var names: Set<ByteKey> = []
        var properties: [SchemaProperty] = []
        for key in keys + scopes.flatMap({ $0.keys }) {
            guard names.insert(ByteKey(key.name)).inserted else { throw PreferenceSchemaError(.duplicateKey(key.name)) }
            if let other = key.suite, other != suite {
                throw PreferenceSchemaError(.foreignKey(key.name, suite: other.rawValue))
            }
            let rule = try rethrowing(try key.schemaRule()) { (fault: CodingFault) in
                PreferenceSchemaError(.unwritableDefault(key: key.name, reason: fault.reason))
            }
            properties.append(SchemaProperty(key: key.name, rule: rule))
        }
        let members = SchemaMembers(properties: properties, others: allowsOtherKeys ? nil : SchemaRule(.never))
        self.init(root: SchemaRule(.types([.object]), .members(members)))
        root.title = title
        if let error = invalidDeclarations.first {
            throw error
        }
    }
}
