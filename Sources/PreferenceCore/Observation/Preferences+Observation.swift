public import PropertyLists
import Synchronization

extension Preferences {
    /// Calls a handler with the old and the new value after each change of a key, by this program or any other.
    ///
    /// Writing an equal value is not a change; a removal is a change to the default. If a file cannot be read for a
    /// while, that is not a change: its next readable contents are compared with the last ones. A transaction is one
    /// change of each key.
    ///
    /// - Parameters:
    ///   - key: the key, in these preferences, whichever suite it names.
    ///   - handler: the closure to call. The handlers of a suite are called one after another, in the order of the
    ///     changes. For a write by this process, the call follows the statement or transaction, in the writing thread
    ///     or in one that is already calling handlers. For a write by another program, the call follows within 100 ms,
    ///     in a thread of this package. A handler may read, write and observe preferences. It is notified of its own
    ///     writes after it returns.
    /// - Returns: the observation, which ends when it is cancelled or released.
    public func observe<Value>(
        _ key: PreferenceKey<Value>,
        _ handler: @escaping @Sendable (_ old: Value, _ new: Value) -> Void
    ) -> PreferenceObservation {
        let observation = observation { old, new, _ in
            if let (old, new) = key.change(from: old, to: new) {
                handler(old, new)
            }
        }
        observation.begin()
        return observation
    }

    /// Returns a stream of a key's current value and its value after each change, by this program or any other.
    ///
    /// It observes from the call on, as ``observe(_:_:)-method`` does, and buffers values until they are read. It ends
    /// when the reading task is cancelled, or when the stream and its iterators are released.
    ///
    /// - Parameter key: the key, in these preferences, whichever suite it names.
    /// - Returns: a stream for one task to read; it never returns two equal values in succession.
    public func values<Value>(of key: PreferenceKey<Value>) -> AsyncStream<Value> {
        AsyncStream { continuation in
            // Reports a value that cannot be read.
            let first = self[key]
            // Locked until the first value is in the stream: changes follow it, whichever thread reports them.
            let order = Mutex(())
            order.withLock { _ in
                let observation = observation { old, new, _ in
                    if let (_, new) = key.change(from: old, to: new) {
                        order.withLock { _ in _ = continuation.yield(new) }
                    }
                }
                continuation.onTermination = { _ in observation.cancel() }
                let start = observation.begin()
                continuation.yield(start.map(key.value(in:)) ?? first)
            }
        }
    }

    /// Returns a stream of all changes of any key from now on, by this program or any other.
    ///
    /// If one write changes several keys, they are in the byte order of their names. The stream observes from the call
    /// on, and ends as that of ``values(of:)-method`` does.
    ///
    /// - Returns: a stream for one task to read. It does not know defaults: an unset key is nil.
    public func changes() -> AsyncStream<PreferenceChange> {
        AsyncStream { continuation in
            let observation = observation { _, _, changes in
                for change in changes {
                    continuation.yield(change)
                }
            }
            continuation.onTermination = { _ in observation.cancel() }
            observation.begin()
        }
    }

    private func observation(by handler: @escaping PreferenceObserver.Handler) -> PreferenceObservation {
        PreferenceObservation(of: domain, by: PreferenceObserver(handler))
    }
}

extension Preferences {
    /// Calls a handler after each change of a key's value in its own suite, as ``observe(_:_:)-method`` does.
    ///
    /// - Returns: the observation, which ends when it is cancelled or released.
    public static func observe<Value>(
        _ key: PreferenceKey<Value>,
        _ handler: @escaping @Sendable (_ old: Value, _ new: Value) -> Void
    ) -> PreferenceObservation {
        preferences(for: key).observe(key, handler)
    }

    /// Returns a stream of a key's current value and its changes in its own suite, as ``values(of:)-method`` does.
    public static func values<Value>(of key: PreferenceKey<Value>) -> AsyncStream<Value> {
        preferences(for: key).values(of: key)
    }
}

/// A change of one key, by this program or any other.
public struct PreferenceChange: Hashable, Sendable {
    /// The key, as spelled in the files.
    public let key: String
    /// The value in the files before the change; nil if no file contained the key.
    public let old: PropertyList?
    /// The value in the files after the change; nil if no file contains the key any more.
    public let new: PropertyList?

    package init(key: String, old: PropertyList?, new: PropertyList?) {
        self.key = key
        self.old = old
        self.new = new
    }
}
