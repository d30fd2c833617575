import Glibc

/// A value that threads share, and whose changes they can wait for, pthread_cond_timedwait(3).
@safe package final class Monitor<Value>: @unchecked Sendable {
    // The type is unchecked, because the compiler knows nothing of threads. The mutex guards the value. The mutex and
    // the condition are created and removed once, and never move.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let isChanged: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe isChanged = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(isChanged, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(isChanged)
        unsafe isChanged.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Changes the value, and wakes the threads that wait for a change.
    package func change<Returned>(_ body: (inout Value) -> Returned) -> Returned {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(isChanged)
            unsafe pthread_mutex_unlock(mutex)
        }
        return body(&value)
    }

    /// Runs a closure now and after each change, until it returns a result.
    ///
    /// - Parameters:
    ///   - timeout: the time to wait for changes.
    ///   - body: examines the value. A change that it makes wakes no other thread.
    /// - Returns: the result; nil after the timeout.
    package func wait<Returned>(timeout: Duration, for body: (inout Value) -> Returned?) -> Returned? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        if let outcome = body(&value) {
            return outcome
        }
        // The timeout is limited before it is added, because it may be the longest or the shortest duration.
        var deadline = timespec(SystemClock.uptime() + max(.zero, min(timeout, .seconds(Int32.max))))
        var isOver = false
        while !isOver {
            isOver = unsafe pthread_cond_timedwait(isChanged, mutex, &deadline) == ETIMEDOUT
            if let outcome = body(&value) {
                return outcome
            }
        }
        return nil
    }
}
