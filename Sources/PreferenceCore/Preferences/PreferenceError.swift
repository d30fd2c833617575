public import PreferenceStore
public import PropertyLists
import Synchronization

/// Why a preference cannot be read or written.
public enum PreferenceError: Error, Hashable, Sendable {
    /// A key from outside the program that holds NUL, which no key can.
    case invalidKey(String)
    /// A file holds a value that the key's type does not take; the value is kept until something is written.
    ///
    /// The reason says what is wrong in a value of a `Codable` type, and where.
    case wrongType(key: String, expected: String, found: PropertyListKind, path: String, reason: String? = nil)
    /// A value that no property list can hold, such as a `Codable` one with a nil in an array; nothing is written.
    case unwritable(key: String, type: String, reason: String)
    /// The files themselves: no directory for them, corrupt, locked, full disk and the like.
    case store(PreferenceStoreError)
}

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

/// What an expression returns, its error as that of the floor above.
///
/// - Parameter wrap: makes the error of the floor above, such as `PreferenceError.store`. It names the type of the
///   error.
@inlinable
package func rethrowing<Value: ~Copyable, Inner: Error, Outer: Error>(
    _ value: @autoclosure () throws(Inner) -> Value,
    as wrap: (Inner) -> Outer
) throws(Outer) -> Value {
    do {
        return try value()
    } catch {
        throw wrap(error)
    }
}
