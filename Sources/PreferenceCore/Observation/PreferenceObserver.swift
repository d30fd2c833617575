import PropertyLists
import Synchronization

final class PreferenceObserver: Sendable {
    typealias Handler =
        @Sendable (_ old: PreferenceSnapshot, _ new: PreferenceSnapshot, _ changes: [PreferenceChange]) -> Void

    /// The handler; nil after cancellation, since it may refer to the observation itself.
    private let handler: Mutex<Handler?>

    init(_ handler: @escaping Handler) {
        self.handler = Mutex(handler)
    }

    func notify(_ old: PreferenceSnapshot, _ new: PreferenceSnapshot, _ changes: [PreferenceChange]) {
        let handler = handler.withLock { $0 }
        handler?(old, new, changes)
    }

    /// Stops all notifications, including those for earlier changes.
    func cancel() {
        // Release the handler's references outside of the lock.
        _ = handler.withLock { $0.take() }
    }
}

/// An observation of preferences, which lasts until it is cancelled or released.
public final class PreferenceObservation: Sendable {
    private let domain: PreferenceDomain
    private let observer: PreferenceObserver

    init(of domain: PreferenceDomain, by observer: PreferenceObserver) {
        self.domain = domain
        self.observer = observer
    }

    /// Starts to notify the observer of each change.
    ///
    /// - Returns: the snapshot that precedes the first change; nil if nothing can be read.
    @discardableResult
    func begin() -> PreferenceSnapshot? {
        domain.add(observer)
    }

    deinit {
        cancel()
    }

    /// Ends the observation.
    ///
    /// The call does not wait for a handler that is running in another thread. The handler is not called again.
    public func cancel() {
        observer.cancel()
        domain.remove(observer)
    }
}

extension PreferenceKey {
    /// Returns the values of the key in two snapshots; nil if they are equal.
    func change(from old: PreferenceSnapshot, to new: PreferenceSnapshot) -> (old: Value, new: Value)? {
        // Most changes are to other keys. For those, neither types nor defaults are needed.
        guard form(in: old) != form(in: new) else { return nil }
        let values = (old: value(in: old), new: value(in: new))
        return areEqual(values.old, values.new) ? nil : values
    }

    /// Returns the value of the key in a snapshot, or its default if the key is unset or cannot be read.
    func value(in snapshot: PreferenceSnapshot) -> Value {
        var snapshot = snapshot
        return (try? snapshot.storedValue(for: self)) ?? defaultValue
    }

    private func form(in snapshot: PreferenceSnapshot) -> PropertyList? {
        var snapshot = snapshot
        return try? snapshot.entry(for: self)?.value
    }
}
