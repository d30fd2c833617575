import Glibc

/// A lock within this process that a ``Caller`` may take again while it has it, pthread_cond_timedwait(3).
///
/// Unlike a mutex of the system it may be given up in another thread than the one that took it, where a task has gone from
/// one to the other.
@safe package final class RecursiveLock: @unchecked Sendable {
    // Unchecked, since the compiler knows nothing of threads: the mutex guards the variables, and both it and the condition
    // are made and removed once, and stay where they are.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let isFree: UnsafeMutablePointer<pthread_cond_t>
    private var owner: Caller?
    private var depth = 0

    package init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe isFree = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(isFree, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(isFree)
        unsafe isFree.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Waits for the lock, which lasts as long as the result; nil where others have it until the timeout.
    package func hold(timeout: Duration) -> Hold? {
        let caller = Caller.current
        // No sum with a timeout that may be the longest or the shortest duration that there is.
        var deadline = timespec(SystemClock.uptime() + max(.zero, min(timeout, .seconds(Int32.max))))
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        var isOver = false
        while let owner, owner != caller {
            guard !isOver else { return nil }
            isOver = unsafe pthread_cond_timedwait(isFree, mutex, &deadline) == ETIMEDOUT
        }
        owner = caller
        depth += 1
        return Hold(lock: self)
    }

    private func release() {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        depth -= 1
        if depth == 0 {
            owner = nil
            unsafe pthread_cond_signal(isFree)
        }
    }

    /// The lock, held by the caller that asked for it.
    package struct Hold: ~Copyable {
        fileprivate let lock: RecursiveLock

        deinit {
            lock.release()
        }
    }
}
