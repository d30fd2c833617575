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
        var deliveries: [Delivery] = []
        var isDelivering = false
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

    /// What is kept, by what is in memory.
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
            let contents = readAll()
            return state.withLock { state in
                state.isWatched = problem == nil
                install(contents, in: &state)
                return ((contents, version.load(ordering: .relaxed)), problem)
            }
        }
        if let problem {
            PreferenceWatcher.report(problem)
            // Without a watch, a reading is what finds changes by other programs.
            Writing.deliver(of: self)
        }
        return found
    }

    private func inMemory() -> (contents: Result<PreferenceSnapshot, PreferenceError>, version: UInt64)? {
        state.withLock { state in
            guard state.isWatched, let contents = state.contents else { return nil }
            return (contents, version.load(ordering: .relaxed))
        }
    }

    private func readAll() -> Result<PreferenceSnapshot, PreferenceError> {
        Result { () throws(PreferenceError) in
            var snapshot = try storage.snapshot()
            snapshot.readAll()
            return snapshot
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
    /// - Parameter keys: the keys that the body may look at and change; nil lets it do so with all.
    func change<Value, Failure: Error>(
        _ options: ChangeOptions,
        keys: [String]? = nil,
        _ body: (inout PreferenceTransaction) throws(Failure) -> Value
    ) throws(PreferenceError) -> Result<SuiteChange<Value>, Failure> {
        let writing = Writing.begin()
        defer {
            // Also after a failure: memory is to hold what the file holds.
            PreferenceDomains.refresh(self)
            writing.end()
        }
        return try storage.change(options, keys: keys, body)
    }

    /// Puts changes back that another program has just taken back, since it had read the file before them and took no lock.
    ///
    /// What keeps it from that is no matter of the program's: the next change of the suite tries again.
    func putBackLostChanges(of path: String) {
        guard case .files(let location) = storage, location.file.path == path, location.file.mayLackChanges else {
            return
        }
        _ = try? change(ChangeOptions(lockTimeout: .seconds(1))) { _ in }
    }

    /// Reads again what may have changed, where anything is in memory; the news is delivered when the caller has ended
    /// all that it is writing.
    func refresh() {
        let hasRead = reading.withLock { _ in
            // Asked with the lock: a first reading that is under way may have looked before the change.
            guard state.withLock({ $0.contents != nil }) else { return false }
            let contents = readAll()
            state.withLock { install(contents, in: &$0) }
            return true
        }
        if hasRead {
            Writing.deliver(of: self)
        }
    }

    /// Takes what was read for what is in memory.
    ///
    /// No code of the program's runs here, since the state is locked.
    private func install(_ contents: Result<PreferenceSnapshot, PreferenceError>, in state: inout State) {
        let isSame =
            if case .success(let old) = state.contents, case .success(let new) = contents {
                new.holdsSame(as: old)
            } else {
                false
            }
        if state.isWatched, !isSame || version.load(ordering: .relaxed) == 0 {
            version.store(Self.lastVersion.add(1, ordering: .relaxed).newValue, ordering: .releasing)
        }
        guard !isSame else { return }
        state.contents = contents
        // A file that cannot be read is no change of its keys: those who observe hear of the next one that can.
        guard case .success(let read) = contents else { return }
        let new = state.lastKnown.map { read.filled(from: $0) } ?? read
        if let old = state.lastKnown {
            let keys = Array(state.keys.values)
            state.deliveries.append(Delivery(old: old, new: new, observers: state.observers, keys: keys))
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

    /// Tells the observers what has changed, in the order in which it did; in one thread at a time.
    ///
    /// An observer may read, write and observe: what comes of it is told when it is done.
    func deliver() {
        while let delivery = nextDelivery() {
            delivery.run()
            state.withLock { $0.isDelivering = false }
        }
    }

    private func nextDelivery() -> Delivery? {
        state.withLock { state in
            guard !state.isDelivering, !state.deliveries.isEmpty else { return nil }
            state.isDelivering = true
            return state.deliveries.removeFirst()
        }
    }
}
