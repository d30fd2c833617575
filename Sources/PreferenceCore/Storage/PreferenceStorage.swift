import PreferenceJournal
import PreferenceStore
import PropertyLists
import Synchronization

/// The storage of one suite, which is read and changed directly, without a copy in memory.
///
/// That is enough for a command that reads once and exits; ``Preferences`` adds a copy in memory and notifications.
enum PreferenceStorage: Sendable {
    /// The files of a search list.
    case files(PreferenceLocation)
    case memory(MemorySuite)
    /// No storage, for this reason, which every access throws.
    case none(PreferenceError)
}

/// The files that preferences are read from and written to.
struct PreferenceLocation: Sendable {
    let file: SuiteFile
    /// The files for reads, in order of precedence.
    let searchList: [SuiteFile]
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
    /// Returns a snapshot of the storage, from which nothing is read yet.
    func snapshot() throws(PreferenceError) -> PreferenceSnapshot {
        switch self {
        case .files(let location): PreferenceSnapshot(of: location.searchList)
        case .memory(let suite): PreferenceSnapshot(of: suite.contents, at: MemorySuite.file)
        case .none(let reason): throw reason
        }
    }

    /// A snapshot of the managed preferences alone, from which nothing is read yet.
    var managed: PreferenceSnapshot {
        if case .files(let location) = self {
            PreferenceSnapshot(of: location.searchList.filter(\.isManaged))
        } else {
            PreferenceSnapshot(of: [])
        }
    }

    /// The path of the file that a change writes, for messages.
    var path: String {
        if case .files(let location) = self { location.file.path } else { MemorySuite.file.path }
    }

    /// Returns the keys in the storage.
    func keys() throws(PreferenceError) -> StoredKeys {
        switch self {
        case .files(let location): try StoredKeys(of: location.searchList)
        case .memory(let suite): StoredKeys(suite.contents.keys)
        case .none(let reason): throw reason
        }
    }

    /// Changes the stored preferences, or leaves them unchanged if it fails.
    ///
    /// - Parameters:
    ///   - keys: the keys that the body may read and change, as for
    ///     ``SuiteFile/change(_:keys:under:telling:committed:_:)``; nil for all keys.
    ///   - lock: the lock of this storage that the caller already has, if any.
    ///   - journal: what is told of the change of a file; nil for none. A suite in memory has no journal.
    ///   - committed: runs after a change is stored, while other writers still wait.
    func change<Value, Failure: Error>(
        _ options: ChangeOptions,
        keys: [String]? = nil,
        under lock: DirectoryLock? = nil,
        telling journal: Journal? = nil,
        committed: (SuiteChange<Value>) -> Void = { _ in },
        _ body: (inout TransactionContents) throws(Failure) -> Value
    ) throws(PreferenceError) -> Result<SuiteChange<Value>, Failure> {
        switch self {
        case .files(let location):
            try rethrowing(
                try location.file.change(
                    options,
                    keys: keys,
                    under: lock,
                    telling: journal,
                    committed: committed,
                    body
                ),
                as: PreferenceError.store
            )
        case .memory(let suite):
            try suite.change(options, committed: committed, body)
        case .none(let reason):
            throw reason
        }
    }

    /// Returns what is told of a program's change; nil for a suite in memory, and if no home directory is known.
    ///
    /// - Parameters:
    ///   - action: the words of the program for the history; nil records nothing there.
    ///   - secretKeys: the keys whose values the history must not contain, beside those of a schema.
    func journal(recording action: String?, withholding secretKeys: SecretKeys) -> Journal? {
        guard case .files(let location) = self,
            let directory = JournalDirectory(environment: CallingProcess.variable)
        else { return nil }
        let schemas = SchemaDirectories(environment: CallingProcess.variable)
        let suite = location.file.suite
        let told = PreferenceSecrets.told(PreferenceSecrets(of: suite, in: schemas), of: suite, schemas)
        var journal = Journal(in: directory, action: action ?? "", suite: suite) { path, marks in
            let isSecret = told(path, marks)
            return { secretKeys.contains($0) || isSecret($0, $1) }
        }
        journal.isLogged = action != nil && !JournalDirectory.isOff(in: CallingProcess.variable)
        return journal
    }

    /// Returns the record of the owners of the settings, and what is secret there; nil for a suite in memory, which
    /// keeps its owners itself.
    func ownershipRecord() throws(PreferenceError) -> (state: JournalState, secrets: PreferenceSecrets)? {
        guard case .files(let location) = self else { return nil }
        guard let directory = JournalDirectory(environment: CallingProcess.variable) else {
            throw .store(.noConfigurationDirectory(.noHome))
        }
        let (path, suite) = (location.file.recordedPath, location.file.suite)
        let schemas = SchemaDirectories(environment: CallingProcess.variable)
        let secrets = PreferenceSecrets(of: suite, in: schemas)
            .adding(ofFileAt: path, besides: suite, schemas, directory)
        return (directory.state(of: path), secrets)
    }

    /// Locks out other writers until the lock is released; the task or thread that has the lock may change the storage.
    func lock(_ options: ChangeOptions) throws(PreferenceError) -> DirectoryLock {
        switch self {
        case .files(let location): try rethrowing(try location.file.lock(options), as: PreferenceError.store)
        case .memory(let suite): try suite.lock(options)
        case .none(let reason): throw reason
        }
    }
}

/// A suite in memory only.
package final class MemorySuite: Sendable {
    /// What all suites of a backend are locked with, so that nested changes of two suites in opposite order cannot
    /// deadlock.
    private let directory: MemoryDirectory
    private let name: String
    private let state: Mutex<(contents: PropertyListDictionary, ownership: Ownership)>

    /// The file name for messages.
    static let file = SuiteFile(path: "preferences in memory")

    init(_ contents: PropertyListDictionary, named name: String, in directory: MemoryDirectory) {
        self.directory = directory
        self.name = name
        state = Mutex((contents.stored(in: .xml), Ownership()))
    }

    var contents: PropertyListDictionary {
        state.withLock(\.contents)
    }

    private var ownership: Ownership {
        state.withLock(\.ownership)
    }

    func lock(_ options: ChangeOptions) throws(PreferenceError) -> DirectoryLock {
        try rethrowing(
            try DirectoryLock(of: directory, path: Self.file.path, timeout: options.lockTimeout),
            as: PreferenceError.store
        )
    }

    /// Changes the suite as ``SuiteFile/change(_:keys:under:telling:committed:_:)`` changes a file.
    func change<Value, Failure: Error>(
        _ options: ChangeOptions,
        committed: (SuiteChange<Value>) -> Void,
        _ body: (inout TransactionContents) throws(Failure) -> Value
    ) throws(PreferenceError) -> Result<SuiteChange<Value>, Failure> {
        let lock = try lock(options)
        try rethrowing(try lock.beginChange(of: name, path: Self.file.path), as: PreferenceError.store)
        defer { lock.endChange() }
        // The suite stores the same values as an XML file.
        var contents = TransactionContents(contents, format: .xml)
        contents.owners = OwnershipChange(from: ownership, to: ownership)
        let value: Value
        do {
            value = try body(&contents)
        } catch {
            return .failure(error)
        }
        let changes = contents.changes
        guard !options.isRehearsal else { return .success(SuiteChange(value: value, changes: changes)) }
        state.withLock { state in
            state.ownership = contents.owners?.new ?? state.ownership
            state.contents = contents.stored
        }
        guard !changes.isEmpty else { return .success(SuiteChange(value: value)) }
        let change = SuiteChange(value: value, outcome: .changed, changes: changes)
        committed(change)
        return .success(change)
    }
}
