import PreferenceStore

extension Preferences {
    /// The preferences of the standard suite, which has the executable's name, as `UserDefaults.standard` has it.
    ///
    /// A test gives the code that it tests others, and with them the suites that keys name:
    ///
    /// ```swift
    /// Preferences.$standard.withValue(Preferences(.inMemory())) { ... }
    /// ```
    ///
    /// They hold within the closure, in its task and the tasks that it starts, but for detached ones and other threads.
    @TaskLocal public static var standard = Preferences(.ofProcess)

    /// The value of a key in its own suite, as the subscript of an instance reads, writes and changes it.
    public static subscript<Value>(key: PreferenceKey<Value>) -> Value {
        get { preferences(for: key)[key] }
        set { preferences(for: key)[key] = newValue }
        _modify { yield &preferences(for: key)[key] }
    }

    /// Removes a key from its own suite's file, so that its default holds; a failure goes to ``onProblem``.
    public static func reset(_ key: PreferenceKeys) {
        preferences(for: key).reset(key)
    }

    /// Whether a file holds the key, in its own suite.
    public static func isSet(_ key: PreferenceKeys) -> Bool {
        preferences(for: key).isSet(key)
    }

    /// Whether the key's value in its own suite is its default.
    public static func isDefault<Value>(_ key: PreferenceKey<Value>) -> Bool {
        preferences(for: key).isDefault(key)
    }

    static func preferences(for key: PreferenceKeys) -> Preferences {
        guard let suite = key.suite else { return standard }
        return standard.preferences(of: suite)
    }
}
