public import PropertyLists

extension PreferenceKey {
    /// Returns the same key, whose default is computed each time that it is needed.
    ///
    /// ```swift
    /// static let camera = PreferenceKey<String>("camera", default: "").default { newestCamera() }
    /// ```
    ///
    /// - Parameter provider: returns the default. It runs under no lock, and may read and write preferences.
    public func `default`(_ provider: @escaping @Sendable () -> Value) -> PreferenceKey { copy(default: provider) }

    /// Returns the same key with former names, the latest first.
    ///
    /// If a file contains the key under one of them, reads use that name until the first write, which moves the value
    /// to the key's own name.
    ///
    /// - Parameter names: complete names, also for a key in a scope. One that is empty or contains NUL stops the process
    ///   at once.
    public func formerly(_ names: String...) -> PreferenceKey {
        changingOptions { $0.formerNames += names.map(declared) }
    }

    /// Returns the same key, with a conversion of stored property lists that its type does not accept, such as those of
    /// an older type.
    ///
    /// ```swift
    /// static let theme = PreferenceKey<Theme>("theme", default: .light).formerly("isDark")
    ///     .migrating { old in old == true ? .dark : .light }
    /// ```
    ///
    /// - Parameter migrate: returns the value; nil if there is none, which is a wrong type. The file keeps the property
    ///   list until the first write.
    public func migrating(_ migrate: @escaping @Sendable (_ old: PropertyList) -> Value?) -> PreferenceKey {
        copy(bridge: bridge.migrating(by: migrate))
    }

    /// Returns the same key with its purpose in one line, for schemas, `prefs explain` and completion.
    public func summary(_ summary: String) -> PreferenceKey {
        changingOptions { $0.summary = summary }
    }

    /// Returns the same key as one whose value the program writes by itself, such as the position of a window.
    ///
    /// The value is stored as any other: nothing here is like a volatile domain of `UserDefaults`. The schema says so, and
    /// `prefs` leaves the key out of records and comparisons, and alone in `apply`.
    public func volatile() -> PreferenceKey {
        changingOptions { $0.isVolatile = true }
    }

    /// Returns the same key as one whose value is secret, such as a password.
    ///
    /// The value is stored as any other. Errors do not quote it, and the history of a transaction that sets or resets it by
    /// this key does not contain it. The schema says so: `prefs` prints `(secret)` in its place.
    public func secret() -> PreferenceKey {
        changingOptions { $0.isSecret = true }
    }

    private func changingOptions(_ change: (inout KeyOptions) -> Void) -> PreferenceKey {
        var options = options
        change(&options)
        return copy(options: options)
    }
}
