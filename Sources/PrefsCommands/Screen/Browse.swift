import Browse
import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceSchemas
import PreferenceStore
import PropertyLists

extension Verb {
    static let browse = Verb(
        "browse",
        summary: "Browse and edit on a full screen",
        discussion: """
            Shows suites, keys and values on the whole terminal, and edits them in place. What other programs change
            appears at once. '?' shows the keys, and 'q' leaves.

            Each edit is a command such as 'prefs set', made when its line is drawn; 'y' shows and copies the command
            for a value. The types of values, the schema, locks and the history apply as they do there. 'u' undoes
            the edits of the session. If another program has changed a value meanwhile, prefs asks which one to keep.

            An array, a dictionary or a long text opens in $VISUAL, else in $EDITOR, else in vi, as typed JSON. A secret
            value is '(secret)' until it is edited.

            Without -s or -f, the screen has a list of all suites. It needs a terminal of at least 30 columns and 6
            lines; on a smaller one, only 'q' has an effect.
            """,
        groups: [
            .searchedFiles,
            OptionGroup("Writing", .lockTimeout, .noHistory),
            .messages,
        ],
        examples: [
            "browse": "Browse all suites",
            "browse -s group.x": "Browse and edit the suite group.x",
        ],
        exits: .changing([
            .usage: "invalid command line, standard input or output is no terminal, or TERM is 'dumb' or unset",
            .writeFailed: "the terminal failed",
        ]),
        action: VerbAction(VerbRun.browse)
    )
}

extension VerbRun {
    fileprivate func browse() throws -> ExitCode {
        guard environment.isInputTerminal, printer.isTerminal else { throw CommandError.browseNeedsTerminal }
        guard !environment.isTerminalDumb else { throw CommandError.browseNeedsScreen }
        let selection = try reader.selection()
        guard !selection.isStandardInput else { throw CommandError.standardInputNotWritable }
        let directories = try options.selection.selectors.isEmpty ? reader.sources.directories() : nil
        var suite = ShownSuite(verb: self, selection: selection)
        // The selected suite is shown first if it exists, else the first in the list.
        if let names = try directories?.suiteFiles().suiteNames, let first = names.first, !names.contains(suite.name) {
            suite = ShownSuite(verb: self, selection: try reader.selection(ofShownSuite: try SuiteName(first)))
        }
        do {
            try BrowseSession(
                suite,
                among: directories,
                hasHistory: writer.recordsChanges,
                isColoured: printer.isColoured
            ).run()
        } catch BrowseError.input(let error) {
            throw CommandError.standardInput(error)
        } catch BrowseError.output(let error) {
            throw CommandError.standardOutput(error, changeIsMade: false)
        }
        return .done
    }
}

/// A suite on the screen, as the verbs read and change it.
struct ShownSuite: BrowsedSuite {
    let verb: VerbRun
    let selection: Selection

    var name: String { selection.name }
    var file: SuiteFile { selection.file }
    var searchList: [SuiteFile] { selection.searchList }

    func other(_ suite: SuiteName) throws(PreferenceStoreError) -> any BrowsedSuite {
        ShownSuite(verb: verb, selection: try verb.reader.selection(ofShownSuite: suite))
    }

    func rules() -> BrowsedRules {
        let run = run(.browse)
        let selection = run.reader.selection(again: selection)
        let now = selection.rules
        now.disclosure.coverSearchList()
        var (rules, schema) = (
            BrowsedRules(shown: { now.disclosure.shown($0, at: $1) }, hides: { now.disclosure.hides($0) }),
            SuiteSchema?.none
        )
        do {
            schema = try now.schema()
            rules.ownership = try selection.ownership()
            now.disclosure.settle()
        } catch {
            rules.problems += run.messages.of(error).prefix(1).map(\.text)
        }
        rules.problems += (run.messages.kept ?? []).map(\.text)
        rules.schema = schema?.schema
        rules.facts = { [schema] pointer, entry in
            var facts = now.facts(of: pointer, in: entry, schema)
            let standard = pointer.value(in: schema?.schema.defaultValue(of: pointer.key))
            let state = PreferenceState(of: pointer.value(in: entry?.value), default: standard)
            facts["state"] = .string(state.rawValue)
            return facts
        }
        return rules
    }

    func edited(_ text: String) throws(BrowseError) -> String {
        do {
            return try verb.edited(text, named: "value.json")
        } catch {
            throw .message(verb.messages.of(error)[0].text)
        }
    }

    /// Returns a run of another verb in this session, which reads the schemas again and keeps its messages.
    private func run(_ verb: Verb, _ operands: String..., isForced: Bool = false) -> VerbRun {
        let options = Options()
        options.selection = self.verb.options.selection
        options.writing = self.verb.options.writing
        options.writing.isForced = isForced
        let arguments = ParsedArguments(verb, operands)
        let run = VerbRun(arguments, options, in: self.verb.environment)
        run.messages.kept = []
        run.reader.sources.forgetSchemas(keepingThatOf: self.verb.reader.sources)
        return run
    }
}

// MARK: - Edits

extension ShownSuite {
    func make(_ edit: ValueEdit) -> EditOutcome {
        let run = run(edit.verb, edit.pointer.key)
        var isStale = false
        do {
            let selection = run.reader.selection(again: selection)
            let isChanged = try run.make(edit, in: selection) { contents in
                let names = try selection.rules.names(of: edit.seenPointer.key)
                let found = edit.seenPointer.value(in: contents[named: names])
                isStale = edit.isGuarded && found != edit.seen
                if isStale { throw CommandError.stale(edit, found) }
            }
            return .done(id: isChanged ? run.writer.runID : nil, run.text())
        } catch {
            return isStale ? .stale(run.text(of: error)) : .refused(run.text(of: error))
        }
    }

    func make(_ change: SuiteEdit) -> EditOutcome {
        let run = run(.suites)
        do {
            switch change {
            case .remove(let name): try run.removeSuite(run.namedSuite(name))
            case .rename(let old, let new):
                try run.writer.rename(run.namedSuite(old), to: run.reader.selection(of: SuiteName(new)))
            }
            return .done(id: run.writer.runID, run.text())
        } catch {
            return .refused(run.text(of: error))
        }
    }

    func undo(_ id: String, isForced: Bool) -> EditOutcome {
        let run = run(.undo, id, isForced: isForced)
        do {
            _ = try run.undo(runBeginningWith: id)
            return .done(id: run.writer.runID, run.text())
        } catch {
            return switch CommandError(error).exitCode {
            case .preconditionFailed: .stale(run.text(of: error))
            case .absent: .unknown(run.text(of: error))
            default: .refused(run.text(of: error))
            }
        }
    }
}

extension VerbRun {
    /// Makes an edit as the verb does that has this change.
    ///
    /// - Parameter check: Throws an error if the contents are not as expected.
    /// - Returns: Whether there is anything to change.
    fileprivate func make(
        _ edit: ValueEdit,
        in selection: Selection,
        if check: (PropertyListDictionary) throws -> Void
    ) throws -> Bool {
        let pointer = edit.pointer
        let value: NewValue?
        switch edit.action {
        case .rename: return try !rename(pointer, to: edit.text, in: selection, if: check).isEmpty
        case .remove: value = nil
        case .set(nil): value = .untyped(edit.text, encoding: nil)
        case .set(let kind?): value = .typed(edit.text, kind.isContainer ? .json : .kind(kind))
        case .setJSON(let shown):
            let new = try PropertyList(parsingJSON: edit.text.utf8Span.span).keepingTypes(of: shown)
            guard new != shown else {
                messages.note(.nothingChanged)
                return false
            }
            value = .typed(try new.editText, new.kind.isContainer ? .json : .kind(new.kind))
        }
        let rules = selection.rules
        var notes: [Message] = []
        let changes = try writer.changeAndPrint(selection, keys: [pointer.key]) { transaction in
            notes = []
            try check(transaction.root)
            guard let value else { return try remove([pointer], from: &transaction.root, by: rules) }
            try assign(value, at: pointer, in: &transaction.root, startingWith: edit.base, by: rules, &notes)
        }
        notes.forEach { messages.note($0) }
        return !changes.isEmpty
    }

    /// Returns what the screen says of this run: the first two lines of its messages.
    fileprivate func text(of error: (any Error)? = nil) -> String {
        let messages = (messages.kept ?? []) + (error.map(messages.of) ?? [])
        let lines = messages.flatMap { [$0.text] + ($0.hint.map { ["hint: \($0)"] } ?? []) }
        return lines.prefix(2).joined(separator: "; ")
    }
}

extension ValueEdit {
    /// The verb that makes this change.
    fileprivate var verb: Verb {
        switch action {
        case .set, .setJSON: .set
        case .remove: .reset
        case .rename: .rename
        }
    }
}

extension CommandError {
    /// `TERM` says that the terminal can only print lines.
    fileprivate static var browseNeedsScreen: CommandError {
        CommandError(usage: "cannot browse: TERM is 'dumb' or not set", hint: "'prefs list' prints all values")
    }

    /// Standard input or output is not a terminal, on which `browse` could draw.
    fileprivate static var browseNeedsTerminal: CommandError {
        let text = "cannot browse: standard input and output must be a terminal"
        return CommandError(usage: text, hint: "'prefs list' prints all values")
    }

    /// Returns the error of an edit of a value that is not the one that the user has seen.
    fileprivate static func stale(_ edit: ValueEdit, _ found: PropertyList?) -> CommandError {
        guard edit.verb == .set else { return .changedMeanwhile([edit.seenPointer]) }
        guard let seen = edit.seen else { return .alreadySet(edit.pointer) }
        guard let found else { return .noValue(at: edit.pointer, expected: (try? seen.editText) ?? "") }
        return .otherValue(at: edit.pointer, found, expected: seen)
    }
}

// MARK: - Commands

extension ShownSuite {
    func commandLine(setting value: PropertyList?, at pointer: ValuePointer, fromInput isFromInput: Bool) -> String {
        let text = value.flatMap { try? $0.editText }
        var words = [pointer.key] + (pointer.inValue == .whole ? [] : ["--at", pointer.inValue.text])
        if let value, let text {
            if isFromInput {
                words += [value.kind.option] + (value.kind == .data ? ["--base64"] : []) + ["--value-file", "-"]
            } else {
                // Behind '--' there is only the key, so that the value needs an option.
                let isBare = !pointer.key.looksLikeOption && isInferred(value, from: text, at: pointer)
                words += (isBare ? [] : [value.kind.option]) + [text]
            }
        }
        if pointer.key.looksLikeOption { words = words.dropFirst() + ["--", pointer.key] }
        return (["prefs", text == nil ? Verb.reset.name : Verb.set.name] + selectors + words).map(\.plainOrQuotedWord)
            .joined(separator: " ")
    }

    /// Whether a value that was not set before is this one if the line has the text without a type, and without a note
    /// that it looks like another.
    private func isInferred(_ value: PropertyList, from text: String, at pointer: ValuePointer) -> Bool {
        let inferred = try? NewValue.untyped(text, encoding: nil).value(
            at: pointer,
            replacing: nil,
            by: selection.rules
        )
        return inferred == value && !text.looksLikeOption && Resemblance(of: text) == nil
    }

    /// The options that select the file and its schema.
    private var selectors: [String] {
        let file: [String] =
            switch selection.suite {
            case .global?: ["--global"]
            case let suite? where suite.rawValue.looksLikeOption: ["--suite=\(suite.rawValue)"]
            case let suite?: ["-s", suite.rawValue]
            case nil: ["-f", selection.file.path]
            }
        return file + verb.options.selection.layerAndSchemaWords
    }
}

extension String {
    /// The text as one word of any POSIX shell, in quotation marks only where it needs them.
    fileprivate var plainOrQuotedWord: String {
        shellWord == self ? self : posixShellWord(forTerminal: true)
    }
}
