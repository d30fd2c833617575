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

/// A lock within this process that a ``Caller`` may take again while it holds it.
///
/// Unlike a mutex of the system, another thread than its owner may release it, because a task may move between threads.
package final class RecursiveLock: Sendable {
    private struct State {
        var owner: Caller?
        var depth = 0
        var waiting: [Caller] = []

        /// Takes the lock for a caller; returns false if the caller now waits for the owner.
        mutating func take(for caller: Caller) throws(LockRefusal) -> Bool {
            stopWaiting(caller)
            if let owner, owner != caller {
                try LockWaits.begin(caller, for: owner)
                waiting.append(caller)
                return false
            }
            owner = caller
            depth += 1
            return true
        }

        mutating func stopWaiting(_ caller: Caller) {
            guard waiting.contains(caller) else { return }
            waiting.removeAll { $0 == caller }
            LockWaits.end([caller])
        }
    }

    private let state = Monitor(State())

    package init() {}

    /// Waits for the lock, which lasts as long as the result.
    ///
    /// - Throws: `held` if others hold it until the timeout, and `deadlock`, at once.
    package func hold(timeout: Duration) throws(LockRefusal) -> Hold {
        let caller = Caller.current
        let taken: Result<Void, LockRefusal>? = state.wait(timeout: timeout) { state in
            do throws(LockRefusal) {
                return try state.take(for: caller) ? .success(()) : nil
            } catch {
                return .failure(error)
            }
        }
        guard let taken else {
            state.change { $0.stopWaiting(caller) }
            throw .held
        }
        try taken.get()
        return Hold(lock: self)
    }

    private func release() {
        state.change { state in
            state.depth -= 1
            if state.depth == 0 {
                state.owner = nil
                LockWaits.end(state.waiting)
            }
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
