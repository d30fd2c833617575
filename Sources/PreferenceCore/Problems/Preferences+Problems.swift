import PreferenceStore
import Synchronization

extension Preferences {
    /// What happens to a problem in a place that cannot throw: a subscript, or `reset`.
    ///
    /// The default writes one line to standard error. The handler is called in the thread of the access, which goes on
    /// with the key's default, or without the write.
    public static var onProblem: @Sendable (PreferenceError) -> Void {
        get { problemHandler.withLock { $0 } }
        set { problemHandler.withLock { $0 = newValue } }
    }

    /// The value of an access that cannot throw: what the body returns, or nil, its problem reported.
    package static func reporting<Value>(_ body: () throws(PreferenceError) -> Value) -> Value? {
        do {
            return try body()
        } catch {
            onProblem(error)
            return nil
        }
    }
}

private let problemHandler = Mutex<@Sendable (PreferenceError) -> Void> { problem in
    try? StandardStream.error.write(Array("preferences: \(problem)\n".utf8))
}
