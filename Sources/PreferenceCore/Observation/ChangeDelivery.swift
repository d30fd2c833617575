import PreferenceStore
import PropertyLists
import Synchronization

/// A change of a domain, for everybody who observed the domain when it changed.
struct ChangeNotification {
    let domain: ObjectIdentifier
    let old: PreferenceSnapshot
    let new: PreferenceSnapshot
    /// The only keys that may have changed; nil if they are not known.
    let changedKeys: [String]?
    let observers: [PreferenceObserver]
    let trackedKeys: TrackedKeys

    func send() {
        guard !observers.isEmpty || !trackedKeys.isEmpty else { return }
        let changes = new.changes(from: old, of: changedKeys)
        guard !changes.isEmpty else { return }
        for object in trackedKeys.objects(named: changes.map(\.key)) {
            object.notify(of: old, new)
        }
        for observer in observers {
            observer.notify(of: ObservedChange(domain: domain, old: old, new: new, changes: changes))
        }
    }
}

/// The changes of a domain whose observers have not been notified yet.
///
/// Observers are notified of one change after another, in the order of the changes, each in the thread that made it.
final class DeliveryQueue: Sendable {
    private struct Delivery {
        let notification: ChangeNotification
        /// The caller that made the change; nil if any caller may notify of it.
        var caller: Caller?
    }

    private struct State {
        /// The earliest change is the first.
        var deliveries: [Delivery] = []
        var isDelivering = false

        mutating func begin() -> ChangeNotification {
            isDelivering = true
            return deliveries.removeFirst().notification
        }
    }

    private let state = Monitor(State())

    /// The time that a caller waits for handlers in another thread.
    ///
    /// A handler may itself wait for the caller's thread. After this time, the other thread notifies of the caller's
    /// changes too.
    private static let patience: Duration = .seconds(1)

    /// Adds a change that the calling task or thread has made, or found.
    func add(_ notification: ChangeNotification) {
        let caller = Caller.current
        state.change { $0.deliveries.append(Delivery(notification: notification, caller: caller)) }
    }

    /// Notifies observers of all changes of a caller, each after the changes before it.
    func deliver(for caller: Caller) {
        while let notification = next(for: caller) {
            notification.send()
            state.change { $0.isDelivering = false }
        }
    }

    private func next(for caller: Caller) -> ChangeNotification? {
        enum Turn {
            case begins(ChangeNotification)
            case isOver
        }
        func isFor(_ delivery: Delivery) -> Bool { delivery.caller == nil || delivery.caller == caller }
        let turn = state.wait(timeout: Self.patience) { state in
            guard state.deliveries.contains(where: isFor) else { return Turn.isOver }
            guard !state.isDelivering, isFor(state.deliveries[0]) else { return nil }
            return .begins(state.begin())
        }
        switch turn {
        case .begins(let notification): return notification
        case .isOver: return nil
        case nil: return handOver(from: caller)
        }
    }

    /// Lets the thread that is notifying observers do the rest; if there is none, returns the next change.
    private func handOver(from caller: Caller) -> ChangeNotification? {
        state.change { state in
            guard state.isDelivering else { return state.deliveries.isEmpty ? nil : state.begin() }
            for position in state.deliveries.indices where state.deliveries[position].caller == caller {
                state.deliveries[position].caller = nil
            }
            return nil
        }
    }
}

/// A statement or transaction of a task or thread, or a series of notifications; they can be nested.
///
/// Observers are notified after the outermost one. They may write too: all locks are released then, and they are
/// notified of their own changes after they return.
struct DeferredNotifications {
    private let caller = Caller.current

    private struct Open {
        /// The number of open statements and transactions, each nested in the previous one.
        var depth = 0
        var domains: [PreferenceDomain] = []
    }

    private static let callers = Mutex<[Caller: Open]>([:])

    private init() {}

    static func begin() -> DeferredNotifications {
        let notifications = DeferredNotifications()
        callers.withLock { $0[notifications.caller, default: Open()].depth += 1 }
        return notifications
    }

    /// Notifies the observers of a domain at the end.
    func notify(of domain: PreferenceDomain) {
        Self.callers.withLock { callers in
            if callers[caller]?.domains.contains(where: { $0 === domain }) == false {
                callers[caller]?.domains.append(domain)
            }
        }
    }

    /// Ends the statement or transaction; the end of the outermost one notifies observers.
    func end() {
        while let domain = nextDomain() {
            domain.deliveries.deliver(for: caller)
        }
    }

    /// Returns a domain whose observers must be notified now; nil if there is none, which is the end.
    private func nextDomain() -> PreferenceDomain? {
        Self.callers.withLock { callers in
            guard var open = callers[caller] else { return nil }
            if open.depth == 1, !open.domains.isEmpty {
                let domain = open.domains.removeFirst()
                callers[caller] = open
                return domain
            }
            open.depth -= 1
            callers[caller] = open.depth == 0 ? nil : open
            return nil
        }
    }

    /// Notifies the observers of a domain when the caller has ended its statements and transactions, or at once if it
    /// has none open.
    static func notify(of domain: PreferenceDomain) {
        let notifications = begin()
        notifications.notify(of: domain)
        notifications.end()
    }
}
