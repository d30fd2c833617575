public import PreferenceStore
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

extension PreferenceKey where Value: Codable {
    /// A key with a default, of a `Codable` type.
    ///
    /// The file holds what the type encodes, as a property list that a person can read.
    ///
    /// The parameters are those of a key of a ``PreferenceValue``.
    @_disfavoredOverload
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
            bridge: .coded.migrating(by: migrate),
            default: { defaultValue }
        )
    }

    /// A key whose default is evaluated each time that it is needed, of a `Codable` type.
    @_disfavoredOverload
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
            bridge: .coded.migrating(by: migrate),
            default: defaultProvider
        )
    }
}

extension PreferenceKey {
    /// A key without a default, of a `Codable` type: nil while it is unset, and setting nil removes it.
    ///
    /// The parameters are those of a key of a ``PreferenceValue``.
    @_disfavoredOverload
    public convenience init<Wrapped: Codable>(
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
            bridge: PreferenceBridge<Wrapped>.coded.migrating(by: migrate).optional,
            default: { nil }
        )
    }
}

extension PreferenceKey where Value: RawRepresentable, Value.RawValue: PreferenceValue {
    /// A key with a default, of a type with a raw value.
    ///
    /// The file holds the raw value; one that the type does not know, such as a case of a later version, is a wrong type.
    ///
    /// The parameters are those of a key of a ``PreferenceValue``.
    @_disfavoredOverload
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
            bridge: .raw.migrating(by: migrate),
            default: { defaultValue }
        )
    }

    /// A key whose default is evaluated each time that it is needed, of a type with a raw value.
    @_disfavoredOverload
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
            bridge: .raw.migrating(by: migrate),
            default: defaultProvider
        )
    }
}

extension PreferenceKey {
    /// A key without a default, of a type with a raw value: nil while it is unset, and setting nil removes it.
    ///
    /// The parameters are those of a key of a ``PreferenceValue``.
    @_disfavoredOverload
    public convenience init<Wrapped: RawRepresentable>(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Wrapped?)? = nil
    ) where Value == Wrapped?, Wrapped.RawValue: PreferenceValue {
        self.init(
            declaring: name,
            suite: suite,
            summary: summary,
            formerly: formerNames,
            bridge: PreferenceBridge<Wrapped>.raw.migrating(by: migrate).optional,
            default: { nil }
        )
    }
}

extension PreferenceKey where Value: RawRepresentable & Codable, Value.RawValue: PreferenceValue {
    /// A key with a default, of a `Codable` type with a raw value.
    ///
    /// The file holds the raw value; one that the type does not know, such as a case of a later version, is a wrong type.
    ///
    /// The parameters are those of a key of a ``PreferenceValue``.
    @_disfavoredOverload
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
            bridge: .raw.migrating(by: migrate),
            default: { defaultValue }
        )
    }

    /// A key whose default is evaluated each time that it is needed, of a `Codable` type with a raw value.
    @_disfavoredOverload
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
            bridge: .raw.migrating(by: migrate),
            default: defaultProvider
        )
    }
}

extension PreferenceKey {
    /// A key without a default, of a `Codable` type with a raw value: nil while it is unset, and setting nil removes it.
    ///
    /// The parameters are those of a key of a ``PreferenceValue``.
    @_disfavoredOverload
    public convenience init<Wrapped: RawRepresentable & Codable>(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Wrapped?)? = nil
    ) where Value == Wrapped?, Wrapped.RawValue: PreferenceValue {
        self.init(
            declaring: name,
            suite: suite,
            summary: summary,
            formerly: formerNames,
            bridge: PreferenceBridge<Wrapped>.raw.migrating(by: migrate).optional,
            default: { nil }
        )
    }
}

extension PreferenceKey {
    /// A key that a program declares.
    convenience init(
        declaring name: String,
        suite: String?,
        summary: String,
        formerly formerNames: [String],
        bridge: PreferenceBridge<Value>,
        default defaultProvider: @escaping @Sendable () -> Value
    ) {
        self.init(
            name: declared(name),
            suite: suite.map(declaredSuite),
            summary: summary,
            formerNames: formerNames.map(declared),
            bridge: bridge,
            default: defaultProvider
        )
    }
}

/// The name of a key that a program declares, where a bad one is the programmer's error.
func declared(_ name: String) -> String {
    precondition(!name.isEmpty, "a preference key is empty")
    precondition(!name.utf8.contains(0), "the preference key \(name) holds NUL")
    return name
}

/// The name of a suite that a program declares, where a bad one is the programmer's error.
func declaredSuite(_ name: String) -> SuiteName {
    do {
        return try SuiteName(name)
    } catch {
        preconditionFailure("\(error)")
    }
}

extension PreferenceKey where Value: PreferenceValue {
    /// A key whose name comes from outside the program; the empty name is legal, as `UserDefaults` stores it.
    ///
    /// - Throws: `invalidKey` where the name holds NUL.
    public convenience init(
        validating name: String,
        default defaultValue: Value,
        suite: SuiteName? = nil,
        summary: String = ""
    ) throws(PreferenceError) {
        self.init(
            name: try validatedKeyName(name),
            suite: suite,
            summary: summary,
            formerNames: [],
            bridge: .direct,
            default: { defaultValue }
        )
    }
}

extension PreferenceKey {
    /// A key without a default whose name comes from outside the program; the empty name is legal.
    ///
    /// - Throws: `invalidKey` where a name holds NUL.
    public convenience init<Wrapped: PreferenceValue>(
        validating name: String,
        suite: SuiteName? = nil,
        summary: String = "",
        formerly formerNames: [String] = []
    ) throws(PreferenceError) where Value == Wrapped? {
        for name in formerNames {
            _ = try validatedKeyName(name)
        }
        self.init(
            name: try validatedKeyName(name),
            suite: suite,
            summary: summary,
            formerNames: formerNames,
            bridge: PreferenceBridge<Wrapped>.direct.optional,
            default: { nil }
        )
    }
}

/// The name of a key that comes from outside the program.
func validatedKeyName(_ name: String) throws(PreferenceError) -> String {
    guard !name.utf8.contains(0) else { throw .invalidKey(name) }
    return name
}
