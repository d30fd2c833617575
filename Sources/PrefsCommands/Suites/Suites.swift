import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

extension Verb {
    static let suites = Verb(
        "suites",
        summary: "List, rename and remove suites",
        discussion: """
            'prefs suites' is 'prefs suites list'.

            'list' prints the suites that have a file in the user's configuration directory or in /usr/local/etc, for
            all hosts or for this one. --long prints one line per file: the suite, the number of keys, the format, the
            size in bytes, and the path.

            'rename' gives the file another name, and its history with it; 'prefs undo -s NEW' renames it back. What is
            secret stays so. The schema does not move: install one for the new name.

            'remove' removes ~/.config/NAME.plist, whatever it contains. The history keeps its bytes, its mode and its
            extended attributes, secrets too, so that 'prefs undo -s NAME' restores it. A file that cannot be recorded,
            because it is larger than 12 MB or the history is off, is not removed without --force.

            A suite whose file is a symbolic link is neither removed nor renamed.
            """,
        subcommands: SuitesAction.subcommands,
        operands: [Operand(.suitesAction, "What to do", .optional)],
        groups: [
            .output(
                .long(summary: "Add the number of keys, the format, the size and the path of each file"),
                .json(summary: "Print a JSON array: of names, with --long of objects, for 'remove' of changes"),
                .namesOnly,
                .null
            ),
            OptionGroup("Changes", .force(summary: "Remove the file even if that cannot be undone")),
            .change,
            .messages,
        ],
        examples: [
            "suites -l": "List the suites with their sizes",
            "suites rename editor writer": "Rename the suite 'editor' to 'writer'",
            "suites remove editor": "Remove the suite 'editor'",
            "suites remove editor --dry-run": "Print the keys that it would remove",
        ],
        exits: .changing([
            .absent: "the suite to remove or rename does not exist",
            .unreadableFile: "there is no configuration directory, or it or the suite cannot be read",
            .preconditionFailed: "a suite has the new name, or a removal without --force could not be undone",
        ]),
        action: VerbAction(VerbRun.suites)
    )
}

/// The action of `prefs suites`, its first operand.
private enum SuitesAction: String, CaseIterable, Sendable {
    case list, rename, remove

    static var subcommands: [Subcommand] { allCases.map(\.subcommand) }

    private var subcommand: Subcommand {
        let printing = ["--format", "--pretty", "--compact", "--names-only", "--null"]
        let writing = OptionGroup.change.options.map(\.name)
        return switch self {
        case .list:
            Subcommand(rawValue, summary: "List the suites", own: printing + ["--long"])
        case .rename:
            Subcommand(
                rawValue,
                summary: "Rename the suite OLD to NEW",
                operands: [Operand(.oldSuite, "The suite to rename"), Operand(.newSuite, "Its new name")],
                own: writing
            )
        case .remove:
            Subcommand(
                rawValue,
                summary: "Remove the suite NAME",
                operands: [Operand(.suite, "The suite to remove")],
                own: printing + ["--force"] + writing
            )
        }
    }
}

extension Placeholder {
    fileprivate static var suitesAction: Placeholder {
        .action("the name of an action on suites") { SuitesAction.subcommands }
    }
}

extension VerbRun {
    fileprivate func suites() throws -> ExitCode {
        switch operands.first.flatMap(SuitesAction.init) ?? .list {
        case .list: return try listSuites()
        case .remove:
            let suite = try namedSuite(operands[1])
            try removeSuite(suite)
            messages.answer(changing: .removedFile(path: suite.file.path))
            return .done
        case .rename:
            let (old, new) = (try namedSuite(operands[1]), try reader.selection(of: SuiteName(operands[2])))
            try writer.rename(old, to: new)
            messages.answer(changing: .renamedFile(path: old.file.path, to: new.file.path))
            return .done
        }
    }

    /// Returns the suite to remove or rename, which cannot be a link: only its maker knows what is to become of it.
    func namedSuite(_ name: String) throws -> Selection {
        let selection = try reader.selection(of: SuiteName(name))
        guard !selection.file.isSymbolicLink else { throw CommandError.linkedSuite(path: selection.file.path) }
        return selection
    }

    private func listSuites() throws -> ExitCode {
        _ = try reader.noteFilesOfNoSuite(in: PreferenceLayer.searchOrder.filter { !$0.isGlobal })
        guard options.output.isLong else {
            let names = try reader.sources.directories().suiteFiles().suiteNames
            if try !printer.writeIfJSON(names.propertyList) {
                try printer.writeRecords(names.map { [Field($0, .name)] })
            }
            return .done
        }
        let files = try reader.sources.directories().suiteFiles()
        let rows = files.enumerated().map { position, element in
            messages.progressLine.show(position, of: files.count)
            return (element.suite.rawValue, element.file.summary, element.file.path)
        }
        if try printer.writeIfJSON(.array(rows.map { suiteObject($0, $1, path: $2) })) { return .done }
        try printer.writeRecords(
            rows.map { name, summary, path in
                [Field(name, .name)] + summary.texts.map { Field($0, .detail) } + [Field(path, .path)]
            }
        )
        return .done
    }

    /// Removes the file of a suite, after its history has got what is needed to restore it.
    func removeSuite(_ selection: Selection) throws {
        let journal = writer.journal(of: selection, action: "suites remove")
        let isForced = options.writing.isForced
        guard !selection.isMissing else {
            throw CommandError.noSuite(selection.name, near: suggestions.suite(near: selection.name))
        }
        guard journal?.isLogged ?? false || isForced else {
            throw CommandError.notRecordable(path: selection.file.path, nil)
        }
        try selection.rules.checkReplacement(by: [:])
        _ = try selection.rules.schema()
        selection.rules.disclosure.settle()
        let outcome = try rethrowing(
            selection.file.remove(
                writer.changeOptions(for: selection),
                telling: journal
            ),
            as: CommandError.suiteFile
        )
        switch outcome {
        case .done(let removed, let warnings):
            messages.warn(warnings)
            // The marks of the file went with it, also those of the last moment.
            selection.rules.disclosure.namesOfCopies = [selection.file.path.lastPathComponent]
            selection.rules.disclosure.reread()
            if journal == nil { messages.warn([.removedForGood(path: selection.file.path, hadMarks: false, nil)]) }
            if options.writing.isDryRun || printer.jsonStyle != nil {
                printer.write(
                    ofChange: try printer.changes.records(of: removed.contents.keyChanges(to: [:]), in: selection)
                )
            }
        case .alreadyDone, .changed:
            throw CommandError.noSuite(selection.name, near: nil)
        case .notRecordable(let reason):
            throw CommandError.notRecordable(path: selection.file.path, reason)
        }
    }

    private func suiteObject(_ name: String, _ summary: FileSummary, path: String) -> PropertyList {
        var object: PropertyListDictionary = ["suite": .string(name), "file": .string(path)]
        if case .readable(let keys, let format, let size) = summary {
            object["keys"] = .integer(PropertyListInteger(Int64(keys)))
            object["format"] = .string(format.rawValue)
            object["size"] = .integer(PropertyListInteger(Int64(size)))
        }
        return .dictionary(object)
    }
}

/// The facts about a suite file that a long list shows; the size is in bytes.
private enum FileSummary {
    case readable(keys: Int, PropertyListFormat, size: Int)
    case unreadable
    case missing

    /// The texts of the list, with `-` for what is unknown.
    var texts: [String] {
        switch self {
        case .readable(let keys, let format, let size): [String(keys), format.rawValue, String(size)]
        case .unreadable: ["-", "unreadable", "-"]
        case .missing: ["-", "-", "-"]
        }
    }
}

extension SuiteFile {
    fileprivate var summary: FileSummary {
        do {
            guard let keys = try readKeys() else { return .missing }
            return .readable(keys: keys.names.count, keys.format, size: keys.size)
        } catch {
            return .unreadable
        }
    }
}

extension SuiteWriter {
    /// Renames the file of a suite, with its history; what the schema of the old name calls secret stays so.
    ///
    /// - Parameter role: What the history is told of the change.
    func rename(
        _ old: Selection,
        to new: Selection,
        as role: HistoryRecord.Role = .change
    ) throws {
        // A file that is no suite can be renamed, but has no values.
        let contents = (try? old.file.read())?.root ?? [:]
        try old.rules.checkReplacement(by: [:])
        try new.rules.checkReplacement(by: contents)
        _ = try old.rules.schema()
        new.rules.disclosure.hide(as: old.rules)
        var journal = journal(of: new, as: role, action: role.isUndoOrRedo ? nil : "suites rename")
        journal?.newMarks = contents.filter { old.rules.disclosure.hides(partOf: $0.value, at: ValuePointer($0.key)) }
            .map(\.key)
        let outcome = try rethrowing(
            old.file.rename(to: new.file.path, changeOptions(for: old), telling: journal),
            as: CommandError.suiteFile
        )
        switch outcome {
        case .done(let warnings): messages.warn(warnings)
        case .missing: throw CommandError.noSuite(old.name, near: Suggestions(reader).suite(near: old.name))
        case .taken where new.recordedPath.hasSameBytes(as: old.recordedPath):
            throw CommandError.sourceIsTarget("suite \(new.name.quoted)")
        case .taken: throw CommandError.suiteIsTaken(new.name)
        }
        if let suite = old.suite, let schema = try reader.sources.installedSchema(of: suite), !isPlanning {
            messages.note(.schemaOfOldName(path: schema.path, old.name, new: new.name))
        }
    }
}

extension CommandError {
    /// Returns the error of a suite's new name that another suite has.
    fileprivate static func suiteIsTaken(_ name: String) -> CommandError {
        let hint = "'\(["suites", "remove", name].commandLine)' removes it"
        return CommandError(.preconditionFailed, Message("suite \(name.quoted) already exists", hint: hint))
    }

    /// Returns the error of a suite that is to be removed or renamed, whose file is a symbolic link.
    fileprivate static func linkedSuite(path: String) -> CommandError {
        let error = PreferenceStoreError.notRegularFile(path: path, .symbolicLink)
        return CommandError(.unreadableFile, Message("\(error)", hint: "remove or rename the link itself"))
    }

    fileprivate static func noSuite(_ name: String, near: String?) -> CommandError {
        CommandError(.absent, .missingSuite(name, suggestion: near))
    }
}

extension Message {
    fileprivate static func renamedFile(path: String, to new: String) -> Message { "renamed \(path) to \(new)" }

    /// Returns a note about a schema, which does not follow a suite to its new name.
    static func schemaOfOldName(path: String, _ old: String, new: String) -> Message {
        let hint = ["schema", "install", path, "-s", new].commandLine
        return Message("\(path) is still the schema of \(old.quoted)", hint: hint)
    }
}
