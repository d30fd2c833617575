import Glibc
import Synchronization

/// The copies of this process that it makes of itself, fork(2).
///
/// A child has the memory of its parent, and none of its other threads.
package enum Forks {
    /// Whether this process is such a child, and the fork came after ``prepare()``.
    package static var isChild: Bool {
        child.load(ordering: .relaxed)
    }

    private static let child = Atomic(false)

    /// The lock that a fork waits for; a lock of the system, because a child may unlock it.
    private static let gate = Gate()

    /// Makes later forks wait for closures in ``delayed(during:)``, and their children know that they are such.
    package static func prepare() {
        delayed {}
    }

    /// Runs a closure that no fork interrupts, in a thread that a child lacks.
    ///
    /// What the closure locks is thus unlocked in a child. The closure must not fork.
    package static func delayed<Returned>(during body: () -> Returned) -> Returned {
        gate.lock()
        defer { gate.unlock() }
        return body()
    }

    /// Runs a closure that a fork may interrupt, within a closure of ``delayed(during:)``.
    package static func allowed<Returned, Failure: Error>(
        during body: () throws(Failure) -> Returned
    ) throws(Failure) -> Returned {
        gate.unlock()
        defer { gate.lock() }
        return try body()
    }

    @safe private struct Gate: @unchecked Sendable {
        // Unchecked, because the compiler knows nothing of threads. The mutex is never removed and never moves.
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

        /// Creates the only gate, and makes each fork pass it, pthread_atfork(3).
        init() {
            unsafe pthread_mutex_init(mutex, nil)
            pthread_atfork(
                { Forks.gate.lock() },
                { Forks.gate.unlock() },
                {
                    Forks.child.store(true, ordering: .relaxed)
                    Forks.gate.unlock()
                }
            )
        }

        func lock() {
            unsafe pthread_mutex_lock(mutex)
        }

        func unlock() {
            unsafe pthread_mutex_unlock(mutex)
        }
    }
}
