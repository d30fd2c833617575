import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

extension Verb {
    static let history = Verb(
        "history",
        summary: "List the changes of the suites, or show one",
        discussion: """
            Lists the changes that prefs has made, of all suites unless one is selected, the newest first: the time, the
            ID, the command, the suite and the keys. 'undo' undoes one. With ID, prints what that change did, a line per
            change as 'apply' does. --clear and --forget act on one suite, by default that of the other commands.

            The history of a file is in $XDG_STATE_HOME/prefs/history, by default ~/.local/state/prefs/history, readable
            by its owner alone. It has the last 500 to 1000 changes. Values that the schema calls secret are not
            recorded, nor those of keys that 'apply --secrets' has set; --forget erases the recorded values of other
            keys. Neither --forget nor --clear makes a secret visible, but --not-secret does. A record also has the
            user, the program and the machine, which --json prints. 'PREFS_HISTORY=off' turns recording off.
            """,
        operands: [Operand(.changeID, "The change to show", .optional)],
        groups: [
            .writtenFile,
            OptionGroup(
                "Changes",
                .allSuites("List, or clear, the changes of all suites and files", operands: []),
                Option(
                    ["-n", "--number"],
                    "List only the newest N",
                    takes: [.word(.number)],
                    operands: []
                ) { options, occurrence in
                    let text = occurrence.argument
                    guard let count = Int(text), count > 0 else { throw CommandError.invalidCount(text) }
                    options.history.count = count
                },
                Option(
                    ["--forget"],
                    "Erase all values of KEY from the history; they can no longer be restored",
                    operands: [Operand(.key, "A key, a literal name", .oneOrMore)],
                    excludes: ["--number", "--clear", "--all-suites"]
                ) { $0.history.forgets = true },
                Option(
                    ["--not-secret"],
                    "With --forget, show and record KEY again, which 'apply --secrets' has set",
                    needs: ["--forget"]
                ) { $0.history.endsSecrecy = true },
                Option(
                    ["--clear"],
                    "Erase the history",
                    operands: [],
                    excludes: ["--number"]
                ) { $0.history.clears = true }
            ),
            .output(
                .formatOfChanges(
                    "Print the changes of ID in this form; json also prints the list",
                    excludes: ["--names-only", "--null", "--forget", "--clear"]
                ),
                .namesOnly,
                .null
            ),
            .messages,
        ],
        examples: [
            "history": "List the changes of all suites",
            "history -s editor -n5": "List the last five changes of the suite 'editor'",
            "history 7gq2": "Show what the change whose ID begins with 7gq2 did",
            "history 7gq2 --format commands": "Print the commands that make that change again",
            "history -s editor --forget token": "Erase the recorded values of a key",
        ],
        exits: .changing([
            .absent: "there is no change with that ID",
            .preconditionFailed: "the values of that change are not recorded",
        ]),
        action: VerbAction(VerbRun.history, firstOperand: .change)
    )
}

final class HistoryOptions {
    /// The number of changes to list; nil for all.
    fileprivate(set) var count: Int?
    fileprivate(set) var forgets = false
    fileprivate(set) var endsSecrecy = false
    fileprivate(set) var clears = false
}

extension Options {
    fileprivate var history: HistoryOptions { own(HistoryOptions.init) }
}

extension VerbRun {
    fileprivate func history() throws -> ExitCode {
        if options.history.forgets { return try forget() }
        if options.history.clears { return try clear() }
        if let prefix = operands.first { return try showChange(prefix) }
        guard options.output.changeForm == nil || printer.jsonStyle != nil else {
            let synopsis = "\(Verb.history.name) [OPTIONS] \(Placeholder.changeID.name) --format FORMAT"
            throw CommandError.usage(.missingOperand(.changeID, synopsis: synopsis))
        }
        let timeline = HistoryTimeline(
            try options.selection.isOfAllSuites || !reader.isSelective
                ? reader.sources.journal().records() : reader.sources.journal().records(of: reader.selection())
        )
        var newest = Array(timeline.records.reversed())
        if let count = options.history.count {
            newest = Array(newest.prefix(count))
        }
        if newest.isEmpty { messages.answer("no changes are recorded") }
        if printer.jsonStyle != nil {
            let objects = newest.map { $0.object(isUndone: timeline.isUndone($0)) }
            printer.writeLine(try printer.json(.array(objects), .plain, at: nil))
            return .done
        }
        try printer.writeRecords(
            newest.map { record in
                let action = record.action + (timeline.isUndone(record) ? " (undone)" : "")
                return [
                    Field(
                        printer.isTerminal
                            ? record.age(at: environment.wallTime)
                            : record.date.rfc3339WholeSeconds ?? String(record.time),
                        .detail
                    ),
                    Field(record.id, .name),
                    Field(action, .value(of: .string)),
                    Field(record.suite ?? record.path, .detail),
                    Field(record.subject, .value(of: .string)),
                ]
            }
        )
        return .done
    }

    /// Prints the change lines of a run.
    private func showChange(_ prefix: String) throws -> ExitCode {
        let (parts, _) = try reader.sources.journal().run(beginningWith: prefix)
        let complete = try parts.map { part in try reader.sources.journal().complete(part) }
        let changes = complete.map { record in
            let selection = reader.selection(recordedIn: record)
            return SuiteChanges(
                suite: complete.count > 1 ? selection.suite : nil,
                changes: record.keyChanges,
                rules: selection.rules,
                selection: selection
            )
        }
        printer.write(try printer.changes.records(of: changes, isQuestion: true).utf8)
        printer.changes.noteSeed(of: changes)
        let withheld = complete.flatMap(\.withheldKeys).map { ValuePointer($0) }
        if !withheld.isEmpty {
            messages.note(.valuesNotRecorded(withheld))
        }
        return .done
    }

    // MARK: Erasing

    private func forget() throws -> ExitCode {
        let journal = try reader.sources.journal()
        let selection = try reader.selection()
        let keys = operands
        let path = selection.file.path
        if options.history.endsSecrecy {
            let isLifted = try rethrowing(
                journal.endSecrecy(of: keys, inFileAt: selection.recordedPath),
                as: CommandError.outputFile
            )
            messages.note(isLifted ? .notSecret(keys, path: path) : .wasNotSecret(keys, path: path))
        }
        let erased = try rethrowing(
            journal.erase(historyOf: selection.recordedPath) { key, _ in keys.contains { $0.hasSameBytes(as: key) } },
            as: CommandError.outputFile
        )
        messages.note(erased.count > 0 ? .forgot(keys, path: path) : .nothingToForget(path: path))
        if !erased.removals.isEmpty { messages.warn([.secretsInRemovedFiles(path: path, ids: erased.removals)]) }
        return .done
    }

    private func clear() throws -> ExitCode {
        let journal = try reader.sources.journal()
        let selection = options.selection.isOfAllSuites ? nil : try reader.selection()
        let path = selection?.recordedPath ?? journal.histories.path
        // Of all, also those without a readable record.
        let histories = try selection.map { [journal.history(of: $0.recordedPath)] } ?? journal.allHistories()
        let cleared = try histories.filter { try rethrowing(journal.clear($0), as: CommandError.outputFile) }
        messages.note(!cleared.isEmpty ? .forgot([], path: path) : .nothingToForget(path: path))
        return .done
    }
}

extension HistoryRecord {
    fileprivate var date: PropertyListDate {
        PropertyListDate(sinceEpoch: .seconds(time / 1000))
    }

    /// What changed, for a list: the first keys, or the whole file.
    fileprivate var subject: String {
        switch kind {
        case .changes:
            let (first, count) = keys
            let others = count - min(first.count, 10)
            return first.prefix(10).joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
        case .removal: return "the whole file"
        case .recreation: return "the whole file, restored"
        case .renaming: return "the whole file: \(names.joined(separator: " -> "))"
        }
    }

    fileprivate func object(isUndone: Bool) -> PropertyList {
        var object: PropertyListDictionary = ["id": .string(id), "time": .date(date), "action": .string(action)]
        object["suite"] = suite.map(PropertyList.string)
        object["path"] = .string(path)
        object["keys"] = keys.first.propertyList
        author?.describe(in: &object)
        object["undoes"] = role.undoneID.map(PropertyList.string)
        object["undone"] = .boolean(isUndone)
        return .dictionary(object)
    }

    /// The changes of keys, as far as their values are recorded.
    fileprivate var keyChanges: [PreferenceChange] {
        switch content {
        case .changes(let changes, _): changes.filter { !$0.isWithheld }
        case .removal(let file): file.contents.keyChanges(to: [:])
        case .recreation(let file): PropertyListDictionary().keyChanges(to: file.contents)
        case .renaming, .apart: []
        }
    }

    fileprivate var withheldKeys: [String] {
        if case .changes(let changes, _) = content { changes.filter(\.isWithheld).map(\.key) } else { [] }
    }
}

extension CommandError {
    fileprivate static func invalidCount(_ word: String) -> CommandError {
        CommandError(usage: "\(word.quoted) is not a number of changes", hint: "write digits, as in 10")
    }
}

extension Message {
    /// Returns a note that the values of keys, or everything if none is named, were erased from the history of a file.
    static func forgot(_ keys: [String], path: String) -> Message {
        guard !keys.isEmpty else { return "erased the history of \(path)" }
        return "erased the values of \(keys.map(\.quoted).firstFew) from the history of \(path)"
    }

    fileprivate static func nothingToForget(path: String) -> Message { "the history of \(path) has no such values" }

    /// Returns a note about values that are not recorded: they are secret, or were erased.
    static func valuesNotRecorded(_ pointers: [ValuePointer]) -> Message {
        "the values of \(pointers.listed) are not recorded: secret, or erased"
    }

    /// Returns a note about keys that are secret no longer by themselves.
    fileprivate static func notSecret(_ keys: [String], path: String) -> Message {
        "prefs shows and records \(keys.map(\.quoted).firstFew) in \(path) again, unless a schema says otherwise"
    }

    fileprivate static func wasNotSecret(_ keys: [String], path: String) -> Message {
        "'apply --secrets' has not set \(keys.map(\.quoted).firstFew) in \(path)"
    }
}
