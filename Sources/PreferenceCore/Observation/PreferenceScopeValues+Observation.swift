extension PreferenceScopeValues {
    /// Calls a handler after each change of a key, as `Preferences.observe(_:initial:_:)` does.
    ///
    /// - Returns: the observation, which ends when it is cancelled or released.
    public func observe<Value>(
        _ path: KeyPath<Scope, PreferenceKey<Value>>,
        initial isInitial: Bool = false,
        _ handler: @escaping @Sendable (_ old: Value, _ new: Value) -> Void
    ) -> PreferenceObservation {
        let (preferences, key) = access(to: path)
        return preferences.observe(key, initial: isInitial, handler)
    }

    /// Returns a stream of a key's current value and its value after each change, as ``Preferences/values(of:)-method``
    /// does.
    public func values<Value>(of path: KeyPath<Scope, PreferenceKey<Value>>) -> AsyncStream<Value> {
        let (preferences, key) = access(to: path)
        return preferences.values(of: key)
    }
}
