package import PreferenceStore
import PropertyLists

/// The directory that has the journal of all files that a user has changed: their histories, owners and secrets.
package struct JournalDirectory: Sendable {
    /// An absolute path; the directory need not exist.
    package let path: String

    /// The number of histories, and of bytes in all of them, above which the least useful are removed.
    ///
    /// A whole configuration may have a thousand suites, and one undo takes a change of all of them back.
    private static let countLimit = 2000
    private static let sizeLimit = 64 << 20
    /// How many histories there are for each that looks for others to remove, which takes time in proportion to all.
    private static let pruningInterval: UInt64 = 16

    /// Uses a directory that the caller knows.
    package init(path: String) {
        self.path = path
    }

    /// Finds the directory from an environment; nil if no home directory is known.
    ///
    /// - Parameter variable: returns the value of an environment variable.
    package init?(environment variable: (String) -> EnvironmentValue) {
        guard let state = StateDirectory(environment: variable) else { return nil }
        path = state.path
    }

    /// Whether an environment turns off the recording of changes: `PREFS_HISTORY` is `off`.
    package static func isOff(in variable: (String) -> EnvironmentValue) -> Bool {
        variable("PREFS_HISTORY") == .text("off")
    }

    /// Returns the history of the file with a real path.
    package func history(of path: String) -> ChangeHistory {
        ChangeHistory(journal: self, name: ChangeHistory.name(of: path), subject: path)
    }

    /// Adds to the history what was made of a file; does nothing if it has that already.
    func log(_ operation: FileOperation) throws(PreferenceStoreError) {
        let record = operation.record
        let history = history(of: record.path)
        if case .renaming(let old, _) = record.content {
            try self.history(of: old).move(to: history, of: record.suite)
        }
        guard operation.isLogged,
            try !history.records().contains(where: { $0.id == record.id && $0.kind == record.kind })
        else { return }
        try history.write(record, record.kind == .removal ? .disk : .memory)
    }

    /// Ends what a killed process has begun with files, before their histories are read; not if nothing can be written.
    ///
    /// - Parameter path: the real path of a file; nil for all.
    package func settle(_ path: String? = nil) {
        for path in (try? path.map { [$0] } ?? unsettledPaths) ?? [] {
            let state = state(of: path)
            guard (try? state.isSettled) == false else { continue }
            let file = SuiteFile(path: path)
            let lock = try? file.lockIfWritable(ChangeOptions())
            // Without a directory, there is nobody to keep out.
            if lock != nil || !file.hasDirectory { _ = try? state.settle() }
            withExtendedLifetime(lock) {}
        }
    }

    /// Returns the records of all histories, the oldest first.
    ///
    /// The records of a file keep their order, even if the clock was set back between them.
    ///
    /// - Throws: `system` if the directory cannot be read; a history that cannot be read is left out.
    package func records() throws(PreferenceStoreError) -> [HistoryRecord] {
        settle()
        let histories = try allHistories().map { (try? $0.records()) ?? [] }
        // Sorted by time, but never before an earlier record of its file.
        let dated = histories.flatMap { records in
            var latest = Int.min
            return records.map { record in
                latest = max(latest, record.time)
                return (time: latest, record: record)
            }
        }
        return dated.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element.record)
    }

    /// Returns all histories, in no particular order.
    package func allHistories() throws(PreferenceStoreError) -> [ChangeHistory] {
        try histories.names().filter(ChangeHistory.isName).map(history(named:))
    }

    /// Returns a directory in this one.
    func directory(_ name: String) -> StateDirectory { StateDirectory(path: "\(path)/\(name)") }

    /// The directory of the histories.
    package var histories: StateDirectory { directory("history") }

    private func history(named name: String) -> ChangeHistory {
        ChangeHistory(journal: self, name: name, subject: nil)
    }

    /// Whether a history looks for others to remove when it grows.
    static func prunes(_ name: String) -> Bool {
        UInt64(name, radix: 16).map { $0 % pruningInterval == 0 } ?? false
    }

    /// Removes the least useful histories until the others keep to the limits: first those of files that no longer
    /// exist, except of removed suites, then the oldest.
    ///
    /// - Parameter name: the history that stays.
    func prune(keeping name: String) throws(PreferenceStoreError) {
        var sizes: [String: Int] = [:]
        var dates: [String: Duration] = [:]
        for file in try histories.entries() {
            let history = ChangeHistory.nameOfHistory(of: file.name)
            guard ChangeHistory.isName(history) else { continue }
            sizes[history, default: 0] += file.size
            dates[history] = max(dates[history] ?? .zero, file.modified)
        }
        var size = sizes.values.reduce(0, +)
        guard sizes.count > Self.countLimit || size > Self.sizeLimit else { return }
        let candidates = sizes.keys.filter { $0 != name }.map { name in
            (name: name, isObsolete: isObsolete(name), date: dates[name] ?? .zero)
        }
        var count = sizes.count
        for candidate in candidates.sorted(by: { ($0.isObsolete ? 0 : 1, $0.date) < ($1.isObsolete ? 0 : 1, $1.date) })
        where count > Self.countLimit || size > Self.sizeLimit {
            try history(named: candidate.name).remove()
            count -= 1
            size -= sizes[candidate.name] ?? 0
        }
    }

    /// Returns whether nothing can be undone by a history: its file has gone, other than by a recorded removal.
    private func isObsolete(_ name: String) -> Bool {
        guard let last = (try? history(named: name).records())?.last else { return true }
        if (try? SuiteFile(path: last.path).exists) == true { return false }
        return last.kind != .removal
    }
}
