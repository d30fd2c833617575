/// The right to change files in a folder, which no other process, task or thread has meanwhile by this package.
///
/// A ``Caller`` that has it may take it again, and has it until the first lock ends.
package struct FolderLock: ~Copyable {
    /// Nil where a lock around this one keeps other processes out.
    ///
    /// It ends first: no other thread may have the lock before that.
    private let processes: ProcessLock?
    private let threads: ThreadLock

    /// Waits for the lock of a target's folder.
    ///
    /// - Throws: `lockTimedOut` where others have it until the timeout, and `system`.
    init(of target: FileTarget, timeout: Duration, _ probe: StoreProbe) throws(PreferenceStoreError) {
        var wait = LockWait(for: target, timeout: timeout, probe)
        let threads = try wait.threadLock()
        processes = threads.isInner ? nil : try wait.processLock()
        self.threads = threads
    }

    /// Does something with a file in the folder that the caller is not changing yet.
    ///
    /// - Throws: `nestedChange` where it is, and what the closure throws.
    func change<Outcome>(
        _ target: FileTarget,
        _ body: () throws(PreferenceStoreError) -> Outcome
    ) throws(PreferenceStoreError) -> Outcome {
        guard threads.beginChange(of: target.name) else { throw .nestedChange(path: target.path) }
        defer { threads.endChange() }
        return try body()
    }
}

extension FileTarget {
    /// Changes the file while no other writer of this package works in the folder.
    ///
    /// A signal that would end the process waits until the lock file is gone, and cuts short what waits.
    ///
    /// - Returns: nil if the path leads elsewhere by now, so that the lock is of no use.
    /// - Throws: `lockTimedOut`, `nestedChange`, `interrupted` and `system`, and what the closure throws.
    func withLock<Outcome>(
        timeout: Duration,
        _ probe: StoreProbe,
        _ body: () throws(PreferenceStoreError) -> Outcome?
    ) throws(PreferenceStoreError) -> Outcome? {
        try CallingProcess.holdingSignals { () throws(PreferenceStoreError) in
            let lock = try FolderLock(of: self, timeout: timeout, probe)
            guard try isStillMeant() else { return nil }
            return try lock.change(self, body)
        }
    }
}

/// The time that a lock is waited for.
private struct LockWait {
    private let target: FileTarget
    private let probe: StoreProbe
    private let timeout: Duration
    private let start: Duration
    private var backoff = Backoff()

    private static let threadPause: Duration = .milliseconds(1)

    init(for target: FileTarget, timeout: Duration, _ probe: StoreProbe) {
        self.target = target
        self.probe = probe
        self.timeout = timeout
        start = probe.clock.uptime()
    }

    /// Waits until no other caller in this process has the folder, nor has waited for longer.
    mutating func threadLock() throws(PreferenceStoreError) -> ThreadLock {
        let identity = try target.folder.identity(for: target.path)
        while true {
            if let lock = ThreadLock(of: identity) {
                return lock
            }
            do {
                // Short: the one that is next may have it as soon as the one before is done.
                try pause(Self.threadPause, .current)
            } catch {
                ThreadLock.stopWaiting(for: identity)
                throw error
            }
        }
    }

    /// Waits until no other process has the folder.
    mutating func processLock() throws(PreferenceStoreError) -> ProcessLock {
        while true {
            switch try ProcessLock.attempt(in: target.folder) {
            case .taken(let lock): return lock
            case .held(let holder): try pause(backoff.next(), holder)
            }
        }
    }

    /// Waits a little.
    ///
    /// - Throws: `lockTimedOut` when the time is over, and `interrupted`.
    private func pause(_ duration: Duration, _ holder: @autoclosure () -> LockHolder?) throws(PreferenceStoreError) {
        // No sum with a timeout: one that stands for ever may be the longest duration that there is.
        let waited = probe.clock.uptime() - start
        guard waited < timeout else {
            throw .lockTimedOut(path: target.path, holder: holder()?.named())
        }
        probe.reached(.waitingForLock)
        try probe.clock.pause(min(duration, timeout - waited), beforeChanging: target.path)
    }
}
