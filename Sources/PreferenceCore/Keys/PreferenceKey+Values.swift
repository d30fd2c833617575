public import PropertyLists

extension PreferenceKey where Value: PreferenceValue {
    /// A key with a default, of a type with a form of its own.
    ///
    /// - Parameters:
    ///   - name: the top-level key in the file. An empty name, or one with NUL in it, is a programming error and stops
    ///     the process at once.
    ///   - defaultValue: what holds while the key is unset.
    ///   - suite: the suite for static access; nil is the standard one. An invalid name stops the process at once.
    ///   - summary: what the preference is for, in one line.
    ///   - formerNames: the names that the key had before, the latest first. A file that holds the key under one of them
    ///     is read so until the first write, which moves the key to its name.
    ///   - migrate: what the value is where the file holds a form that the type does not take, such as one of an older
    ///     type; nil where it is none of those either. The form stays in the file until the first write.
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) {
        self.init(
            declaring: name,
            suite: suite,
            summary: summary,
            formerly: formerNames,
            bridge: .direct.migrating(by: migrate),
            default: { defaultValue }
        )
    }

    /// A key whose default is evaluated each time that it is needed, of a type with a form of its own.
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    ) {
        self.init(
            declaring: name,
            suite: suite,
            summary: summary,
            formerly: formerNames,
            bridge: .direct.migrating(by: migrate),
            default: defaultProvider
        )
    }
}

extension PreferenceKey {
    /// A key without a default, of a type with a form of its own: nil while it is unset, and setting nil removes it.
    ///
    /// - Parameters:
    ///   - name: the top-level key in the file. An empty name, or one with NUL in it, is a programming error and stops
    ///     the process at once.
    ///   - suite: the suite for static access; nil is the standard one. An invalid name stops the process at once.
    ///   - summary: what the preference is for, in one line.
    ///   - formerNames: the names that the key had before, the latest first. A file that holds the key under one of them
    ///     is read so until the first write, which moves the key to its name.
    ///   - migrate: what the value is where the file holds a form that the type does not take, such as one of an older
    ///     type; nil where it is none of those either. The form stays in the file until the first write.
    public convenience init<Wrapped: PreferenceValue>(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Wrapped?)? = nil
    ) where Value == Wrapped? {
        self.init(
            declaring: name,
            suite: suite,
            summary: summary,
            formerly: formerNames,
            bridge: PreferenceBridge<Wrapped>.direct.migrating(by: migrate).optional,
            default: { nil }
        )
    }
}
