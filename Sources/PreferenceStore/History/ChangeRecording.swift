package import PropertyLists

/// What the history is told of a change, beside the keys and their values.
package struct ChangeRecording: Sendable {
    /// The directory of the histories.
    package let directory: HistoryDirectory
    /// The identifier of the run, which all changes of one run share.
    package let id: String
    /// What makes the change: the verb of a command, or a program's own words.
    package let action: String
    /// The suite of the file; nil if the file was selected by its path.
    package let suite: SuiteName?
    package let role: HistoryRecord.Role
    /// Returns for the real path of a file whether a value of a key, old or new, is secret: neither is recorded then.
    private let secrets: @Sendable (String) -> (String, PropertyList) -> Bool

    package init(
        in directory: HistoryDirectory,
        id: String = newID(),
        action: String,
        suite: SuiteName?,
        as role: HistoryRecord.Role = .change,
        secrets: @escaping @Sendable (String) -> (String, PropertyList) -> Bool
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

    // MARK: Recording

    /// Records a change of a file or of its owners that has been made, or an undo that finds nothing to change.
    ///
    /// Values that are restored, because another program had overwritten them, are a change of their own: to undo this
    /// change is not to undo theirs.
    ///
    /// - Parameters:
    ///   - changes: all changes of the file.
    ///   - restored: the ones among them that only restore a value.
    ///   - ownership: what the change makes of the owners of the file.
    /// - Returns: a warning if the history cannot be written.
    func record(
        _ changes: [PreferenceChange],
        restoring restored: [PreferenceChange],
        _ ownership: OwnershipChange? = nil,
        of old: StoredSuite,
        at target: FileTarget
    ) -> [SuiteWarning] {
        guard let path = target.realPath else {
            return [.notRecorded(path: target.path, .noRealPath(path: target.path))]
        }
        let restoredKeys = Set(restored.map { ByteKey($0.key) })
        let own = restored.isEmpty ? changes : changes.filter { !restoredKeys.contains(ByteKey($0.key)) }
        return warning(of: path) { () throws(PreferenceStoreError) in
            if !restored.isEmpty {
                let repair = ChangeRecording(
                    in: directory,
                    action: "restore",
                    suite: suite,
                    as: .repair,
                    secrets: secrets
                )
                try repair.record(.changes(recorded(restored, of: path) { [] }), of: path)
            }
            let ownership = ownership?.concerned
            // Without changes, the history would not show that a change is undone, and it would be again.
            if !own.isEmpty || ownership != nil || role.isUndoOrRedo {
                let content = HistoryRecord.Content.changes(recorded(own, of: path) { old.keys })
                try record(content, of: path, createsFile: old.file == nil && !own.isEmpty, ownership)
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
        guard !changes.isEmpty else { return [] }
        return warning(of: path) { () throws(PreferenceStoreError) in
            try record(.changes(recorded(changes, of: path) { old.keys }), of: path)
        }
    }

    private func warning(
        of path: String,
        _ record: () throws(PreferenceStoreError) -> Void
    ) -> [SuiteWarning] {
        do throws(PreferenceStoreError) {
            try record()
            return []
        } catch {
            return [.notRecorded(path: path, error)]
        }
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
        _ ownership: OwnershipChange? = nil
    ) throws(PreferenceStoreError) {
        try prepare(content, of: path, createsFile: createsFile, ownership).write()
    }

    /// Prepares to record a content of this run, as ``record(_:of:createsFile:_:)`` does.
    ///
    /// - Parameter isOnlyCopy: whether the content exists nowhere else, so that it must be kept, on disk.
    func prepare(
        _ content: HistoryRecord.Content,
        of path: String,
        createsFile: Bool = false,
        _ ownership: OwnershipChange? = nil,
        isOnlyCopy: Bool = false
    ) throws(PreferenceStoreError) -> ChangeHistory.PreparedRecord {
        let record = HistoryRecord(
            id: id,
            time: Int(SystemClock.wallTime() / .milliseconds(1)),
            action: action,
            suite: suite?.rawValue,
            path: path,
            role: role,
            createsFile: createsFile,
            ownership: ownership,
            author: .ofProcess,
            content: content
        )
        return try directory.history(of: path).prepare(record, isOnlyCopy: isOnlyCopy)
    }

    /// Returns the changes of a file without secret values, and with the places of removed keys.
    ///
    /// - Parameter keys: returns the keys of the file before the change, in its order.
    private func recorded(_ changes: [PreferenceChange], of path: String, keys: () -> [String]) -> [PreferenceChange] {
        let isSecret = secrets(path)
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
