import PreferenceStore
import PropertyLists
import Synchronization

/// The preferences of one suite as this process has them in memory, shared by all that use the suite.
///
/// Nothing is read before somebody asks. From then on a watch on the files tells of changes by other programs, and what
/// is in memory is as new as the files, but for the moment that the news takes.
final class PreferenceDomain: Sendable {
    let storage: PreferenceStorage

    /// Of what is in memory, another number for each content of each domain; 0 while nothing may be taken from memory.
    private let version = Atomic<UInt64>(0)
    /// Held while files are read: what was read later is never replaced by what was read before.
    private let reading = Mutex(())
    private let state = Mutex(State())

    private struct State {
        /// What was read last; nil before the first time.
        var contents: Result<PreferenceSnapshot, PreferenceError>?
        /// What the observers were told of last: of each file, what was read when it could be.
        var lastKnown: PreferenceSnapshot?
        /// Whether news of changes by other programs come.
        var isWatched = false
        var observers: [PreferenceObserver] = []
        var keys: [ObservedKey.Identifier: ObservedKey] = [:]
        var notifications: [ChangeNotification] = []
        var isNotifying = false
        /// What this process has last made of the file that writes go to.
        var lastCommit: FileVersion?
        var writerCount = 0
        /// Whether files have changed meanwhile, if only by these changes.
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

    /// What a key is, by what is in memory.
    func read<Value>(_ key: PreferenceKey<Value>) -> PreferenceReading {
        if let reading = remembered(key) {
            return reading
        }
        let observedKey = observedKey(for: key)
        observedKey.access()
        let current = current()
        return key.read(in: current.contents, version: current.version, observedKey)
    }

    /// The key's last reading, where it was of what is in memory.
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
            // First the watch, then the look: a change between them is read, or told, or both.
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
            // Without a watch, a reading is what finds changes by other programs.
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

    /// Reads what has changed since an older snapshot; nil reads all.
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

    /// - Returns: why there will be no news.
    private func startWatching() -> PreferenceError? {
        switch storage {
        case .files(let location): PreferenceWatcher.watch(location.paths)
        case .memory, .none: nil
        }
    }

    // MARK: Changing

    /// Changes what is kept, and tells of it.
    ///
    /// - Parameters:
    ///   - keys: the keys that the body may look at and change; nil lets it do so with all.
    ///   - lock: the lock that the caller has already, if any.
    func change<Value, Failure: Error>(
        _ options: ChangeOptions,
        keys: [String]? = nil,
        holding lock: PreferenceLock? = nil,
        _ body: (inout PreferenceTransaction) throws(Failure) -> Value
    ) throws(PreferenceError) -> Result<SuiteChange<Value>, Failure> {
        let notifications = DeferredNotifications.begin()
        var commit: SuiteCommit?
        var isWriting = false
        defer {
            // Also after a failure: memory is to have what the file has.
            PreferenceDomains.refresh(self, after: commit)
            if isWriting {
                endWriting()
            }
            notifications.end()
        }
        let result = try storage.change(options, keys: keys, holding: lock) { transaction throws(Failure) in
            let value = try body(&transaction)
            // What changes from here on is this change itself, until it is done.
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

    /// Brings what is in memory up to date after files have changed; but while this process writes, the writer does.
    func filesHaveChanged() {
        let isWriting = state.withLock { state in
            state.hasChangedMeanwhile = state.writerCount > 0
            return state.hasChangedMeanwhile
        }
        guard !isWriting else { return }
        refresh()
        putBackLostChanges()
    }

    /// Puts changes back that another program has just taken back: it had read the file before them, and takes no lock.
    ///
    /// What prevents that is no matter of the program's: the next change of the suite tries again.
    private func putBackLostChanges() {
        guard case .files(let location) = storage, !hasOwnCommit(in: location.file), location.file.mayLackChanges
        else { return }
        _ = try? change(ChangeOptions(lockTimeout: .seconds(1))) { _ in }
    }

    /// Whether a file is as this process has last written it.
    private func hasOwnCommit(in file: SuiteFile) -> Bool {
        guard let commit = state.withLock(\.lastCommit) else { return false }
        return file.version == commit
    }

    /// Reads again what may have changed, if anything is in memory; observers are notified when the caller has ended all
    /// that it is writing.
    ///
    /// - Parameter commit: what this process has just changed, which need not be read.
    func refresh(after commit: SuiteCommit? = nil) {
        let hasRead = reading.withLock { _ in
            // Asked with the lock: a first reading that is under way may have looked before the change.
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

    /// Takes what was read for what is in memory.
    ///
    /// No code of the program's runs here, since the state is locked.
    ///
    /// - Parameter changedKeys: the only keys that may have changed; nil if that is not known.
    private func install(
        _ contents: Result<PreferenceSnapshot, PreferenceError>,
        changedKeys: [String]? = nil,
        in state: inout State
    ) {
        let isSame =
            if case .success(let old) = state.contents, case .success(let new) = contents {
                new.holdsSame(as: old)
            } else {
                false
            }
        if state.isWatched, !isSame || version.load(ordering: .relaxed) == 0 {
            version.store(Self.lastVersion.add(1, ordering: .relaxed).newValue, ordering: .releasing)
        }
        // The same values may come from files of another version.
        state.contents = contents
        // A file that cannot be read is no change of its keys: observers are told of the next one that can.
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

    /// Tells an observer of each change from now on.
    ///
    /// - Returns: what the first change starts from; nil where there is nothing to read.
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

    /// Notifies the observers of what has changed, in the order in which it did; in one thread at a time.
    ///
    /// An observer may read, write and observe: what comes of it is told when it is done.
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

/// The domains of this process, one for each list of files: what one user of a suite writes, all others read at once.
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

    /// Brings a domain up to date that was just changed, and the others that look through the same file.
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

    /// The domains that look through any of some files.
    static func domains(reading paths: [String]) -> [PreferenceDomain] {
        domains.withLock { domains in
            domains.filter { $0.key.contains(where: paths.contains) }.compactMap(\.value.domain)
        }
    }
}
