import Synchronization

/// Somebody who hears of changes.
final class PreferenceObserver: Sendable {
    typealias Handler = @Sendable (_ old: PreferenceSnapshot, _ new: PreferenceSnapshot) -> Void

    /// Nil after the end: it may hold the observation itself.
    private let handler: Mutex<Handler?>

    init(_ handler: @escaping Handler) {
        self.handler = Mutex(handler)
    }

    func hear(_ old: PreferenceSnapshot, _ new: PreferenceSnapshot) {
        let handler = handler.withLock { $0 }
        handler?(old, new)
    }

    /// Hears nothing from now on, also of what has changed before.
    func cancel() {
        // What it holds is let go outside of the lock.
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

    /// Has the observer hear of each change from now on.
    ///
    /// - Returns: what the first change starts from; nil where there is nothing to read.
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
