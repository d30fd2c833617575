/// An observation of preferences, which lasts until it is cancelled or released.
public final class PreferenceObservation: Sendable {
    private let domains: [PreferenceDomain]
    private let observer: PreferenceObserver

    /// Prepares an observation of domains; the same domain may be among them more than once.
    init(of domains: [PreferenceDomain], _ handler: @escaping @Sendable (ChangeNotification) -> Void) {
        self.domains = domains.indices.filter { position in
            !domains[..<position].contains { $0 === domains[position] }
        }.map { domains[$0] }
        observer = PreferenceObserver(handler)
    }

    /// Starts to notify the observer of each change.
    ///
    /// - Parameter notifiesNow: whether to notify it of the present values too, once.
    /// - Returns: the snapshot of each domain that precedes the first change, unless nothing can be read.
    @discardableResult
    func begin(notifyingNow notifiesNow: Bool = false) -> [ObjectIdentifier: PreferenceSnapshot] {
        var snapshots: [ObjectIdentifier: PreferenceSnapshot] = [:]
        for (position, domain) in domains.enumerated() {
            let isLast = position == domains.count - 1
            snapshots[ObjectIdentifier(domain)] = domain.add(observer, notifyingNow: notifiesNow && isLast)
        }
        return snapshots
    }

    deinit {
        cancel()
    }

    /// Ends the observation.
    ///
    /// The call does not wait for a handler that is running in another thread. The handler is not called again.
    public func cancel() {
        observer.cancel()
        domains.forEach { $0.remove(observer) }
    }
}

/// A key that is observed, in the preferences that contain it.
struct ObservedPreference<Value: Sendable>: Sendable {
    let preferences: Preferences
    let key: PreferenceKey<Value>

    private var domain: ObjectIdentifier { ObjectIdentifier(preferences.domain) }

    /// Reports a value that cannot be read, as a read does.
    func reportProblems() {
        _ = preferences[key]
    }

    /// Returns the values of the key before and after a change; nil if they are equal, or an override hides them.
    func values(of change: ChangeNotification) -> (old: Value, new: Value)? {
        guard change.domain == domain, preferences.overridingValue(of: key) == nil else { return nil }
        return key.change(from: change.old, to: change.new)
    }

    /// Returns the value of the key, in the snapshot of its domain if there is one.
    func value(in snapshots: [ObjectIdentifier: PreferenceSnapshot]) -> Value {
        guard let snapshot = snapshots[domain], preferences.overridingValue(of: key) == nil else {
            return preferences[key]
        }
        return key.value(in: snapshot)
    }
}
