import Synchronization

extension Preferences {
    /// Calls a handler after each change of a key's value, by this program or any other, with the value before and after.
    ///
    /// A write of an equal value is no change; a removal is one to the default. The handler runs in the thread that has
    /// written, after its statement, or in one that hears of other programs: within 100 ms of their write. It may read and
    /// write preferences.
    ///
    /// - Returns: the observation, which ends when nobody has it any more.
    public func observe<Value>(
        _ key: PreferenceKey<Value>,
        _ handler: @escaping @Sendable (_ old: Value, _ new: Value) -> Void
    ) -> PreferenceObservation {
        observe { old, new in
            if let (old, new) = key.change(from: old, to: new) {
                handler(old, new)
            }
        }
    }

    /// The value of a key now, and then after each change, until the task is cancelled.
    public func values<Value>(of key: PreferenceKey<Value>) -> AsyncStream<Value> {
        AsyncStream { continuation in
            let last = LastValue<Value>()
            let yield: @Sendable (Value) -> Void = { value in
                if last.replace(with: value, of: key) {
                    continuation.yield(value)
                }
            }
            let observation = observe(key) { _, new in yield(new) }
            continuation.onTermination = { _ in observation.cancel() }
            yield(self[key])
        }
    }

    /// Each change of any key from now on, whatever declares it, until the task is cancelled.
    public func changes() -> AsyncStream<PreferenceChange> {
        AsyncStream { continuation in
            let observation = observe { old, new in
                for change in PreferenceChange.changes(from: old, to: new) {
                    continuation.yield(change)
                }
            }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }

    private func observe(
        _ handler: @escaping @Sendable (_ old: PreferenceSnapshot, _ new: PreferenceSnapshot) -> Void
    ) -> PreferenceObservation {
        PreferenceObservation(of: domain, by: PreferenceObserver(handler))
    }
}

extension Preferences {
    /// Calls a handler after each change of a key's value in its own suite, as ``observe(_:_:)`` of an instance does.
    public static func observe<Value>(
        _ key: PreferenceKey<Value>,
        _ handler: @escaping @Sendable (_ old: Value, _ new: Value) -> Void
    ) -> PreferenceObservation {
        preferences(for: key).observe(key, handler)
    }

    /// The value of a key in its own suite now, and then after each change, until the task is cancelled.
    public static func values<Value>(of key: PreferenceKey<Value>) -> AsyncStream<Value> {
        preferences(for: key).values(of: key)
    }
}

/// The value that a stream has given last: the first may come by two ways.
private final class LastValue<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    /// Takes note of a value; false where it is the last one.
    func replace(with new: Value, of key: PreferenceKey<Value>) -> Bool {
        value.withLock { value in
            if let value, key.areEqual(value, new) {
                return false
            }
            value = new
            return true
        }
    }
}
