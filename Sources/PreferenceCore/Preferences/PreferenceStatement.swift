import PreferenceStore
import Synchronization

/// A statement that changes a preference in place.
///
/// It reads, changes and writes the value under one lock, so that no other writer can intervene.
final class PreferenceStatement {
    /// Whether other writers are locked out; if not, nothing may be written.
    var isAlone: Bool { lock != nil }

    private let domain: PreferenceDomain
    private var lock: PreferenceLock?
    private let notifications = DeferredNotifications.begin()

    private static var options: ChangeOptions { ChangeOptions(lockTimeout: Preferences.lockTimeout) }

    /// Waits for the lock, and updates the contents in memory.
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
        _ = try domain.change(Self.options, keys: key.names, under: lock) { transaction throws(PreferenceError) in
            try transaction.set(value, for: key)
        }.get()
    }

    /// Releases the lock, and notifies observers of the changes.
    func end() {
        lock = nil
        notifications.end()
    }
}

/// Delays notifications until a task or thread has ended its statements and transactions, which can be nested.
///
/// Observers may write too, so they are called after all locks are released.
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

    /// Ends the statement or transaction; the end of the outermost one notifies observers.
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

    /// Notifies the observers of a domain when the caller has ended its statements and transactions, or at once if it
    /// has none open.
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
