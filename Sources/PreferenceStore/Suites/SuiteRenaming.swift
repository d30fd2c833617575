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

    /// Renames the file within its directory.
    ///
    /// - Parameters:
    ///   - newPath: the path with the new name, in the same directory.
    ///   - journal: what is told of the renaming; nil for none.
    /// - Throws: the reason why the file cannot be renamed; it then has its old name, except after
    ///   `durabilityUnknown`. `notRegularFile` also for a symbolic link, whose maker knows its name.
    package func rename(
        to newPath: String,
        _ options: ChangeOptions = ChangeOptions(),
        telling journal: (any ChangeJournal)?
    ) throws(PreferenceStoreError) -> RenamingOutcome {
        let newName = try SplitPath(checking: newPath).name
        var attempts = FileTarget.Attempts(at: path)
        guard let file = try attempts.lock(options, probe) else { return .missing }
        defer { file.end() }
        _ = try file.recover()
        let old = file.target
        guard !old.isLinked else { throw .notRegularFile(path: path, .symbolicLink) }
        guard let status = try old.currentStatus() else { return .missing }
        guard status.kind == .regular else { throw .notRegularFile(path: path, status.kind) }
        let new = FileTarget(newName, in: old.directory)
        guard try new.currentStatus() == nil else { return .taken }
        guard !old.directory.descriptor.isMountPoint(old.name) else { throw .mountPoint(path: path) }
        guard !options.isRehearsal else { return .done([]) }
        let entry = try journal?.intend(IntendedChange(.renaming(to: new.requiredRealPath), of: old))
        do {
            try old.directory.descriptor.rename(old.name, toFree: newName)
        } catch {
            entry?.dropped()
            if error == .exists { return .taken }
            throw .system(.rename, path: path, error)
        }
        try old.directory.synchronize(options.durability, after: path)
        return .done(try entry?.made() ?? [])
    }
}
