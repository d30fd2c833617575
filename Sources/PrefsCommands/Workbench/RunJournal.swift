import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

/// What a run of the command records in the history.
extension SuiteWriter {
    /// Whether changes are recorded: not with `--no-history`, nor with `off` in `PREFS_HISTORY`.
    var recordsChanges: Bool {
        !options.writing.isUnrecorded && !JournalDirectory.isOff(in: reader.environment.variable)
    }

    /// Returns what is told of a change by this run; nil if no home directory is known.
    ///
    /// An undo is always recorded, or its change would be undone again and again.
    ///
    /// - Parameter action: What the history calls the change; nil for the verb.
    func journal(
        of selection: Selection,
        as role: HistoryRecord.Role = .change,
        action: String? = nil
    ) -> Journal? {
        guard let directory = reader.sources.journalDirectory else { return nil }
        var journal = Journal(
            in: directory,
            id: runID,
            action: action ?? reader.arguments.verb.name,
            suite: selection.suite,
            as: role,
            withholding: selection.rules.disclosure.withholding
        )
        journal.isLogged = recordsChanges || role.isUndoOrRedo
        journal.isForced = options.writing.isForced
        return journal
    }
}

extension CommandError {
    /// Returns the error of a removal that cannot be recorded, for this reason; nil if changes are not to be recorded.
    static func notRecordable(path: String, _ reason: PreferenceStoreError?) -> CommandError {
        let text = "cannot record the removal of \(path): \(reason?.description ?? "the history is off")"
        return CommandError(.preconditionFailed, Message(text, hint: "--force removes it for good"))
    }
}
