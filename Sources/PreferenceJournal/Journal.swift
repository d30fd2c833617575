package import PreferenceStore
package import PropertyLists

/// What the journal is told by one run: its changes, with who made them and why.
///
/// The journal has two parts: the state, which has the owners of settings and the names of secrets, and the log, which
/// is the history.
package struct Journal: ChangeJournal, Sendable {
    /// The directory of the user's journal.
    package let directory: JournalDirectory
    /// The identifier of the run, which all changes of one run share.
    package let id: String
    /// What makes the change: the verb of a command, or a program's own words.
    package let action: String
    /// The suite of the file; nil if the file was selected by its path.
    package let suite: SuiteName?
    package let role: HistoryRecord.Role
    /// Whether changes are recorded in the history; the state is kept in any case.
    package var isLogged = true
    /// Whether a file is removed for good if its removal cannot be recorded.
    package var isForced = false
    /// The keys of a renamed file that are secret under the new name too, beside those that were applied as secrets.
    package var newMarks: [String] = []
    private let secrets: SecretsOfFile

    /// Returns whether a value of a key, old or new, is secret: neither is recorded then.
    ///
    /// - Parameters:
    ///   - path: the real path of the file.
    ///   - marks: returns the keys that were applied as secrets; throws if they cannot be read.
    package typealias SecretsOfFile =
        @Sendable (
            _ path: String, _ marks: () throws(PreferenceStoreError) -> Set<ByteKey>
        ) -> (String, PropertyList) -> Bool

    package init(
        in directory: JournalDirectory,
        id: String = newID(),
        action: String,
        suite: SuiteName?,
        as role: HistoryRecord.Role = .change,
        withholding secrets: @escaping SecretsOfFile
    ) {
        self.directory = directory
        self.id = id
        self.action = action
        self.suite = suite
        self.role = role
        self.secrets = secrets
    }

    /// Returns a random identifier: ten letters and digits, without those that look alike.
    ///
    /// Among all the records that are kept, two are equal with a probability below one in ten thousand.
    package static func newID() -> String {
        let bits = UInt64.random(in: .min ... .max)
        let digits = alphabet.utf8Span.span
        return String(decoding: (0..<idLength).map { digits[Int(bits >> (5 * UInt64($0)) & 31)] }, as: UTF8.self)
    }

    /// The characters of an identifier, as in Crockford's base 32.
    private static let alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
    private static let idLength = 10
}

/// What a transaction says to the journal beside the changes of keys.
private struct JournalRemark: Sendable {
    var owners: OwnershipChange?
    var newSecretKeys: [String] = []
}

extension TransactionContents {
    private var remarks: JournalRemark {
        get { remark as? JournalRemark ?? JournalRemark() }
        set { remark = newValue }
    }

    /// What the transaction makes of the owners; nil if it does not ask for them.
    package var owners: OwnershipChange? {
        get { remarks.owners }
        set {
            remarks.owners = newValue
            isToldAnyway = isToldAnyway || newValue?.concerned != nil
        }
    }

    /// The keys that are secret from now on, whatever a schema says.
    package var newSecretKeys: [String] {
        get { remarks.newSecretKeys }
        set {
            remarks.newSecretKeys = newValue
            isToldAnyway = isToldAnyway || !newValue.isEmpty
        }
    }
}

// MARK: Changes

extension Journal {
    package func intend(_ change: IntendedChange) throws(PreferenceStoreError) -> JournalEntry {
        do throws(PreferenceStoreError) {
            switch change.content {
            case .keys(let changes, let restored): return try intend(changes, restored, of: change)
            case .removal(let saved): return try intendRemoval(saved, of: change)
            case .recreation(let saved):
                let path = try change.realPath
                let hasMarks = try directory.state(of: path).hasMarks(ofRemoval: role.undoneID)
                return try begin(.recreation(saved), of: path, isLogged: isLogged, isRequired: hasMarks)
            case .renaming(let new):
                let old = try change.realPath
                let hasMarks = try directory.state(of: old).hasMarks() || !newMarks.isEmpty
                return try begin(.renaming(from: old, to: new), of: new, isLogged: isLogged, isRequired: hasMarks)
            }
        } catch {
            // A removal cannot be recorded at all.
            if case .removal = change.content { throw error }
            throw .notJournaled(path: change.path, error)
        }
    }

    package func hasSecrets(_ change: IntendedChange) -> Bool {
        guard case .keys(let changes, _) = change.content, let path = try? change.realPath else { return false }
        let isSecret = secrets(path) { () throws(PreferenceStoreError) in
            try directory.state(of: path).secretKeys().union(change.remarks.newSecretKeys.map { ByteKey($0) })
        }
        return changes.contains { change in change.new.map { isSecret(change.key, $0) } ?? false }
    }

    /// Values that are restored, because another program had overwritten them, are a change of their own: to undo this
    /// change is not to undo theirs.
    private func intend(
        _ changes: [PreferenceChange],
        _ restored: [PreferenceChange],
        of change: IntendedChange
    ) throws(PreferenceStoreError) -> JournalEntry {
        let newSecretKeys = Set(change.remarks.newSecretKeys.map { ByteKey($0) })
        let isNewSecret = { (key: String, _: PropertyList) in newSecretKeys.contains(ByteKey(key)) }
        let owners = change.remarks.owners?.withholding(where: isNewSecret)
        // An unlogged change without owners and secrets needs no state.
        let needsState = owners != nil || !newSecretKeys.isEmpty
        guard isLogged || needsState else { return JournalEntry { [] } }
        let path: String
        do throws(PreferenceStoreError) {
            path = try change.realPath
        } catch {
            guard !needsState else { throw error }
            return JournalEntry { [.notRecorded(path: change.path, error)] }
        }
        let state = directory.state(of: path)
        let marks = Result { () throws(PreferenceStoreError) in
            try state.settledSecretKeys().union(newSecretKeys)
        }
        if needsState {
            // If everything may be secret, the owners would lose all values that they have replaced.
            _ = try marks.get()
            let intent = change.keepsFile ? nil : owners.map { OwnershipIntent($0.new, restored + changes) }
            try state.intend(intent, after: owners?.old, newSecretKeys)
        }
        return JournalEntry { () throws(PreferenceStoreError) in
            if let owners {
                do throws(PreferenceStoreError) {
                    try state.settle(owners.new)
                } catch {
                    // If the file has changed, it tells that the intent was carried out.
                    guard !change.keepsFile else { throw error }
                }
            }
            let warnings = record(changes, restored, of: change, at: path, owners?.concerned, marks)
            guard !newSecretKeys.isEmpty else { return warnings }
            let erased = try directory.history(of: path).erase(where: isNewSecret)
            return warnings + [SuiteWarning](erased: erased, path: path)
        }
    }

    /// Records a change of keys that has been made.
    private func record(
        _ changes: [PreferenceChange],
        _ restored: [PreferenceChange],
        of change: IntendedChange,
        at path: String,
        _ owners: OwnershipChange?,
        _ marks: Result<Set<ByteKey>, PreferenceStoreError>
    ) -> [SuiteWarning] {
        // Without changes, the history would not show that a change is undone, and it would be again.
        let isRecorded = !changes.isEmpty || owners != nil || role.isUndoOrRedo
        guard isLogged, isRecorded || !restored.isEmpty else { return [] }
        return warning(at: path) { () throws(PreferenceStoreError) in
            if !restored.isEmpty {
                let repair = Journal(in: directory, action: "restore", suite: suite, as: .repair, withholding: secrets)
                try repair.record(.changes(recorded(restored, of: path, marks) { [] }), of: path)
            }
            if isRecorded {
                let changes = recorded(changes, of: path, marks) { change.oldKeys }
                let content = HistoryRecord.Content.changes(changes, change.lostTexts.kept(with: changes))
                try record(content, of: path, createsFile: change.createsFile && !changes.isEmpty, owners)
            }
        }
    }

    /// Records changes of a file that have been made.
    ///
    /// - Parameters:
    ///   - old: the contents of the file before.
    ///   - path: the real path of the file.
    /// - Returns: a warning if the history cannot be written.
    package func record(
        _ changes: [PreferenceChange],
        of old: PropertyListDictionary,
        inFileAt path: String
    ) -> [SuiteWarning] {
        guard !changes.isEmpty, isLogged else { return [] }
        return warning(at: path) { () throws(PreferenceStoreError) in
            let marks = Result { () throws(PreferenceStoreError) in try directory.state(of: path).secretKeys() }
            try record(.changes(recorded(changes, of: path, marks) { old.keys }), of: path)
        }
    }

    /// Returns the changes of a file without secret values, and with the places of removed keys.
    ///
    /// - Parameters:
    ///   - marks: the keys that were applied as secrets.
    ///   - keys: returns the keys of the file before the change, in its order.
    private func recorded(
        _ changes: [PreferenceChange],
        of path: String,
        _ marks: Result<Set<ByteKey>, PreferenceStoreError>,
        keys: () -> [String]
    ) -> [PreferenceChange] {
        let isSecret = secrets(path) { () throws(PreferenceStoreError) in try marks.get() }
        var predecessors: [ByteKey: String] = [:]
        if changes.contains(where: { $0.new == nil }) {
            let keys = keys()
            predecessors = Dictionary(zip(keys.dropFirst().map(ByteKey.init), keys)) { first, _ in first }
        }
        // Most changes are recorded as they are, without a copy of the list.
        var recorded = changes
        for (position, change) in changes.enumerated() {
            if [change.old, change.new].contains(where: { $0.map { isSecret(change.key, $0) } ?? false }) {
                recorded[position] = PreferenceChange(withholding: change.key)
            } else if change.new == nil {
                recorded[position].predecessor = predecessors[ByteKey(change.key)]
            }
        }
        return recorded
    }
}

extension IntendedChange {
    fileprivate var remarks: JournalRemark { remark as? JournalRemark ?? JournalRemark() }
}

// MARK: Removal, recreation and renaming

extension Journal {
    private func intendRemoval(
        _ saved: SavedFile,
        of change: IntendedChange
    ) throws(PreferenceStoreError) -> JournalEntry {
        func begin(isLogged: Bool) throws(PreferenceStoreError) -> JournalEntry {
            try self.begin(.removal(saved), of: change.realPath, isLogged: isLogged, isRequired: true)
        }
        var obstacle: PreferenceStoreError?
        do throws(PreferenceStoreError) {
            if isLogged { return try begin(isLogged: true) }
        } catch {
            guard isForced else { throw error }
            obstacle = error
        }
        // It is removed for good, with its owners and marks.
        let hadMarks = (try? change.realPath).flatMap { try? directory.state(of: $0).hasMarks() } ?? false
        let entry = try? begin(isLogged: false)
        return JournalEntry(dropped: entry?.dropped ?? {}) { [obstacle] () throws(PreferenceStoreError) in
            _ = try entry?.made()
            return [.removedForGood(path: change.path, hadMarks: hadMarks && entry != nil, obstacle)]
        }
    }

    /// Takes down what is about to become of a file, with its owners and marks, which must not be lost even if the
    /// process is killed.
    ///
    /// What may fail for want of memory or space is done while the file is still there.
    ///
    /// - Parameter isRequired: whether the change must not be made if it cannot be taken down.
    private func begin(
        _ content: HistoryRecord.Content,
        of path: String,
        isLogged: Bool,
        isRequired: Bool
    ) throws(PreferenceStoreError) -> JournalEntry {
        let (state, history) = (directory.state(of: path), directory.history(of: path))
        let operation = FileOperation(makeRecord(content, of: path), isLogged: isLogged, secretKeys: newMarks)
        let isRemoval = operation.record.kind == .removal
        do throws(PreferenceStoreError) {
            var kept = operation
            // Others may read what the state of a file for all users has, but not the file.
            let isApart = state.isReadableByAll && operation.record.kind != .renaming
            let isOnlyCopy = isRemoval && !isForced
            let omission =
                isLogged ? try history.keep(&kept.record, isOnlyCopy: isOnlyCopy, isApart: isApart) : nil
            if let omission, isRemoval { throw omission }
            try state.begin(kept)
            return JournalEntry {
                _ = try? state.settle(isMade: false)
            } made: { () throws(PreferenceStoreError) in
                warning(at: path) { () throws(PreferenceStoreError) in
                    if let problem = try state.settle(isMade: true) ?? omission { throw problem }
                }
            }
        } catch {
            try? history.discard(operation.record)
            guard !isRequired else { throw error }
            return JournalEntry { () throws(PreferenceStoreError) in
                warning(at: path) { () throws(PreferenceStoreError) in try directory.log(operation) }
            }
        }
    }
}

// MARK: Records

extension Journal {
    /// Runs a closure that records a change of a file which has been made.
    ///
    /// - Returns: a warning if the history cannot be written.
    private func warning(
        at path: String,
        _ record: () throws(PreferenceStoreError) -> Void
    ) -> [SuiteWarning] {
        do throws(PreferenceStoreError) {
            try record()
            return []
        } catch {
            return [.notRecorded(path: path, error)]
        }
    }

    /// Records that an undo or a redo of a file finds nothing to do: otherwise it would be done again and again.
    ///
    /// - Parameter path: the real path of the file.
    package func recordNothing(of path: String) throws(PreferenceStoreError) {
        try record(.changes([]), of: path)
    }

    /// Records a content of this run.
    ///
    /// - Parameters:
    ///   - path: the real path of the file.
    ///   - createsFile: whether the file did not exist before.
    /// - Throws: the reason why the history cannot be written; `tooLarge` if it has the record, but not the values.
    func record(
        _ content: HistoryRecord.Content,
        of path: String,
        createsFile: Bool = false,
        _ owners: OwnershipChange? = nil
    ) throws(PreferenceStoreError) {
        try directory.history(of: path).write(makeRecord(content, of: path, createsFile: createsFile, owners))
    }

    func makeRecord(
        _ content: HistoryRecord.Content,
        of path: String,
        createsFile: Bool = false,
        _ owners: OwnershipChange? = nil
    ) -> HistoryRecord {
        HistoryRecord(
            id: id,
            time: Int(SystemClock.wallTime() / .milliseconds(1)),
            action: action,
            suite: suite?.rawValue,
            path: path,
            role: role,
            createsFile: createsFile,
            ownership: owners,
            author: .ofProcess,
            content: content
        )
    }
}
