package import Glibc

/// The task that runs, which may move from one thread to another, or else the thread, pthread_self(3).
///
/// It is unique as long as it runs.
package enum Caller: Hashable, Sendable {
    case task(UInt)
    case thread(pthread_t)

    package static var current: Caller {
        // The handle is only compared: it has no other use after the task has ended.
        let task = unsafe withUnsafeCurrentTask { task in unsafe task.map { unsafe unsafeBitCast($0, to: UInt.self) } }
        return task.map(Caller.task) ?? .thread(pthread_self())
    }
}

/// A lock within this process that a ``Caller`` may take again while it holds it, pthread_cond_timedwait(3).
///
/// Unlike a mutex of the system, another thread than its owner may release it, because a task may move between threads.
@safe package final class RecursiveLock: @unchecked Sendable {
    // The type is unchecked, because the compiler knows nothing of threads. The mutex guards the variables. The mutex
    // and the condition are created and removed once, and never move.
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

    /// Waits for the lock, which lasts as long as the result; returns nil if others hold it until the timeout.
    package func hold(timeout: Duration) -> Hold? {
        let caller = Caller.current
        // The timeout is limited before it is added, because it may be the longest or the shortest duration.
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

    package struct Hold: ~Copyable {
        fileprivate let lock: RecursiveLock

        deinit {
            lock.release()
        }
    }
}

package enum CallingThread {
    /// Waits for at least a duration, nanosleep(2).
    package static func pause(for duration: Duration) {
        SystemClock.pause(for: duration)
    }

    /// Starts another thread, which ends with the closure, pthread_create(3).
    ///
    /// The thread blocks signals, so other threads get them.
    ///
    /// - Throws: `EAGAIN` if the system has no room for another thread.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let start = unsafe Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let code = CallingProcess.blockingSignals {
            unsafe pthread_create(
                &thread,
                nil,
                { argument in
                    if let argument = unsafe argument {
                        unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
                    }
                    return nil
                },
                unsafe start.toOpaque()
            )
        }
        guard code == 0 else {
            unsafe start.release()
            throw SystemError(code: code)
        }
        pthread_detach(thread)
    }

    private final class Start: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}
