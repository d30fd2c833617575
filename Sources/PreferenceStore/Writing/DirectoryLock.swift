import Synchronization

/// The exclusive right to change files in a directory, among the processes, tasks and threads that use this package.
///
/// A ``Caller`` that holds the lock may take it again, and holds it until its first lock ends.
struct DirectoryLock: ~Copyable {
    /// Nil if an outer lock keeps other processes out.
    ///
    /// It ends before the other lock: no other thread may get the lock before that.
    private let processes: ProcessLock?
    private let threads: ThreadLock

    /// Waits for the lock of a target's directory.
    init(of target: FileTarget, timeout: Duration, _ probe: StoreProbe) throws(PreferenceStoreError) {
        var wait = try LockWait(for: target, timeout: timeout, probe)
        let threads = try wait.threadLock()
        processes = threads.isInner ? nil : try wait.processLock()
        self.threads = threads
    }

    /// Runs a closure that changes a file in the directory.
    ///
    /// - Throws: `nestedChange` if the caller is already changing the file.
    func change<Outcome>(
        _ target: FileTarget,
        _ body: () throws(PreferenceStoreError) -> Outcome
    ) throws(PreferenceStoreError) -> Outcome {
        guard threads.beginChange(of: target.name) else { throw .nestedChange(path: target.path) }
        defer { threads.endChange() }
        return try body()
    }
}

/// The lock of a suite file's directory, with the file itself: several changes may be made under it.
package final class SuiteLock {
    private let target: FileTarget
    private let lock: DirectoryLock

    /// Waits for the lock of a target's directory.
    ///
    /// - Throws: `lockTimedOut` if others hold it until the timeout, `deadlock`, and `system`.
    init(of target: FileTarget, timeout: Duration, _ probe: StoreProbe) throws(PreferenceStoreError) {
        self.target = target
        lock = try DirectoryLock(of: target, timeout: timeout, probe)
    }

    /// Changes the file.
    ///
    /// - Returns: nil if the path now leads elsewhere, which makes the lock useless.
    func change<Outcome>(
        _ options: ChangeOptions,
        _ probe: StoreProbe,
        _ body: (LockedFile) throws(PreferenceStoreError) -> Outcome?
    ) throws(PreferenceStoreError) -> Outcome? {
        try CallingProcess.blockingSignals { () throws(PreferenceStoreError) in
            guard try target.pathStillLeadsHere() else { return nil }
            return try lock.change(target) { () throws(PreferenceStoreError) in
                try body(LockedFile(target: target, options: options, probe: probe))
            }
        }
    }
}

private struct LockWait {
    private let target: FileTarget
    private let directory: FileIdentity
    private let probe: StoreProbe
    private let timeout: Duration
    private let start: Duration
    private var backoff = Backoff()

    private static let threadPause: Duration = .milliseconds(1)

    init(for target: FileTarget, timeout: Duration, _ probe: StoreProbe) throws(PreferenceStoreError) {
        self.target = target
        self.probe = probe
        directory = try target.directory.identity(for: target.path)
        // Another process may wait for the caller, which neither can see. One of them gives up first, and the other one
        // then goes on.
        self.timeout = ThreadLock.isHeld(after: directory) ? timeout / 2 : timeout
        start = probe.clock.uptime()
    }

    /// Waits until no other caller in this process has the directory, or has waited longer for it.
    mutating func threadLock() throws(PreferenceStoreError) -> ThreadLock {
        while true {
            do throws(LockRefusal) {
                return try ThreadLock(of: directory)
            } catch {
                guard error == .held else { throw .deadlock(path: target.path) }
            }
            do {
                // The pause is short, because the next caller may have the directory as soon as the previous one is
                // done.
                try pause(Self.threadPause, .current)
            } catch {
                ThreadLock.stopWaiting(for: directory)
                throw error
            }
        }
    }

    /// Waits until no other process has the directory.
    mutating func processLock() throws(PreferenceStoreError) -> ProcessLock {
        while true {
            switch try ProcessLock.attempt(in: target.directory) {
            case .taken(let lock): return lock
            case .held(let holder): try pause(backoff.next(), holder)
            }
        }
    }

    private func pause(_ duration: Duration, _ holder: @autoclosure () -> LockHolder?) throws(PreferenceStoreError) {
        // Do not add a duration to the timeout: a caller may pass the longest duration to wait forever.
        let waited = probe.clock.uptime() - start
        guard waited < timeout else {
            throw .lockTimedOut(path: target.path, holder: holder()?.named())
        }
        probe.reached(.waitingForLock)
        try probe.clock.pause(min(duration, timeout - waited), beforeChanging: target.path)
    }
}

/// The part of a directory's lock inside this process: the caller that has the directory, and the files that it
/// changes.
///
/// fcntl(2) cannot do this: it treats two descriptors of one caller as strangers, and the caller would wait for itself.
struct ThreadLock: ~Copyable {
    private let directory: FileIdentity
    /// Whether the caller already had the directory.
    let isInner: Bool

    private struct Owner {
        let caller: Caller
        /// The number of its locks, each inside the previous one.
        var depth = 0
        /// The names of the files that it is changing.
        var changedNames: [String] = []
    }

    private struct Claims {
        let directory: FileIdentity
        var owner: Owner?
        /// The waiting callers, the next one first.
        var waiting: [Caller] = []

        var isEmpty: Bool { owner == nil && waiting.isEmpty }

        mutating func wait(_ caller: Caller) throws(LockRefusal) {
            if !waiting.contains(caller) {
                waiting.append(caller)
            }
            guard let owner else { return }
            do {
                try LockWaits.begin(caller, for: owner.caller)
            } catch {
                stopWaiting(caller)
                throw error
            }
        }

        mutating func stopWaiting(_ caller: Caller) {
            waiting.removeAll { $0 == caller }
            LockWaits.end([caller])
        }
    }

    private struct Table {
        var process = CallingProcess.identifier
        /// The directories in use, which are few.
        ///
        /// The type of a dictionary would cost a fifth of the instructions of a process that changes one file: the
        /// runtime searches all conformances of the program.
        var claims: [Claims] = []
    }

    private static let table = Mutex(Table())

    /// Takes a directory for the caller.
    ///
    /// - Throws: `held` if another caller has it, or has waited longer for it; the caller then waits until it takes the
    ///   directory or calls ``stopWaiting(for:)``. `deadlock` ends the wait.
    init(of directory: FileIdentity) throws(LockRefusal) {
        let caller = Caller.current
        let depth = try Self.withClaims(to: directory) { claims throws(LockRefusal) in
            if claims.owner == nil, claims.waiting.first ?? caller == caller {
                claims.waiting = Array(claims.waiting.dropFirst())
                claims.owner = Owner(caller: caller)
            }
            guard let owner = claims.owner, owner.caller == caller else {
                try claims.wait(caller)
                throw LockRefusal.held
            }
            claims.owner?.depth += 1
            return owner.depth + 1
        }
        self.directory = directory
        isInner = depth > 1
    }

    deinit {
        Self.withClaims(to: directory) { claims in
            claims.owner?.depth -= 1
            if claims.owner?.depth == 0 {
                claims.owner = nil
                LockWaits.end(claims.waiting)
            }
        }
    }

    /// Returns whether the caller has a directory that is after another one in the order of all directories.
    static func isHeld(after directory: FileIdentity) -> Bool {
        let caller = Caller.current
        return withTable { $0.claims.contains { $0.directory > directory && $0.owner?.caller == caller } }
    }

    /// Removes the caller, which was refused a directory, from the callers that wait for it.
    static func stopWaiting(for directory: FileIdentity) {
        let caller = Caller.current
        withClaims(to: directory) { $0.stopWaiting(caller) }
    }

    private static func withClaims<Outcome: Sendable, Failure: Error>(
        to directory: FileIdentity,
        _ body: (inout Claims) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        try withTable { table throws(Failure) in
            let place = table.claims.firstIndex { $0.directory == directory } ?? table.claims.count
            if place == table.claims.count { table.claims.append(Claims(directory: directory)) }
            defer { if table.claims[place].isEmpty { table.claims.remove(at: place) } }
            return try body(&table.claims[place])
        }
    }

    private static func withTable<Outcome: Sendable, Failure: Error>(
        _ body: (inout Table) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        try table.withLock { table throws(Failure) in
            // A child of fork(2) has none of the other threads, which would keep their directories forever.
            if table.process != CallingProcess.identifier {
                table = Table()
            }
            return try body(&table)
        }
    }

    /// Records that the caller is changing a file; returns false if it already is.
    func beginChange(of name: String) -> Bool {
        Self.withClaims(to: directory) { claims in
            guard claims.owner?.changedNames.contains(name) == false else { return false }
            claims.owner?.changedNames.append(name)
            return true
        }
    }

    /// Records the end of the change that the caller began last.
    func endChange() {
        Self.withClaims(to: directory) { _ = $0.owner?.changedNames.popLast() }
    }
}
