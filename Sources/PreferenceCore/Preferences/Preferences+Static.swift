public import PreferenceStore
public import PropertyLists

// The static forms of the accesses: those to a key use the key's own suite, and the others use the standard suite.

extension Preferences {
    /// The preferences of the standard suite, which has the executable's name, as in `UserDefaults.standard`.
    ///
    /// A test can replace them, and the suites that keys name, for the code that it tests:
    ///
    /// ```swift
    /// Preferences.$standard.withValue(Preferences(.inMemory())) { ... }
    /// ```
    ///
    /// The replacement applies in the closure's task and the tasks that it starts, but not in detached tasks or other
    /// threads.
    @TaskLocal public static var standard = ofProcess()

    /// Returns the preferences that contain a key in static accesses: those of its own suite.
    static func preferences(for key: PreferenceKeys) -> Preferences {
        guard let suite = key.suite else { return standard }
        return standard.preferences(of: suite)
    }

    /// The value of a key in its own suite, which is read, written and changed as by the subscript of an instance.
    public static subscript<Value>(key: PreferenceKey<Value>) -> Value {
        get { preferences(for: key)[key] }
        set { preferences(for: key)[key] = newValue }
        _modify { yield &preferences(for: key)[key] }
    }

    /// Returns the value of a key in its own suite, or its default if no override and no file contains the key.
    ///
    /// - Throws: `wrongType` if the override or the stored value does not match the key's type; `store` if a file
    ///   cannot be read.
    public static func value<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> Value {
        try preferences(for: key).value(for: key)
    }

    /// Returns whether an override or a file of the key's own suite contains the key.
    public static func isSet(_ key: PreferenceKeys) -> Bool {
        preferences(for: key).isSet(key)
    }

    /// Returns whether the administrator has set the key in its own suite.
    public static func isManaged(_ key: PreferenceKeys) -> Bool {
        preferences(for: key).isManaged(key)
    }

    /// Returns whether the key's value in its own suite is its default.
    public static func isDefault<Value>(_ key: PreferenceKey<Value>) -> Bool {
        preferences(for: key).isDefault(key)
    }

    /// Writes a value in the key's own suite; nil removes an optional key.
    ///
    /// - Throws: `unwritable` if no property list can contain the value; `store` if the file cannot be changed. The
    ///   file is then unchanged.
    public static func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) {
        try preferences(for: key).set(value, for: key)
    }

    /// Writes a value in the key's own suite, unless its file contains a value of any type for the key; nil writes
    /// nothing.
    ///
    /// - Returns: whether the value was written. If several processes call at the same time, only one gets true.
    /// - Throws: `unwritable` if no property list can contain the value; `store` if the file cannot be changed.
    @discardableResult
    public static func setIfMissing<Value>(
        _ value: Value,
        for key: PreferenceKey<Value>
    ) throws(PreferenceError) -> Bool {
        try preferences(for: key).setIfMissing(value, for: key)
    }

    /// Removes keys from the files of their own suites, restoring their defaults.
    ///
    /// Keys of one suite are removed in one write.
    ///
    /// - Throws: `store` if a file cannot be changed; it is then unchanged.
    public static func remove(_ key: PreferenceKeys, _ others: PreferenceKeys...) throws(PreferenceError) {
        try remove([key] + others)
    }

    /// Removes keys from the files of their own suites, as `remove(_:_:)` does.
    ///
    /// - Throws: `store` if a file cannot be changed; it is then unchanged.
    public static func remove(_ keys: [PreferenceKeys]) throws(PreferenceError) {
        for (preferences, keys) in suites(of: keys) {
            try preferences.remove(keys)
        }
    }

    /// Removes keys from the files of their own suites, so that they read as another file's value or as their defaults;
    /// a failure is reported to ``onProblem-type.property``.
    public static func reset(_ key: PreferenceKeys, _ others: PreferenceKeys...) {
        reset([key] + others)
    }

    /// Removes keys from the files of their own suites, as `reset(_:_:)` does.
    public static func reset(_ keys: [PreferenceKeys]) {
        for (preferences, keys) in suites(of: keys) {
            preferences.reset(keys)
        }
    }

    /// Returns the keys by suite, in the order of the first key of each.
    private static func suites(of keys: [PreferenceKeys]) -> [(preferences: Preferences, keys: [PreferenceKeys])] {
        var left = keys
        var suites: [(Preferences, [PreferenceKeys])] = []
        while let first = left.first {
            suites.append((preferences(for: first), left.filter { $0.suite == first.suite }))
            left.removeAll { $0.suite == first.suite }
        }
        return suites
    }
}

extension Preferences {
    /// Changes several preferences of the standard suite in one atomic write, as the transaction of an instance does.
    ///
    /// The transaction changes one suite, so a key must not name another one. If it does, a throwing access throws
    /// `otherSuite`. The subscript reads such a key as its default, writes nothing, and reports the error to
    /// ``onProblem-type.property``.
    ///
    /// - Parameters:
    ///   - options: the options, such as the lock timeout; nil for those of the standard preferences.
    ///   - action: the words for the history, as in that of an instance; nil records nothing.
    ///   - body: changes the file of the standard suite, as in that of an instance.
    /// - Returns: the result of the body.
    /// - Throws: the error of the body; `PreferenceError` if the file cannot be changed.
    @discardableResult
    public static func transaction<Value>(
        options: ChangeOptions? = nil,
        recording action: String? = nil,
        _ body: (inout PreferenceTransaction) throws -> Value
    ) throws -> Value {
        let standard = standard
        return try standard.transaction(options: options, recording: action) { transaction in
            transaction.refuseSuites(besides: standard)
            return try body(&transaction)
        }
    }

    /// Changes several preferences of the standard suite as the transaction of a synchronous function does, and suspends
    /// meanwhile, as that of an instance does.
    ///
    /// - Returns: the result of the body.
    /// - Throws: the error of the body; `PreferenceError` if the file cannot be changed.
    @discardableResult
    public static func transaction<Value: Sendable>(
        options: ChangeOptions? = nil,
        recording action: String? = nil,
        _ body: @escaping @Sendable (inout PreferenceTransaction) throws -> Value
    ) async throws -> Value {
        let standard = standard
        return try await standard.transaction(options: options, recording: action) { transaction in
            transaction.refuseSuites(besides: standard)
            return try body(&transaction)
        }
    }

    /// Writes a value in the key's own suite as the synchronous `set` does, and suspends meanwhile.
    ///
    /// - Throws: as there.
    public static func set<Value>(_ value: Value, for key: PreferenceKey<Value>) async throws {
        try await preferences(for: key).set(value, for: key)
    }

    /// Removes every key from the standard suite's file but some; a failure is reported to ``onProblem-type.property``.
    ///
    /// - Parameter kept: the keys that stay, under their own and their former names.
    public static func resetAll(except kept: PreferenceKeys...) { standard.resetAll(except: kept) }

    /// Returns all keys in the files of the standard suite, as ``allKeys()-method`` does.
    ///
    /// - Throws: `store` if a file cannot be read.
    public static func allKeys() throws(PreferenceError) -> [String] {
        try standard.allKeys()
    }

    /// Returns all keys and values in the files of the standard suite, as ``entries()-method`` does.
    ///
    /// - Throws: `store` if a file cannot be read.
    public static func entries() throws(PreferenceError) -> [(key: String, value: PropertyList)] {
        try standard.entries()
    }

    /// Returns all keys and values in the files of the standard suite, as ``dictionaryRepresentation()-method`` does.
    ///
    /// - Throws: `store` if a file cannot be read.
    public static func dictionaryRepresentation() throws(PreferenceError) -> [String: PropertyList] {
        try standard.dictionaryRepresentation()
    }
}

extension PreferenceTransaction {
    /// Accepts only keys of the suite of some preferences.
    fileprivate mutating func refuseSuites(besides preferences: Preferences) {
        isOtherSuite = { preferences.preferences(of: $0).domain !== preferences.domain }
    }
}
