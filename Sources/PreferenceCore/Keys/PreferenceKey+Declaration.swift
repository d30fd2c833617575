public import PreferenceStore
public import PropertyLists

// MARK: A type with a form of its own

extension PreferenceKey {
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
    ) where Value: PreferenceValue {
        self.init(declaring: name, suite, summary, formerNames, .direct, migrate) { defaultValue }
    }

    /// A key whose default is evaluated each time that it is needed, of a type with a form of its own.
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    ) where Value: PreferenceValue {
        self.init(declaring: name, suite, summary, formerNames, .direct, migrate, defaultProvider)
    }

    /// A key without a default, of a type with a form of its own: nil while it is unset, and setting nil removes it.
    public convenience init<Wrapped: PreferenceValue>(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Wrapped?)? = nil
    ) where Value == Wrapped? {
        self.init(optional: name, suite, summary, formerNames, PreferenceBridge<Wrapped>.direct, migrate)
    }
}

// MARK: A Codable type

// The parameters of all others are those of a key of a `PreferenceValue`.

extension PreferenceKey {
    /// A key with a default, of a `Codable` type: the file holds what it encodes, as a property list that a person can read.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value: Codable {
        self.init(declaring: name, suite, summary, formerNames, .coded, migrate) { defaultValue }
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
    ) where Value: Codable {
        self.init(declaring: name, suite, summary, formerNames, .coded, migrate, defaultProvider)
    }

    /// A key without a default, of a `Codable` type: nil while it is unset, and setting nil removes it.
    @_disfavoredOverload
    public convenience init<Wrapped: Codable>(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Wrapped?)? = nil
    ) where Value == Wrapped? {
        self.init(optional: name, suite, summary, formerNames, PreferenceBridge<Wrapped>.coded, migrate)
    }
}

// MARK: A type with a raw value

extension PreferenceKey {
    /// A key with a default, of a type with a raw value, which the file holds.
    ///
    /// One that the type does not know, such as a case of a later version, is a wrong type.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value: RawRepresentable, Value.RawValue: PreferenceValue {
        self.init(declaring: name, suite, summary, formerNames, .raw, migrate) { defaultValue }
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
    ) where Value: RawRepresentable, Value.RawValue: PreferenceValue {
        self.init(declaring: name, suite, summary, formerNames, .raw, migrate, defaultProvider)
    }

    /// A key without a default, of a type with a raw value: nil while it is unset, and setting nil removes it.
    @_disfavoredOverload
    public convenience init<Wrapped: RawRepresentable>(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Wrapped?)? = nil
    ) where Value == Wrapped?, Wrapped.RawValue: PreferenceValue {
        self.init(optional: name, suite, summary, formerNames, PreferenceBridge<Wrapped>.raw, migrate)
    }
}

// MARK: A Codable type with a raw value

// Without these, the compiler could not choose between the raw value and the coding.

extension PreferenceKey {
    /// A key with a default, of a `Codable` type with a raw value, which the file holds.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value: RawRepresentable & Codable, Value.RawValue: PreferenceValue {
        self.init(declaring: name, suite, summary, formerNames, .raw, migrate) { defaultValue }
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
    ) where Value: RawRepresentable & Codable, Value.RawValue: PreferenceValue {
        self.init(declaring: name, suite, summary, formerNames, .raw, migrate, defaultProvider)
    }

    /// A key without a default, of a `Codable` type with a raw value: nil while it is unset, and setting nil removes it.
    @_disfavoredOverload
    public convenience init<Wrapped: RawRepresentable & Codable>(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Wrapped?)? = nil
    ) where Value == Wrapped?, Wrapped.RawValue: PreferenceValue {
        self.init(optional: name, suite, summary, formerNames, PreferenceBridge<Wrapped>.raw, migrate)
    }
}

extension PreferenceKey {
    convenience init(
        declaring name: String,
        _ suite: String?,
        _ summary: String,
        _ formerNames: [String],
        _ bridge: PreferenceBridge<Value>,
        _ migrate: (@Sendable (PropertyList) -> Value?)?,
        _ defaultProvider: @escaping @Sendable () -> Value
    ) {
        self.init(
            name: declared(name),
            suite: suite.map(declaredSuite),
            summary: summary,
            formerNames: formerNames.map(declared),
            bridge: bridge.migrating(by: migrate),
            default: defaultProvider
        )
    }

    /// A key that a program declares, whose values are nil or those of a bridge.
    fileprivate convenience init<Wrapped>(
        optional name: String,
        _ suite: String?,
        _ summary: String,
        _ formerNames: [String],
        _ bridge: PreferenceBridge<Wrapped>,
        _ migrate: (@Sendable (PropertyList) -> Wrapped?)?
    ) where Value == Wrapped? {
        let bridge = bridge.migrating(by: migrate).optional
        self.init(declaring: name, suite, summary, formerNames, bridge, nil) { nil }
    }
}

/// The name of a key that a program declares, where a bad one is the programmer's error.
func declared(_ name: String) -> String {
    precondition(!name.isEmpty, "a preference key must not be empty")
    precondition(!name.utf8.contains(0), "the preference key \(name) contains NUL")
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

// MARK: Names from outside the program

extension PreferenceKey {
    /// A key whose name comes from outside the program; the empty name is legal, as `UserDefaults` stores it.
    ///
    /// - Throws: `invalidKey` where the name holds NUL.
    public convenience init(
        validating name: String,
        default defaultValue: Value,
        suite: SuiteName? = nil,
        summary: String = ""
    ) throws(PreferenceError) where Value: PreferenceValue {
        self.init(
            name: try validatedKeyName(name),
            suite: suite,
            summary: summary,
            formerNames: [],
            bridge: .direct,
            default: { defaultValue }
        )
    }

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

func validatedKeyName(_ name: String) throws(PreferenceError) -> String {
    guard !name.utf8.contains(0) else { throw .invalidKey(name) }
    return name
}

/// A type with an optional in it, or an optional itself: what no property list can hold, since it has no null.
///
/// It exists for the compiler alone, which would take such a type for any other `Codable` one.
public protocol OptionalContaining {}

extension Optional: OptionalContaining {}
extension Array: OptionalContaining where Element: OptionalContaining {}
extension Set: OptionalContaining where Element: OptionalContaining {}
extension Dictionary: OptionalContaining where Value: OptionalContaining {}

// An unavailable initialiser would leave the choice to that of `Codable` types. These are chosen, and throw where no error
// is handled, which does not compile; the deprecation says why.
extension PreferenceKey {
    /// Does not compile: a property list has no null.
    @available(*, deprecated, message: "a property list has no null: give an optional key no default, nest no optional")
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) throws(PreferenceError) where Value: Codable & OptionalContaining {
        throw .null(in: Value.self, key: name)
    }

    /// Does not compile: a property list has no null.
    @available(*, deprecated, message: "a property list has no null: give an optional key no default, nest no optional")
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    ) throws(PreferenceError) where Value: Codable & OptionalContaining {
        throw .null(in: Value.self, key: name)
    }

    /// Does not compile: a property list has no null.
    @available(*, deprecated, message: "a property list has no null: nest no optional in the optional one")
    public convenience init<Wrapped: Codable & OptionalContaining>(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Wrapped?)? = nil
    ) throws(PreferenceError) where Value == Wrapped? {
        throw .null(in: Value.self, key: name)
    }
}

extension PreferenceError {
    fileprivate static func null(in type: Any.Type, key: String) -> PreferenceError {
        .unwritable(key: key, type: "\(type)", reason: "property lists have no null")
    }
}
