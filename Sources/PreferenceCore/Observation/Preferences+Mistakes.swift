// Declarations that no program can use. For each mistake, the compiler finds one of them, whose message names the cause.
// Without them, it crashes (in Swift 6.3.1), or fails without a message.

extension Preferences {
    /// Does not compile: the handler has one parameter for several keys.
    @available(*, unavailable, message: "the handler of several keys takes the value of each key, or nothing")
    public func observe(
        _ first: PreferenceKeys,
        _ second: PreferenceKeys,
        _ others: PreferenceKeys...,
        initial isInitial: Bool = false,
        _ handler: @escaping @Sendable (Never) -> Void
    ) -> PreferenceObservation {
        preconditionFailure("unavailable")
    }

    /// Does not compile: the handler has one parameter for several keys.
    @available(*, unavailable, message: "the handler of several keys takes the value of each key, or nothing")
    public static func observe(
        _ first: PreferenceKeys,
        _ second: PreferenceKeys,
        _ others: PreferenceKeys...,
        initial isInitial: Bool = false,
        _ handler: @escaping @Sendable (Never) -> Void
    ) -> PreferenceObservation {
        preconditionFailure("unavailable")
    }

    /// Does not compile: a key is not a string.
    @available(*, unavailable, message: "use value(for:) with a PreferenceKey")
    public func value(forKey name: String) throws(PreferenceError) -> Any? { preconditionFailure("unavailable") }
}
