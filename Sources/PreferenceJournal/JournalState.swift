package import PreferenceStore
package import PropertyLists

/// What the journal keeps of one file beside its history, on disk: neither the limits of the history nor its erasure
/// concern it.
///
/// A directory has one file of typed JSON for all its files. Its name is a digest of the directory's path, so that it
/// may also have entries of other directories with the same digest. Whoever writes it has the lock of the directory.
package struct JournalState: Sendable {
    private let journal: JournalDirectory
    /// The real path of the directory that has the file, and the name of the file there.
    private let directory, name: String
    private let file: StateFile
    /// Whether the file is one for all users, and its state too.
    let isReadableByAll: Bool

    private static let sizeLimit = 64 << 20

    fileprivate init(of path: String, in journal: JournalDirectory) {
        self.journal = journal
        name = path.lastPathComponent
        directory = String(Substring(path.utf8.dropLast(name.utf8.count + 1)))
        isReadableByAll = path.hasPrefix(PreferenceDirectories.standardSystemDirectory + "/")
        file = StateFile(
            ChangeHistory.name(of: directory),
            in: isReadableByAll ? JournalDirectory.filesOfSystem : journal.files,
            access: isReadableByAll ? .readableByAll : .owner
        )
    }

    // MARK: Reading

    /// Returns the keys that are secret; none if there is no mark.
    ///
    /// - Throws: the reason why they cannot be read: any key may be secret then.
    package func secretKeys() throws(PreferenceStoreError) -> Set<ByteKey> {
        try readDirectory().seen(from: directory).secretKeys(of: name)
    }

    /// Returns the owners of the file.
    ///
    /// - Parameter contents: the whole contents of the file, which tell whether the last intent was carried out; read
    ///   only if there is one.
    package func ownership(
        for contents: @autoclosure () throws(PreferenceStoreError) -> PropertyListDictionary
    ) throws(PreferenceStoreError) -> Ownership {
        let state = try readDirectory().seen(from: directory)[name]
        guard let intent = state.intent else { return state.ownership }
        return intent.outcome(after: state.ownership, in: try contents())
    }

    /// Returns the owners of the file before a transaction, under the lock of the file.
    ///
    /// Whether the change of a killed process was made is judged by the whole file, of which the transaction may have
    /// read only some keys.
    package func ownership(
        before transaction: TransactionContents,
        of suite: SuiteFile
    ) throws(PreferenceStoreError) -> Ownership {
        try ownership(for: transaction.areWhole ? transaction.old : suite.read()?.root ?? [:])
    }

    private func readDirectory() throws(PreferenceStoreError) -> DirectoryState {
        try JournalState.directories(in: file)[ByteKey(directory)] ?? DirectoryState()
    }

    /// Returns what a file of the state has, by the paths of directories.
    fileprivate static func directories(in file: StateFile) throws(PreferenceStoreError) -> [ByteKey: DirectoryState] {
        guard let bytes = try file.contents(upTo: sizeLimit) else { return [:] }
        let value = try parsing(file.path, try PropertyList(parsingJSON: bytes.span))
        // The decoder would also accept an array of keys and values.
        if case .dictionary = value,
            let states = try? PropertyListValueDecoder().decode([ByteKey: DirectoryState].self, from: value)
        {
            return states
        }
        let problem = PropertyListProblem.unexpected(value.kind.rawValue, expected: "an object with the state of files")
        throw .corrupt(path: file.path, PropertyListError(problem))
    }

    // MARK: Writing

    /// Removes keys from those that are secret, on disk.
    ///
    /// - Returns: whether one of them was secret.
    func remove(secretKeys keys: [String]) throws(PreferenceStoreError) -> Bool {
        try change { state in
            let keys = keys.map { ByteKey($0) }
            state[name].secretKeys.subtract(keys)
            state.changeRemoved(named: name) { $0.secretKeys.subtract(keys) }
        }
    }

    /// Keeps only the digests of the values of settings, which are to be erased.
    func withhold(where isErased: (String, PropertyList) -> Bool) throws(PreferenceStoreError) {
        _ = try change { $0.withhold(ofFilesNamed: name, where: isErased) }
    }

    /// Forgets the owners and secret keys of removed files of this name, which the history no longer has.
    func forgetRemovedFiles() throws(PreferenceStoreError) {
        _ = try change { $0.changeRemoved(named: name) { $0 = FileState() } }
    }

    /// Records, on disk, what a change is about to make of the owners, and which keys are secret from now on.
    ///
    /// - Parameters:
    ///   - intent: nil if the file does not change.
    ///   - old: the owners before.
    func intend(
        _ intent: OwnershipIntent?,
        after old: Ownership?,
        _ newSecretKeys: Set<ByteKey>
    ) throws(PreferenceStoreError) {
        _ = try change { state in
            if let intent, let old { (state[name].ownership, state[name].intent) = (old, intent) }
            state[name].secretKeys.formUnion(newSecretKeys)
            state.withhold(ofFilesNamed: name) { key, _ in newSecretKeys.contains(ByteKey(key)) }
        }
    }

    /// Records the owners after a change of the file, on disk.
    ///
    /// If this fails, the file tells that the intent was carried out.
    func settle(_ ownership: Ownership) throws(PreferenceStoreError) {
        _ = try change { state in
            state[name].ownership = ownership
            state[name].intent = nil
        }
    }

    /// - Returns: whether it changes anything.
    private func change(_ body: (inout DirectoryState) -> Void) throws(PreferenceStoreError) -> Bool {
        var all = try settled().all
        let old = all[ByteKey(directory)] ?? DirectoryState()
        var new = old
        body(&new)
        guard new != old else { return false }
        all[ByteKey(directory)] = new
        try write(all)
        return true
    }

    /// Writes what the file of the state has, which has been read: a link in its place would be followed.
    private func write(_ all: [ByteKey: DirectoryState]) throws(PreferenceStoreError) {
        let states = all.filter { $0.value != DirectoryState() }
        let text: String
        do {
            text = try PropertyListValueEncoder().encode(states).json(.typed)
        } catch {
            throw .corrupt(path: file.path, error as? PropertyListError ?? PropertyListError(.empty))
        }
        try file.replace(by: Array("\(text)\n".utf8), .disk)
    }

    // MARK: Files that come and go

    /// Whether the file has owners or secret keys, or had them when it was removed by a change.
    func hasMarks(ofRemoval id: String? = nil) throws(PreferenceStoreError) -> Bool {
        let state = try readDirectory().seen(from: directory)
        return !state[name].isEmpty || id.map { state.removed[$0] != nil } ?? false
    }

    /// Whether nothing has begun of which it is not known whether it was made.
    var isSettled: Bool {
        get throws(PreferenceStoreError) { try readDirectory().operation == nil }
    }

    /// Records what is about to become of the file, on disk.
    func begin(_ operation: FileOperation) throws(PreferenceStoreError) {
        _ = try change { $0.operation = operation }
    }

    /// Ends what has begun, perhaps by a process that was killed.
    ///
    /// - Parameter isMade: whether it was made; nil if the files tell.
    /// - Returns: why the history does not have it; nil if it has.
    func settle(isMade: Bool? = nil) throws(PreferenceStoreError) -> PreferenceStoreError? {
        try settled(isMade: isMade).problem
    }

    /// Returns the secret keys, under the lock of the file.
    func settledSecretKeys() throws(PreferenceStoreError) -> Set<ByteKey> {
        try settled().all[ByteKey(directory)]?.secretKeys(of: name) ?? []
    }

    private func settled(isMade known: Bool? = nil) throws(PreferenceStoreError) -> (
        all: [ByteKey: DirectoryState], problem: PreferenceStoreError?
    ) {
        var all = try JournalState.directories(in: file)
        guard let state = all[ByteKey(directory)], let operation = state.operation else { return (all, nil) }
        let isMade = known ?? operation.isMade(in: directory)
        var problem: PreferenceStoreError?
        if isMade {
            do throws(PreferenceStoreError) {
                try journal.log(operation)
            } catch {
                // Of a removed file, the record is the only copy.
                guard operation.record.kind != .removal else { throw error }
                problem = error
            }
        } else {
            try? journal.history(of: operation.record.path).discard(operation.record)
        }
        all[ByteKey(directory)] = state.seen(from: directory, isMade: isMade)
        try write(all)
        return (all, problem)
    }
}

extension DirectoryState {
    /// The state as the files show it: of what has begun, they tell whether it was made.
    fileprivate func seen(from directory: String, isMade: Bool? = nil) -> DirectoryState {
        guard let operation else { return self }
        var state = self
        let isFree = PlainFile.mark(ofPath: "\(directory)/\(operation.name)") == nil
        state.end(operation, isMade: isMade ?? operation.isMade(in: directory), fileExists: !isFree)
        return state
    }
}

extension JournalDirectory {
    fileprivate var files: StateDirectory { directory("files") }

    fileprivate static var filesOfSystem: StateDirectory {
        StateDirectory(path: "\(PreferenceDirectories.standardSystemDirectory)/.prefs/files")
    }

    /// Returns the state of the file with a real path: in `prefs/files` in the user's state, or in `.prefs/files`
    /// beside a file for all users, since another administrator may take its settings back.
    package func state(of path: String) -> JournalState { JournalState(of: path, in: self) }

    /// The real paths of the files that have owners.
    package var ownedPaths: [String] {
        get throws(PreferenceStoreError) {
            try states().flatMap { directory, state in
                state.seen(from: directory).files.filter { !$0.value.ownership.isEmpty || $0.value.intent != nil }
                    .map { "\(directory)/\($0.key.string)" }
            }
            .sorted(byBytesOf: \.self)
        }
    }

    /// Returns the secret keys of all files that have a name, in any directory, and of those that were removed.
    ///
    /// - Throws: the reason why they cannot be read: any key may be secret then.
    package func secretKeys(ofFilesNamed name: String) throws(PreferenceStoreError) -> [String] {
        try states().flatMap { directory, state in
            state.seen(from: directory).secretKeys(of: name).map(\.string)
        }
    }

    /// The real paths of files of which it is not known whether what has begun was made.
    var unsettledPaths: [String] {
        get throws(PreferenceStoreError) {
            try states().compactMap { directory, state in state.operation.map { "\(directory)/\($0.name)" } }
        }
    }

    private func states() throws(PreferenceStoreError) -> [(directory: String, state: DirectoryState)] {
        var states: [(directory: String, state: DirectoryState)] = []
        for (files, access) in [(files, FileAccess.owner), (Self.filesOfSystem, .readableByAll)] {
            for name in try files.names() where ChangeHistory.isName(name) {
                let file = StateFile(name, in: files, access: access)
                for (directory, state) in try JournalState.directories(in: file) {
                    states.append((directory.string, state))
                }
            }
        }
        return states
    }
}
