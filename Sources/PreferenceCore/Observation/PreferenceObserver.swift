import Observation
import PropertyLists
import Synchronization

struct ChangeNotification {
    let old: PreferenceSnapshot
    let new: PreferenceSnapshot
    /// The only keys that may have changed; nil if they are not known.
    let changedKeys: [String]?
    let observers: [PreferenceObserver]
    let keys: [ObservedKey]

    func send() {
        guard !observers.isEmpty || !keys.isEmpty else { return }
        let changes = new.changes(from: old, of: changedKeys)
        guard !changes.isEmpty else { return }
        for key in keys where key.isChanged(old, new) {
            key.change()
        }
        for observer in observers {
            observer.notify(old, new, changes)
        }
    }
}

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

/// The observable object that represents a key for `withObservationTracking`.
final class ObservedKey: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    /// Whether the key's value differs between two snapshots.
    let isChanged: @Sendable (_ old: PreferenceSnapshot, _ new: PreferenceSnapshot) -> Bool

    /// The identity of an observed key: keys with the same type and the same names share one.
    struct Identifier: Hashable {
        private let names: [ByteKey]
        private let type: ObjectIdentifier

        init<Value>(of key: PreferenceKey<Value>) {
            names = key.names.map(ByteKey.init)
            type = ObjectIdentifier(Value.self)
        }
    }

    init<Value>(_ key: PreferenceKey<Value>) {
        // A copy has no last reading, which would refer to this object.
        let key = key.copy()
        isChanged = { old, new in key.change(from: old, to: new) != nil }
    }

    private var value: Void { () }

    /// Created once, since creating it takes as long as the rest of a read.
    private static let path: any KeyPath<ObservedKey, Void> & Sendable = \.value

    func access() {
        registrar.access(self, keyPath: Self.path)
    }

    func change() {
        registrar.withMutation(of: self, keyPath: Self.path) {}
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
