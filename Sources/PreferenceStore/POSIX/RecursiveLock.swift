import Glibc

/// A lock between the threads of this process that a thread may take again while it has it, pthread_mutex_lock(3).
@safe package final class RecursiveLock: @unchecked Sendable {
    // Unchecked, since the compiler knows nothing of threads: the mutex is made and removed once, and its address stays.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init() {
        unsafe mutex = .allocate(capacity: 1)
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        unsafe pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_RECURSIVE))
        unsafe pthread_mutex_init(mutex, &attributes)
        unsafe pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Waits for the lock, which lasts as long as the result.
    package func hold() -> Hold {
        unsafe pthread_mutex_lock(mutex)
        return Hold(lock: self)
    }

    /// The lock, held by the thread that asked for it.
    package struct Hold: ~Copyable {
        fileprivate let lock: RecursiveLock

        deinit {
            unsafe pthread_mutex_unlock(lock.mutex)
        }
    }
}
