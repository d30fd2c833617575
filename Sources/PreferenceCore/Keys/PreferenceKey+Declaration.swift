public import PropertyLists

// MARK: A conversion of the key's own

extension PreferenceKey {
    /// Creates a key with a default, whose values are converted by a bridge.
    ///
    /// - Parameters:
    ///   - name: the top-level key in the file. A name that is empty or contains NUL is a programming error, and stops
    ///     the process at once.
    ///   - defaultValue: the value of the key if it is unset.
    ///   - bridge: the conversion of values to and from property lists, such as `.hex`.
    ///   - suite: the suite for static access; nil for the standard suite. An invalid name stops the process at once.
    ///   - summary: the purpose of the preference, in one line.
    ///   - formerNames: the former names of the key, the latest first. If a file contains the key under one of them,
    ///     reads use that name until the first write, which moves the key to `name`.
    ///   - isVolatile: whether the program writes the value by itself, such as the position of a window. The schema
    ///     says so, and `prefs` leaves the key out of records and comparisons, and alone in `apply`.
    ///   - migrate: converts a stored property list that the type does not accept, such as one of an older type; nil if
    ///     it cannot. The file keeps that property list until the first write.
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        bridge: PreferenceBridge<Value>,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) {
        self.init(declaring: name, suite, summary, formerNames, isVolatile, bridge, migrate) { defaultValue }
    }

    /// Creates a key whose values are converted by a bridge, whose default is evaluated each time it is needed.
    public convenience init(
        _ name: String,
        bridge: PreferenceBridge<Value>,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    ) {
        self.init(declaring: name, suite, summary, formerNames, isVolatile, bridge, migrate, defaultProvider)
    }

    /// Creates an optional key, whose values are converted by a bridge.
    ///
    /// If it is unset, it has the default, by default nil. Setting nil removes it, so the next read returns the
    /// default.
    public convenience init<Wrapped>(
        _ name: String,
        default defaultValue: Value = nil,
        bridge: PreferenceBridge<Wrapped>,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value == Wrapped? {
        self.init(optional: name, suite, summary, formerNames, isVolatile, bridge, migrate) { defaultValue }
    }

    /// Creates an optional key, whose values are converted by a bridge, and whose default is evaluated each time it is
    /// needed.
    public convenience init<Wrapped>(
        _ name: String,
        bridge: PreferenceBridge<Wrapped>,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    ) where Value == Wrapped? {
        self.init(optional: name, suite, summary, formerNames, isVolatile, bridge, migrate, defaultProvider)
    }
}

// All other initialisers have the parameters of these. The kind of the type selects the bridge.

// MARK: A PreferenceValue type

extension PreferenceKey {
    /// Creates a key with a default, of a ``PreferenceValue`` type.
    @inlinable
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value: PreferenceValue {
        self.init(declaring: name, suite, summary, formerNames, isVolatile, .direct, migrate) { defaultValue }
    }

    /// Creates a key of a ``PreferenceValue`` type, whose default is evaluated each time it is needed.
    @inlinable
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    ) where Value: PreferenceValue {
        self.init(declaring: name, suite, summary, formerNames, isVolatile, .direct, migrate, defaultProvider)
    }

    /// Creates an optional key, of a ``PreferenceValue`` type.
    ///
    /// If it is unset, it has the default, by default nil. Setting nil removes it, so the next read returns the
    /// default.
    @inlinable
    public convenience init(
        _ name: String,
        default defaultValue: Value = nil,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value: OptionalValue, Value.Wrapped: PreferenceValue {
        self.init(optional: name, suite, summary, formerNames, isVolatile, .direct, migrate) { defaultValue }
    }

    /// Creates an optional key, of a ``PreferenceValue`` type, whose default is evaluated each time it is needed.
    @inlinable
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    ) where Value: OptionalValue, Value.Wrapped: PreferenceValue {
        self.init(optional: name, suite, summary, formerNames, isVolatile, .direct, migrate, defaultProvider)
    }
}

// MARK: A Codable type

extension PreferenceKey {
    /// Creates a key with a default, of a `Codable` type, which is stored as a readable property list.
    ///
    /// An optional of a `Codable` type is one too. Setting nil removes the key, so the next read returns the default.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value: Codable {
        self.init(declaring: name, suite, summary, formerNames, isVolatile, .coded, migrate) { defaultValue }
    }

    /// Creates a key of a `Codable` type, whose default is evaluated each time it is needed.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    ) where Value: Codable {
        self.init(declaring: name, suite, summary, formerNames, isVolatile, .coded, migrate, defaultProvider)
    }

    /// Creates an optional key without a default, of a `Codable` type.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value: Codable & ExpressibleByNilLiteral {
        self.init(declaring: name, suite, summary, formerNames, isVolatile, .coded, migrate) { nil }
    }
}

// MARK: A type with a raw value

extension PreferenceKey {
    /// Creates a key with a default, of a type that is stored as its raw value.
    ///
    /// A raw value that the type does not know, such as a case of a later version, is a wrong type.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value: RawRepresentable, Value.RawValue: PreferenceValue {
        self.init(declaring: name, suite, summary, formerNames, isVolatile, .raw, migrate) { defaultValue }
    }

    /// Creates a key of a type with a raw value, whose default is evaluated each time it is needed.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    ) where Value: RawRepresentable, Value.RawValue: PreferenceValue {
        self.init(declaring: name, suite, summary, formerNames, isVolatile, .raw, migrate, defaultProvider)
    }

    /// Creates an optional key, of a type with a raw value.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        default defaultValue: Value = nil,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value: OptionalValue, Value.Wrapped: RawRepresentable & Sendable, Value.Wrapped.RawValue: PreferenceValue {
        self.init(optional: name, suite, summary, formerNames, isVolatile, .raw, migrate) { defaultValue }
    }

    /// Creates an optional key, of a type with a raw value, whose default is evaluated each time it is needed.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    ) where Value: OptionalValue, Value.Wrapped: RawRepresentable & Sendable, Value.Wrapped.RawValue: PreferenceValue {
        self.init(optional: name, suite, summary, formerNames, isVolatile, .raw, migrate, defaultProvider)
    }
}

// MARK: A Codable type with a raw value

// Without these, the compiler could not choose between the initialisers for raw values and for `Codable` types.

extension PreferenceKey {
    /// Creates a key with a default, of a `Codable` type that is stored as its raw value.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value: RawRepresentable & Codable, Value.RawValue: PreferenceValue {
        self.init(declaring: name, suite, summary, formerNames, isVolatile, .raw, migrate) { defaultValue }
    }

    /// Creates a key of a `Codable` type with a raw value, whose default is evaluated each time it is needed.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    ) where Value: RawRepresentable & Codable, Value.RawValue: PreferenceValue {
        self.init(declaring: name, suite, summary, formerNames, isVolatile, .raw, migrate, defaultProvider)
    }

    /// Creates an optional key, of a `Codable` type with a raw value.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        default defaultValue: Value = nil,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    )
    where
        Value: OptionalValue & Codable, Value.Wrapped: RawRepresentable & Codable & Sendable,
        Value.Wrapped.RawValue: PreferenceValue
    {
        self.init(optional: name, suite, summary, formerNames, isVolatile, .raw, migrate) { defaultValue }
    }

    /// Creates an optional key, of a `Codable` type with a raw value, whose default is evaluated each time it is
    /// needed.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    )
    where
        Value: OptionalValue & Codable, Value.Wrapped: RawRepresentable & Codable & Sendable,
        Value.Wrapped.RawValue: PreferenceValue
    {
        self.init(optional: name, suite, summary, formerNames, isVolatile, .raw, migrate, defaultProvider)
    }
}

extension PreferenceKey {
    @usableFromInline
    convenience init(
        declaring name: String,
        _ suite: String?,
        _ summary: String,
        _ formerNames: [String],
        _ isVolatile: Bool,
        _ bridge: PreferenceBridge<Value>,
        _ migrate: (@Sendable (PropertyList) -> Value?)?,
        _ defaultProvider: @escaping @Sendable () -> Value
    ) {
        self.init(
            name: declared(name),
            suite: suite.map(declaredSuite),
            summary: summary,
            formerNames: formerNames.map(declared),
            isVolatile: isVolatile,
            bridge: bridge.migrating(by: migrate),
            default: defaultProvider
        )
    }

    /// Creates a declared key, whose values are nil or those of a bridge.
    @inlinable
    convenience init(
        optional name: String,
        _ suite: String?,
        _ summary: String,
        _ formerNames: [String],
        _ isVolatile: Bool,
        _ bridge: PreferenceBridge<Value.Wrapped>,
        _ migrate: (@Sendable (PropertyList) -> Value?)?,
        _ defaultProvider: @escaping @Sendable () -> Value
    ) where Value: OptionalValue, Value.Wrapped: Sendable {
        self.init(declaring: name, suite, summary, formerNames, isVolatile, .optional(bridge), migrate, defaultProvider)
    }
}
