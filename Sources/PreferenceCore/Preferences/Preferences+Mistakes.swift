// Declarations that no program can use. For each common mistake, the compiler finds one of them, whose message names
// the cause. Without them, it fails without a message, or names another cause.

// MARK: A value of another type

/// A type with a subscript whose parameter is a key, and whose result is the key's value.
///
/// The protocol exists only for the compiler: its subscripts do not compile.
public protocol PreferenceSubscripts {}

extension PreferenceSubscripts {
    /// Does not compile: the value does not have the key's type.
    @available(*, unavailable, message: "the value is not of the key's type")
    @_disfavoredOverload
    public subscript<Value, Other>(key: PreferenceKey<Value>) -> Other {
        get { preconditionFailure("unavailable") }
        nonmutating set { preconditionFailure("unavailable") }
    }

    /// Does not compile: the elements have another type than the elements of the key's value.
    @available(*, unavailable, message: "the value is not of the key's type")
    @_disfavoredOverload
    public subscript<Element, Other>(key: PreferenceKey<[Element]>) -> [Other] {
        get { preconditionFailure("unavailable") }
        nonmutating set { preconditionFailure("unavailable") }
    }
}

extension PreferenceTransaction: PreferenceSubscripts {}

extension Preferences: PreferenceSubscripts {
    /// Does not compile: the value does not have the key's type.
    @available(*, unavailable, message: "the value is not of the key's type")
    @_disfavoredOverload
    public static subscript<Value, Other>(key: PreferenceKey<Value>) -> Other {
        get { preconditionFailure("unavailable") }
        set { preconditionFailure("unavailable") }
    }

    /// Does not compile: the elements have another type than the elements of the key's value.
    @available(*, unavailable, message: "the value is not of the key's type")
    @_disfavoredOverload
    public static subscript<Element, Other>(key: PreferenceKey<[Element]>) -> [Other] {
        get { preconditionFailure("unavailable") }
        set { preconditionFailure("unavailable") }
    }
}

// MARK: A key in place of a scope

extension Preferences {
    /// Does not compile: a key is not a scope.
    @available(*, unavailable, message: "a key is not a scope: write Preferences[.key]")
    @_disfavoredOverload
    public static subscript<Value>(dynamicMember key: KeyPath<PreferenceKeys.Type, PreferenceKey<Value>>) -> Value {
        get { preconditionFailure("unavailable") }
        set { preconditionFailure("unavailable") }
    }

    /// Does not compile: a key is not a scope.
    @available(*, unavailable, message: "a key is not a scope: write preferences[.key]")
    @_disfavoredOverload
    public subscript<Value>(dynamicMember key: KeyPath<PreferenceKeys.Type, PreferenceKey<Value>>) -> Value {
        get { preconditionFailure("unavailable") }
        set { preconditionFailure("unavailable") }
    }
}

// For `Preferences[.missing]`, the compiler also looks for a subscript of each type that a dynamic member of
// `Preferences` can come from. If there is none, that is its first error, and `missing` comes second.

extension PreferenceKeys {
    /// Does not compile.
    @available(*, unavailable, message: "write Preferences[.key]")
    public static subscript(key: PreferenceKeys) -> PreferenceKey<Bool> { preconditionFailure("unavailable") }
}

extension PreferenceScopes {
    /// Does not compile.
    @available(*, unavailable, message: "write Preferences[.key]")
    public subscript<Scope: PreferenceScope>(key: PreferenceKeys) -> Scope.Type { preconditionFailure("unavailable") }
}
