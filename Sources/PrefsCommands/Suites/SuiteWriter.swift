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
    private var heldTermination: BlockedSignals?

    init(_ reader: SuiteReader) {
        self.reader = reader
    }

    var options: Options { reader.options }
    var printer: Printer { reader.printer }

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
    /// The file stays unchanged if the body throws an error, and with `--dry-run` or `--check`.
    ///
    /// - Parameters:
    ///   - keys: The keys that the body reads and changes, by their current names; nil for all keys.
    ///   - readKeys: Further keys, which it only reads.
    ///   - secrets: Everything that is secret, if that is more than the schemas tell; used in place of those.
    ///   - requiresKeys: Whether every key that the schema requires must exist afterwards.
    ///   - role: What the history is told of the change.
    ///   - isRehearsal: Whether to write nothing and to print no notes, since the same change follows.
    @discardableResult
    func change<Value>(
        _ selection: Selection,
        keys: [String]? = nil,
        reading readKeys: [String] = [],
        by schema: SuiteSchema?,
        hiding secrets: PreferenceSecrets? = nil,
        requiresKeys: Bool = false,
        as role: HistoryRecord.Role = .change,
        isRehearsal: Bool = false,
        _ body: (inout TransactionContents) throws -> Value
    ) throws -> SuiteChange<Value> {
        guard options.selection.path != "-" else { throw CommandError.standardInputNotWritable }
        let managed = try reader.managedSettings(of: selection)
        try managed.check(keys ?? [], by: schema)
        var changeOptions = changeOptions(for: selection, isRehearsal: isRehearsal)
        if role.isUndoOrRedo {
            // A removed key was perhaps not at its sorted place.
            changeOptions.sortsNewKeys = false
        }
        let hidden = try secrets ?? reader.secretsOfSchemas(for: selection, by: schema)
        let journal = journal(of: selection, hiding: hidden, as: role)
        // The rule for a key can depend on the values of all other keys, and another key can be equivalent to it.
        let needsAllKeys = schema?.schema.isConditional ?? false || keys?.contains { !$0.isASCII } ?? false
        let names = (needsAllKeys ? nil : keys).map { keys in
            readKeys + keys + keys.flatMap { schema?.formerNames(of: $0) ?? [] } + reader.containersNamed(by: keys)
        }
        let time = schema == nil || changeOptions.isRehearsal ? nil : reader.environment.judgingTime
        let rules = { (draft: inout TransactionContents) throws -> [Message] in
            let changes = draft.changes.sorted(byBytesOf: \.key)
            try managed.check(changes.map(\.key), by: schema)
            let hazards = ChangeHazards(
                of: changes,
                in: draft.stored,
                writtenAs: draft.format,
                rounding: draft.roundedKeys,
                to: selection.file,
                hiding: hidden
            )
            // A file that is selected by its path is not always a suite, and what is undone was there before.
            if selection.layer != nil, !role.isUndoOrRedo,
                let error = hazards.refusal(in: selection, since: draft.old)
            {
                throw error
            }
            var notes = hazards.notes
            if let schema {
                notes += try schema.check(draft.root, since: draft.old, changes: changes, requiresKeys: requiresKeys)
            }
            if !isRehearsal {
                notes += self.reader.notesNamedLikePart(
                    changes,
                    in: draft.root,
                    hiding: try? self.reader.secrets(of: selection, by: schema)
                )
            }
            return notes
        }
        var notes: [Message] = []
        let change: SuiteChange<Value>
        do {
            change = try withoutActuallyEscaping(body) { body in
                var value: Value?
                let edit = { (draft: inout TransactionContents) throws in value = try body(&draft) }
                let judge = JudgedChange(ofFileAt: selection.file.path, in: time, edit, rules: rules) { judged, draft in
                    try judged.owners.map { try self.reader.ownership(of: selection, before: draft) == $0.old } ?? true
                }
                let made = try rethrowing(
                    selection.file.change(changeOptions, keys: names, checking: judge, telling: journal) {
                        draft -> Value? in
                        try judge.edit(&draft)
                        try addOtherSecretNames(to: &draft, by: schema, of: selection, hiding: hidden)
                        return value
                    },
                    as: CommandError.suiteFile
                ).get()
                guard let value else {
                    throw CommandError.suiteFile(.changedTooOften(path: selection.file.path))
                }
                notes = judge.notes
                return made.with(value)
            }
        } catch let error as CommandError {
            let all = (try? reader.secrets(of: selection, isOneFile: false, by: schema)) ?? .everything
            throw error.hiding(all.union(secrets ?? PreferenceSecrets()))
        }
        guard !isRehearsal else { return change }
        printer.warn(change.warnings)
        for note in notes + reader.notesNamedLikeSuite(change.changes) {
            printer.note(note, of: selection)
        }
        return change
    }

    /// Makes a change, or only prints it with `--dry-run`; with `--json`, also prints it.
    ///
    /// - Parameters:
    ///   - keys, readKeys, secrets: As for `change`.
    ///   - renamed: The keys that no owner has any longer.
    /// - Returns: Whether there is anything to change.
    @discardableResult
    func changeOrRehearse(
        _ selection: Selection,
        keys: [String]? = nil,
        reading readKeys: [String] = [],
        by schema: SuiteSchema?,
        hiding secrets: PreferenceSecrets? = nil,
        endingOwnershipOf renamed: [String] = [],
        _ body: (inout TransactionContents) throws -> Void
    ) throws -> Bool {
        var note: Message?
        let isPrinted = options.writing.isDryRun || printer.jsonStyle != nil
        let secrets = isPrinted && secrets == nil ? try reader.secrets(of: selection, by: schema) : secrets
        let change = try change(selection, keys: keys, reading: readKeys, by: schema, hiding: secrets) {
            transaction in
            try body(&transaction)
            if !renamed.isEmpty, !transaction.changes.isEmpty {
                note = try endOwnership(of: renamed, in: selection, &transaction)
            }
            guard isPrinted, let secrets else { return "" }
            return try printer.records(of: transaction.changes.sorted(byBytesOf: \.key), hiding: secrets)
        }
        printer.write(ofChange: change.value)
        if let note { printer.note(note, of: selection) }
        return !change.changes.isEmpty
    }

    /// Returns the records of a change that is not made because of `--dry-run`; nil without that option.
    func rehearsal(
        of transaction: inout TransactionContents,
        hiding secrets: PreferenceSecrets
    ) throws -> String? {
        guard options.writing.isDryRun else { return nil }
        return try printer.records(of: transaction.changes.sorted(byBytesOf: \.key), hiding: secrets)
    }

    func changeOptions(for selection: Selection, isRehearsal: Bool = false) -> ChangeOptions {
        var changeOptions = ChangeOptions(
            breaksHardLinks: options.writing.breaksHardLinks,
            replacesCorrupt: options.writing.replacesCorrupt,
            isRehearsal: isRehearsal || options.writing.isRehearsal,
            access: selection.access
        )
        if let seconds = options.writing.lockTimeout { changeOptions.lockTimeout = .seconds(seconds) }
        return changeOptions
    }

    // MARK: Updates

    /// Replaces the value that KEY and `--at` name.
    func update(
        _ make: (PropertyList?, ValuePointer) throws -> PropertyList?
    ) throws -> ExitCode {
        let selection = try reader.selection()
        let pointer = reader.pointer(reader.arguments.operands[0])
        return try update(pointer, of: selection, by: try reader.schema(of: selection, keys: [pointer.key]), make)
    }

    /// Replaces a value by one computed from it, in one transaction, and prints the new value.
    ///
    /// With `--dry-run`, prints the change instead.
    ///
    /// The old value is the one that a program finds: that of the first layer, or else the schema's default.
    ///
    /// - Parameter make: Returns the new value for the old one, which is nil if it is unset and has no default; nil
    ///   stores nothing, and the old value is printed.
    func update(
        _ pointer: ValuePointer,
        of selection: Selection,
        by schema: SuiteSchema?,
        _ make: (PropertyList?, ValuePointer) throws -> PropertyList?
    ) throws -> ExitCode {
        let key = try NamedKey(pointer.key, in: schema)
        var layers = OtherLayers(of: [key], in: selection, by: schema)
        let hiding = try layers.hiding(key)
        let secrets = try reader.secrets(of: selection, isOneFile: false, by: schema)
        let change = try change(selection, keys: [pointer.key], by: schema, hiding: secrets) {
            transaction in
            let stored = transaction.root[key]
            let whole = try layers.start(of: key, stored: stored)
            // Of another file, a secret comes along with the value.
            if whole != stored, whole.map({ secrets.hasSecret(in: $0, of: key.name) }) == true {
                transaction.newSecretKeys = key.names
            }
            let old = pointer.value(in: whole)
            guard let made = try make(old, pointer) else {
                if let changes = try rehearsal(of: &transaction, hiding: secrets) { return changes }
                return try old.map { try printer.record(of: secrets.hiding(in: $0, at: pointer), at: pointer) } ?? ""
            }
            let new = old == nil ? schema?.storedForm(of: made, at: pointer) ?? made : made
            transaction.root[key] = try pointer.whole(
                whole,
                setting: new,
                creatingParents: options.keys.createsParents
            )
            // A value that cannot be printed in the requested form is not stored either.
            if let changes = try rehearsal(of: &transaction, hiding: secrets) { return changes }
            return try printer.record(of: secrets.hiding(in: new, at: pointer), at: pointer)
        }
        printer.warn(layers.warnings)
        if let hiding { printer.note(.hidden(pointer, by: hiding)) }
        printer.reportChange(change.outcome == .unchanged ? .unchanged([pointer]) : .set([pointer]))
        printer.write(ofChange: change.value)
        return .done
    }
}

/// The values of keys in the other files that a read of a selection searches, and in the schema.
struct OtherLayers {
    private var upper: PreferenceSnapshot
    private var lower: PreferenceSnapshot
    private let schema: SuiteSchema?

    init(of keys: [NamedKey], in selection: Selection, by schema: SuiteSchema?) {
        let names = KeySelection.named(keys.flatMap(\.names))
        upper = PreferenceSnapshot(of: selection.upperLayers, keys: names)
        lower = PreferenceSnapshot(of: selection.lowerLayers, keys: names)
        self.schema = schema
    }

    /// Returns the entry that programs read in place of one in the selected file; nil if there is none.
    mutating func hiding(_ key: NamedKey) throws -> PreferenceEntry? {
        try upper.entry(named: key.name, formerly: key.formerNames)
    }

    /// Returns the value that programs read, from which a change of a part of it starts.
    ///
    /// - Parameter stored: The value in the selected file.
    mutating func start(of key: NamedKey, stored: PropertyList?) throws -> PropertyList? {
        if let entry = try hiding(key) { return entry.value }
        return try stored ?? lower.entry(named: key.name, formerly: key.formerNames)?.value
            ?? schema?.schema.defaultValue(of: key.name)
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
