import PreferenceStore
import Synchronization

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
