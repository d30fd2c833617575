import PropertyLists

extension SuiteFile {
    /// The result of renaming a file.
    package enum RenamingOutcome {
        /// It was done, with these warnings.
        case done([SuiteWarning])
        /// There is no file.
        case missing
        /// A file already has the new name.
        case taken
    }

    /// Renames the file within its directory, together with its history.
    ///
    /// - Parameters:
    ///   - other: the file with the new name, in the same directory, and its suite.
    ///   - directory: the directory of the histories; nil if there is none.
    ///   - secretKeys: keys that are secret under the new name too, beside those that were applied as secrets.
    ///   - recording: what the history is told; nil records nothing.
    /// - Throws: the reason why the file cannot be renamed; it then has its old name, except after
    ///   `durabilityUnknown`. `notRegularFile` also for a symbolic link, whose maker knows its name.
    package func rename(
        to other: (file: SuiteFile, suite: SuiteName?),
        _ options: ChangeOptions = ChangeOptions(),
        historyIn directory: HistoryDirectory?,
        keepingSecret secretKeys: [String],
        recording: ChangeRecording?
    ) throws(PreferenceStoreError) -> RenamingOutcome {
        let newName = try SplitPath(checking: other.file.path).name
        var attempts = FileTarget.Attempts(at: path)
        guard let file = try attempts.lock(options, probe) else { return .missing }
        defer { file.end() }
        _ = try InterruptedTransactions(before: file).recover()
        let old = file.target
        guard !old.isLinked else { throw .notRegularFile(path: path, .symbolicLink) }
        guard let status = try old.currentStatus() else { return .missing }
        guard status.kind == .regular else { throw .notRegularFile(path: path, status.kind) }
        let new = FileTarget(newName, in: old.directory)
        guard try new.currentStatus() == nil else { return .taken }
        guard !options.isRehearsal else { return .done([]) }

        let paths = old.realPath.flatMap { old in new.realPath.map { (old: old, new: $0) } }
        if let directory, let paths {
            // Before the rename, since a value must not be shown even if the process is killed.
            let keys = try directory.secretNames(of: paths.old).read().map(\.string) + secretKeys
            if !keys.isEmpty { _ = try directory.secretNames(of: paths.new).add(keys) }
            // Otherwise a killed process would leave values that nobody can take back.
            try directory.ownership(of: paths.old).copy(to: directory.ownership(of: paths.new))
        }
        do {
            try old.directory.descriptor.rename(old.name, toFree: newName)
        } catch {
            if let directory, let paths { try? directory.ownership(of: paths.new).remove() }
            if error == .exists { return .taken }
            throw .system(.rename, path: path, error)
        }
        try old.directory.synchronize(options.durability, after: path)
        do throws(PreferenceStoreError) {
            guard let paths else { throw .noRealPath(path: path) }
            try directory?.moveHistory(from: paths.old, to: paths.new, of: other.suite)
            try recording?.record(.renaming(from: paths.old, to: paths.new), of: paths.new)
            return .done([])
        } catch {
            return .done([.notRecorded(path: new.path, error)])
        }
    }
}
