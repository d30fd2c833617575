import CommandErrors
import PreferenceSchemas
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let edit = Verb(
        "edit",
        summary: "Edit a suite in $EDITOR",
        discussion: """
            Opens the suite as text in $VISUAL, else in $EDITOR, else in vi. When the editor exits, prefs writes the
            changed keys in one transaction. The rest of the file stays the same, including comments and the changes
            that other programs have made meanwhile. If the text is unchanged, prefs writes nothing.

            In JSON, a new value keeps the type of the old one, as in 'prefs apply'. --change-types takes the types of
            the text.

            If the text has an error and standard input is a terminal, prefs shows the line and offers to edit again.
            Text that cannot be written is kept in a private file, and prefs prints its path.
            """,
        groups: [
            .writtenFile,
            OptionGroup(
                "Text",
                .format(.editedForm, summary: "Use this form, by default xml; json is that of 'dump --typed'"),
                .changeTypes
            ),
            .output(.namesOnly, .null),
            .change,
            .messages,
        ],
        examples: [
            "edit -s group.x": "Edit the suite group.x as XML",
            "edit --format json": "Edit a suite as JSON that keeps every type",
        ],
        exits: .changing([
            .done: "the changes are written, or there are none",
            .invalidValue: "a value breaks the schema or changes a type, or the text or file cannot represent it",
            .unreadableFile: "the file is corrupt or cannot be read, or the edited text is not a suite",
            .writeFailed: "the editor or the write failed",
            .preconditionFailed: "another program has changed the same key differently",
        ]),
        action: VerbAction(VerbRun.edit)
    )
}

extension VerbRun {
    fileprivate func edit() throws -> ExitCode {
        guard options.selection.path != "-" else { throw CommandError.standardInputNotWritable }
        let selection = try reader.selection()
        suggestions.noteIfMissing(selection)
        let editor = try editor()
        // Typed JSON loses nothing.
        let format: PropertyListFormat = options.output.format == "json" ? .json : .xml
        let original = try editedContents(of: selection)
        let text = try printer.representing(.dictionary(original)) { try $0.serialized(as: format) }
        let stem = selection.file.path.lastPathComponent
        let name =
            (stem.hasSuffix(".plist") ? String(stem.dropLast(".plist".count)) : stem)
            + (format == .json ? ".json" : ".plist")
        var file = try rethrowing(
            EditedFile(named: name, contents: text, in: environment.temporaryDirectory),
            as: CommandError.outputFile
        )
        // The base for the comparison is the shown text, so that a value which the form cannot represent is not a
        // change.
        let shown = try document(text, format, path: file.path).dictionary
        guard let edited = try edit(&file, of: selection, showing: shown, with: editor, format, unless: text) else {
            messages.note(.nothingChanged)
            return .done
        }
        do {
            try write(shown.keyChanges(to: edited), since: original, to: selection)
        } catch {
            file.keep()
            throw CommandError(error).keptEdit(path: file.path)
        }
        return .done
    }

    /// Returns a text as the user leaves it in the editor; the file is removed in any case.
    func edited(_ text: String, named name: String) throws -> String {
        let editor = try editor()
        let file = try rethrowing(
            EditedFile(named: name, contents: Array("\(text)\n".utf8), in: environment.temporaryDirectory),
            as: CommandError.outputFile
        )
        try run(editor, on: file)
        let path = file.path
        let bytes = try rethrowing(file.read(), as: { .editedFile($0, path: path) })
        guard let edited = String(validating: bytes, as: UTF8.self) else {
            throw CommandError.editedText(PropertyListError(.invalidUTF8, at: SourcePosition(offset: 0)), path: path)
        }
        return edited.last == "\n" ? String(edited.dropLast()) : edited
    }

    private func editor() throws -> String {
        for variable in ["VISUAL", "EDITOR"] {
            switch environment.variable(variable) {
            case .text(let command) where !command.isEmpty: return command
            case .text, .unset: continue
            case .notUTF8: throw CommandError.editorNotUTF8(variable: variable)
            }
        }
        guard environment.isInputTerminal, printer.isTerminal else { throw CommandError.noEditor }
        return "vi"
    }

    /// Returns the contents of the file; empty if it is corrupt and is to be replaced.
    private func editedContents(of selection: Selection) throws -> PropertyListDictionary {
        try selection.rules.checkPolicies()
        do throws(PreferenceStoreError) {
            let document = try selection.file.read()
            messages.warn(document?.warnings ?? [])
            return document?.root ?? [:]
        } catch {
            switch error {
            case .corrupt where options.writing.replacesCorrupt,
                .rootNotDictionary where options.writing.replacesCorrupt:
                return [:]
            default:
                throw CommandError.suiteFile(error)
            }
        }
    }

    // MARK: Editing

    /// Runs the editor until the file contains a suite that satisfies the schema, or the user declines to edit it
    /// again.
    ///
    /// - Returns: The suite; nil if the text is unchanged.
    private func edit(
        _ file: inout EditedFile,
        of selection: Selection,
        showing shown: PropertyListDictionary,
        with editor: String,
        _ format: PropertyListFormat,
        unless text: [UInt8]
    ) throws -> PropertyListDictionary? {
        while true {
            try run(editor, on: file)
            let path = file.path
            let edited = try rethrowing(file.read(), as: { .editedFile($0, path: path) })
            guard edited != text else { return nil }
            do {
                return try suite(in: document(edited, format, path: path), replacing: shown, by: selection.rules)
            } catch {
                let error = CommandError(error)
                if environment.isInputTerminal {
                    messages.complain(error)
                    show(error, in: edited)
                    if try asksForAnotherEdit(of: file) { continue }
                }
                file.keep()
                throw error.keptEdit(path: path)
            }
        }
    }

    /// Returns the suite in an edited text, with the types of the shown values where JSON does not name them.
    private func suite(
        in document: NamedDocument,
        replacing shown: PropertyListDictionary,
        by rules: SuiteRules
    ) throws -> PropertyListDictionary {
        let schema = try rules.schema()
        var suite = try document.dictionary
        var types = TypeMatching(of: document.format, by: schema?.schema, changesTypes: options.writing.changesTypes)
        for entry in suite {
            suite[entry.key] = types.value(of: entry, replacing: shown[entry.key])
        }
        do {
            if let error = CommandError(refusing: types.refused, in: "the text") { throw error }
            _ = try schema?.check(suite, since: shown, changes: shown.keyChanges(to: suite))
        } catch {
            throw CommandError(error).located { _ in document }
        }
        return suite
    }

    private func run(_ editor: String, on file: borrowing EditedFile) throws {
        switch try rethrowing(file.edit(with: editor), as: { .editorNotStarted(editor, $0) }) {
        case .exited(0): return
        case let end?: throw CommandError.editorFailed(editor, "\(end)")
        case nil: throw CommandError.interrupted
        }
    }

    private func document(_ text: [UInt8], _ format: PropertyListFormat, path: String) throws -> NamedDocument {
        let value = try rethrowing(
            PropertyList(parsing: text.span, as: format),
            as: { .editedText($0, path: path) }
        )
        return NamedDocument(path: path, value: value, format: format, bytes: text)
    }

    private func show(_ error: CommandError, in text: [UInt8]) {
        guard let line = error.position?.line else { return }
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1) else { return }
        let shown = String(decoding: lines[line - 1].prefix(160), as: UTF8.self).escapingControlCharacters
        environment.writeError(Array("\(line) | \(shown)\n".utf8))
    }

    private func asksForAnotherEdit(of file: borrowing EditedFile) throws -> Bool {
        while true {
            environment.writeError(Array("prefs: edit again? [Y/n] ".utf8))
            switch try rethrowing(file.answer(), as: CommandError.standardInput) {
            case .line(""), .line("y"), .line("Y"), .line("yes"): return true
            case .line("n"), .line("N"), .line("no"), .end: return false
            case .line: continue
            case .interrupted: throw CommandError.interrupted
            }
        }
    }

    // MARK: Writing

    /// Applies the changes to the current file, unless another program has changed the same keys differently.
    private func write(
        _ changes: [PreferenceChange],
        since original: PropertyListDictionary,
        to selection: Selection
    ) throws {
        let change = try writer.change(selection) { transaction in
            let present = transaction.root
            let contested = changes.filter { present[$0.key] != original[$0.key] && present[$0.key] != $0.new }
            guard contested.isEmpty else { throw CommandError.changedMeanwhile(contested.map { ValuePointer($0.key) }) }
            for change in changes {
                transaction.root[change.key] = change.new
            }
            guard options.writing.isDryRun, !writer.answers else { return "" }
            return try printer.changes.records(of: transaction.changes, in: selection)
        }
        printer.write(change.value.utf8)
        try writer.answer(change, in: selection)
        if change.changes.isEmpty {
            messages.note(.nothingChanged)
        } else {
            messages.reportChange(.changed(changes.map { ValuePointer($0.key) }, path: selection.file.path))
        }
    }
}

extension CommandError {
    fileprivate static var noEditor: CommandError {
        let hint = "set EDITOR to a command that changes the file, as in EDITOR='sed -i s/old/new/'"
        return CommandError(
            usage: "cannot edit: neither VISUAL nor EDITOR is set, and there is no terminal",
            hint: hint
        )
    }

    static func editorNotUTF8(variable: String) -> CommandError {
        CommandError(.usage, Message("$\(variable) is not UTF-8", hint: "set it to the command of an editor"))
    }

    static func editorNotStarted(_ editor: String, _ error: SystemError) -> CommandError {
        CommandError(.writeFailed, "cannot start the editor \(editor.quoted): \(error); nothing was changed")
    }

    /// Returns the error of an editor that has ended in a way such as `failed with exit code 1`.
    fileprivate static func editorFailed(_ editor: String, _ end: String) -> CommandError {
        CommandError(.writeFailed, "the editor \(editor.quoted) \(end); nothing was changed")
    }

    fileprivate static func editedFile(_ error: SystemError, path: String) -> CommandError {
        CommandError(.unreadableFile, "cannot read the edited text \(path): \(error); nothing was changed")
    }

    fileprivate static func editedText(_ error: PropertyListError, path: String) -> CommandError {
        CommandError(.unreadableFile, quoting: error.parts(in: path), position: error.position)
    }

    static func changedMeanwhile(_ pointers: [ValuePointer]) -> CommandError {
        CommandError(.preconditionFailed, "cannot save the edit: another program has changed \(pointers.listed)")
    }

    fileprivate static var interrupted: CommandError {
        CommandError(.writeFailed, "interrupted by a signal; nothing was changed")
    }

    /// Returns the error of an edit whose text is kept at a path.
    func keptEdit(path: String) -> CommandError { adding("; your text is in \(path)") }
}

extension Message {
    static func changed(_ pointers: [ValuePointer], path: String) -> Message { "changed \(pointers.listed) in \(path)" }
}
