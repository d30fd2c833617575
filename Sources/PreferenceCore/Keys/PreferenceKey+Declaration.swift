public import PropertyLists

// The kind of the type selects the conversion: its own form, else its raw value, else its `Codable` implementation.

// MARK: A PreferenceValue type

extension PreferenceKey {
    /// Creates a key with a default, of a ``PreferenceValue`` type.
    ///
    /// ```swift
    /// static let launchCount = PreferenceKey<Int>("launchCount", default: 0)
    /// ```
    ///
    /// - Parameters:
    ///   - name: the top-level key in the file. A name that is empty or contains NUL is a programming error, and stops
    ///     the process at once.
    ///   - defaultValue: the value of the key if it is unset; ``default(_:)`` computes one at each read.
    ///   - suite: the suite for static access; nil for the standard suite. An invalid name stops the process at once.
    @inlinable
    public convenience init(_ name: String, default defaultValue: Value, suite: String? = nil)
    where Value: PreferenceValue {
        self.init(declaring: name, suite, .direct) { defaultValue }
    }

    /// Creates an optional key, of a ``PreferenceValue`` type.
    ///
    /// If it is unset, it has the default, by default nil. Setting nil removes it, so the next read returns the
    /// default. The other parameters are those of a key with a default.
    @inlinable
    public convenience init(_ name: String, default defaultValue: Value = nil, suite: String? = nil)
    where Value: OptionalValue, Value.Wrapped: PreferenceValue {
        self.init(declaring: name, suite, .optional(.direct)) { defaultValue }
    }
}

// MARK: A type with a raw value

extension PreferenceKey {
    /// Creates a key with a default, of a type that is stored as its raw value, also if it is `Codable`.
    ///
    /// A raw value that the type does not know, such as a case of a later version, is a wrong type.
    @_disfavoredOverload
    public convenience init(_ name: String, default defaultValue: Value, suite: String? = nil)
    where Value: RawRepresentable, Value.RawValue: PreferenceValue {
        self.init(declaring: name, suite, .raw) { defaultValue }
    }

    /// Creates an optional key, of a type that is stored as its raw value, also if it is `Codable`.
    @_disfavoredOverload
    public convenience init(_ name: String, default defaultValue: Value = nil, suite: String? = nil)
    where Value: OptionalValue, Value.Wrapped: RawRepresentable & Sendable, Value.Wrapped.RawValue: PreferenceValue {
        self.init(declaring: name, suite, .optional(.raw)) { defaultValue }
    }
}

// MARK: A Codable type

// Of two initialisers, the compiler prefers the one with fewer parameters: that for a raw value. Without the bridge, it
// could not choose for a `Codable` type that has a raw value.

extension PreferenceKey {
    /// Creates a key with a default, of a `Codable` type, which is stored as a readable property list.
    ///
    /// An optional of a `Codable` type is one too. Setting nil removes the key, so the next read returns the default.
    ///
    /// - Parameters:
    ///   - name: as for a ``PreferenceValue`` type.
    ///   - defaultValue: the value of the key if it is unset.
    ///   - bridge: another conversion; nil, the default, is the `Codable` implementation.
    ///   - suite: as for a ``PreferenceValue`` type.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        bridge: PreferenceBridge<Value>? = nil,
        suite: String? = nil
    ) where Value: Codable {
        self.init(declaring: name, suite, bridge ?? .coded) { defaultValue }
    }

    /// Creates an optional key, of a `Codable` type, which is stored as a readable property list.
    ///
    /// - Parameters:
    ///   - name: as for a ``PreferenceValue`` type.
    ///   - defaultValue: the value of the key if it is unset; nil, the default, for none.
    ///   - bridge: another conversion; nil, the default, is the `Codable` implementation.
    ///   - suite: as for a ``PreferenceValue`` type.
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        default defaultValue: Value = nil,
        bridge: PreferenceBridge<Value>? = nil,
        suite: String? = nil
    ) where Value: Codable & ExpressibleByNilLiteral {
        self.init(declaring: name, suite, bridge ?? .coded) { defaultValue }
    }
}

// MARK: A conversion of the key's own

extension PreferenceKey {
    /// Creates a key with a default, whose values are converted by a bridge.
    ///
    /// - Parameters:
    ///   - name: as for a ``PreferenceValue`` type.
    ///   - defaultValue: the value of the key if it is unset.
    ///   - bridge: the conversion of values to and from property lists, such as `.hex`, and `.optional(.hex)` for an
    ///     optional key.
    ///   - suite: as for a ``PreferenceValue`` type.
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        bridge: PreferenceBridge<Value>,
        suite: String? = nil
    ) {
        self.init(declaring: name, suite, bridge) { defaultValue }
    }
}

// MARK: A name from outside

extension PreferenceKey {
    /// Creates an optional key whose name comes from outside the program, of a ``PreferenceValue`` type, such as
    /// `PropertyList` for any value.
    ///
    /// The empty name is valid, as in `UserDefaults`.
    ///
    /// - Throws: `invalidKey` if the name contains NUL.
    public convenience init(validating name: String, suite: SuiteName? = nil) throws(PreferenceError)
    where Value: OptionalValue, Value.Wrapped: PreferenceValue {
        self.init(name: try validatedKeyName(name), suite: suite, bridge: .optional(.direct)) { nil }
    }
}

// MARK: Mistakes

// For each common mistake, the compiler finds one of these two, whose message names the cause. Without them, it lists the
// candidates instead, or takes a list of optionals for any other `Codable` type.

extension PreferenceKey {
    /// Does not compile: the key needs a default, or the type cannot be stored.
    @available(
        *,
        unavailable,
        message: "a key needs a default, or an optional type, and PreferenceValue, a raw value, Codable or a bridge"
    )
    @_disfavoredOverload
    public convenience init(_ name: String, default defaultValue: Value? = nil, suite: String? = nil) {
        preconditionFailure("unavailable")
    }

    /// Does not compile: a property list has no null.
    ///
    /// If it were unavailable, the compiler would choose an initialiser for `Codable` types. A declaration cannot call it,
    /// since it is isolated to an actor, whose name is the reason; the message of the deprecation gives it in full.
    @available(*, deprecated, message: "a property list has no null: only the whole type of a key can be optional")
    @NoNullInPropertyLists
    public convenience init(_ name: String, default defaultValue: Value? = nil, suite: String? = nil)
    where Value: NullContaining {
        preconditionFailure("unavailable")
    }
}

extension PreferenceKey {
    @usableFromInline
    convenience init(
        declaring name: String,
        _ suite: String?,
        _ bridge: PreferenceBridge<Value>,
        _ defaultProvider: @escaping @Sendable () -> Value
    ) {
        self.init(
            name: declared(name),
            suite: suite.map(declaredSuite),
            bridge: bridge,
            default: defaultProvider
        )
    }
}
