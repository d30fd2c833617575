/// The values of a scope's keys; the type of `Preferences.general`.
@dynamicMemberLookup
public struct PreferenceScopeValues<Scope: PreferenceScope>: Sendable {
    /// The preferences that contain the values; nil for each key's own suite.
    let preferences: Preferences?

    /// The value of a key, which is read, written and changed as by the subscripts of ``Preferences``.
    public subscript<Value>(dynamicMember path: KeyPath<Scope, PreferenceKey<Value>>) -> Value {
        get {
            let (preferences, key) = access(to: path)
            return preferences[key]
        }
        nonmutating set {
            let (preferences, key) = access(to: path)
            preferences[key] = newValue
        }
        nonmutating _modify {
            let (preferences, key) = access(to: path)
            yield &preferences[key]
        }
    }

    /// Returns whether an override or a file contains the key.
    public func isSet<Value>(_ path: KeyPath<Scope, PreferenceKey<Value>>) -> Bool {
        let (preferences, key) = access(to: path)
        return preferences.isSet(key)
    }

    /// Returns whether the key's value is its default.
    public func isDefault<Value>(_ path: KeyPath<Scope, PreferenceKey<Value>>) -> Bool {
        let (preferences, key) = access(to: path)
        return preferences.isDefault(key)
    }

    /// Removes a key from the suite's file, so that it reads as another file's value or as its default; a failure is
    /// reported to `Preferences.onProblem`.
    public func reset<Value>(_ path: KeyPath<Scope, PreferenceKey<Value>>) {
        let (preferences, key) = access(to: path)
        preferences.reset(key)
    }

    /// Removes a key from the suite's file, so that it reads as another file's value or as its default.
    ///
    /// - Throws: `store` if the file cannot be changed; it is then unchanged.
    public func remove<Value>(_ path: KeyPath<Scope, PreferenceKey<Value>>) throws(PreferenceError) {
        let (preferences, key) = access(to: path)
        try preferences.remove(key)
    }

    private func access<Value>(to path: KeyPath<Scope, PreferenceKey<Value>>) -> (Preferences, PreferenceKey<Value>) {
        let key = Scope.key(path)
        return (preferences ?? Preferences.preferences(for: key), key)
    }
}

extension Preferences {
    // One dynamic member each for types and for instances: with a second one, or another subscript, the compiler tries
    // them all for each `Preferences[.key]` in an expression, which takes it seconds.

    /// The values of a scope's keys in this suite.
    public subscript<Scope: PreferenceScope>(
        dynamicMember scope: KeyPath<PreferenceScopes, Scope.Type>
    ) -> PreferenceScopeValues<Scope> {
        PreferenceScopeValues(preferences: self)
    }

    /// The values of a scope's keys in their own suites.
    public static subscript<Scope: PreferenceScope>(
        dynamicMember scope: KeyPath<PreferenceScopes, Scope.Type>
    ) -> PreferenceScopeValues<Scope> {
        PreferenceScopeValues(preferences: nil)
    }
}
