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
        var depth: Int
        /// The names of the files that it is changing.
        var changedNames: [String] = []
    }

    private static let owners = Mutex<[FileIdentity: Owner]>([:])

    /// Takes a folder for the calling thread; nil where another thread has it.
    init?(of folder: FileIdentity) {
        let depth = Self.owners.withLock { owners -> Int? in
            var owner = owners[folder] ?? Owner(thread: pthread_self(), depth: 0)
            guard pthread_equal(owner.thread, pthread_self()) != 0 else { return nil }
            owner.depth += 1
            owners[folder] = owner
            return owner.depth
        }
        guard let depth else { return nil }
        self.folder = folder
        isInner = depth > 1
    }

    deinit {
        Self.owners.withLock { owners in
            guard var owner = owners[folder] else { return }
            owner.depth -= 1
            owners[folder] = owner.depth > 0 ? owner : nil
        }
    }

    /// Notes that the thread is changing a file; false where it is doing so already.
    func beginChange(of name: String) -> Bool {
        Self.owners.withLock { owners in
            guard owners[folder]?.changedNames.contains(name) == false else { return false }
            owners[folder]?.changedNames.append(name)
            return true
        }
    }

    /// Notes that the last change that the thread has begun is done.
    func endChange() {
        Self.owners.withLock { _ = $0[folder]?.changedNames.popLast() }
    }
}
