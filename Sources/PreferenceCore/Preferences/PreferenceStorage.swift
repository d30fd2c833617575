package import PreferenceStore
import PropertyLists
import Synchronization

/// Where the preferences of one suite are kept: read and changed there, with nothing in memory.
///
/// A command that reads once and ends needs no more; ``Preferences`` has memory and news before it.
package enum PreferenceStorage: Sendable {
    /// In files of a search list.
    case files(PreferenceLocation)
    case memory(MemorySuite)
    /// Nowhere, for this reason, which every access meets.
    case none(PreferenceError)
}

/// The files that preferences are read from and written to.
package struct PreferenceLocation: Sendable {
    let file: SuiteFile
    /// The files that reads look through, the one that wins first.
    let searchList: [SuiteFile]

    package init(file: SuiteFile, searchList: [SuiteFile]) {
        self.file = file
        self.searchList = searchList
    }
}

extension PreferenceLocation {
    init(of suite: SuiteName, in directories: PreferenceDirectories) {
        file = PreferenceLayer().file(of: suite, in: directories)
        searchList = SearchList(of: suite, in: directories).files
    }

    var paths: [String] {
        searchList.map(\.path)
    }
}

extension PreferenceStorage {
    /// What is kept now, none of it read yet.
    func snapshot() throws(PreferenceError) -> PreferenceSnapshot {
        switch self {
        case .files(let location): PreferenceSnapshot(of: location.searchList)
        case .memory(let suite): PreferenceSnapshot(of: suite.contents, at: MemorySuite.file)
        case .none(let reason): throw reason
        }
    }

    /// The keys of what is kept now.
    func keys() throws(PreferenceError) -> StoredKeys {
        switch self {
        case .files(let location): try StoredKeys(of: location.searchList)
        case .memory(let suite): StoredKeys(suite.contents.keys)
        case .none(let reason): throw reason
        }
    }

    /// Changes what is kept, or leaves it as it was.
    ///
    /// - Parameters:
    ///   - keys: the keys that the body may look at and change, as for ``SuiteFile/changeDocument(_:keys:holding:_:)``;
    ///     nil lets it do so with all.
    ///   - lock: the lock of this storage that the caller has already, if any.
    package func change<Value, Failure: Error>(
        _ options: ChangeOptions,
        keys: [String]? = nil,
        holding lock: PreferenceLock? = nil,
        _ body: (inout PreferenceTransaction) throws(Failure) -> Value
    ) throws(PreferenceError) -> Result<SuiteChange<Value>, Failure> {
        switch self {
        case .files(let location):
            try rethrowing(
                try location.file.changeDocument(options, keys: keys, holding: lock?.file) {
                    document throws(Failure) in
                    try PreferenceTransaction.run(on: &document, of: location.file, body)
                },
                as: PreferenceError.store
            )
        case .memory(let suite):
            try suite.change(options) { document throws(Failure) in
                try PreferenceTransaction.run(on: &document, of: MemorySuite.file, body)
            }
        case .none(let reason):
            throw reason
        }
    }

    /// Keeps other writers out until the lock is released; the task or thread that has it may change what is kept.
    func lock(_ options: ChangeOptions) throws(PreferenceError) -> PreferenceLock {
        switch self {
        case .files(let location):
            return PreferenceLock(of: try rethrowing(try location.file.lock(options), as: PreferenceError.store))
        case .memory(let suite):
            return PreferenceLock(try suite.lock(options))
        case .none(let reason):
            throw reason
        }
    }
}

/// The right to change what a storage keeps, until it is released.
package final class PreferenceLock {
    /// The lock of the suite's file; nil in memory.
    let file: SuiteLock?
    private let memory: RecursiveLock.Hold?

    fileprivate init(of file: SuiteLock) {
        self.file = file
        memory = nil
    }

    fileprivate init(_ memory: consuming RecursiveLock.Hold) {
        file = nil
        self.memory = consume memory
    }
}

/// A suite that no file holds.
package final class MemorySuite: Sendable {
    private struct State {
        var contents: PropertyListDictionary = [:]
        var isChanging = false
    }

    /// One for all suites of a backend, as a directory has one: two that are changed crosswise wait for no one.
    private let writers: RecursiveLock
    private let state = Mutex(State())

    /// What stands for its file in messages.
    static let file = SuiteFile(path: "preferences in memory")

    init(writers: RecursiveLock) {
        self.writers = writers
    }

    var contents: PropertyListDictionary {
        state.withLock(\.contents)
    }

    func lock(_ options: ChangeOptions) throws(PreferenceError) -> RecursiveLock.Hold {
        guard let lock = writers.hold(timeout: options.lockTimeout) else {
            throw .store(.lockTimedOut(path: Self.file.path, holder: nil))
        }
        return lock
    }

    /// Changes the suite as ``SuiteFile/changeDocument(_:keys:holding:_:)`` changes a file.
    func change<Value, Failure: Error>(
        _ options: ChangeOptions,
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceError) -> Result<SuiteChange<Value>, Failure> {
        let lock = try lock(options)
        defer { withExtendedLifetime(lock) {} }
        let old = try begin()
        // It holds what an XML file would.
        var document = SuiteDocument(root: old)
        let value: Value
        do {
            value = try body(&document)
        } catch {
            end(old)
            return .failure(error)
        }
        let contents = document.root.held(in: document.format)
        end(contents)
        return .success(SuiteChange(value: value, outcome: contents == old ? .unchanged : .changed, warnings: []))
    }

    private func begin() throws(PreferenceError) -> PropertyListDictionary {
        let contents = state.withLock { state -> PropertyListDictionary? in
            guard !state.isChanging else { return nil }
            state.isChanging = true
            return state.contents
        }
        guard let contents else { throw .store(.nestedChange(path: Self.file.path)) }
        return contents
    }

    private func end(_ contents: PropertyListDictionary) {
        state.withLock { $0 = State(contents: contents) }
    }
}
