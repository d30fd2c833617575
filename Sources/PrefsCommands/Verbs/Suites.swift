import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let suites = Verb(
        "suites",
        summary: "List suites, or remove one",
        discussion: """
            Prints the suites that have a file in the user's configuration directory or in /usr/local/etc, for all hosts
            or for this one. --long prints one line per file: the suite, the number of keys, the format, the size in
            bytes, and the path.

            --remove removes ~/.config/NAME.plist, whatever it contains. The history keeps its bytes, its mode and its
            extended attributes, secrets too, so that 'prefs undo -s NAME' restores it. A file that cannot be recorded,
            because it is larger than 12 MB or the history is off, is not removed without --force.
            """,
        groups: [
            .output(
                .long(summary: "Add the number of keys, the format, the size and the path of each file"),
                .json(summary: "Print a JSON array: of names, with --long of objects, with --remove of changes"),
                .namesOnly,
                .null
            ),
            OptionGroup(
                "Changes",
                Option(
                    .remove,
                    ["--remove"],
                    "Remove the file of the suite NAME",
                    operands: [Operand(.suite, "The suite to remove")],
                    excludes: [.long]
                ) { $0.suites.removes = true },
                .force(summary: "Remove the file even if that cannot be undone")
            ),
            .change,
            .messages,
        ],
        examples: [
            "suites -l": "List the suites with their sizes",
            "suites --remove editor": "Remove the suite 'editor'",
            "suites --remove editor --dry-run": "Print the keys that it would remove",
        ],
        exits: .changing([
            .absent: "the suite to remove does not exist",
            .unreadableFile: "there is no configuration directory, or it or the suite cannot be read",
            .preconditionFailed: "the removal could not be undone, and --force is not given; nothing is removed",
        ]),
        run: VerbRun.suites
    )
}

struct SuitesOptions {
    /// Whether to remove a suite.
    fileprivate(set) var removes = false
}

extension VerbRun {
    fileprivate func suites() throws -> ExitCode {
        if options.suites.removes { return try removeSuite() }
        _ = try reader.noteFilesOfNoSuite(in: PreferenceLayer.searchOrder.filter { !$0.isGlobal })
        guard options.output.isLong else {
            let names = try reader.suiteNames()
            if try !printer.writeIfJSON(names.propertyList) {
                try printer.writeRecords(names.map { [Field($0, .name)] })
            }
            return .done
        }
        let files = try reader.suiteFiles()
        let rows = files.enumerated().map { position, element in
            printer.progressLine.show(position, of: files.count)
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
    private func removeSuite() throws -> ExitCode {
        let selection = try Selection(ofSuite: operands[0], in: environment)
        let recording = try writer.recording(
            of: selection,
            hiding: reader.secretsOfSchemas(for: selection),
            action: "suites --remove"
        )
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
