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

package enum CallingThread {
    /// Starts another thread, which ends with the closure, pthread_create(3).
    ///
    /// The thread blocks signals, so other threads get them.
    ///
    /// - Throws: `EAGAIN` if the system has no room for another thread.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let start = unsafe Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let signals = BlockedSignals()
        defer { extendLifetime(signals) }
        let code = unsafe pthread_create(
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
