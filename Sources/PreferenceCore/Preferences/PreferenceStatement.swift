import PreferenceStore
import Synchronization

/// A statement that changes a preference in place: it reads, changes and writes, and nobody writes in between.
final class PreferenceStatement {
    /// Whether other writers are kept out; where they cannot be, nothing may be written.
    let isAlone: Bool
    private var lock: PreferenceLock?
    private let writing = Writing.begin()

    /// Waits for the right to write, and has what is in memory read again.
    init(of domain: PreferenceDomain) {
        do throws(PreferenceError) {
            lock = try domain.storage.lock(ChangeOptions(lockTimeout: Preferences.lockTimeout))
            isAlone = true
        } catch {
            lock = nil
            isAlone = false
            Preferences.onProblem(error)
        }
        domain.refresh()
    }

    /// Lets others write again, and tells what has changed.
    func end() {
        lock = nil
        writing.end()
    }
}

/// A statement or transaction that a task or thread is in the middle of, perhaps within another one.
///
/// Observers hear of its changes when the outermost is done: they may write too, and no lock is held then.
struct Writing {
    private let caller = Caller.current

    private struct Open {
        /// How many there are, each within the one before.
        var depth = 0
        /// The domains that have news.
        var domains: [PreferenceDomain] = []
    }

    private static let callers = Mutex<[Caller: Open]>([:])

    private init() {}

    static func begin() -> Writing {
        let writing = Writing()
        callers.withLock { $0[writing.caller, default: Open()].depth += 1 }
        return writing
    }

    /// Ends it; after the outermost one, the news is delivered.
    func end() {
        let domains = Self.callers.withLock { callers -> [PreferenceDomain] in
            callers[caller]?.depth -= 1
            guard let open = callers[caller], open.depth == 0 else { return [] }
            callers[caller] = nil
            return open.domains
        }
        for domain in domains {
            domain.deliver()
        }
    }

    /// Delivers the news of a domain when the caller writes no more; at once, where it writes nothing.
    static func deliver(of domain: PreferenceDomain) {
        let isLater = callers.withLock { callers in
            let caller = Caller.current
            guard callers[caller] != nil else { return false }
            if callers[caller]?.domains.contains(where: { $0 === domain }) == false {
                callers[caller]?.domains.append(domain)
            }
            return true
        }
        if !isLater {
            domain.deliver()
        }
    }
}
