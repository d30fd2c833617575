import PreferenceStore
import Synchronization

/// A statement that changes a preference in place: it reads, changes and writes under one lock, so that nobody writes in
/// between.
final class PreferenceStatement {
    /// Whether other writers are kept out; if they cannot be, nothing may be written.
    var isAlone: Bool { lock != nil }

    private let domain: PreferenceDomain
    private var lock: PreferenceLock?
    private let notifications = DeferredNotifications.begin()

    private static var options: ChangeOptions { ChangeOptions(lockTimeout: Preferences.lockTimeout) }

    /// Waits for the right to write, and brings what is in memory up to date.
    init(of domain: PreferenceDomain) {
        self.domain = domain
        do throws(PreferenceError) {
            lock = try domain.storage.lock(Self.options)
        } catch {
            lock = nil
            Preferences.onProblem(error)
        }
        domain.refresh()
    }

    func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) {
        _ = try domain.change(Self.options, keys: key.names, holding: lock) { transaction throws(PreferenceError) in
            try transaction.set(value, for: key)
        }.get()
    }

    /// Lets others write again, and notifies of what has changed.
    func end() {
        lock = nil
        notifications.end()
    }
}

/// Holds back notifications while a task or thread is in the middle of a statement or transaction, perhaps within another
/// one: observers may write too, and no lock is held when they are told.
struct DeferredNotifications {
    private let caller = Caller.current

    private struct Open {
        /// How many statements and transactions there are, each within the one before.
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

    /// Ends the statement or transaction; after the outermost one, the observers are notified.
    func end() {
        let domains = Self.callers.withLock { callers -> [PreferenceDomain] in
            callers[caller]?.depth -= 1
            guard let open = callers[caller], open.depth == 0 else { return [] }
            callers[caller] = nil
            return open.domains
        }
        for domain in domains {
            domain.notifyObservers()
        }
    }

    /// Notifies the observers of a domain when the caller writes no more; at once if it writes nothing.
    static func notify(of domain: PreferenceDomain) {
        let isLater = callers.withLock { callers in
            let caller = Caller.current
            guard callers[caller] != nil else { return false }
            if callers[caller]?.domains.contains(where: { $0 === domain }) == false {
                callers[caller]?.domains.append(domain)
            }
            return true
        }
        if !isLater {
            domain.notifyObservers()
        }
    }
}
