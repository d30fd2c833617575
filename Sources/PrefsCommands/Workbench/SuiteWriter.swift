import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

/// Changes the files of a run, each in one transaction that the suite's schema checks.
final class SuiteWriter {
    let reader: SuiteReader
    /// The identifier of this run in the history.
    private(set) lazy var runID = Journal.newID()
    /// Whether a plan is made of changes that follow.
    private(set) var isPlanning = false
    private var heldTermination: BlockedSignals?

    init(_ reader: SuiteReader) {
        self.reader = reader
    }

    var options: Options { reader.options }
    var printer: Printer { reader.printer }
    var messages: Messages { reader.messages }
    var suggestions: Suggestions { Suggestions(reader) }
    /// Whether nothing is written.
    var isRehearsal: Bool { isPlanning || options.writing.isRehearsal }

    // MARK: Signals

    /// Has signals that end the process wait until the command has printed which of several files it has written.
    func holdTermination() {
        guard !options.writing.isRehearsal else { return }
        heldTermination = .termination()
    }

    func releaseTermination() {
        heldTermination = nil
    }

    // MARK: Changes

    /// Changes preferences in one transaction.
    ///
    /// The file stays unchanged if the body throws an error, and in a rehearsal.
    ///
    /// - Parameters:
    ///   - keys: The keys that the body reads and changes, by their current names; nil for all keys.
    ///   - readKeys: Further keys, which it only reads.
    ///   - role: What the history is told of the change.
    @discardableResult
    func change<Value>(
        _ selection: Selection,
        keys: [String]? = nil,
        reading readKeys: [String] = [],
        as role: HistoryRecord.Role = .change,
        _ body: (inout TransactionContents) throws -> Value
    ) throws -> SuiteChange<Value> {
        if selection.isStream, !selection.isStandardInput {
            throw CommandError(.notRegularFile(path: selection.file.path, .fifo) as PreferenceStoreError)
        }
        let rules = selection.rules
        var changeOptions = changeOptions(for: selection)
        if role.isUndoOrRedo {
            // A removed key was perhaps not at its sorted place.
            changeOptions.sortsNewKeys = false
        }
        let schema = try rules.schema(of: keys)
        // The rule for a key can depend on the values of all other keys, and another key can be equivalent to it.
        let needsAllKeys = schema?.schema.isConditional ?? false || keys?.contains { !$0.isASCII } ?? false
        let names = try (needsAllKeys ? nil : keys).map { keys in
            try readKeys + keys.flatMap(rules.names) + suggestions.containersNamed(by: keys)
        }
        let time = schema == nil || changeOptions.isRehearsal ? nil : reader.environment.judgingTime
        var notes: [Message] = []
        let change = try withoutActuallyEscaping(body) { body in
            var value: Value?
            let judge = JudgedChange(ofFileAt: selection.file.path, in: time) { draft in
                try rules.beginChange(of: keys ?? [])
                value = try body(&draft)
            } rules: { [isPlanning] draft in
                let notes = try rules.judge(&draft, isUndo: role.isUndoOrRedo, of: selection)
                return isPlanning
                    ? [] : notes + self.suggestions.notesNamedLikePart(draft.changes, in: draft.root, rules)
            } isCurrent: { judged, draft in
                var judged = judged
                try rules.beginChange(of: (keys ?? []) + judged.changes.map(\.key))
                return try judged.owners.map { try selection.ownership(before: draft) == $0.old } ?? true
            }
            let journal = journal(of: selection, as: role)
            func edit(_ draft: inout TransactionContents) throws -> Value? {
                try judge.edit(&draft)
                return value
            }
            let made =
                try selection.isStandardInput
                ? filter(checking: judge, edit)
                : messages.during(changeOptions.isRehearsal ? "comparing" : "changing", selection.file.path) {
                    try rethrowing(
                        selection.file.change(changeOptions, keys: names, checking: judge, telling: journal, edit),
                        as: CommandError.suiteFile
                    ).get()
                }
            guard let value else { throw CommandError.suiteFile(.changedTooOften(path: selection.file.path)) }
            notes = judge.notes
            return made.with(value)
        }
        guard !isPlanning else { return change }
        messages.warn(change.warnings)
        for note in notes + suggestions.notesNamedLikeSuite(change.changes) {
            messages.note(note, of: selection)
        }
        return change
    }

    /// Changes the document on standard input, and prints it; in a rehearsal, only the change is printed.
    private func filter<Value>(
        checking judge: JudgedChange,
        _ edit: (inout TransactionContents) throws -> Value
    ) throws -> SuiteChange<Value> {
        guard options.apply.owner == nil else { throw CommandError.standardInputNotWritable }
        let bytes = try reader.documents.bytes(ofStreamAt: "-")
        let (change, document) = try rethrowing(
            SuiteFile.change(bytes, named: "-".documentName, checking: judge, edit),
            as: CommandError.init
        ).get()
        if !isRehearsal { try printer.writeFiltered(document) }
        return change
    }

    /// Runs a closure whose changes are not made, and about which no notes are printed, since the same changes follow.
    func planning<Value>(_ body: () throws -> Value) rethrows -> Value {
        isPlanning = true
        defer { isPlanning = false }
        return try body()
    }

    /// Makes a change, or only prints it with `--dry-run`; with `--json`, and on a terminal, also prints it.
    ///
    /// - Parameters:
    ///   - keys, readKeys: As for `change`.
    ///   - renamed: The keys that no owner has any longer.
    /// - Returns: The changes of keys, also in a rehearsal.
    @discardableResult
    func changeAndPrint(
        _ selection: Selection,
        keys: [String]? = nil,
        reading readKeys: [String] = [],
        endingOwnershipOf renamed: [String] = [],
        _ body: (inout TransactionContents) throws -> Void
    ) throws -> [PreferenceChange] {
        var note: Message?
        let isPrinted = !answers && (options.writing.isDryRun || printer.jsonStyle != nil)
        let change = try change(selection, keys: keys, reading: readKeys) { transaction in
            try body(&transaction)
            if !renamed.isEmpty, !transaction.changes.isEmpty {
                note = try selection.endOwnership(of: renamed, &transaction)
            }
            return isPrinted ? try printer.changes.records(of: transaction.changes, in: selection) : ""
        }
        printer.write(ofChange: change.value, isMade: change.outcome != .unchanged)
        try answer(change, in: selection)
        if let note { messages.note(note, of: selection) }
        return change.changes
    }

    func changeOptions(for selection: Selection) -> ChangeOptions {
        var changeOptions = ChangeOptions(
            breaksHardLinks: options.writing.breaksHardLinks,
            replacesCorrupt: options.writing.replacesCorrupt,
            isRehearsal: isRehearsal,
            access: selection.access
        )
        if let seconds = options.writing.lockTimeout { changeOptions.lockTimeout = .seconds(seconds) }
        return changeOptions
    }

    // MARK: Updates

    /// Replaces the value that KEY and `--at` name by one computed from it, in one transaction, and prints the new
    /// value; with `--dry-run`, prints the change instead.
    ///
    /// The old value is the one that a program finds: that of the first layer, or else the schema's default.
    ///
    /// - Parameter make: Returns the new value for the old one, which is nil if it is unset and has no default; nil
    ///   stores nothing, and the old value is printed.
    func update(
        _ selection: Selection,
        _ make: (PropertyList?, ValuePointer) throws -> PropertyList?
    ) throws -> ExitCode {
        let pointer = reader.pointer(reader.arguments.operands[0])
        let rules = selection.rules
        var layers = try OtherLayers(of: [pointer.key], in: selection)
        let hiding = try layers.hiding(pointer.key)
        let change = try change(selection, keys: [pointer.key]) { transaction in
            let names = try rules.names(of: pointer.key)
            let whole = try layers.start(of: pointer.key, stored: transaction.root[named: names])
            let old = try pointer.found(in: whole)
            var new = try make(old, pointer)
            if let made = new {
                let stored = old == nil ? try rules.storedForm(of: made, at: pointer) : made
                let creates = options.keys.createsParents
                transaction.root[named: names] = try pointer.whole(whole, setting: stored, creatingParents: creates)
                new = stored
            }
            // A value that cannot be printed in the requested form is not stored either.
            if options.writing.isDryRun { return try printer.changes.records(of: transaction.changes, in: selection) }
            return try (new ?? old).map { try printer.record(of: rules.disclosure.shown($0, at: pointer), at: pointer) }
                ?? ""
        }
        messages.warn(layers.warnings)
        if let hiding { messages.note(.hidden(pointer, by: hiding)) }
        messages.reportChange(change.outcome == .unchanged ? .unchanged([pointer]) : .set([pointer]))
        printer.write(ofChange: change.value, isMade: change.outcome != .unchanged)
        if !options.writing.isDryRun { try answer(change, in: selection, isOnlyNew: true) }
        return .done
    }
}

/// The values of keys in the other files that a read of a selection searches, and in the schema.
struct OtherLayers {
    private var upper: PreferenceSnapshot
    private var lower: PreferenceSnapshot
    private let keys: [String]
    private let rules: SuiteRules

    init(of keys: [String], in selection: Selection) throws {
        (self.keys, rules) = (keys, selection.rules)
        let names = KeySelection.named(try keys.flatMap(rules.names))
        upper = PreferenceSnapshot(of: selection.upperLayers, keys: names)
        lower = PreferenceSnapshot(of: selection.lowerLayers, keys: names)
    }

    /// Returns the entry that programs read in place of one in the selected file; nil if there is none.
    mutating func hiding(_ key: String) throws -> PreferenceEntry? {
        try upper.entry(named: rules.names(of: key))
    }

    /// Returns the value that programs read, from which a change of a part of it starts.
    ///
    /// - Parameter stored: The value in the selected file.
    mutating func start(of key: String, stored: PropertyList?) throws -> PropertyList? {
        let hiding = try hiding(key)
        if hiding == nil, let stored { return stored }
        let entry = try hiding ?? lower.entry(named: rules.names(of: key))
        guard let entry else { return try rules.schema(of: [key])?.schema.defaultValue(of: key) }
        rules.disclosure.receive(key)
        return entry.value
    }

    /// Returns the keys that another file has, each with the entry that programs read.
    mutating func entries() throws -> [(key: String, entry: PreferenceEntry)] {
        try keys.compactMap { key in
            let entry = try hiding(key) ?? lower.entry(named: rules.names(of: key))
            return entry.map { (key, $0) }
        }
    }

    var warnings: [SuiteWarning] { upper.warnings + lower.warnings }
}

extension Message {
    /// Returns a note about a changed value, in place of which programs read one of another file.
    static func hidden(_ pointer: ValuePointer, by entry: PreferenceEntry) -> Message {
        Message("programs still read \(pointer.quoted) from \(entry.file.path)", hint: "--by-host changes it there")
    }

    static func set(_ pointers: [ValuePointer]) -> Message { "set \(pointers.listed)" }

    static func unchanged(_ pointers: [ValuePointer]) -> Message {
        "\(pointers.listed) already \(pointers.count == 1 ? "has this value" : "have these values")"
    }
}
