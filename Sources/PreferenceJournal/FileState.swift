import PreferenceStore
import PropertyLists

/// What the journal keeps of one file beside its history: who owns its settings, and which keys are secret.
struct FileState: Equatable, Codable {
    var ownership = Ownership()
    /// What a change of keys is about to make of the owners.
    var intent: OwnershipIntent?
    /// The keys that are secret whatever a schema says.
    var secretKeys: Set<ByteKey> = []

    var isEmpty: Bool { ownership.isEmpty && intent == nil && secretKeys.isEmpty }

    /// Keeps only the digests of values that are to be forgotten.
    mutating func withhold(where isForgotten: (String, PropertyList) -> Bool) {
        ownership = ownership.withholding(where: isForgotten)
        if var intent {
            intent.ownership = intent.ownership.withholding(where: isForgotten)
            self.intent = intent
        }
    }
}

/// What a change of keys is about to make of the owners of a file.
///
/// A change of the file and of the state cannot be one step. The state gets the intent first, then the file changes,
/// then the state gets the outcome. If a crash comes between, the file itself tells which of both holds.
struct OwnershipIntent: Equatable, Codable {
    struct Key: Equatable, Codable {
        let key: String
        /// The digests of the values before and after.
        let old, new: Int64
    }

    var ownership: Ownership
    /// The keys that change.
    let keys: [Key]

    init(_ ownership: Ownership, _ changes: [PreferenceChange]) {
        self.ownership = ownership
        keys = changes.map { Key(key: $0.key, old: StableDigest.of($0.old), new: StableDigest.of($0.new)) }
    }

    /// Returns the owners according to the contents of the file.
    ///
    /// - Parameter former: the owners before the change.
    func outcome(after former: Ownership, in contents: PropertyListDictionary) -> Ownership {
        let digests = keys.map { StableDigest.of(contents[$0.key]) }
        let old = Set(zip(keys, digests).filter { $0.old == $1 }.map { ByteKey($0.0.key) })
        guard !old.isEmpty else { return ownership }
        guard zip(keys, digests).contains(where: { $0.new == $1 && $0.old != $1 }) else { return former }
        // Another program has changed some keys since: of each key that is as before, the owners are as before.
        var outcome = ownership
        for owner in Set(former.owners + outcome.owners) {
            outcome[owner].removeAll { old.contains(ByteKey($0.pointer[0])) }
            outcome[owner] += former[owner].filter { old.contains(ByteKey($0.pointer[0])) }
        }
        return outcome
    }
}

/// A removal, recreation or renaming of a file of which the journal has been told, but not whether it was made.
struct FileOperation: Equatable, Codable {
    /// What the history gets once it is made; the record says which of the three it is.
    var record: HistoryRecord
    let isLogged: Bool
    /// The keys that are secret under a new name, although no mark says so.
    let secretKeys: [String]
    /// The mark of the file; nil if it did not exist.
    let mark: [Int64]?

    /// Creates an operation that is about to be made.
    init(_ record: HistoryRecord, isLogged: Bool, secretKeys: [String]) {
        // The contents of a file that is removed for good are not kept.
        self.record = record.kind == .removal && !isLogged ? record.summary : record
        self.isLogged = isLogged
        self.secretKeys = secretKeys
        mark = PlainFile.mark(ofPath: record.formerPath)
    }

    /// The name of the file, before a renaming.
    var name: String { record.formerPath.lastPathComponent }

    /// Returns whether it was made, as the files in a directory show.
    func isMade(in directory: String) -> Bool {
        func mark(_ name: String) -> [Int64]? { PlainFile.mark(ofPath: "\(directory)/\(name)") }
        let now = mark(name)
        switch record.kind {
        case .removal: return now == nil || now != self.mark
        case .renaming:
            let new = mark(record.path.lastPathComponent)
            return new != nil && (now == nil || new == self.mark)
        case .recreation: return now != nil
        case .changes: return false
        }
    }
}

extension HistoryRecord {
    /// The path of the file before the change.
    fileprivate var formerPath: String { if case .renaming(let old, _) = content { old } else { path } }
}

/// What the journal keeps of the files of one directory.
///
/// It is one file of the state, so that a renaming is one step.
struct DirectoryState: Equatable, Codable {
    struct Removed: Equatable, Codable {
        let name: String
        let state: FileState
    }

    /// The files by name; one that another program removes keeps its state, for that program may write it again.
    var files: [ByteKey: FileState] = [:]
    /// The files that were removed, by the identifier of the removal: a file of the same name begins a life of its own.
    var removed: [String: Removed] = [:]
    var operation: FileOperation?

    subscript(name: String) -> FileState {
        get { files[ByteKey(name)] ?? FileState() }
        set { files[ByteKey(name)] = newValue.isEmpty ? nil : newValue }
    }

    /// Returns the keys that are secret in a file, or were in a removed one of the same name, which the history has.
    func secretKeys(of name: String) -> Set<ByteKey> {
        removed.values.reduce(into: self[name].secretKeys) { keys, file in
            if file.name.hasSameBytes(as: name) { keys.formUnion(file.state.secretKeys) }
        }
    }

    /// Changes the state of the removed files that had a name.
    mutating func changeRemoved(named name: String, _ change: (inout FileState) -> Void) {
        for (id, file) in removed where file.name.hasSameBytes(as: name) {
            var state = file.state
            change(&state)
            removed[id] = state.isEmpty ? nil : Removed(name: name, state: state)
        }
    }

    /// Keeps only the digests of values, of the file with a name and of removed ones.
    mutating func withhold(ofFilesNamed name: String, where isForgotten: (String, PropertyList) -> Bool) {
        self[name].withhold(where: isForgotten)
        changeRemoved(named: name) { $0.withhold(where: isForgotten) }
    }

    /// Ends the operation.
    ///
    /// - Parameter fileExists: whether a file has the name that the operation has removed, by another program.
    mutating func end(_ operation: FileOperation, isMade: Bool, fileExists: Bool) {
        self.operation = nil
        guard isMade else { return }
        let name = operation.name
        let state = self[name]
        switch operation.record.kind {
        case .removal:
            if operation.isLogged, !state.isEmpty {
                removed[operation.record.id] = Removed(name: name, state: state)
            }
            // Rather a secret too many than one too few.
            if !fileExists { self[name] = FileState() }
        case .renaming:
            self[name] = FileState()
            let newName = operation.record.path.lastPathComponent
            var new = state
            new.secretKeys.formUnion(self[newName].secretKeys.union(operation.secretKeys.map { ByteKey($0) }))
            self[newName] = new
        case .recreation:
            guard let id = operation.record.role.undoneID, let restored = removed[id] else { return }
            self[name] = FileState(
                ownership: restored.state.ownership,
                intent: restored.state.intent,
                secretKeys: state.secretKeys.union(restored.state.secretKeys)
            )
            // The history still has the removed file.
            let marks = FileState(secretKeys: restored.state.secretKeys)
            removed[id] = marks.isEmpty ? nil : Removed(name: name, state: marks)
        case .changes: return
        }
    }
}
