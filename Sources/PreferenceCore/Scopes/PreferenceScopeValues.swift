/// The values of a scope's keys: what `Preferences.general` is.
@dynamicMemberLookup
public struct PreferenceScopeValues<Scope: PreferenceScope>: Sendable {
    /// The preferences that the values are in; nil for those of each key's own suite.
    let preferences: Preferences?

    /// The value of a key, as the subscripts of ``Preferences`` read, write and change it.
    public subscript<Value>(dynamicMember path: KeyPath<Scope, PreferenceKey<Value>>) -> Value {
        get {
            let key = Scope.key(path)
            return preferences(for: key)[key]
        }
        nonmutating set {
            let key = Scope.key(path)
            preferences(for: key)[key] = newValue
        }
        nonmutating _modify {
            let key = Scope.key(path)
            yield &preferences(for: key)[key]
        }
    }

    /// Whether a file holds the key.
    public func isSet<Value>(_ path: KeyPath<Scope, PreferenceKey<Value>>) -> Bool {
        let key = Scope.key(path)
        return preferences(for: key).isSet(key)
    }

    /// Whether the key's value is its default.
    public func isDefault<Value>(_ path: KeyPath<Scope, PreferenceKey<Value>>) -> Bool {
        let key = Scope.key(path)
        return preferences(for: key).isDefault(key)
    }

    /// Removes a key from the suite's file, so that its default holds; a failure goes to `Preferences.onProblem`.
    public func reset<Value>(_ path: KeyPath<Scope, PreferenceKey<Value>>) {
        let key = Scope.key(path)
        preferences(for: key).reset(key)
    }

    private func preferences(for key: PreferenceKeys) -> Preferences {
        preferences ?? Preferences.preferences(for: key)
    }
}

extension Preferences {
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
