import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

extension Verb {
    static let undo = Verb(
        "undo",
        summary: "Undo a change",
        discussion: """
            Undoes the newest change of the suite. Another 'undo' undoes the one before it. ID, as 'prefs history' shows
            it, names any change of any suite; its first four characters are enough if no other ID begins with them. A
            change of several suites is undone in all of them.

            Each key gets the value that it had before, and a removed key its old place. What other changes have set
            meanwhile stays: within a dictionary, only the entries that the change set are undone. If one of these has
            another value now, nothing is written; --force undoes the change even so. A file that the change created is
            removed if no key is left in it.

            Prints one line per change, as 'apply' does. 'prefs redo' makes the change again.
            """,
        operands: [Operand(.changeID, "The change to undo", .optional)],
        groups: [.writtenFile, .undoing, .changes, .changeOfHistory, .messages],
        examples: [
            "undo": "Undo the last change of the suite",
            "undo -s editor --dry-run": "Show what that would change in the suite 'editor'",
            "undo 7gq2": "Undo the change whose ID begins with 7gq2",
        ],
        exits: .undoing,
        action: VerbAction(VerbRun.undo, firstOperand: .change)
    )

    static let redo = Verb(
        "redo",
        summary: "Make an undone change again",
        discussion: """
            Takes the last 'undo' of the suite back; another 'redo' takes the one before it back. The rules of 'undo'
            apply.
            """,
        groups: [.writtenFile, .undoing, .changes, .changeOfHistory, .messages],
        examples: ["redo": "Make the last undone change again"],
        exits: .undoing,
        action: VerbAction(VerbRun.redo)
    )
}

extension OptionGroup {
    fileprivate static let undoing = OptionGroup(
        "Conditions",
        .force(summary: "Overwrite values that have changed since")
    )
}

extension [ExitMeaning] {
    fileprivate static var undoing: [ExitMeaning] {
        .changing([
            .absent: "there is no such change",
            .invalidValue: "the change breaks the schema",
            .preconditionFailed: "a value has changed since, or is not recorded; nothing is written",
        ])
    }
}

extension VerbRun {
    fileprivate func undo() throws -> ExitCode {
        try operands.first.map(undo) ?? undoLast(\.lastChange)
    }

    /// Undoes the changes of the run whose identifier begins with a text.
    func undo(runBeginningWith prefix: String) throws -> ExitCode {
        let (records, timeline) = try reader.sources.journal().run(beginningWith: prefix)
        let present = try parts(ofRun: records[0].id, in: timeline)
        do {
            guard !present.isEmpty else { throw AlreadyUndone(record: records[0]) }
            return try writer.undo(run: present)
        } catch let undone as AlreadyUndone {
            throw CommandError.alreadyUndone(undone.record)
        }
    }

    fileprivate func redo() throws -> ExitCode {
        try undoLast(\.lastUndo)
    }

    /// Undoes the last change of a kind; if another process has just done that, the one before it.
    private func undoLast(_ last: (HistoryTimeline) -> HistoryRecord?) throws -> ExitCode {
        let selection = try reader.selection()
        while true {
            guard let record = last(HistoryTimeline(try reader.sources.journal().records(of: selection))) else {
                let verb = arguments.verb.name
                let newest = (try? reader.sources.journal().records()).flatMap { last(HistoryTimeline($0)) }
                let line = newest.flatMap { newest in
                    let other = reader.selection(recordedIn: newest)
                    // An undo refuses a path that leads elsewhere now.
                    return other.recordedPath == newest.path ? [verb] + other.selector : nil
                }
                let near = selection.isMissing ? selection.suite.flatMap { suggestions.suite(near: $0.rawValue) } : nil
                throw CommandError.nothing(to: verb, in: selection.location, near: near, suggesting: line)
            }
            let parts = try parts(of: record)
            guard !parts.isEmpty else { continue }
            do {
                return try writer.undo(run: parts)
            } catch is AlreadyUndone {
                continue
            }
        }
    }

    /// Returns the records of a record's run that are not undone yet, one for each file.
    private func parts(of record: HistoryRecord) throws -> [HistoryRecord] {
        guard record.role != .change else { return [record] }
        return try parts(ofRun: record.id, in: HistoryTimeline(try reader.sources.journal().records()))
    }

    /// A run that was stopped has no records of the files that it did not change.
    ///
    /// - Throws: `partsNotKept` if the records of some files are no longer kept, since an undo does not do half.
    private func parts(
        ofRun id: String,
        in timeline: HistoryTimeline
    ) throws -> [HistoryRecord] {
        let records = timeline.records.filter { $0.id == id }
        let parts = records.compactMap { record in
            if case .partOfRun(let number, let count) = record.role { (number, count) } else { nil }
        }
        if let (written, count) = parts.max(by: { $0.0 < $1.0 }) {
            guard records.count >= written || options.writing.isForced else {
                throw CommandError.partsNotKept(id: id, count: records.count, of: written)
            }
            if written < count { messages.note(.partOfRun(written, of: count)) }
        }
        return records.filter { !timeline.isUndone($0) }.map(timeline.latest)
    }
}

extension CommandError {
    /// - Parameters:
    ///   - line: The arguments that undo or redo the newest change of another file; nil if there is none.
    ///   - near: An existing suite with a similar name; nil if there is none.
    fileprivate static func nothing(
        to verb: String,
        in location: String,
        near: String?,
        suggesting line: [String]?
    ) -> CommandError {
        let hint =
            near.map { "did you mean \($0.quoted)?" }
            ?? line.map { "'\($0.commandLine)' \(verb)es the newest change of another suite" }
        return CommandError(.absent, Message("nothing to \(verb) in \(location)", hint: hint))
    }
}

extension Message {
    /// Returns a note about a run of whose files only some have a record.
    static func partOfRun(_ number: Int, of count: Int) -> Message {
        """
        of the \(count) files of this run, \(number) \(number == 1 ? "has" : "have") a record: \
        it was stopped, or the others were erased
        """
    }
}
