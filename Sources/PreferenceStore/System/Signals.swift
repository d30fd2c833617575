import Glibc

extension CallingProcess {
    /// Makes a write beyond the limit of ulimit(1) fail like one on a full disk, instead of ending the process by
    /// SIGXFSZ.
    package static func ignoreFileSizeSignal() {
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Whether a blocked signal will end the process as soon as it is unblocked, sigpending(2).
    package static var hasPendingTermination: Bool {
        var pending = sigset_t()
        unsafe sigpending(&pending)
        return EndingSignals.signals.contains { signal in
            unsafe sigismember(&pending, signal) == 1 && sigaction(of: signal).isDefault
        }
    }
}

/// Signals to a thread, blocked until this value ends, pthread_sigmask(3).
///
/// Other threads get theirs as before. A program with more than one thread decides which of them may end it.
package struct BlockedSignals: ~Copyable {
    private let previous: sigset_t

    /// Blocks signals in this thread, in which the value must end, too; a pending one takes effect then.
    init(_ signals: sigset_t = .allButFaults) {
        var held = signals
        var previous = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, &held, &previous)
        self.previous = previous
    }

    /// Blocks the signals by which a user or the system ends a process.
    package static func termination() -> BlockedSignals { BlockedSignals(sigset_t(EndingSignals.signals)) }

    deinit {
        var previous = previous
        unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
    }
}

/// The signals by which a user or the system ends a process, blocked in a thread that must clean up first.
///
/// A caller that waits learns that one has arrived, cleans up, and releases them. Then the process ends as if they had
/// never been blocked, unless the caller takes them because they have done their work.
struct EndingSignals: ~Copyable {
    /// The signals that were blocked before.
    let previous: sigset_t
    /// The signals that are blocked now and reported.
    private let reported: [Int32]
    /// Readable while one of the signals is pending.
    private let queue: FileDescriptor

    static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    /// Blocks the signals and SIGPIPE in this thread, pthread_sigmask(3).
    ///
    /// A signal that the process ignores, as after nohup(1), stays ignored: Linux would keep it if it were blocked.
    static func hold() throws(SystemError) -> EndingSignals {
        let reported = signals.filter { !sigaction(of: $0).isIgnored }
        let queue = try FileDescriptor.arrival(of: reported)
        var held = sigset_t(reported + [SIGPIPE])
        var previous = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, &held, &previous)
        return EndingSignals(previous: previous, reported: reported, queue: queue)
    }

    private init(previous: sigset_t, reported: [Int32], queue: consuming FileDescriptor) {
        self.previous = previous
        self.reported = reported
        self.queue = queue
    }

    /// Restores the signals that were blocked before; a pending signal ends the process here.
    func release() {
        var previous = previous
        unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
    }

    /// Takes the signals that have arrived, so that they do not end the process, signalfd(2).
    @discardableResult
    func take() -> [Int32] {
        let pending = pending
        for _ in pending {
            // Each read of 128 bytes takes one.
            _ = try? queue.read(upTo: 128)
        }
        return pending
    }

    /// The signals that were not blocked before.
    var held: [Int32] {
        var previous = previous
        return reported.filter { unsafe sigismember(&previous, $0) == 0 }
    }

    /// An entry for poll(2), which reports that one of the signals has arrived.
    var arrival: pollfd { pollfd(fd: queue.number, events: Int16(POLLIN), revents: 0) }

    /// Waits until a file is readable or one of the signals arrives, poll(2).
    ///
    /// - Returns: whether no signal has arrived.
    func waitForInput(of file: Int32) throws(SystemError) -> Bool {
        while true {
            var files = [file, queue.number].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            try retryingOnInterrupt { unsafe poll(&files, nfds_t(files.count), -1) }
            if files[1].revents == 0 { return true }
            // In a process that is traced, an ignored signal is also reported, but does not stay, ptrace(2).
            if !pending.isEmpty { return false }
        }
    }

    /// The signals that have arrived, sigpending(2).
    var pending: [Int32] {
        var pending = sigset_t()
        unsafe sigpending(&pending)
        return reported.filter { unsafe sigismember(&pending, $0) == 1 }
    }
}

/// The signals of Ctrl-C and Ctrl-\ in a terminal, which are ignored while another program has the terminal.
///
/// Linux keeps a blocked signal, even if it is ignored. So the signals are unblocked meanwhile, and have no effect.
struct TerminalSignals {
    private let actions: [(signal: Int32, action: sigaction)]

    private static let signals = [SIGINT, SIGQUIT]

    /// Ignores the signals, sigaction(2), and unblocks them, pthread_sigmask(3).
    static func ignore() -> TerminalSignals {
        var actions: [(signal: Int32, action: sigaction)] = []
        for signal in signals {
            actions.append((signal, sigaction(of: signal)))
            Glibc.signal(signal, SIG_IGN)
        }
        setHeld(SIG_UNBLOCK)
        return TerminalSignals(actions: actions)
    }

    /// The signals that were not ignored before.
    var notIgnored: [Int32] {
        actions.filter { !$0.action.isIgnored }.map(\.signal)
    }

    /// Blocks the signals again, and restores their previous actions.
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

extension sigaction {
    /// What the process does at a signal, sigaction(2).
    init(of signal: Int32) {
        self.init()
        unsafe sigaction(signal, nil, &self)
    }

    /// Whether it is SIG_DFL, which is 0.
    var isDefault: Bool { handler == 0 }

    /// Whether it is SIG_IGN, which is 1.
    var isIgnored: Bool { handler == 1 }

    private var handler: Int { unsafe unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) }
}

extension sigset_t {
    /// All signals except SIGKILL and those that report a fault in the thread's own work, which cannot wait.
    fileprivate static var allButFaults: sigset_t {
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        for fault in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP] {
            unsafe sigdelset(&signals, fault)
        }
        return signals
    }

    /// Creates a set of signals, sigsetops(3).
    init(_ signals: [Int32]) {
        self.init()
        unsafe sigemptyset(&self)
        for signal in signals {
            unsafe sigaddset(&self, signal)
        }
    }
}
