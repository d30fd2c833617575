// Without these the compiler finds no subscript at all for a value of another type, and says only that it cannot.

extension Preferences {
    /// Does not compile: the value is of another type than the key.
    @available(*, unavailable, message: "the value is not of the key's type")
    @_disfavoredOverload
    public subscript<Value, Other>(key: PreferenceKey<Value>) -> Other {
        get { preconditionFailure("unavailable") }
        set { preconditionFailure("unavailable") }
    }

    /// Does not compile: the value is of another type than the key.
    @available(*, unavailable, message: "the value is not of the key's type")
    @_disfavoredOverload
    public static subscript<Value, Other>(key: PreferenceKey<Value>) -> Other {
        get { preconditionFailure("unavailable") }
        set { preconditionFailure("unavailable") }
    }
}

extension PreferenceTransaction {
    /// Does not compile: the value is of another type than the key.
    @available(*, unavailable, message: "the value is not of the key's type")
    @_disfavoredOverload
    public subscript<Value, Other>(key: PreferenceKey<Value>) -> Other {
        get { preconditionFailure("unavailable") }
        set { preconditionFailure("unavailable") }
    }
}
