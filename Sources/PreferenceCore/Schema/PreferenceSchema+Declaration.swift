import PreferenceStore
import PropertyLists

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
            guard names.insert(ByteKey(key.name)).inserted else { throw Self.error(.duplicateKey(key.name)) }
            if let other = key.suite, other != suite {
                throw Self.error(.foreignKey(key.name, suite: other.rawValue))
            }
            properties.append(SchemaProperty(key: key.name, rule: try Self.rule(of: key)))
        }
        let members = SchemaMembers(properties: properties, others: allowsOtherKeys ? nil : SchemaRule(.never))
        self.init(root: SchemaRule(.types([.object]), .members(members)))
        root.title = title
        if let error = invalidDeclarations.first {
            throw error
        }
    }

    /// What the schema says of a key.
    private static func rule(of key: PreferenceKeys) throws(PreferenceSchemaError) -> SchemaRule {
        // Every key is a PreferenceKey.
        let rule = try rethrowing(as: { unwritableDefault(of: key, $0.reason) }) { () throws(CodingFault) in
            try (key as? any DescribedKey)?.schemaRule() ?? .any
        }
        try rethrowing(as: { unwritableDefault(of: key, "\($0)") }) { () throws(PropertyListError) in
            _ = try rule.defaultValue?.json(.plain)
        }
        return rule
    }

    private static func unwritableDefault(of key: PreferenceKeys, _ reason: String) -> PreferenceSchemaError {
        error(.unwritableDefault(key: key.name, reason: reason))
    }

    private static func error(_ problem: PreferenceSchemaError.Problem) -> PreferenceSchemaError {
        PreferenceSchemaError(problem: problem, position: nil)
    }
}

/// A key of any type, which a schema describes.
private protocol DescribedKey: PreferenceKeys {
    func schemaRule() throws(CodingFault) -> SchemaRule
}

extension PreferenceKey: DescribedKey {}
