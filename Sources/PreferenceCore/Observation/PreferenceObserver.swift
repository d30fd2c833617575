import Observation
import PropertyLists
import Synchronization

struct ChangeNotification {
    let old: PreferenceSnapshot
    let new: PreferenceSnapshot
    /// The only keys that may have changed; nil if that is not known.
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

    /// Nil after the end: it may refer to the observation itself.
    private let handler: Mutex<Handler?>

    init(_ handler: @escaping Handler) {
        self.handler = Mutex(handler)
    }

    func notify(_ old: PreferenceSnapshot, _ new: PreferenceSnapshot, _ changes: [PreferenceChange]) {
        let handler = handler.withLock { $0 }
        handler?(old, new, changes)
    }

    /// Is told nothing from now on, not even of earlier changes.
    func cancel() {
        // What it refers to is released outside of the lock.
        _ = handler.withLock { $0.take() }
    }
}

/// An observation of preferences, which lasts until it is cancelled or nobody has this any more.
public final class PreferenceObservation: Sendable {
    private let domain: PreferenceDomain
    private let observer: PreferenceObserver

    init(of domain: PreferenceDomain, by observer: PreferenceObserver) {
        self.domain = domain
        self.observer = observer
    }

    /// Has the observer told of each change from now on.
    ///
    /// - Returns: what the first change starts from; nil if there is nothing to read.
    @discardableResult
    func begin() -> PreferenceSnapshot? {
        domain.add(observer)
    }

    deinit {
        cancel()
    }

    /// Ends the observation.
    ///
    /// A handler that runs in another thread just now is not waited for; it is not called again.
    public func cancel() {
        observer.cancel()
        domain.remove(observer)
    }
}

/// What `withObservationTracking` sees of a key: something that is read, and that changes.
final class ObservedKey: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    /// Whether the key has another value in a snapshot than in an older one.
    let isChanged: @Sendable (_ old: PreferenceSnapshot, _ new: PreferenceSnapshot) -> Bool

    /// Keys of one type that are read under the same names are observed as one.
    struct Identifier: Hashable {
        private let names: [ByteKey]
        private let type: ObjectIdentifier

        init<Value>(of key: PreferenceKey<Value>) {
            names = key.names.map(ByteKey.init)
            type = ObjectIdentifier(Value.self)
        }
    }

    init<Value>(_ key: PreferenceKey<Value>) {
        // A copy, which remembers no reading: that would refer to this.
        let key = key.copy()
        isChanged = { old, new in key.change(from: old, to: new) != nil }
    }

    private var value: Void { () }

    /// Made once: that takes as long as the rest of a read.
    private static let path: any KeyPath<ObservedKey, Void> & Sendable = \.value

    func access() {
        registrar.access(self, keyPath: Self.path)
    }

    func change() {
        registrar.withMutation(of: self, keyPath: Self.path) {}
    }
}

extension PreferenceKey {
    /// The values of the key in two snapshots; nil if they are the same.
    func change(from old: PreferenceSnapshot, to new: PreferenceSnapshot) -> (old: Value, new: Value)? {
        // Most changes are of other keys: those ask neither the types nor the defaults.
        guard form(in: old) != form(in: new) else { return nil }
        let values = (old: value(in: old), new: value(in: new))
        return areEqual(values.old, values.new) ? nil : values
    }

    /// The value of the key in a snapshot; its default also if that cannot be read.
    func value(in snapshot: PreferenceSnapshot) -> Value {
        var snapshot = snapshot
        return (try? snapshot.storedValue(for: self)) ?? defaultValue
    }

    private func form(in snapshot: PreferenceSnapshot) -> PropertyList? {
        var snapshot = snapshot
        return try? snapshot.entry(for: self)?.value
    }
}
