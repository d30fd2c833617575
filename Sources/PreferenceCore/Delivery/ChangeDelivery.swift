import PreferenceStore
import PropertyLists
import Synchronization

/// A change of a domain, for everybody who observed the domain when it changed.
struct ChangeNotification {
    let domain: ObjectIdentifier
    let old: PreferenceSnapshot
    let new: PreferenceSnapshot
    /// The changes, in the byte order of keys; nil until they are found.
    var changes: [PreferenceChange]?
    var observers: [PreferenceObserver] = []
    var trackedKeys = TrackedKeys()
    /// Whether it is no change, but the first call of an observer that wants the present values.
    var isInitial = false
    /// The caller that made the change; nil if any caller may notify of it.
    var caller: Caller?

    fileprivate func isFor(_ other: Caller) -> Bool { caller == nil || caller == other }

    func send() {
        var notification = self
        let changes = changes ?? new.changes(from: old)
        guard isInitial || !changes.isEmpty else { return }
        notification.changes = changes
        for object in trackedKeys.objects(named: changes.map(\.key)) {
            object.notify(of: old, new)
        }
        for observer in observers {
            observer.notify(of: notification)
        }
    }
}

/// The changes of a domain whose observers have not been notified yet.
///
/// Observers are notified of one change after another, in the order of the changes, each in the thread that made it,
/// unless that would take too long.
final class DeliveryQueue: Sendable {
    private struct State {
        /// The earliest change is the first.
        var notifications: [ChangeNotification] = []
        var isDelivering = false
        /// The number of changes that observers have been notified of.
        var count = 0
        /// The process that owns this state: the child of a fork has none of the other threads.
        var process = CallingProcess.identifier

        /// Begins to notify of the first change if it is a caller's turn.
        mutating func begin(for caller: Caller) -> ChangeNotification? {
            guard !isDelivering, let first = notifications.first, first.isFor(caller) else { return nil }
            isDelivering = true
            return notifications.removeFirst()
        }
    }

    private let state = Monitor(State())

    /// Adds a change that the calling task or thread has made, or found.
    func add(_ notification: ChangeNotification) {
        var notification = notification
        notification.caller = Caller.current
        state.change { state in
            if state.process != CallingProcess.identifier {
                state = State()
            }
            state.notifications.append(notification)
        }
    }

    /// Notifies observers of all changes of a caller, each after the changes before it.
    ///
    /// - Parameters:
    ///   - patience: the time that the caller waits for one handler in another thread. That handler may itself wait for
    ///     the caller. After this time, the other thread notifies of the caller's changes too.
    ///   - send: notifies the observers of one change.
    func deliver(for caller: Caller, patience: Duration, _ send: (ChangeNotification) -> Void) {
        while let notification = next(for: caller, patience) {
            send(notification)
            state.change { state in
                state.isDelivering = false
                state.count += 1
            }
        }
    }

    /// Waits for the next change of a caller; nil if there is none, or if another thread notifies of it.
    private func next(for caller: Caller, _ patience: Duration) -> ChangeNotification? {
        while true {
            // Each change that others have been notified of begins the wait anew.
            let count = state.change(\.count)
            let turn = state.wait(timeout: patience) { state -> (next: ChangeNotification?, isOver: Bool)? in
                guard state.notifications.contains(where: { $0.isFor(caller) }) else { return (nil, true) }
                if let notification = state.begin(for: caller) { return (notification, true) }
                return state.count == count ? nil : (nil, false)
            }
            guard let turn else { return handOver(from: caller) }
            if turn.isOver { return turn.next }
        }
    }

    /// Leaves the changes of a caller to the thread that is notifying observers, or is about to.
    ///
    /// Without it, a handler that waits for a thread which has changed the suite would wait for ever: that thread waits
    /// for the handler.
    ///
    /// - Returns: the next change, if it is the caller's turn after all.
    private func handOver(from caller: Caller) -> ChangeNotification? {
        state.change { state in
            if let notification = state.begin(for: caller) {
                return notification
            }
            for position in state.notifications.indices where state.notifications[position].caller == caller {
                state.notifications[position].caller = nil
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
        var queues: [DeliveryQueue] = []
    }

    private static let callers = Mutex<[Caller: Open]>([:])

    /// The time that a thread of the program waits for a handler in another one.
    private static let patience: Duration = .seconds(5)

    private init() {}

    static func begin() -> DeferredNotifications {
        let notifications = DeferredNotifications()
        callers.withLock { $0[notifications.caller, default: Open()].depth += 1 }
        return notifications
    }

    /// Notifies the observers of a queue's changes at the end.
    func notify(of queue: DeliveryQueue) {
        Self.callers.withLock { callers in
            if callers[caller]?.queues.contains(where: { $0 === queue }) == false {
                callers[caller]?.queues.append(queue)
            }
        }
    }

    /// Ends the statement or transaction; the end of the outermost one notifies observers.
    ///
    /// - Parameters:
    ///   - patience: as in ``DeliveryQueue/deliver(for:patience:_:)``.
    ///   - send: as there.
    func end(patience: Duration = Self.patience, _ send: (ChangeNotification) -> Void = { $0.send() }) {
        while let queue = nextQueue() {
            queue.deliver(for: caller, patience: patience, send)
        }
    }

    /// Returns a queue whose observers must be notified now; nil if there is none, which is the end.
    private func nextQueue() -> DeliveryQueue? {
        Self.callers.withLock { callers in
            guard var open = callers[caller] else { return nil }
            if open.depth == 1, !open.queues.isEmpty {
                let queue = open.queues.removeFirst()
                callers[caller] = open
                return queue
            }
            open.depth -= 1
            callers[caller] = open.depth == 0 ? nil : open
            return nil
        }
    }

    /// Notifies the observers of a queue's changes when the caller has ended its statements and transactions, or at
    /// once if it has none open.
    static func notify(of queue: DeliveryQueue) {
        let notifications = begin()
        notifications.notify(of: queue)
        notifications.end()
    }
}
