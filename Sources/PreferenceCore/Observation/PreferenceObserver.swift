import Synchronization

/// Somebody who hears of changes.
final class PreferenceObserver: Sendable {
    private let handler: @Sendable (_ old: PreferenceSnapshot, _ new: PreferenceSnapshot) -> Void
    private let isCancelled = Atomic(false)

    init(_ handler: @escaping @Sendable (_ old: PreferenceSnapshot, _ new: PreferenceSnapshot) -> Void) {
        self.handler = handler
    }

    func hear(_ old: PreferenceSnapshot, _ new: PreferenceSnapshot) {
        if !isCancelled.load(ordering: .acquiring) {
            handler(old, new)
        }
    }

    /// Hears nothing from now on, also of what has changed before.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
    }
}

/// An observation of preferences, which lasts until it is cancelled or nobody has this any more.
public final class PreferenceObservation: Sendable {
    private let domain: PreferenceDomain
    private let observer: PreferenceObserver

    init(of domain: PreferenceDomain, by observer: PreferenceObserver) {
        self.domain = domain
        self.observer = observer
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
