public import PropertyLists
import Synchronization

extension Preferences {
    /// Calls a handler after each change of a key's value, by this program or any other, with the value before and after.
    ///
    /// A write of an equal value is no change; a removal is one to the default. A file that cannot be read for a while is
    /// none: what it holds afterwards is compared with what was read before. A transaction is one change of each key.
    ///
    /// - Parameters:
    ///   - key: the key, in these preferences, whatever suite it names.
    ///   - handler: what is called. The handlers of a suite are called one after another, in the order of the changes: in
    ///     the thread that has written, when its statement or transaction is done, or in one that tells of changes just
    ///     then; of a write by another program, in a thread of the package's own, within 100 ms. A handler may read, write
    ///     and observe preferences: of what it writes it is told when it has returned.
    /// - Returns: the observation, which ends when it is cancelled or nobody has it any more.
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

    /// The value of a key now, and then after each change, by this program or any other.
    ///
    /// It observes from the call on, as ``observe(_:_:)-method`` does, and keeps what has not been asked for yet. It ends
    /// when the task that asks is cancelled, or the stream and its iterators are gone.
    ///
    /// - Parameter key: the key, in these preferences, whatever suite it names.
    /// - Returns: a stream for one task to ask; it never gives equal values one after the other.
    public func values<Value>(of key: PreferenceKey<Value>) -> AsyncStream<Value> {
        AsyncStream { continuation in
            // Reports what cannot be read.
            let first = self[key]
            // Held until the first value is given: the changes come after it, whichever thread tells of them.
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

    /// Each change of any key from now on, whatever declares it, by this program or any other.
    ///
    /// Of the keys that one write has changed, those whose names are first in byte order come first. It observes from the
    /// call on, and ends as ``values(of:)-method`` does.
    ///
    /// - Returns: a stream for one task to ask. It knows no defaults: an unset key is nil there.
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
    /// - Returns: the observation, which ends when it is cancelled or nobody has it any more.
    public static func observe<Value>(
        _ key: PreferenceKey<Value>,
        _ handler: @escaping @Sendable (_ old: Value, _ new: Value) -> Void
    ) -> PreferenceObservation {
        preferences(for: key).observe(key, handler)
    }

    /// The value of a key in its own suite now, and then after each change, as ``values(of:)-method`` gives it.
    public static func values<Value>(of key: PreferenceKey<Value>) -> AsyncStream<Value> {
        preferences(for: key).values(of: key)
    }
}

/// A change of one key, whoever made it.
public struct PreferenceChange: Hashable, Sendable {
    /// The key, as the files have it.
    public let key: String
    /// What the files held before; nil where none held the key.
    public let old: PropertyList?
    /// What they hold now; nil where none holds it any more.
    public let new: PropertyList?

    package init(key: String, old: PropertyList?, new: PropertyList?) {
        self.key = key
        self.old = old
        self.new = new
    }
}
