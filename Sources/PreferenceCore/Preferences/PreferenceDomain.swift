import PreferenceStore
import PropertyLists
import Synchronization

/// The preferences of one suite in the memory of this process, shared by all users of the suite.
///
/// Nothing is read before the first access. From then on, a watch on the files reports changes by other programs. The
/// contents in memory are as new as the files, except for the delay of that report.
final class PreferenceDomain: Sendable {
    let storage: PreferenceStorage

    /// The version of the contents in memory, different for each content of each domain; 0 if they must not be used.
    private let version = Atomic<UInt64>(0)
    /// Locked while files are read, so that an older reading never replaces a newer one.
    private let reading = Mutex(())
    private let state = Mutex(State())

    private struct State {
        /// The contents that were read last; nil before the first read.
        var contents: Result<PreferenceSnapshot, PreferenceError>?
        /// The contents that observers were last notified of; those of an unreadable file are from its last successful
        /// read.
        var lastKnown: PreferenceSnapshot?
        /// Whether changes by other programs are reported to this process.
        var isWatched = false
        var observers: [PreferenceObserver] = []
        var keys: [ObservedKey.Identifier: ObservedKey] = [:]
        var notifications: [ChangeNotification] = []
        var isNotifying = false
        /// The version of the file after this process last wrote it.
        var lastCommit: FileVersion?
        var writerCount = 0
        /// Whether files have changed while this process writes, if only by its own changes.
        var hasChangedMeanwhile = false
    }

    private static let lastVersion = Atomic<UInt64>(0)

    init(_ storage: PreferenceStorage) {
        self.storage = storage
    }

    deinit {
        if case .files(let location) = storage, state.withLock(\.isWatched) {
            PreferenceWatcher.endWatching(location.paths)
        }
    }

    // MARK: Reading

    /// Reads a key from the contents in memory.
    func read<Value>(_ key: PreferenceKey<Value>) -> PreferenceReading {
        if let reading = remembered(key) {
            return reading
        }
        let observedKey = observedKey(for: key)
        observedKey.access()
        let current = current()
        return key.read(in: current.contents, version: current.version, observedKey)
    }

    /// Returns the last reading of the key if it has the version in memory.
    private func remembered(_ key: PreferenceKeys) -> PreferenceReading? {
        let version = version.load(ordering: .acquiring)
        guard version != 0, let reading = key.lastReading.reading(of: version) else { return nil }
        reading.observedKey.access()
        return reading
    }

    func snapshot() throws(PreferenceError) -> PreferenceSnapshot {
        try current().contents.get()
    }

    private func current() -> (contents: Result<PreferenceSnapshot, PreferenceError>, version: UInt64) {
        if let current = inMemory() {
            return current
        }
        let (found, problem) = reading.withLock { _ in
            if let current = inMemory() {
                return (current, nil as PreferenceError?)
            }
            // Watch first, then read: a change in between is read, or reported, or both.
            let problem = startWatching()
            let (contents, _) = readAll(since: nil)
            return state.withLock { state in
                state.isWatched = problem == nil
                install(contents, in: &state)
                return ((contents, version.load(ordering: .relaxed)), problem)
            }
        }
        if let problem {
            PreferenceWatcher.report(problem)
            // Without a watch, only a read finds changes by other programs.
            DeferredNotifications.notify(of: self)
        }
        return found
    }

    private func inMemory() -> (contents: Result<PreferenceSnapshot, PreferenceError>, version: UInt64)? {
        state.withLock { state in
            guard state.isWatched, let contents = state.contents else { return nil }
            return (contents, version.load(ordering: .relaxed))
        }
    }

    /// Reads the files that have changed since an older snapshot, or all files if it is nil.
    private func readAll(
        since older: PreferenceSnapshot?
    ) -> (contents: Result<PreferenceSnapshot, PreferenceError>, hasRead: Bool) {
        do throws(PreferenceError) {
            var snapshot = try storage.snapshot()
            let hasRead = snapshot.readAll(since: older)
            return (.success(snapshot), hasRead)
        } catch {
            return (.failure(error), true)
        }
    }

    /// - Returns: the error if the files cannot be watched; nil on success.
    private func startWatching() -> PreferenceError? {
        switch storage {
        case .files(let location): PreferenceWatcher.watch(location.paths)
        case .memory, .none: nil
        }
    }

    // MARK: Changing

    /// Changes the stored preferences, and notifies observers.
    ///
    /// - Parameters:
    ///   - keys: the keys that the body may read and change; nil for all keys.
    ///   - lock: the lock that the caller already has, if any.
    func change<Value, Failure: Error>(
        _ options: ChangeOptions,
        keys: [String]? = nil,
        under lock: PreferenceLock? = nil,
        _ body: (inout PreferenceTransaction) throws(Failure) -> Value
    ) throws(PreferenceError) -> Result<SuiteChange<Value>, Failure> {
        let notifications = DeferredNotifications.begin()
        var commit: SuiteCommit?
        var isWriting = false
        defer {
            // Also after a failure: the contents in memory must match the file.
            PreferenceDomains.refresh(self, after: commit)
            if isWriting {
                endWriting()
            }
            notifications.end()
        }
        let result = try storage.change(options, keys: keys, under: lock) { transaction throws(Failure) in
            let value = try body(&transaction)
            // File changes from here until the end of this change are treated as this change itself.
            if !isWriting {
                isWriting = true
                state.withLock { $0.writerCount += 1 }
            }
            return value
        }
        commit = (try? result.get())?.commit
        return result
    }

    private func endWriting() {
        let mayHaveMissed = state.withLock { state in
            state.writerCount -= 1
            guard state.writerCount == 0, state.hasChangedMeanwhile else { return false }
            state.hasChangedMeanwhile = false
            return true
        }
        guard mayHaveMissed, case .files(let location) = storage else { return }
        refresh()
        if !hasOwnCommit(in: location.file) {
            try? CallingThread.start { self.putBackLostChanges() }
        }
    }

    /// Updates the contents in memory after a file change, unless this process is writing: the writer does it then.
    func filesHaveChanged() {
        let isWriting = state.withLock { state in
            state.hasChangedMeanwhile = state.writerCount > 0
            return state.hasChangedMeanwhile
        }
        guard !isWriting else { return }
        refresh()
        putBackLostChanges()
    }

    /// Restores changes that another program has just overwritten: it read the file before them, and takes no lock.
    ///
    /// An error is not reported to the program: the next change of the suite tries again.
    private func putBackLostChanges() {
        guard case .files(let location) = storage, !hasOwnCommit(in: location.file), location.file.mayLackChanges
        else { return }
        _ = try? change(ChangeOptions(lockTimeout: .seconds(1))) { _ in }
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
    /// - Parameter commit: the change that this process has just made, which need not be read.
    func refresh(after commit: SuiteCommit? = nil) {
        let hasRead = reading.withLock { _ in
            // Checked under the lock: a first read in progress may have read the files before the change.
            guard let known = state.withLock(\.contents) else { return false }
            let older = try? known.get()
            let committed = commit.flatMap { older?.applying($0) }
            let (contents, hasRead) = readAll(since: committed ?? older)
            let changedKeys = committed == nil || hasRead ? nil : commit?.changes.map(\.key)
            state.withLock { state in
                state.lastCommit = commit?.new ?? state.lastCommit
                install(contents, changedKeys: changedKeys, in: &state)
            }
            return true
        }
        if hasRead {
            DeferredNotifications.notify(of: self)
        }
    }

    /// Replaces the contents in memory by those that were read.
    ///
    /// The state is locked, so this must not call code of the program.
    ///
    /// - Parameter changedKeys: the only keys that may have changed; nil if they are not known.
    private func install(
        _ contents: Result<PreferenceSnapshot, PreferenceError>,
        changedKeys: [String]? = nil,
        in state: inout State
    ) {
        let isSame =
            if case .success(let old) = state.contents, case .success(let new) = contents {
                new.hasSameContents(as: old)
            } else {
                false
            }
        if state.isWatched, !isSame || version.load(ordering: .relaxed) == 0 {
            version.store(Self.lastVersion.add(1, ordering: .relaxed).newValue, ordering: .releasing)
        }
        // Equal values may come from another version of the files.
        state.contents = contents
        // An unreadable file is not a change of its keys. Observers are notified after the next successful read.
        guard !isSame, case .success(let read) = contents else { return }
        let new = state.lastKnown.map { read.filled(from: $0) } ?? read
        if let old = state.lastKnown {
            state.notifications.append(
                ChangeNotification(
                    old: old,
                    new: new,
                    changedKeys: changedKeys,
                    observers: state.observers,
                    keys: Array(state.keys.values)
                )
            )
        }
        state.lastKnown = new
    }

    // MARK: Observing

    /// Starts to notify an observer of each change.
    ///
    /// - Returns: the snapshot that precedes the first change; nil if nothing can be read.
    func add(_ observer: PreferenceObserver) -> PreferenceSnapshot? {
        _ = current()
        return state.withLock { state in
            state.observers.append(observer)
            return state.lastKnown
        }
    }

    func remove(_ observer: PreferenceObserver) {
        state.withLock { $0.observers.removeAll { $0 === observer } }
    }

    private func observedKey<Value>(for key: PreferenceKey<Value>) -> ObservedKey {
        let identifier = ObservedKey.Identifier(of: key)
        return state.withLock { state in
            if let observed = state.keys[identifier] {
                return observed
            }
            let observed = ObservedKey(key)
            state.keys[identifier] = observed
            return observed
        }
    }

    /// Notifies the observers of changes, in the order of the changes, in one thread at a time.
    ///
    /// An observer may read, write and observe preferences. Its own changes are reported after it returns.
    func notifyObservers() {
        while let notification = nextNotification() {
            notification.send()
            state.withLock { $0.isNotifying = false }
        }
    }

    private func nextNotification() -> ChangeNotification? {
        state.withLock { state in
            guard !state.isNotifying, !state.notifications.isEmpty else { return nil }
            state.isNotifying = true
            return state.notifications.removeFirst()
        }
    }
}

/// The domains of this process, one for each list of files: all users of a suite see each other's writes at once.
enum PreferenceDomains {
    private struct WeakDomain {
        weak var domain: PreferenceDomain?
    }

    private static let domains = Mutex<[[String]: WeakDomain]>([:])

    static func domain(of location: PreferenceLocation) -> PreferenceDomain {
        let name = [location.file.path] + location.paths
        return domains.withLock { domains in
            if let domain = domains[name]?.domain {
                return domain
            }
            let domain = PreferenceDomain(.files(location))
            domains = domains.filter { $0.value.domain != nil }
            domains[name] = WeakDomain(domain: domain)
            return domain
        }
    }

    /// Updates a domain that has just changed, and the other domains that read the same file.
    static func refresh(_ changed: PreferenceDomain, after commit: SuiteCommit?) {
        changed.refresh(after: commit)
        guard case .files(let location) = changed.storage else { return }
        for domain in domains(reading: [location.file.path]) where domain !== changed {
            domain.refresh(after: commit)
        }
    }

    static var all: [PreferenceDomain] {
        domains.withLock { $0.values.compactMap(\.domain) }
    }

    /// Returns the domains that read any of the given files.
    static func domains(reading paths: [String]) -> [PreferenceDomain] {
        domains.withLock { domains in
            domains.filter { $0.key.contains(where: paths.contains) }.compactMap(\.value.domain)
        }
    }
}
