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

    /// Records a change of a file that has been made, or one that takes another back, but finds nothing to change.
    ///
    /// Values that are restored, because another program had overwritten them, are a change of their own: to take this
    /// change back is not to take back theirs.
    ///
    /// - Returns: a warning if the history cannot be written.
    func record(
        _ changes: [KeyChange],
        restoring restored: [KeyChange],
        of old: StoredSuite,
        at target: FileTarget
    ) -> [SuiteWarning] {
        guard let path = target.realPath else {
            return [.notRecorded(path: target.path, .noRealPath(path: target.path))]
        }
        var base = old.document.root
        base.apply(restored)
        let isSecret = secrets(path)
        let own = changes.filter { change in base[change.key] != change.value }
        return warning(of: path) { () throws(PreferenceStoreError) in
            if !restored.isEmpty {
                let repair = ChangeRecording(
                    in: directory,
                    action: "restore",
                    suite: suite,
                    as: .repair,
                    secrets: secrets
                )
                let changes = historyChanges(restored, of: old.document.root, hiding: isSecret) { [] }
                try repair.record(.changes(changes), of: path)
            }
            // Without changes, the history would not show that a change is taken back, and it would be again.
            if !own.isEmpty || role.takesBack {
                let changes = historyChanges(own, of: base, hiding: isSecret) { old.keys(path: target.path) }
                try record(.changes(changes), of: path)
            }
        }
    }

    /// Records the change of a file from one dictionary to another, which has been made.
    ///
    /// - Parameter path: the real path of the file.
    /// - Returns: a warning if the history cannot be written.
    package func record(
        from old: PropertyListDictionary,
        to new: PropertyListDictionary,
        inFileAt path: String
    ) -> [SuiteWarning] {
        let changes = historyChanges(new.changes(since: old), of: old, hiding: secrets(path)) { old.keys }
        guard !changes.isEmpty else { return [] }
        return warning(of: path) { () throws(PreferenceStoreError) in try record(.changes(changes), of: path) }
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
    ///   - isOnlyCopy: whether the content exists nowhere else, so that it must be kept, on disk.
    /// - Throws: the reason why the history cannot be written.
    func record(
        _ content: HistoryRecord.Content,
        of path: String,
        isOnlyCopy: Bool = false
    ) throws(PreferenceStoreError) {
        let record = HistoryRecord(
            id: id,
            time: Int(SystemClock.wallTime() / .milliseconds(1)),
            action: action,
            suite: suite?.rawValue,
            path: path,
            role: role,
            content: content
        )
        try directory.history(of: path).append(record, isOnlyCopy: isOnlyCopy)
    }

    /// - Parameter keys: returns the keys of the file before the change, in its order.
    private func historyChanges(
        _ changes: [KeyChange],
        of old: PropertyListDictionary,
        hiding isSecret: (String, PropertyList) -> Bool,
        keys: () -> [String]
    ) -> [HistoryChange] {
        var predecessors: [ByteKey: String] = [:]
        if changes.contains(where: { $0.value == nil }) {
            let keys = keys()
            predecessors = Dictionary(zip(keys.dropFirst().map(ByteKey.init), keys)) { first, _ in first }
        }
        return changes.map { change in
            let (key, value) = (change.key, old[change.key])
            let values = [value, change.value].compactMap(\.self)
            guard !values.contains(where: { isSecret(key, $0) }) else { return HistoryChange(withholding: key) }
            let predecessor = change.value == nil ? predecessors[ByteKey(key)] : nil
            return HistoryChange(key: key, old: value, new: change.value, predecessor: predecessor)
        }
    }
}

extension HistoryRecord.Role {
    /// Whether the change is one that the user or a program wanted, and takes no other back.
    package var isOrdinary: Bool {
        switch self {
        case .change, .partOfRun: true
        case .undo, .redo, .repair: false
        }
    }

    /// Whether the change takes another one back.
    package var takesBack: Bool {
        switch self {
        case .undo, .redo: true
        case .change, .partOfRun, .repair: false
        }
    }
}
