import Synchronization

/// Tells when files change, whoever changes them, by inotify(7).
///
/// A change is a write in place, a file put in another's place by a rename, its creation, its removal or other
/// permissions; the same of a directory on the way, where there may be none yet; and a symbolic link, of the file or of
/// a directory, that is turned elsewhere. Nothing is polled, and no change is forgotten: a report may come for nothing,
/// where a file was written with the bytes that it held, but none is left out.
///
///     let watcher = try FileWatcher()
///     try watcher.watch("/home/me/.config/app.plist")
///     // Read the file here, after `watch`.
///     while case .changed(let paths) = try watcher.nextChanges() {
///         // Read the files at these paths again.
///     }
///
/// The system does not tell of what another host changes on a network file system, of a file system that is mounted
/// over a directory on the way, of bytes written through mmap(2) until the file is closed, and of what happens in a
/// directory that this process may not read.
///
/// Every method may be called from any thread at any time. Any number of threads may wait: a change is reported once,
/// to one of them.
public final class FileWatcher: Sendable {
    let inotify: FileDescriptor
    /// Can be read once the watcher is stopped.
    private let stopCounter: FileDescriptor
    /// What is to be written to on changes, and stops the watcher when nobody reads it any more.
    private let output: StandardStream?
    private let isStopped = Atomic(false)
    private let paths = Mutex(WatchedPaths())

    /// A watcher of no file yet.
    ///
    /// - Throws: `cannotWatch`.
    public convenience init() throws(PreferenceStoreError) {
        try self.init(whileRead: nil)
    }

    /// A watcher of no file yet, which stops when nobody reads a stream any more, even while no file changes.
    ///
    /// - Throws: `cannotWatch`.
    package init(whileRead output: StandardStream?) throws(PreferenceStoreError) {
        self.output = output
        inotify = try watching(try .inotify())
        stopCounter = try watching(try .eventCounter())
    }

    /// Watches the file at a path, be it there or not: every change after the call is reported.
    ///
    /// A path that is watched more than once is reported once, and watched until `unwatch` was called as often.
    ///
    /// - Parameter path: A path of a file. One that is relative starts at the working directory of the first call.
    /// - Throws: `cannotWatch`, `notRegularFile` where the path can only be a directory's, and `system` where it is
    ///   empty, holds a NUL, or is relative and the working directory is gone.
    public func watch(_ path: String) throws(PreferenceStoreError) {
        let absolutePath = try absolutePath(of: path)
        try watching(
            try paths.withLock { paths throws(SystemError) in
                try paths.add(path, absolutePath: absolutePath, watching: inotify)
            }
        )
    }

    /// Watches the file at a path no longer: changes of it that are not reported yet never are.
    ///
    /// - Parameter path: The path as it was given to `watch`; where it was not, nothing happens.
    public func unwatch(_ path: String) {
        paths.withLock { $0.remove(path, watching: inotify) }
    }

    /// Waits until a watched file may have changed, and gives all that may have changed since the last report.
    ///
    /// What is read after the report is at least as new as the change. Another thread may watch more paths meanwhile.
    ///
    /// - Parameter timeout: How long to wait; nil waits for ever, zero not at all.
    /// - Throws: `cannotWatch`, where a path leads another way now and that cannot be watched, and no other path has
    ///   changed. Its change is kept, and the next call tries again at once: a caller that goes on does so after a
    ///   pause.
    public func nextChanges(timeout: Duration? = nil) throws(PreferenceStoreError) -> FileChanges {
        let start = SystemClock.uptime()
        while !isStopped.load(ordering: .acquiring) {
            let changes = try watching(try takeChanges())
            guard changes.isEmpty else { return .changed(changes) }
            // No sum with a timeout: one that stands for ever may be the longest duration that there is.
            let waited = SystemClock.uptime() - start
            if let timeout, waited >= timeout {
                return .timedOut
            }
            let rest = timeout.map { $0 - waited }
            let isRead = try watching(try inotify.waitForInput(or: stopCounter, orEndOf: output, timeout: rest))
            if !isRead {
                stop()
            }
        }
        return .stopped
    }

    /// Ends the wait of every thread, and has later calls of `nextChanges` return at once.
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

/// Makes a call of the system that files are watched by.
private func watching<Outcome: ~Copyable>(
    _ call: @autoclosure () throws(SystemError) -> Outcome
) throws(PreferenceStoreError) -> Outcome {
    do throws(SystemError) {
        return try call()
    } catch {
        throw .cannotWatch(WatchProblem(error))
    }
}

/// What a wait for changes of files came to.
public enum FileChanges: Hashable, Sendable {
    /// The files at these paths may have changed: each path once, as it was given, in no order.
    case changed([String])
    /// No file changed until the timeout.
    case timedOut
    /// The watcher was stopped.
    case stopped
}

/// Why files cannot be watched.
public enum WatchProblem: Hashable, Sendable {
    /// The user has as many watches as the system allows: `fs.inotify.max_user_watches`, inotify(7).
    case tooManyWatches
    /// The user has as many watchers as the system allows, `fs.inotify.max_user_instances` of inotify(7), or the
    /// process as many open files, `RLIMIT_NOFILE` of getrlimit(2). The system does not tell which.
    case tooManyWatchers
    /// The system refused for another reason.
    case system(SystemError)

    init(_ error: SystemError) {
        self =
            switch error {
            case .noSpace: .tooManyWatches
            case .tooManyFiles: .tooManyWatchers
            default: .system(error)
            }
    }
}
