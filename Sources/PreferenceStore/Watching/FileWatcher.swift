import Synchronization

/// A watcher that reports changes to files, by any program, through inotify(7).
///
/// A change is a write to a file, a rename of another file over it, its creation, its removal or a change of its
/// permissions. The same changes to a directory on the way count, even if it does not exist yet. So does a new
/// destination of a symbolic link, to the file or to a directory. If a watched path is a directory's, each name that
/// appears or disappears in it is a change too. Nothing is polled, and no change is lost. A report may be needless, for
/// example after a write of the same bytes.
///
///     let watcher = try FileWatcher()
///     try watcher.watch("/home/me/.config/app.plist")
///     // Read the file here, after `watch`.
///     while case .changed(let paths) = try watcher.nextChanges() {
///         // Read the files at these paths again.
///     }
///
/// The system does not report:
///
/// - changes by another host on a network file system,
/// - a file system that is mounted over a directory on the way,
/// - bytes that are written through mmap(2), until the file is closed, and
/// - events in a directory that this process may not read.
///
/// Every method may be called from any thread at any time. Any number of threads may wait. Each change is reported
/// once, to one of them.
public final class FileWatcher: Sendable {
    let inotify: FileDescriptor
    /// Readable after the watcher is stopped.
    private let stopCounter: FileDescriptor
    /// The stream to which changes are written; the watcher stops when nobody reads it any more.
    private let output: StandardStream?
    private let isStopped = Atomic(false)
    private let paths = Mutex(WatchedPaths())

    /// Creates a watcher that does not watch a file yet.
    ///
    /// - Throws: `cannotWatch`.
    public convenience init() throws(PreferenceStoreError) {
        try self.init(whileRead: nil)
    }

    /// Creates a watcher that stops when nobody reads a stream any more, even while no file changes.
    ///
    /// - Throws: `cannotWatch`.
    package init(whileRead output: StandardStream?) throws(PreferenceStoreError) {
        self.output = output
        inotify = try watching(try .inotify())
        stopCounter = try watching(try .eventCounter())
    }

    /// Watches the file at a path, which need not exist: every change after the call is reported.
    ///
    /// A path that is watched more than once is reported once, and watched until `unwatch` is called as often.
    ///
    /// - Parameter path: The path of a file. A relative path starts at the working directory of the first call.
    /// - Throws: `cannotWatch`, and `notRegularFile` if the path can only name a directory. Also `system` if the
    ///   path is empty, contains a NUL, or is relative and the working directory no longer exists.
    public func watch(_ path: String) throws(PreferenceStoreError) {
        let absolutePath = try absolutePath(of: path)
        try watching(
            try paths.withLock { paths throws(SystemError) in
                try paths.add(path, absolutePath: absolutePath, watching: inotify)
            }
        )
    }

    /// Stops watching the file at a path; changes that are not reported yet are dropped.
    ///
    /// - Parameter path: The path as it was given to `watch`; any other path has no effect.
    public func unwatch(_ path: String) {
        paths.withLock { $0.remove(path, watching: inotify) }
    }

    /// Waits until a watched file may have changed, and returns all that may have changed since the last report.
    ///
    /// A read after the report is at least as new as the change. Another thread may watch more paths meanwhile.
    ///
    /// - Parameter timeout: The time to wait; nil waits forever, and zero does not wait.
    /// - Throws: `cannotWatch` if a path now leads another way that cannot be watched, and no other path has changed.
    ///   The change is kept, and the next call tries again at once: a caller that continues should pause first.
    public func nextChanges(timeout: Duration? = nil) throws(PreferenceStoreError) -> FileChanges {
        let start = SystemClock.uptime()
        while !isStopped.load(ordering: .acquiring) {
            let changes = try watching(try takeChanges())
            guard changes.isEmpty else { return .changed(changes) }
            // Do not add a duration to the timeout: a caller may pass the longest duration to wait forever.
            let waited = SystemClock.uptime() - start
            if let timeout, waited >= timeout {
                return .timedOut
            }
            try wait(timeout: timeout.map { $0 - waited })
        }
        return .stopped
    }

    /// Waits until ``nextChanges(timeout:)`` may have something to return, for a time as there.
    package func wait(timeout: Duration?) throws(PreferenceStoreError) {
        if try !watching(try inotify.waitForInput(or: stopCounter, orEndOf: output, timeout: timeout)) {
            stop()
        }
    }

    /// Ends the wait of every thread, and makes later calls of `nextChanges` return at once.
    public func stop() {
        isStopped.store(true, ordering: .releasing)
        stopCounter.countEvent()
    }

    /// Empties the queue: many events of a file are one change.
    private func takeChanges() throws(SystemError) -> [String] {
        try paths.withLock { paths throws(SystemError) in
            for event in try inotify.takeEvents() {
                paths.note(event)
            }
            return try paths.takeChanges(watching: inotify)
        }
    }

    private func absolutePath(of path: String) throws(PreferenceStoreError) -> [UInt8] {
        _ = try SplitPath(checking: path)
        guard !path.isAbsolutePath else { return Array(path.utf8) }
        return try throwing(.open, path, try CallingProcess.workingDirectory()) + "/\(path)".utf8
    }
}

/// Makes a system call, and throws its error as `cannotWatch`.
private func watching<Returned: ~Copyable>(
    _ call: @autoclosure () throws(SystemError) -> Returned
) throws(PreferenceStoreError) -> Returned {
    do throws(SystemError) {
        return try call()
    } catch {
        throw .cannotWatch(WatchProblem(error))
    }
}

/// The result of a wait for changes.
public enum FileChanges: Hashable, Sendable {
    /// The files at these paths may have changed: each path once, as it was given, in no particular order.
    case changed([String])
    /// No file changed before the timeout.
    case timedOut
    /// The watcher was stopped.
    case stopped
}
