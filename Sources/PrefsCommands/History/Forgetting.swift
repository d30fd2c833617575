import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

/// How values are erased from histories.
extension SuiteWriter {
    /// Erases values from the history of a file.
    ///
    /// - Parameter isForgotten: Returns whether a value of a key, old or new, is erased; both are then.
    /// - Returns: The number of records that had any of them, and the IDs of removed files that still have them.
    func forget(
        historyOf path: String,
        where isForgotten: (String, PropertyList) -> Bool
    ) throws -> (count: Int, removals: [String]) {
        try withHistory(of: path) { history in
            try reader.journalDirectory?.state(of: path).forget(where: isForgotten)
            return try history.forget(where: isForgotten)
        }
    }

    /// Runs a closure on the history of a file while no change of the file is recorded.
    func withHistory<Value>(
        of path: String,
        _ body: (ChangeHistory) throws -> Value
    ) throws -> Value {
        let history = try reader.history(at: path)
        do {
            let lock = try SuiteFile(path: path).lockIfWritable(ChangeOptions())
            defer { withExtendedLifetime(lock) {} }
            return try body(history)
        } catch let error as PreferenceStoreError {
            throw CommandError.outputFile(error)
        }
    }

    /// Remembers that keys of a file are secret from now on, whatever a schema says, and erases their values from its
    /// history.
    ///
    /// The caller has the lock of the file, has checked the change, and has not written it. Without a directory there
    /// is no lock yet: a transaction calls this again when it has created the directory.
    func remember(secretKeys keys: [String], in selection: Selection) throws {
        guard !keys.isEmpty, !options.writing.isRehearsal else { return }
        guard let directory = reader.journalDirectory else { throw CommandError.noJournalDirectory }
        guard let path = selection.file.realPath else {
            guard selection.file.hasDirectory else { return }
            throw CommandError.secretNames(.noRealPath(path: selection.file.path))
        }
        let isNew = try rethrowing(directory.state(of: path).add(secretKeys: keys), as: CommandError.secretNames)
        guard isNew else { return }
        do throws(PreferenceStoreError) {
            let names = Set(keys.map { ByteKey($0) })
            try directory.state(of: path).forget { key, _ in names.contains(ByteKey(key)) }
            let (count, removals) = try directory.history(of: path).forget { key, _ in
                names.contains(ByteKey(key))
            }
            noteForgotten(count: count, removals: removals, path: path)
        } catch {
            printer.note(CommandError.outputFile(error).message)
        }
    }

    /// Returns the keys that are to be remembered as secret because another name of theirs is: what the schema says of
    /// names counts only as long as it is installed.
    ///
    /// - Parameters:
    ///   - keys: The keys that are secret from now on.
    ///   - known: What the schemas of the selection call secret.
    func otherNames(
        ofSecretKeys keys: [String],
        in changes: [PreferenceChange],
        by schema: SuiteSchema?,
        of selection: Selection,
        hiding known: PreferenceSecrets
    ) -> [String] {
        let current = keys.isEmpty ? [:] : schema?.schema.currentKeys() ?? [:]
        let renamed = keys.compactMap { current[ByteKey($0)] }
        guard known.hasRules || selection.suite == nil, let path = selection.file.realPath else { return renamed }
        let secrets = known.adding(
            ofFileAt: path,
            besides: selection.suite,
            reader.schemaDirectories,
            reader.journalDirectory
        )
        return renamed + changes.filter { $0.new != nil && secrets.isAppliedFormerly($0.key) }.map(\.key)
    }

    /// Prints what was erased from a history because it is secret, and which removed files still have secrets.
    func noteForgotten(count: Int, removals: [String], path: String) {
        if count > 0 {
            printer.note(.forgotSecrets(path: path))
        }
        if !removals.isEmpty {
            printer.note(.inRemovedFile(ids: removals, path: path))
        }
    }
}
