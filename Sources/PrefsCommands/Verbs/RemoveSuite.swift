import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let removeSuite = Verb(
        "remove-suite",
        summary: "Remove a suite's file",
        discussion: """
            Removes ~/.config/NAME.plist, whatever it contains. The history keeps its bytes, its mode and its extended
            attributes, secrets too, so that 'prefs undo -s NAME' restores it. A file that cannot be recorded, because
            it is larger than 12 MB or the history is off, is not removed without --force.
            """,
        operands: [Operand(.suite, "The suite to remove")],
        groups: [
            OptionGroup("Conditions", .force(summary: "Remove the file even if that cannot be undone")),
            .changes,
            .change,
            .messages,
        ],
        examples: [
            "remove-suite editor": "Remove the suite 'editor'",
            "remove-suite editor --dry-run": "Print the keys that it would remove",
        ],
        exits: .changing([
            .absent: "the suite does not exist",
            .preconditionFailed: "the removal could not be undone, and --force is not given; nothing is removed",
        ]),
        run: VerbRun.removeSuite
    )
}

extension VerbRun {
    fileprivate func removeSuite() throws -> ExitCode {
        let selection = try Selection(ofSuite: operands[0], in: environment)
        let recording = try writer.recording(of: selection, hiding: reader.secretsOfSchemas(for: selection))
        let isForced = options.writing.isForced
        guard !selection.isMissing else {
            throw CommandError.noSuite(selection.name, near: reader.suite(near: selection.name))
        }
        guard recording != nil || isForced else { throw CommandError.notRecordable(path: selection.file.path, nil) }
        if options.writing.isDryRun {
            let changes = try reader.contents(of: selection).keyChanges(to: [:])
            printer.write(try printer.records(of: changes, hiding: try reader.secrets(of: selection)).utf8)
        }
        let outcome = try rethrowing(
            selection.file.remove(
                writer.changeOptions(for: selection),
                recording: recording,
                requiresRecord: !isForced
            ),
            as: { (error: PreferenceStoreError) in .change(.store(error)) }
        )
        switch outcome {
        case .done(let warnings):
            printer.warn(warnings)
            printer.reportChange(.removedFile(path: selection.file.path))
            return .done
        case .alreadyDone, .changed:
            throw CommandError.noSuite(selection.name, near: nil)
        case .notRecordable(let reason):
            throw CommandError.notRecordable(path: selection.file.path, reason)
        }
    }
}

extension CommandError {
    static func noSuite(_ name: String, near: String?) -> CommandError {
        let hint = near.map { "did you mean \($0.quoted)?" } ?? "'prefs suites' lists the suites"
        return CommandError(.absent, Message("suite \(name.quoted) does not exist", hint: hint))
    }

    /// Returns the error of a removal that cannot be recorded, for this reason; nil if changes are not to be recorded.
    static func notRecordable(path: String, _ reason: PreferenceStoreError?) -> CommandError {
        let text = "cannot record the removal of \(path): \(reason?.description ?? "the history is off")"
        return CommandError(.preconditionFailed, Message(text, hint: "--force removes it for good"))
    }
}

extension Message {
    static func removedFile(path: String) -> Message { "removed \(path)" }
}
