import PreferenceStore
import Synchronization

/// A statement or transaction that a thread is in the middle of, perhaps within another one.
///
/// Observers hear of its changes when the outermost is done: they may write too, and no lock is held then.
struct Writing {
    private let thread = CallingThread.identifier

    private struct Open {
        /// How many there are, each within the one before.
        var depth = 0
        /// The domains that have news.
        var domains: [PreferenceDomain] = []
    }

    private static let threads = Mutex<[CallingThread.Identifier: Open]>([:])

    private init() {}

    static func begin() -> Writing {
        let writing = Writing()
        threads.withLock { $0[writing.thread, default: Open()].depth += 1 }
        return writing
    }

    /// Ends it; after the outermost one, the news is delivered.
    func end() {
        let domains = Self.threads.withLock { threads -> [PreferenceDomain] in
            threads[thread]?.depth -= 1
            guard let open = threads[thread], open.depth == 0 else { return [] }
            threads[thread] = nil
            return open.domains
        }
        for domain in domains {
            domain.deliver()
        }
    }

    /// Delivers the news of a domain when the calling thread writes no more; at once, where it writes nothing.
    static func deliver(of domain: PreferenceDomain) {
        let isLater = threads.withLock { threads in
            let thread = CallingThread.identifier
            guard threads[thread] != nil else { return false }
            if threads[thread]?.domains.contains(where: { $0 === domain }) == false {
                threads[thread]?.domains.append(domain)
            }
            return true
        }
        if !isLater {
            domain.deliver()
        }
    }
}
