import Glibc

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
        var held = sigset_t()
        unsafe sigemptyset(&held)
        for signal in signals + [SIGPIPE] {
            unsafe sigaddset(&held, signal)
        }
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
