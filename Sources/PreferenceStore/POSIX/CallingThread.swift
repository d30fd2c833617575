import Glibc

/// The thread that this code runs in.
package enum CallingThread {
    /// Waits at least that long, nanosleep(2).
    package static func pause(for duration: Duration) {
        SystemClock.pause(for: duration)
    }

    /// Starts another thread, which ends with the body, pthread_create(3).
    ///
    /// Signals are for the other threads to take.
    ///
    /// - Throws: `EAGAIN` where the system has no room for another one.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let start = unsafe Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let code = CallingProcess.holdingSignals {
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
