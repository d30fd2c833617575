import PreferenceCore
import PreferenceStore
import PropertyLists

/// What a run of the command records in the history.
extension CommandContext {
    /// The directory of the histories; nil if no home directory is known.
    var historyDirectory: HistoryDirectory? {
        HistoryDirectory(environment: environment.variable)
    }

    /// Whether changes are recorded: not with `--no-history`, nor with `off` in `PREFS_HISTORY`.
    var recordsChanges: Bool {
        !options.writing.isUnrecorded && !HistoryDirectory.isOff(in: environment.variable)
    }

    /// Returns what the history is told of a change by this run; nil if the change is not recorded.
    ///
    /// An undo is always recorded, or its change would be undone again and again.
    ///
    /// - Parameter known: What is secret, and not recorded, beside what the file itself tells.
    func recording(
        of selection: Selection,
        hiding known: PreferenceSecrets,
        as role: HistoryRecord.Role = .change
    ) -> ChangeRecording? {
        guard recordsChanges || role.isUndoOrRedo, let historyDirectory else { return nil }
        let schemas = SchemaDirectories(environment: environment.variable)
        let suite = selection.suite
        return ChangeRecording(
            in: historyDirectory,
            id: runID,
            action: arguments.verb.name,
            suite: suite,
            as: role
        ) { path in
            let secrets = known.adding(ofFileAt: path, besides: suite, schemas, historyDirectory)
            return { secrets.hasSecret(in: $1, at: [$0]) }
        }
    }

    /// Returns the history of the selected file.
    func history(of selection: Selection) throws -> ChangeHistory {
        guard let historyDirectory else { throw CommandError.noHistoryDirectory }
        return historyDirectory.history(of: selection.recordedPath)
    }
}

extension Selection {
    /// The path of the file in its history: without symbolic links, as far as its directory exists.
    var recordedPath: String { file.realPath ?? file.path }
}

extension CommandError {
    static var noHistoryDirectory: CommandError {
        let hint = "set HOME or XDG_STATE_HOME to an absolute path"
        return CommandError(.unreadableFile, Message("no directory for the history", hint: hint))
    }
}
