public import PropertyLists

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
