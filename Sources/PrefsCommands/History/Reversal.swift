import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists
import ValueDifferences

/// How a recorded change is undone: a three-way merge, with what it left as the base.
extension SuiteWriter {
    /// Undoes the change of a run, in every file that it changed, or in none as far as that can be known before.
    ///
    /// - Parameter records: The records of the run that are not undone yet, one for each file.
    func undo(run records: [HistoryRecord]) throws -> ExitCode {
        let complete = try records.map { record in try reader.sources.journal().complete(record) }
        if complete.count > 1 {
            for record in complete {
                _ = try planning { try undo(record) }
            }
            holdTermination()
        }
        // Before the undo of a renaming, which gives the history another path.
        let note = try complete.first.map { try outcome(of: $0, isOfSeveral: complete.count > 1) }
        var changes: [SuiteChanges] = []
        do {
            for record in complete {
                guard changes.isEmpty || !CallingProcess.hasPendingTermination else {
                    throw PreferenceStoreError.interrupted(path: record.path)
                }
                var undone = try undo(record)
                undone.suite = complete.count > 1 ? record.suite.flatMap { try? SuiteName($0) } : nil
                changes.append(undone)
            }
        } catch  where !changes.isEmpty {
            let error = CommandError(error)
            let names = complete.map { $0.suite ?? $0.path }
            messages.complain(
                error.stopped(written: Array(names[..<changes.count]), unwritten: Array(names[changes.count...]))
            )
            printer.write(ofChange: try printer.changes.records(of: changes))
            return error.exitCode
        }
        printer.write(ofChange: try printer.changes.records(of: changes))
        if let note, !options.writing.isDryRun {
            messages.note(complete.allSatisfy(\.keepsNoValue) ? .nothingChanged : note)
        }
        return .done
    }

    /// Returns a note about what was undone, or redone.
    private func outcome(of record: HistoryRecord, isOfSeveral: Bool) throws -> Message {
        func words(_ record: HistoryRecord) -> String {
            let subject = isOfSeveral ? [] : record.keys.first.isEmpty ? record.names : [record.keys.first.firstFew]
            return ([record.action] + subject).joined(separator: " ")
        }
        let original = HistoryTimeline(try reader.sources.journal().history(of: record.path).records()).origin(
            of: record
        )
        if case .undo = record.role { return .redone(words(original), id: record.id) }
        return .undone(words(original), age: original.age(at: reader.environment.wallTime), id: original.id)
    }

    /// Undoes the change of one file.
    ///
    /// - Returns: The changes that the undo makes in the file.
    private func undo(_ record: HistoryRecord) throws -> SuiteChanges {
        let selection = reader.selection(recordedIn: record)
        guard selection.recordedPath == record.path else { throw CommandError.fileMoved(path: record.path) }
        _ = try selection.rules.schema()
        selection.rules.disclosure.settle()
        let changes =
            switch record.content {
            case .changes(let changes, let texts): try undo(changes, texts, of: record, in: selection)
            case .removal(let saved): try recreate(saved, of: record, in: selection)
            case .recreation(let saved): try removeAgain(saved, of: record, in: selection)
            case .renaming(let path, _): try renameBack(to: path, of: record, in: selection)
            case .apart: throw CommandError.notKept(id: record.id)
            }
        return SuiteChanges(suite: nil, changes: changes, rules: selection.rules)
    }

    private func isUndone(_ record: HistoryRecord) throws -> Bool {
        try HistoryTimeline(reader.sources.journal().history(of: record.path).records()).isUndone(record)
    }

    // MARK: Keys

    /// - Parameter texts: What the file had in place of what it has, where the values alone do not tell.
    private func undo(
        _ changes: [PreferenceChange],
        _ texts: [ChangedText] = [],
        of record: HistoryRecord,
        in selection: Selection
    ) throws -> [PreferenceChange] {
        let withheld = changes.filter(\.isWithheld).map { ValuePointer($0.key) }
        if !withheld.isEmpty {
            guard options.writing.isForced else {
                throw CommandError.valuesNotKept(withheld, hasOthers: withheld.count < changes.count, id: record.id)
            }
            if !isPlanning { messages.note(.valuesNotRecorded(withheld)) }
        }
        // Where a removed key was is known only from the other keys.
        let restoresKeys = changes.contains { $0.new == nil }
        let keys = restoresKeys ? nil : changes.map(\.key)
        let change = try change(selection, keys: keys, as: record.reversal) { transaction in
            // Another process may have undone it since the record was chosen.
            guard try !isUndone(record) else { throw AlreadyUndone(record: record) }
            let conflicts = transaction.root.undo(changes.filter { !$0.isWithheld })
            if let first = conflicts.first, !options.writing.isForced {
                let pointer = selection.rules.disclosure.shown(ValuePointer(tokens: first.pointer))
                throw CommandError.changedSince(
                    pointer,
                    now: first.ours,
                    left: first.base,
                    others: conflicts.count - 1,
                    action: (record.verbOfReversal.name, record.id),
                    suite: isPlanning ? record.suite : nil
                )
            }
            transaction.restoredTexts = texts
            try undoOwnership(of: record, in: selection, &transaction)
            // Even if nothing changes, or the change would be undone again.
            transaction.isToldAnyway = true
            return transaction.changes.sorted(byBytesOf: \.key)
        }
        if record.createsFile, !isRehearsal { try removeIfEmpty(selection) }
        return change.value
    }

    /// Makes the owners of a file what they were before a change.
    private func undoOwnership(
        of record: HistoryRecord,
        in selection: Selection,
        _ transaction: inout TransactionContents
    ) throws {
        guard let change = record.ownership else { return }
        let old = try selection.ownership(before: transaction)
        var new = old
        new.change(from: change.new, to: change.old)
        transaction.owners = OwnershipChange(from: old, to: new)
    }

    /// Removes a file without keys, which the undone change created; another program may have written it meanwhile.
    private func removeIfEmpty(_ selection: Selection) throws {
        let path = selection.file.path
        guard let bytes = try? PlainFile.readIfExists(path),
            (try? PropertyList(parsing: bytes.span)) == [:]
        else { return }
        _ = try rethrowing(
            selection.file.remove(changeOptions(for: selection), telling: nil, expecting: bytes),
            as: CommandError.suiteFile
        )
    }

    // MARK: Files

    private func renameBack(to path: String, of record: HistoryRecord, in selection: Selection)
        throws -> [PreferenceChange]
    {
        let file = SuiteFile(path: path)
        guard !selection.isMissing else {
            // Another program has removed it; an earlier change may still be undone.
            return try recordNothing(of: record, in: selection)
        }
        try rename(selection, to: reader.selection(of: file, file.suite), as: record.reversal)
        return []
    }

    /// Records that there is nothing to undo, or it would be undone again and again.
    private func recordNothing(of record: HistoryRecord, in selection: Selection) throws -> [PreferenceChange] {
        guard !isRehearsal else { return [] }
        let journal = journal(of: selection, as: record.reversal)
        try rethrowing(journal?.recordNothing(of: selection.recordedPath), as: CommandError.suiteFile)
        return []
    }

    private func recreate(_ saved: SavedFile, of record: HistoryRecord, in selection: Selection)
        throws -> [PreferenceChange]
    {
        try selection.rules.checkReplacement(by: saved.contents)
        let journal = journal(of: selection, as: record.reversal)
        let warnings = try rethrowing(
            selection.file.recreate(saved, changeOptions(for: selection), telling: journal),
            as: CommandError.suiteFile
        )
        if let warnings {
            messages.warn(warnings)
            return PropertyListDictionary().keyChanges(to: saved.contents)
        }
        guard options.writing.isForced else { throw CommandError.suiteExists(path: record.path, id: record.id) }
        let changes = saved.contents.map { PreferenceChange(key: $0.key, old: $0.value, new: nil) }
        return try undo(changes, of: record, in: selection)
    }

    private func removeAgain(_ saved: SavedFile, of record: HistoryRecord, in selection: Selection)
        throws -> [PreferenceChange]
    {
        try selection.rules.checkReplacement(by: [:])
        let journal = journal(of: selection, as: record.reversal)
        let outcome = try rethrowing(
            selection.file.remove(
                changeOptions(for: selection),
                telling: journal,
                expecting: options.writing.isForced ? nil : saved.bytes
            ),
            as: CommandError.suiteFile
        )
        switch outcome {
        case .done(let removed, let warnings):
            messages.warn(warnings)
            return removed.contents.keyChanges(to: [:])
        case .alreadyDone:
            return try recordNothing(of: record, in: selection)
        case .changed: throw CommandError.suiteChanged(path: record.path, id: record.id)
        case .notRecordable(let reason): throw CommandError.notRecordable(path: record.path, reason)
        }
    }
}

extension PropertyListDictionary {
    /// Undoes changes, as far as the keys, and the entries of dictionaries in their values, are as the changes left
    /// them; the old value wins elsewhere.
    ///
    /// - Returns: The conflicts: values that have changed since.
    fileprivate mutating func undo(_ changes: [PreferenceChange]) -> [ThreeWayMerge.Conflict] {
        var merge = ThreeWayMerge(preferring: .theirs, isUndo: true)
        var restored: [Insertion] = []
        for change in changes {
            let current = self[change.key]
            // The merge would keep the present order of the entries.
            let merged =
                current == change.new
                ? change.old : merge.merge(current, change.old, since: change.new, at: [change.key])
            if current == nil, let merged {
                let entry = Entry(key: change.key, value: merged)
                restored.append(Insertion(entry: entry, predecessor: change.predecessor))
            } else {
                self[change.key] = merged
            }
        }
        insert(restored)
        return merge.conflicts
    }
}

/// Another process has undone a change since it was chosen.
struct AlreadyUndone: Error {
    let record: HistoryRecord
}

extension HistoryRecord {
    /// The names of a renamed suite, the old and the new one; none for any other change.
    var names: [String] {
        guard case .renaming(let old, let new) = content else { return [] }
        return [old, new].map { SuiteFile(path: $0).suite?.rawValue ?? $0 }
    }

    /// The role of the change that undoes this one.
    fileprivate var reversal: Role {
        if case .undo = role { .redo(of: id) } else { .undo(of: id) }
    }
}

extension HistoryRecord {
    /// Whether the values of all changes are not recorded.
    fileprivate var keepsNoValue: Bool {
        if case .changes(let changes, _) = content { changes.allSatisfy(\.isWithheld) } else { false }
    }

    /// The verb that takes the change back.
    fileprivate var verbOfReversal: Verb { if case .undo = role { .redo } else { .undo } }
}

extension CommandError {
    static func alreadyUndone(_ record: HistoryRecord) -> CommandError {
        let hint = "'\(["redo", "-f", record.path].commandLine)' redoes the last one"
        return CommandError(.preconditionFailed, Message("the change \(record.id) is already undone", hint: hint))
    }

    static func notKept(id: String) -> CommandError {
        cannotUndo(id, "its values are too large or too old to be kept")
    }

    /// Returns the error of values that are not recorded: they are secret, or were erased.
    static func valuesNotKept(_ pointers: [ValuePointer], hasOthers: Bool, id: String) -> CommandError {
        let reason = "the values of \(pointers.listed) are not recorded: secret, or erased"
        return cannotUndo(id, reason, hint: hasOthers ? "--force undoes the others" : "--force passes over it")
    }

    /// Returns the error of a value that has changed since.
    ///
    /// - Parameters:
    ///   - now: The value now; nil if it is unset.
    ///   - left: The value that the change left; nil if that removed it.
    ///   - others: The number of other values that have changed.
    ///   - action: The verb, and the identifier of the change that it takes back.
    ///   - suite: The suite, if there are several.
    static func changedSince(
        _ pointer: ValuePointer,
        now: PropertyList?,
        left: PropertyList?,
        others: Int,
        action: (verb: String, id: String),
        suite: String?
    ) -> CommandError {
        let conflict: [MessagePart] =
            switch (now, left) {
            case (let now?, let left?): ["is now ", .json(now, at: pointer), ", not ", .json(left, at: pointer)]
            case (let now?, nil): ["is set again, to ", .json(now, at: pointer)]
            case (nil, _): ["is no longer set"]
            }
        let suite = suite.map { " in suite \($0.quoted)" } ?? ""
        let more = others == 0 ? "" : ", and \(counted(others, "more place")) changed"
        return CommandError(
            .preconditionFailed,
            quoting: ["cannot \(action.verb) \(action.id)\(suite): \(pointer.quoted) "] + conflict + [.text(more)],
            hint: "--force \(action.verb)es it even so; with --dry-run it only shows how"
        )
    }

    static func suiteExists(path: String, id: String) -> CommandError {
        cannotUndo(id, "\(path) exists again", hint: "--force sets the removed keys in it")
    }

    static func suiteChanged(path: String, id: String) -> CommandError {
        cannotUndo(id, "\(path) has changed since", hint: "--force removes it even so")
    }

    /// Returns the error of a run of which only some files still have a record.
    static func partsNotKept(id: String, count: Int, of total: Int) -> CommandError {
        let reason = "of \(total) changed files, \(count) still have a record of it"
        return cannotUndo(id, reason, hint: "--force undoes those")
    }

    static func fileMoved(path: String) -> CommandError {
        cannotUndo("a change of \(path)", "the path leads to another file now")
    }

    private static func cannotUndo(_ change: String, _ reason: String, hint: String? = nil) -> CommandError {
        CommandError(.preconditionFailed, Message("cannot undo \(change): \(reason)", hint: hint))
    }
}

extension Message {
    /// - Parameters:
    ///   - change: The verb and the first keys of the undone change.
    ///   - age: The age of the change, in words.
    fileprivate static func undone(_ change: String, age: String, id: String) -> Message {
        "undone \(change.quoted), \(age) (\(id))"
    }

    /// Returns a note about a change that the record with an identifier had undone.
    fileprivate static func redone(_ change: String, id: String) -> Message { "redone \(change.quoted) (\(id))" }
}
