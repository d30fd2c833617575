import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// What a run of the command records in the history.
extension SuiteWriter {
    /// Whether changes are recorded: not with `--no-history`, nor with `off` in `PREFS_HISTORY`.
    var recordsChanges: Bool {
        !options.writing.isUnrecorded && !HistoryDirectory.isOff(in: reader.environment.variable)
    }

    /// Returns what the history is told of a change by this run; nil if the change is not recorded.
    ///
    /// An undo is always recorded, or its change would be undone again and again.
    ///
    /// - Parameters:
    ///   - known: What is secret, and not recorded, beside what the file itself tells.
    ///   - action: What the history calls the change; nil for the verb.
    func recording(
        of selection: Selection,
        hiding known: PreferenceSecrets,
        as role: HistoryRecord.Role = .change,
        action: String? = nil
    ) -> ChangeRecording? {
        guard recordsChanges || role.isUndoOrRedo, let directory = reader.historyDirectory else { return nil }
        let schemas = reader.schemaDirectories
        let suite = selection.suite
        return ChangeRecording(
            in: directory,
            id: runID,
            action: action ?? reader.arguments.verb.name,
            suite: suite,
            as: role
        ) { path in
            let secrets = known.adding(ofFileAt: path, besides: suite, schemas, directory)
            return { secrets.hasSecret(in: $1, at: [$0]) }
        }
    }
}

extension Selection {
    /// The path of the file in its history.
    var recordedPath: String { file.recordedPath }
}

extension CommandError {
    static var noHistoryDirectory: CommandError {
        let hint = "set HOME or XDG_STATE_HOME to an absolute path"
        return CommandError(.unreadableFile, Message("no directory for the history", hint: hint))
    }
}
