import PreferenceStore
import PropertyLists
import Synchronization

/// The preferences of one suite in the memory of this process, shared by all users of the suite.
///
/// Nothing is read before the first access. At first, each read compares the versions of the files with those in
/// memory. From the first observation on, or after some reads, a watch on the files reports changes by other programs.
/// The contents in memory are then as new as the files, except for the delay of that report.
final class PreferenceDomain: Sendable {
    let storage: PreferenceStorage
    /// The changes that observers have not been notified of yet.
    let deliveries = DeliveryQueue()

    /// The version of the contents in memory, different for each content of each domain; 0 if they must not be used.
    private let version = Atomic<UInt64>(0)
    /// Locked while files are read, so that an older reading never replaces a newer one.
    private let reading = Mutex(())
    private let state = Mutex(State())

    private struct State {
        /// The contents that were read last; nil before the first read.
        var contents: Result<PreferenceSnapshot, PreferenceError>?
        /// Whether changes by other programs are reported to this process.
        var isWatched = false
        /// The number of reads that have compared the versions of the files.
        var unwatchedReadCount = 0
        var observers: [PreferenceObserver] = []
        var trackedKeys = TrackedKeys()
        /// The version of the file after this process last wrote it.
        var lastCommit: FileVersion?
        var hasWritten = false
        var writerCount = 0
        /// Whether files have changed while this process writes, if only by its own changes.
        var hasChangedMeanwhile = false
        /// The time since when a file has been unfinished.
        var unfinishedSince: Duration?
        var isRestoring = false
        /// The steps of the program that the suite must have passed before it is written; nil if there are none.
        var migrations: PreferenceMigrations?
    }

    /// The number of reads before the watch begins.
    ///
    /// A comparison takes some microseconds, and a watch 10 ms at the end of the process, in which the kernel removes
    /// it.
    private static let unwatchedReads = 64

    private static let lastVersion = Atomic<UInt64>(0)

    init(_ storage: PreferenceStorage) {
        self.storage = storage
    }

    deinit {
        if case .files(let location) = storage, !Forks.isChild, state.withLock(\.isWatched) {
            PreferenceWatcher.endWatching(location.paths)
        }
    }

    // MARK: Reading

    /// Reads a key from the contents in memory.
    func read<Value>(_ key: PreferenceKey<Value>) -> PreferenceReading {
        let isTracked = ReadTracking.isActive
        if isTracked {
            state.withLock { $0.trackedKeys.object(for: key) }.access()
        }
        if let reading = remembered(key) {
            return reading
        }
        let current = current(isObserved: isTracked)
        // What a step of a migration reads lacks that step, and must not be remembered.
        return key.read(in: current.contents, version: PreferenceMigrations.isRunning ? 0 : current.version)
    }

    /// Returns the last reading of the key if it has the version in memory.
    private func remembered(_ key: PreferenceKeys) -> PreferenceReading? {
        let version = version.load(ordering: .acquiring)
        guard version != 0, !Forks.isChild else { return nil }
        return key.lastReading.reading(of: version)
    }

    func snapshot() throws(PreferenceError) -> PreferenceSnapshot {
        try current().contents.get()
    }

    /// Returns a snapshot from which nothing is read yet.
    func newSnapshot() throws(PreferenceError) -> PreferenceSnapshot {
        var snapshot = try storage.snapshot()
        snapshot.migrations = state.withLock(\.migrations)
        return snapshot
    }

    /// Returns the contents in memory, or reads the files that have changed.
    ///
    /// The first reads start no watch, which would cost a program more that reads little and ends.
    ///
    /// - Parameter isObserved: whether every later change must be reported, also after a first read.
    private func current(
        isObserved: Bool = false
    ) -> (contents: Result<PreferenceSnapshot, PreferenceError>, version: UInt64) {
        if let current = inMemory() {
            return current
        }
        let (found, problem) = reading.withLock { _ in
            if let current = inMemory() {
                return (current, nil as PreferenceError?)
            }
            let (isFirst, isRepeated) = state.withLock { state in
                state.unwatchedReadCount += 1
                // What this process has written is restored if another program reverts it.
                let limit = state.hasWritten ? 1 : Self.unwatchedReads
                return (state.contents == nil, state.unwatchedReadCount > limit)
            }
            if isFirst, case .files = storage {
                // A child has no watcher, even if it was forked before the watch.
                Forks.prepare()
            }
            let isWatching = isObserved || isRepeated
            // Watch first, then read: a change in between is read, or reported, or both.
            let problem = isWatching ? startWatching() : nil
            let contents = readAll()
            return state.withLock { state in
                state.isWatched = isWatching && problem == nil
                install(contents, in: &state)
                return ((contents, version.load(ordering: .relaxed)), problem)
            }
        }
        if let problem {
            PreferenceWatcher.report(problem)
        }
        // Without a watch, only a read finds changes by other programs.
        DeferredNotifications.notify(of: deliveries)
        return found
    }

    private func inMemory() -> (contents: Result<PreferenceSnapshot, PreferenceError>, version: UInt64)? {
        state.withLock { state in
            guard state.isWatched, !Forks.isChild, let contents = state.contents else { return nil }
            return (contents, version.load(ordering: .relaxed))
        }
    }

    /// Reads the files that have changed since they were read last.
    private func readAll() -> Result<PreferenceSnapshot, PreferenceError> {
        do throws(PreferenceError) {
            var snapshot = try newSnapshot()
            _ = snapshot.readAll(since: try? state.withLock(\.contents)?.get())
            return .success(snapshot)
        } catch {
            return .failure(error)
        }
    }

    /// Starts to watch the files, except in the child of a fork.
    ///
    /// A child has no watcher, and must not start one. The locks of Swift's library remember the forking
    /// thread; its number differs in the child. They stop the process when a second thread waits for one of them.
    ///
    /// - Returns: the error if the files cannot be watched; nil on success.
    private func startWatching() -> PreferenceError? {
        switch storage {
        case .files(let location) where !Forks.isChild: PreferenceWatcher.watch(location.paths)
        case .files, .memory, .none: nil
        }
    }

    // MARK: Changing

    /// Remembers the steps that the suite must have passed before it is written.
    func setMigrations(_ migrations: PreferenceMigrations) {
        state.withLock { $0.migrations = migrations }
        refresh(isLocked: false)
    }

    /// The steps that the suite may lack; nil if it is known to have passed them.
    var missingMigrations: PreferenceMigrations? {
        state.withLock { state in
            guard let migrations = state.migrations else { return nil }
            let contents = (try? state.contents?.get())?.knownContents(ofFileAt: migrations.path)
            return migrations.areDone(in: contents) ? nil : migrations
        }
    }

    func beginWriting() {
        state.withLock { state in
            state.writerCount += 1
            state.hasWritten = true
        }
    }

    func endWriting() {
        let mayHaveMissed = state.withLock { state in
            state.writerCount -= 1
            return state.writerCount == 0 && state.hasChangedMeanwhile
        }
        if mayHaveMissed {
            refresh(isLocked: false)
            restoreLostChanges()
        }
    }

    /// Updates the contents in memory after a file change, unless this process is writing: the writer does it then.
    ///
    /// - Returns: false if a file is unfinished, and the caller must try again.
    func filesHaveChanged() -> Bool {
        let isWriting = state.withLock { state in
            state.hasChangedMeanwhile = state.writerCount > 0
            return state.hasChangedMeanwhile
        }
        guard !isWriting else { return true }
        // A thread that is reading the files may be waiting for one that is unfinished.
        let isFinished = reading.withLockIfAvailable { _ in update(waits: false, isLocked: false) }
        DeferredNotifications.notify(of: deliveries)
        guard isFinished == true else { return false }
        restoreLostChanges()
        return true
    }

    /// Starts to restore changes that another program has just overwritten: it read the file before them, and takes no
    /// lock.
    ///
    /// An error is not reported to the program: the next change of the suite tries again. The watcher reports the
    /// restored changes.
    private func restoreLostChanges() {
        guard case .files(let location) = storage, !hasOwnCommit(in: location.file), location.file.mayLackChanges,
            state.withLock({ !exchange(&$0.isRestoring, with: true) })
        else { return }
        let thread: Void? = try? CallingThread.start { [self] in
            _ = try? storage.change(ChangeOptions(lockTimeout: .seconds(1))) { _ in }
            state.withLock { $0.isRestoring = false }
        }
        if thread == nil {
            state.withLock { $0.isRestoring = false }
        }
    }

    /// Returns whether this process made the last change of a file.
    private func hasOwnCommit(in file: SuiteFile) -> Bool {
        guard let commit = state.withLock(\.lastCommit) else { return false }
        return file.version == commit
    }

    /// Reads the files that may have changed, if there are contents in memory.
    ///
    /// Observers are notified when the caller has ended all its statements and transactions.
    ///
    /// - Parameters:
    ///   - changes: the changes that this process has just made, which need not be read.
    ///   - file: the file that they are in; nil for none.
    ///   - waits: whether to wait for another program that is writing a file.
    ///   - isLocked: whether the caller keeps other writers of this process out; otherwise one that has begun does this
    ///     at its end.
    /// - Returns: false if a file is unfinished, and keeps its older contents in memory until it is read again.
    @discardableResult
    func refresh(
        after changes: [PreferenceChange] = [],
        of file: WrittenFile? = nil,
        waits: Bool = true,
        isLocked: Bool = true
    ) -> Bool {
        let isFinished = reading.withLock { _ in update(after: changes, of: file, waits: waits, isLocked: isLocked) }
        DeferredNotifications.notify(of: deliveries)
        return isFinished
    }

    /// - Returns: false if a file is unfinished, and keeps its older contents in memory.
    private func update(
        after changes: [PreferenceChange] = [],
        of file: WrittenFile? = nil,
        waits: Bool,
        isLocked: Bool
    ) -> Bool {
        let (known, since) = state.withLock { state in
            state.hasChangedMeanwhile = false
            return (state.contents, state.unfinishedSince)
        }
        // Checked under the lock: a first read in progress may have read the files before the change.
        guard case .success(let older)? = known, var snapshot = try? newSnapshot() else { return true }
        let changed = file.flatMap { older.applying(changes, of: $0) }
        let waited = waits ? nil : since.map { SystemClock.uptime() - $0 } ?? .zero
        let (hasRead, isUnfinished) = snapshot.readAll(since: changed?.snapshot ?? older, waited: waited)
        state.withLock { state in
            guard isLocked || state.writerCount == 0 else {
                // A writer has begun meanwhile. What was read may be its change, which its own thread reports.
                state.hasChangedMeanwhile = true
                return
            }
            state.lastCommit = file?.new ?? state.lastCommit
            state.unfinishedSince = isUnfinished ? since ?? SystemClock.uptime() : nil
            // The end of the write then reads it.
            state.hasChangedMeanwhile = state.hasChangedMeanwhile || isUnfinished && state.writerCount > 0
            install(.success(snapshot), changes: hasRead ? nil : changed?.changes, in: &state)
        }
        return !isUnfinished
    }

    /// Replaces the contents in memory by those that were read.
    ///
    /// The state is locked, so this must not call code of the program.
    ///
    /// - Parameter changes: the changes that lead to them; nil if they are not known.
    private func install(
        _ contents: Result<PreferenceSnapshot, PreferenceError>,
        changes: [PreferenceChange]? = nil,
        in state: inout State
    ) {
        let (old, new) = (try? state.contents?.get(), try? contents.get())
        let isSame =
            if let old, let new {
                changes?.isEmpty ?? new.hasSameContents(as: old)
            } else {
                false
            }
        if state.isWatched, !isSame || version.load(ordering: .relaxed) == 0 {
            version.store(Self.lastVersion.add(1, ordering: .relaxed).newValue, ordering: .releasing)
        }
        // Equal values may come from another version of the files.
        state.contents = contents
        guard !isSame, let old, let new, !state.observers.isEmpty || !state.trackedKeys.isEmpty else { return }
        // An unreadable file is not a change of its keys. Observers are notified after the next successful read.
        deliveries.add(
            ChangeNotification(
                domain: ObjectIdentifier(self),
                old: old.lastRead,
                new: new.lastRead,
                changes: changes,
                observers: state.observers,
                trackedKeys: state.trackedKeys
            )
        )
    }

    // MARK: Observing

    /// Starts to watch the files; reports a failure of that, if it is the first one in the process.
    func startObserving() {
        _ = current(isObserved: true)
    }

    /// Starts to notify an observer of each change.
    ///
    /// - Parameter notifiesNow: whether to notify it of the present values too, in the order of the changes.
    /// - Returns: the snapshot that precedes the first change; nil if nothing can be read.
    func add(_ observer: PreferenceObserver, notifyingNow notifiesNow: Bool) -> PreferenceSnapshot? {
        startObserving()
        let snapshot = state.withLock { state in
            state.observers.append(observer)
            let snapshot = (try? state.contents?.get())?.lastRead
            if notifiesNow {
                let present = snapshot ?? PreferenceSnapshot(of: [])
                deliveries.add(
                    ChangeNotification(
                        domain: ObjectIdentifier(self),
                        old: present,
                        new: present,
                        changes: [],
                        observers: [observer],
                        isInitial: true
                    )
                )
            }
            return snapshot
        }
        if notifiesNow { DeferredNotifications.notify(of: deliveries) }
        return snapshot
    }

    func remove(_ observer: PreferenceObserver) {
        state.withLock { $0.observers.removeAll { $0 === observer } }
    }
}
