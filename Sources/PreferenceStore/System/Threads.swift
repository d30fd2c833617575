package import Glibc
import Synchronization

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

/// The reason why a caller does not get a lock within this process.
package enum LockRefusal: Error {
    /// Another caller holds it.
    case held
    /// The caller that holds it waits, directly or through others, for a lock of this caller.
    case deadlock
}

/// The callers in this process that wait for a lock, whichever kind it is.
enum LockWaits {
    /// The owner of the lock that each caller waits for.
    ///
    /// A caller waits for one lock at a time, so its waits are a chain, and none is accepted that would close a cycle.
    private static let owners = Mutex<[Caller: Caller]>([:])

    /// Records that a caller waits for a lock of this owner.
    ///
    /// The wait ends before the owner has released the lock, or a later owner has it: no wait is for a past owner.
    ///
    /// - Throws: `deadlock` if the owner waits for the caller.
    static func begin(_ caller: Caller, for owner: Caller) throws(LockRefusal) {
        try owners.withLock { owners throws(LockRefusal) in
            var last = owner
            while let next = owners[last] {
                guard next != caller else { throw .deadlock }
                last = next
            }
            owners[caller] = owner
        }
    }

    static func end(_ callers: [Caller]) {
        guard !callers.isEmpty else { return }
        owners.withLock { owners in
            for caller in callers {
                owners[caller] = nil
            }
        }
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
    private var waiting: [Caller] = []

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

    /// Waits for the lock, which lasts as long as the result.
    ///
    /// - Throws: `held` if others hold it until the timeout, and `deadlock`, at once.
    package func hold(timeout: Duration) throws(LockRefusal) -> Hold {
        let caller = Caller.current
        // The timeout is limited before it is added, because it may be the longest or the shortest duration.
        var deadline = timespec(SystemClock.uptime() + max(.zero, min(timeout, .seconds(Int32.max))))
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        var isOver = false
        while let owner, owner != caller {
            guard !isOver else { throw .held }
            try LockWaits.begin(caller, for: owner)
            waiting.append(caller)
            defer { stopWaiting(caller) }
            isOver = unsafe pthread_cond_timedwait(isFree, mutex, &deadline) == ETIMEDOUT
        }
        owner = caller
        depth += 1
        return Hold(lock: self)
    }

    private func stopWaiting(_ caller: Caller) {
        waiting.removeAll { $0 == caller }
        LockWaits.end([caller])
    }

    private func release() {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        depth -= 1
        if depth == 0 {
            owner = nil
            LockWaits.end(waiting)
            unsafe pthread_cond_broadcast(isFree)
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
