import PreferenceStore

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

    /// The values of the keys of a scope in this scope.
    ///
    /// ```swift
    /// struct EditorScope: PreferenceScope { var font: FontScope.Type { FontScope.self } }
    ///
    /// Preferences.editor.font.size += 1  // stored as font.size, by the prefix of FontScope alone
    /// ```
    public subscript<Inner: PreferenceScope>(
        dynamicMember path: KeyPath<Scope, Inner.Type>
    ) -> PreferenceScopeValues<Inner> {
        PreferenceScopeValues<Inner>(preferences: preferences)
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

    /// Removes the scope's stored keys from the suite's file, as ``reset(_:)`` does; those of scopes in it stay.
    public func resetAll() {
        guard let preferences else { return Preferences.reset(Scope.keys) }
        preferences.reset(Scope.keys)
    }

    /// Returns a key as named in the file, and the preferences that contain it.
    func access<Value>(to path: KeyPath<Scope, PreferenceKey<Value>>) -> (Preferences, PreferenceKey<Value>) {
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

extension PreferenceTransaction {
    /// The values of a scope's keys in a transaction; the type of `$0.general`.
    @dynamicMemberLookup
    public struct ScopeValues<Scope: PreferenceScope> {
        fileprivate var transaction: PreferenceTransaction

        /// The value of a key, which is read, written and changed as by the subscript of the transaction.
        public subscript<Value>(dynamicMember path: KeyPath<Scope, PreferenceKey<Value>>) -> Value {
            get { transaction[Scope.key(path)] }
            set { transaction[Scope.key(path)] = newValue }
            _modify { yield &transaction[Scope.key(path)] }
        }

        /// The values of the keys of a scope in this scope.
        public subscript<Inner: PreferenceScope>(dynamicMember path: KeyPath<Scope, Inner.Type>) -> ScopeValues<Inner> {
            get { transaction[ofScope: Inner.self] }
            _modify { yield &transaction[ofScope: Inner.self] }
        }
    }

    /// The values of a scope's keys.
    public subscript<Scope: PreferenceScope>(
        dynamicMember scope: KeyPath<PreferenceScopes, Scope.Type>
    ) -> ScopeValues<Scope> {
        get { self[ofScope: Scope.self] }
        _modify { yield &self[ofScope: Scope.self] }
    }

    private subscript<Scope: PreferenceScope>(ofScope scope: Scope.Type) -> ScopeValues<Scope> {
        get { ScopeValues(transaction: self) }
        _modify {
            // The contents are moved there and back, so that a change in place does not copy them.
            var values = ScopeValues<Scope>(transaction: self)
            changed = TransactionContents([:], format: .xml)
            defer { self = values.transaction }
            yield &values
        }
    }
}

extension PreferenceSnapshot {
    /// The values of a scope's keys in a snapshot; the type of `snapshot.general`.
    @dynamicMemberLookup
    public struct ScopeValues<Scope: PreferenceScope> {
        fileprivate var snapshot: PreferenceSnapshot

        /// The value of a key, as by ``PreferenceSnapshot/value(for:)``, with its errors.
        public subscript<Value>(dynamicMember path: KeyPath<Scope, PreferenceKey<Value>>) -> Value {
            mutating get throws(PreferenceError) { try snapshot.value(for: Scope.key(path)) }
        }

        /// The values of the keys of a scope in this scope.
        public subscript<Inner: PreferenceScope>(dynamicMember path: KeyPath<Scope, Inner.Type>) -> ScopeValues<Inner> {
            get { snapshot[ofScope: Inner.self] }
            _modify { yield &snapshot[ofScope: Inner.self] }
        }
    }

    /// The values of a scope's keys: `try snapshot.general.launchCount`.
    public subscript<Scope: PreferenceScope>(
        dynamicMember scope: KeyPath<PreferenceScopes, Scope.Type>
    ) -> ScopeValues<Scope> {
        get { self[ofScope: Scope.self] }
        _modify { yield &self[ofScope: Scope.self] }
    }

    private subscript<Scope: PreferenceScope>(ofScope scope: Scope.Type) -> ScopeValues<Scope> {
        get { ScopeValues(snapshot: self) }
        _modify {
            // What a read of a file adds stays in the snapshot.
            var values = ScopeValues<Scope>(snapshot: self)
            defer { self = values.snapshot }
            yield &values
        }
    }
}
