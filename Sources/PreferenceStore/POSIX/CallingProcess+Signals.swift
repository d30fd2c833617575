import Glibc

extension CallingProcess {
    /// Has a write beyond the limit of ulimit(1) fail like one on a full disk, where SIGXFSZ would end the process in it.
    package static func ignoreFileSizeSignal() {
        signal(SIGXFSZ, SIG_IGN)
    }

    /// The signals that tell of a fault in what the thread is doing, which cannot wait.
    private static let faults = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP]

    /// Does something that no signal but SIGKILL ends in its midst, pthread_sigmask(3).
    ///
    /// Signals to this thread wait until it is done. Other threads take theirs as before: where the program has more than
    /// one, it is for the program to say which of them may end it.
    static func holdingSignals<Outcome, Failure: Error>(
        _ body: () throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        var held = sigset_t()
        var previous = sigset_t()
        unsafe sigfillset(&held)
        for fault in faults {
            unsafe sigdelset(&held, fault)
        }
        unsafe pthread_sigmask(SIG_BLOCK, &held, &previous)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
        return try body()
    }

    /// Whether a signal that is held back will end the process as soon as it is let through, sigpending(2).
    static var isAskedToEnd: Bool {
        var pending = sigset_t()
        unsafe sigpending(&pending)
        return EndingSignals.signals.contains { signal in
            guard unsafe sigismember(&pending, signal) == 1 else { return false }
            var action = sigaction()
            unsafe sigaction(signal, nil, &action)
            return unsafe action.__sigaction_handler.sa_handler == nil
        }
    }
}
