import CLinux
import Glibc

/// The signals by which a user or the system ends a process, held back from a thread that has to clean up first.
///
/// They are never taken from the system: whoever waits learns that one has come, cleans up, and releases them. Then the
/// process ends as if none of this had been.
struct EndingSignals: ~Copyable {
    /// What was held back before.
    let previous: sigset_t
    /// Can be read while one of the signals has come, signalfd(2).
    private let queue: FileDescriptor

    private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    /// Holds the signals back from this thread, pthread_sigmask(3), and the one of a closed pipe with them.
    static func hold() throws(SystemError) -> EndingSignals {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for signal in Self.signals {
            unsafe sigaddset(&signals, signal)
        }
        let number = try retryingOnInterrupt { unsafe signalfd(-1, &signals, Int32(SFD_CLOEXEC)) }
        let queue = FileDescriptor(number: number)
        unsafe sigaddset(&signals, SIGPIPE)
        var previous = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, &signals, &previous)
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
struct TerminalSignals {
    private let actions: [(signal: Int32, action: sigaction)]

    /// Ignores the signals, sigaction(2).
    static func ignore() -> TerminalSignals {
        TerminalSignals(
            actions: [SIGINT, SIGQUIT].map { signal in
                var action = sigaction()
                unsafe sigaction(signal, nil, &action)
                Glibc.signal(signal, SIG_IGN)
                return (signal, action)
            }
        )
    }

    /// Those that were not ignored before.
    var heeded: [Int32] {
        actions.filter { unsafe unsafeBitCast($0.action.__sigaction_handler.sa_handler, to: Int.self) != 1 }
            .map(\.signal)
    }

    /// Forgets those that have come, and has the next ones do what they did before.
    func restore() {
        for (signal, action) in actions {
            // A signal that is held back comes to nothing when it is ignored, not before.
            Glibc.signal(signal, SIG_IGN)
            var action = action
            unsafe sigaction(signal, &action, nil)
        }
    }
}
