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

/// The signals by which a user or the system ends a process, held back from a thread that has to clean up first.
///
/// They are never taken from the system: whoever waits learns that one has come, cleans up, and releases them. Then the
/// process ends as if none of this had been.
struct EndingSignals: ~Copyable {
    /// What was held back before.
    let previous: sigset_t
    /// Can be read while one of the signals has come.
    private let queue: FileDescriptor

    static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    /// Holds the signals back from this thread, pthread_sigmask(3), and the one of a closed pipe with them.
    static func hold() throws(SystemError) -> EndingSignals {
        let queue = try FileDescriptor.arrival(of: signals)
        var held = sigset_t(signals + [SIGPIPE])
        var previous = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, &held, &previous)
        return EndingSignals(previous: previous, queue: queue)
    }

    private init(previous: sigset_t, queue: consuming FileDescriptor) {
        self.previous = previous
        self.queue = queue
    }

    /// Lets the signals through; one that has come ends the process here.
    func release() {
        var previous = previous
        unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
    }

    /// Waits until a file can be read or one of the signals comes, poll(2).
    ///
    /// - Returns: whether no signal has come.
    func waitForInput(of file: Int32) throws(SystemError) -> Bool {
        var files = [file, queue.number].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        try retryingOnInterrupt { unsafe poll(&files, nfds_t(files.count), -1) }
        return files[1].revents == 0
    }

    /// Those of the signals that have come, sigpending(2).
    var pending: [Int32] {
        var pending = sigset_t()
        unsafe sigpending(&pending)
        return Self.signals.filter { unsafe sigismember(&pending, $0) == 1 }
    }
}

/// The signals that a terminal sends when its user types Ctrl-C or Ctrl-\, ignored while another program has the terminal.
///
/// Linux keeps a signal that is held back, even one that is ignored: so they are let through meanwhile, to nothing.
struct TerminalSignals {
    private let actions: [(signal: Int32, action: sigaction)]

    private static let signals = [SIGINT, SIGQUIT]

    /// Ignores the signals, sigaction(2), and lets them through, pthread_sigmask(3).
    static func ignore() -> TerminalSignals {
        var actions: [(signal: Int32, action: sigaction)] = []
        for signal in signals {
            var action = sigaction()
            unsafe sigaction(signal, nil, &action)
            Glibc.signal(signal, SIG_IGN)
            actions.append((signal, action))
        }
        setHeld(SIG_UNBLOCK)
        return TerminalSignals(actions: actions)
    }

    /// Those that were not ignored before.
    var heeded: [Int32] {
        actions.filter { unsafe unsafeBitCast($0.action.__sigaction_handler.sa_handler, to: Int.self) != 1 }
            .map(\.signal)
    }

    /// Holds the signals back again, and has those that come do what they did before.
    func restore() {
        Self.setHeld(SIG_BLOCK)
        for (signal, action) in actions {
            var action = action
            unsafe sigaction(signal, &action, nil)
        }
    }

    private static func setHeld(_ how: Int32) {
        var set = sigset_t(signals)
        unsafe pthread_sigmask(how, &set, nil)
    }
}

extension sigset_t {
    /// A set of signals, sigsetops(3).
    init(_ signals: [Int32]) {
        self.init()
        unsafe sigemptyset(&self)
        for signal in signals {
            unsafe sigaddset(&self, signal)
        }
    }
}
