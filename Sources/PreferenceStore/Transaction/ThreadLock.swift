import Glibc
import Synchronization

/// The part of a folder's lock that concerns the threads of this process: which of them has the folder, and what it is
/// changing there.
///
/// flock(2) cannot tell: to it, two descriptors of one thread are two strangers, and the thread would wait for itself.
struct ThreadLock: ~Copyable {
    private let folder: FileIdentity
    /// Whether the thread had the folder already.
    let isInner: Bool

    /// A thread that has a folder.
    private struct Owner {
        let thread: pthread_t
        /// How many locks it has, each within the one before.
        var depth = 0
        /// The names of the files that it is changing.
        var changedNames: [String] = []
    }

    /// A folder that threads want.
    private struct Claims {
        var owner: Owner?
        /// The threads that wait, the one that is next first.
        var waiting: [pthread_t] = []

        var isEmpty: Bool { owner == nil && waiting.isEmpty }
    }

    private static let folders = Mutex<[FileIdentity: Claims]>([:])

    /// Takes a folder for the calling thread; nil where another thread has it, or has waited for longer.
    init?(of folder: FileIdentity) {
        let thread = pthread_self()
        let depth = Self.withClaims(to: folder) { claims -> Int? in
            if claims.owner == nil, claims.waiting.first.map({ pthread_equal($0, thread) != 0 }) ?? true {
                claims.waiting = Array(claims.waiting.dropFirst())
                claims.owner = Owner(thread: thread)
            }
            guard let owner = claims.owner, pthread_equal(owner.thread, thread) != 0 else {
                if !claims.waiting.contains(where: { pthread_equal($0, thread) != 0 }) {
                    claims.waiting.append(thread)
                }
                return nil
            }
            claims.owner?.depth += 1
            return owner.depth + 1
        }
        guard let depth else { return nil }
        self.folder = folder
        isInner = depth > 1
    }

    deinit {
        Self.withClaims(to: folder) { claims in
            claims.owner?.depth -= 1
            if claims.owner?.depth == 0 {
                claims.owner = nil
            }
        }
    }

    /// Has the calling thread, which was refused a folder, wait for it no longer.
    static func stopWaiting(for folder: FileIdentity) {
        let thread = pthread_self()
        withClaims(to: folder) { $0.waiting.removeAll { pthread_equal($0, thread) != 0 } }
    }

    private static func withClaims<Outcome: Sendable>(
        to folder: FileIdentity,
        _ body: (inout Claims) -> Outcome
    ) -> Outcome {
        folders.withLock { folders in
            var claims = folders[folder] ?? Claims()
            defer { folders[folder] = claims.isEmpty ? nil : claims }
            return body(&claims)
        }
    }

    /// Notes that the thread is changing a file; false where it is doing so already.
    func beginChange(of name: String) -> Bool {
        Self.withClaims(to: folder) { claims in
            guard claims.owner?.changedNames.contains(name) == false else { return false }
            claims.owner?.changedNames.append(name)
            return true
        }
    }

    /// Notes that the last change that the thread has begun is done.
    func endChange() {
        Self.withClaims(to: folder) { _ = $0.owner?.changedNames.popLast() }
    }
}
