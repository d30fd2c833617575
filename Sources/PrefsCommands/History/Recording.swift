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
        !arguments.has(.noHistory) && !HistoryDirectory.isOff(in: environment.variable)
    }

    /// Returns what the history is told of a change by this run; nil if the change is not recorded.
    ///
    /// A change that takes another one back is always recorded, or it would be taken back again and again.
    ///
    /// - Parameter schema: The schema that tells which values are secret, and are not recorded.
    func recording(
        of selection: Selection,
        hiding schema: SuiteSchema?,
        as role: HistoryRecord.Role = .change
    ) -> ChangeRecording? {
        guard recordsChanges || role.takesBack, let historyDirectory else { return nil }
        let installed = installedSecrets(of: selection)
        return ChangeRecording(
            in: historyDirectory,
            id: runID,
            action: arguments.verb.name,
            suite: selection.suite,
            as: role
        ) { key, value in
            schema?.hasSecret(in: value, of: key) ?? false || installed?.hasSecret(in: value, of: key) ?? false
        }
    }

    /// Returns the installed schema of the suite that a file belongs to, if the verb uses another schema or none: what is
    /// secret stays secret.
    private func installedSecrets(of selection: Selection) -> PreferenceSchema? {
        guard arguments.has(.noSchema) || arguments.has(.schema) || selection.suite == nil,
            let suite = selection.suite ?? selection.file.suite
        else { return nil }
        return .secrets(of: suite, in: SchemaDirectories(environment: environment.variable))
    }

    /// Returns the history of the selected file.
    func history(of selection: Selection) throws(CommandError) -> ChangeHistory {
        guard let historyDirectory else { throw .noHistoryDirectory }
        return historyDirectory.history(of: selection.recordedPath)
    }
}

extension SuiteSchema {
    /// Whether a value of a key is secret, or has a secret part.
    func hasSecret(in value: PropertyList, of key: String) -> Bool {
        isSecret(ValuePath(key)) || hidingSecrets(in: value, at: ValuePath(key)) != value
    }
}

extension Selection {
    /// The path of the file in its history: without symbolic links, as far as its directory exists.
    var recordedPath: String { file.realPath ?? file.path }
}
