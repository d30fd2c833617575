import Glibc
import Synchronization

/// The exclusive right to change files in a directory, among the processes, tasks and threads that use this package.
///
/// A ``Caller`` that holds the lock may take it again, and holds it until its first lock ends.
package final class DirectoryLock {
    /// The file that the caller may change without resolving its path again; nil for preferences in memory.
    let target: FileTarget?
    /// Nil if an outer lock keeps other processes out, and for preferences in memory.
    ///
    /// It ends before the other lock: no other thread may get the lock before that.
    private let processes: ProcessLock?
    private let threads: ThreadLock

    /// Waits for the lock of a target's directory.
    ///
    /// - Throws: `lockTimedOut` if others hold it until the timeout, `deadlock`, `interrupted`, and `system`.
    init(of target: FileTarget, timeout: Duration, _ probe: StoreProbe) throws(PreferenceStoreError) {
        let directory = try target.directory.identity(for: target.path)
        // Another process may wait for the caller, which neither can see. One of them gives up first, and the other one
        // then goes on.
        let timeout = ThreadLock.isHeld(after: directory) ? timeout / 2 : timeout
        var wait = LockWait(path: target.path, timeout: timeout, probe)
        let threads = try wait.threadLock(of: directory)
        processes = threads.isInner ? nil : try wait.processLock(in: target.directory)
        self.threads = threads
        self.target = target
    }

    /// Waits for the lock of preferences in memory, which no other process shares.
    ///
    /// - Parameter path: what errors name.
    /// - Throws: `lockTimedOut`, `deadlock`, and `interrupted`.
    package init(of directory: MemoryDirectory, path: String, timeout: Duration) throws(PreferenceStoreError) {
        var wait = LockWait(path: path, timeout: timeout, .system)
        threads = try wait.threadLock(of: directory.identity, holder: nil)
        processes = nil
        target = nil
    }

    /// Begins a change of a file in the directory, which lasts until ``endChange()``.
    ///
    /// - Throws: `nestedChange` if the caller is already changing the file.
    package func beginChange(of name: String, path: String) throws(PreferenceStoreError) {
        guard threads.beginChange(of: name) else { throw .nestedChange(path: path) }
    }

    /// Ends the change that the caller began last.
    package func endChange() {
        threads.endChange()
    }
}

private struct LockWait {
    private let path: String
    private let probe: StoreProbe
    private let timeout: Duration
    private let start: Duration
    private var backoff = Backoff()
    /// Short at first, for changes in memory, which take some microseconds.
    private var threadPause: Duration = .microseconds(20)

    init(path: String, timeout: Duration, _ probe: StoreProbe) {
        self.path = path
        self.probe = probe
        self.timeout = timeout
        start = probe.clock.uptime()
    }

    /// Waits until no other caller in this process has the directory, or has waited longer for it.
    ///
    /// - Parameter holder: the process for the error; nil if the directory belongs to no other.
    mutating func threadLock(
        of directory: FileIdentity,
        holder: @autoclosure () -> LockHolder? = .current
    ) throws(PreferenceStoreError) -> ThreadLock {
        do throws(PreferenceStoreError) {
            while true {
                switch ThreadLock.attempt(directory) {
                case .taken(let lock): return lock
                case .held:
                    try pause(threadPause, holder())
                    // The next caller may have the directory as soon as the previous one is done.
                    threadPause = min(threadPause * 2, .milliseconds(1))
                case .deadlock: throw .deadlock(path: path)
                }
            }
        } catch {
            ThreadLock.stopWaiting(for: directory)
            throw error
        }
    }

    /// Waits until no other process has the directory.
    mutating func processLock(in directory: Directory) throws(PreferenceStoreError) -> ProcessLock {
        while true {
            switch try ProcessLock.attempt(in: directory, probe.clock) {
            case .taken(let lock): return lock
            case .held(let holder): try pause(backoff.next(), holder)
            }
        }
    }

    private func pause(_ duration: Duration, _ holder: @autoclosure () -> LockHolder?) throws(PreferenceStoreError) {
        // Do not add a duration to the timeout: a caller may pass the longest duration to wait forever.
        let waited = probe.clock.uptime() - start
        guard waited < timeout else {
            throw .lockTimedOut(path: path, holder: holder()?.named())
        }
        probe.reached(.waitingForLock)
        try probe.clock.pause(min(duration, timeout - waited), beforeChanging: path)
    }
}

/// Preferences in memory, which are locked together as the files of a directory are.
package struct MemoryDirectory: Sendable {
    fileprivate let identity: FileIdentity

    private static let count = Atomic<ino_t>(0)

    package init() {
        // No directory has the device 0.
        identity = FileIdentity(device: 0, inode: Self.count.add(1, ordering: .relaxed).newValue)
    }
}

/// The part of a directory's lock inside this process: the caller that has the directory, and the files that it
/// changes.
///
/// fcntl(2) cannot do this: it treats two descriptors of one caller as strangers, and the caller would wait for itself.
private struct ThreadLock: ~Copyable {
    private let directory: FileIdentity
    /// Whether the caller already had the directory.
    let isInner: Bool

    enum Attempt: ~Copyable {
        case taken(ThreadLock)
        /// Another caller has the directory, or has waited longer for it; the caller waits until it takes the directory
        /// or calls ``stopWaiting(for:)``.
        case held
        /// The caller that has the directory waits, directly or through others, for this one.
        case deadlock
    }

    private struct Claims {
        let directory: FileIdentity
        var owner: Caller?
        /// The number of the owner's locks, each inside the previous one.
        var depth = 0
        /// The names of the files that the owner is changing.
        var changedNames: [String] = []
        /// The waiting callers, the next one first.
        var waiting: [Caller] = []
    }

    private struct Table {
        var process = CallingProcess.identifier
        /// The directories in use, which are few.
        ///
        /// The type of a dictionary would cost a fifth of the instructions of a process that changes one file: the
        /// runtime searches all conformances of the program.
        private(set) var claims: [Claims] = []

        /// The claims to one directory; nil if nobody has it or waits for it.
        subscript(directory: FileIdentity) -> Claims? {
            get { claims.first { $0.directory == directory } }
            set {
                claims.removeAll { $0.directory == directory }
                if let newValue, newValue.owner != nil || !newValue.waiting.isEmpty {
                    claims.append(newValue)
                }
            }
        }

        /// Returns whether a caller is another one, or waits for it, directly or through others.
        ///
        /// A caller waits for one directory at a time, so its waits are a chain, and none is accepted that would close
        /// a cycle. Without this search, threads that wait for each other would stand still for half the timeout, 5 s
        /// by default, until one of them gives up.
        func waits(_ caller: Caller, for other: Caller) -> Bool {
            var last = caller
            while last != other {
                guard let next = claims.first(where: { $0.waiting.contains(last) })?.owner else { return false }
                last = next
            }
            return true
        }
    }

    private static let table = Mutex(Table())

    /// Takes a directory for the caller, unless another caller has it.
    static func attempt(_ directory: FileIdentity) -> Attempt {
        let caller = Caller.current
        return withTable { table in
            var claims = table[directory] ?? Claims(directory: directory)
            defer { table[directory] = claims }
            if claims.owner == nil, claims.waiting.first ?? caller == caller {
                claims.waiting = Array(claims.waiting.dropFirst())
                claims.owner = caller
            }
            if claims.owner == caller {
                claims.depth += 1
                return .taken(ThreadLock(directory: directory, isInner: claims.depth > 1))
            }
            if let owner = claims.owner, table.waits(owner, for: caller) {
                return .deadlock
            }
            if !claims.waiting.contains(caller) {
                claims.waiting.append(caller)
            }
            return .held
        }
    }

    deinit {
        Self.withTable { table in
            table[directory]?.depth -= 1
            if table[directory]?.depth == 0 {
                table[directory]?.owner = nil
            }
        }
    }

    /// Returns whether the caller has a directory that is after another one in the order of all directories.
    static func isHeld(after directory: FileIdentity) -> Bool {
        let caller = Caller.current
        return withTable { $0.claims.contains { $0.directory > directory && $0.owner == caller } }
    }

    /// Removes the caller, which was refused a directory, from the callers that wait for it.
    static func stopWaiting(for directory: FileIdentity) {
        let caller = Caller.current
        withTable { $0[directory]?.waiting.removeAll { $0 == caller } }
    }

    /// Records that the caller is changing a file; returns false if it already is.
    func beginChange(of name: String) -> Bool {
        Self.withTable { table in
            guard table[directory]?.changedNames.contains(name) == false else { return false }
            table[directory]?.changedNames.append(name)
            return true
        }
    }

    /// Records the end of the change that the caller began last.
    func endChange() {
        Self.withTable { _ = $0[directory]?.changedNames.popLast() }
    }

    private static func withTable<Returned: ~Copyable>(_ body: (inout Table) -> sending Returned) -> sending Returned {
        table.withLock { table in
            // A child of fork(2) has none of the other threads, which would keep their directories forever.
            if table.process != CallingProcess.identifier {
                table = Table()
            }
            return body(&table)
        }
    }
}
