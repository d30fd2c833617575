public import PreferenceSchemas
import PropertyLists

extension PreferenceSchema {
    /// Creates the schema of the preferences that an application declares, in the order of the arguments.
    ///
    /// ```swift
    /// let schema = try PreferenceSchema(keys: [.launchCount, .username], scopes: [GeneralScope.self])
    /// try schema.json()
    /// ```
    ///
    /// The schema has the type, the default, the summary and the former names of each key. A default that is a closure
    /// is evaluated once, here. The same declarations give the same document, in every process.
    ///
    /// - Parameters:
    ///   - keys: the keys.
    ///   - scopes: the scopes, whose stored keys follow `keys`, in the order of their declaration.
    ///   - suite: the suite of the schema; nil for the standard suite. Keys without a suite can be in any schema. An
    ///     invalid name stops the process at once.
    ///   - title: the title of the schema, such as the application's name.
    ///   - migrations: the steps of ``Preferences/migrate(_:options:recording:)-method``. The schema describes
    ///     ``PreferenceMigration/versionKey`` by them, and allows no later version.
    ///   - allowsOtherKeys: whether the suite may contain other keys.
    /// - Throws: `duplicateKey` if two keys have the same name; `foreignKey` if a key names another suite;
    ///   `unwritableDefault` if no file or no JSON document can contain a default; `invalidDefault` if a default breaks
    ///   its own rule; `formerNameInUse` if a former name is also a key.
    public init(
        keys: [PreferenceKeys] = [],
        scopes: [any PreferenceScope.Type] = [],
        suite: String? = nil,
        title: String? = nil,
        migrations: [PreferenceMigration] = [],
        allowsOtherKeys: Bool = true
    ) throws(PreferenceSchemaError) {
        let suite = suite.map(declaredSuite)
        var names: Set<ByteKey> = []
        var entries: [(key: String, rule: SchemaRule)] = []
        for key in keys + scopes.flatMap({ $0.keys }) {
            guard names.insert(ByteKey(key.name)).inserted else { throw PreferenceSchemaError(.duplicateKey(key.name)) }
            if let other = key.suite, other != suite {
                throw PreferenceSchemaError(.foreignKey(key.name, suite: other.rawValue))
            }
            let rule = try rethrowing(try key.schemaRule()) { (fault: CodingFault) in
                PreferenceSchemaError(.unwritableDefault(key: key.name, reason: fault.reason))
            }
            entries.append((key.name, rule))
        }
        if let last = migrations.last {
            var rule = SchemaRule.integer(in: 1...last.version)
            let steps = migrations.map { "\($0.version) \($0.summary)" }.joined(separator: "; ")
            rule.description = "The version of the stored preferences: \(steps)"
            entries.append((PreferenceMigration.versionKey, rule))
        }
        self.init(root: .dictionary(entries: entries, allowsOthers: allowsOtherKeys))
        root.title = title
        if let error = invalidDeclarations.first {
            throw error
        }
    }
}
