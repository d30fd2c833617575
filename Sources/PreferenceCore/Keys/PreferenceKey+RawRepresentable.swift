public import PropertyLists

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
