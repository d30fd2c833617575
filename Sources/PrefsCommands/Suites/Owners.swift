import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

/// What the owners of a suite's settings mean for the command: a seed that is applied for an owner can be taken back.
extension Selection {
    private func state() throws -> JournalState {
        try rules.sources.journal().state(of: recordedPath)
    }

    /// Returns the owners of the settings in the file; none if no record can be found.
    func ownership() throws -> Ownership {
        guard rules.sources.journalDirectory != nil, !isStandardInput else { return Ownership() }
        let state = try state()
        return try rethrowing(state.ownership(for: (try? file.read())?.root ?? [:]), as: CommandError.owners)
    }

    /// Returns the owners in the file before a transaction, under the lock of the file.
    func ownership(before transaction: TransactionContents) throws -> Ownership {
        let state = try state()
        return try rethrowing(state.ownership(before: transaction, of: file), as: CommandError.owners)
    }

    /// Ends the ownership of keys, which have other names now.
    ///
    /// - Returns: A note about those that had an owner; nil if none had.
    func endOwnership(of keys: [String], _ transaction: inout TransactionContents) throws -> Message? {
        guard rules.sources.journalDirectory != nil else { return nil }
        let old = try ownership(before: transaction)
        var new = old
        let ended = new.end(Set(keys.map { ByteKey($0) }))
        guard !ended.isEmpty else { return nil }
        transaction.owners = OwnershipChange(from: old, to: new)
        let owners = Set(ended.map(\.owner)).sorted(byBytesOf: \.self)
        return .ownershipEnded(ended.map { ValuePointer(tokens: $0.setting.pointer) }, owners: owners)
    }
}

extension VerbRun {
    /// Returns the suites of the configuration directory in which an owner has settings; also of files that another
    /// program has removed.
    func selections(ownedBy owner: String) throws -> [Selection] {
        guard let journalDirectory = reader.sources.journalDirectory else { return [] }
        let paths = try rethrowing(journalDirectory.ownedPaths, as: CommandError.owners)
        let owned = Set(paths.map { ByteKey($0) })
        // A suite can be a link to an owned file.
        let suites = try reader.sources.directories().suites() + paths.compactMap { SuiteFile(path: $0).suite }
        return try Set(suites).sorted(byBytesOf: \.rawValue).map { try reader.selection(of: $0) }.filter { selection in
            try owned.contains(ByteKey(selection.recordedPath)) && !selection.ownership()[owner].isEmpty
        }
    }
}

/// A value that an owner has set, as it is shown.
struct OwnedValue {
    let owner: String
    let pointer: ValuePointer
    let value: PropertyList
    /// The value before; nil if there was none.
    let former: PropertyList?

    var object: PropertyList {
        var object: PropertyListDictionary = ["owner": .string(owner), "key": .string(pointer.key)]
        object["at"] = pointer.inValue == .whole ? nil : .string(pointer.inValue.text)
        object["set"] = value
        object["before"] = former
        return .dictionary(object)
    }

    /// Returns whether the value is at a pointer, contains it, or is a part of it.
    func concerns(_ other: ValuePointer) -> Bool {
        zip(pointer.tokens, other.tokens).allSatisfy { $0.hasSameBytes(as: $1) }
    }
}

extension Selection {
    /// Returns the values that owners have set in the file, beside what else is shown of it; none, with a note, if the
    /// record cannot be read.
    func knownOwnedValues() -> [OwnedValue] {
        do {
            return try ownedValues()
        } catch {
            let messages = rules.sources.messages
            messages?.of(error).forEach { messages?.note($0) }
            return []
        }
    }

    /// Returns the values that owners have set in the file, as they are shown.
    func ownedValues() throws -> [OwnedValue] {
        let ownership = try ownership()
        return ownership.owners.flatMap { owner in
            ownership[owner].map { setting in
                let pointer = ValuePointer(tokens: setting.pointer)
                return OwnedValue(
                    owner: owner,
                    pointer: pointer,
                    value: rules.disclosure.shown(setting.value, at: pointer),
                    former: setting.former.map { rules.disclosure.shown($0, at: pointer) }
                )
            }
        }
    }
}

extension VerbRun {
    /// Returns the fields of a value that an owner has set: the owner, the place, the value and the one before.
    func fields(of owned: OwnedValue) throws -> [Field] {
        let inKey = owned.pointer.inValue
        let place = owned.pointer.key + (inKey == .whole ? "" : " " + inKey.text)
        let value = try printer.text(of: owned.value, at: owned.pointer)
        let former = try owned.former.map { try printer.text(of: $0, at: owned.pointer) } ?? "unset"
        return [
            Field(owned.owner, .name), Field(place, .name), Field(value, .value(of: owned.value.kind)),
            Field(former, .detail),
        ]
    }
}

extension [Seed] {
    /// Returns the pointers to the values that the seeds set.
    ///
    /// They are the keys; if dictionaries are merged, the innermost values that the seeds have.
    ///
    /// - Parameter isWhole: Whether a dictionary at a pointer is one value, even if another one is there.
    func pointers(
        merging: Bool,
        into contents: PropertyListDictionary,
        except isWhole: ([String]) -> Bool
    ) -> [[String]] {
        var combined = PropertyListDictionary()
        for seed in self {
            for entry in seed.contents {
                combined[entry.key] = merging ? entry.value.merged(into: combined[entry.key]) : entry.value
            }
        }
        guard merging else { return combined.map { [$0.key] } }
        func pointers(_ value: PropertyList, at pointer: [String], _ current: PropertyList?) -> [[String]] {
            let canDivide = current == nil || current?.kind == .dictionary
            guard canDivide, case .dictionary(let entries) = value, !entries.isEmpty, !isWhole(pointer) else {
                return [pointer]
            }
            return entries.flatMap { entry in
                pointers(entry.value, at: pointer + [entry.key], current?[pointer: [entry.key]])
            }
        }
        return combined.flatMap { pointers($0.value, at: [$0.key], contents[$0.key]) }
    }
}

extension Ownership.Withdrawn {
    /// The notes about values that an owner no longer sets, and that stay.
    func notes(owner: String) -> [Message] {
        func note(_ pointers: [[String]], _ one: String, _ several: String) -> Message? {
            guard !pointers.isEmpty else { return nil }
            let (stay, them) = pointers.count == 1 ? (one, "it") : (several, "them")
            return "\(pointers.map(ValuePointer.init(tokens:)).listed) \(stay); \(owner.quoted) no longer owns \(them)"
        }
        return [
            note(released, "has changed since and stays", "have changed since and stay"),
            note(irretrievable, "stays, its former value is not kept", "stay, their former values are not kept"),
        ]
        .compactMap(\.self)
    }
}

extension CommandError {
    fileprivate static func owners(_ error: PreferenceStoreError) -> CommandError {
        let hint = if case .corrupt(let path, _) = error { "without \(path), nobody owns them" } else { error.hint }
        return CommandError(.writeFailed, Message("cannot tell who owns which settings: \(error)", hint: hint))
    }

    static func invalidOwner(_ name: String) -> CommandError {
        CommandError(.usage, "invalid owner \(name.quoted): it must have a name without control characters")
    }

    /// Returns the error of a value that another owner sets, or of which it sets a part.
    static func ownedByOther(_ conflict: Ownership.Conflict, suite: String) -> CommandError {
        let pointer = ValuePointer(tokens: conflict.pointer).quoted
        let text = "\(pointer) in \(suite.quoted) is owned by \(conflict.owner.quoted)"
        return CommandError(.preconditionFailed, Message(text, hint: "--take-over makes it yours"))
    }

    /// Returns the error of a value that would be lost, since the record of an owner does not keep it.
    static func formerLost(_ pointer: ValuePointer) -> CommandError {
        let text = "\(pointer.quoted) is secret and has a value, which could not be given back"
        return CommandError(.preconditionFailed, Message(text, hint: "--force replaces it for good"))
    }
}

extension Message {
    /// Returns a note about owners that lose keys, because these have other names.
    fileprivate static func ownershipEnded(_ pointers: [ValuePointer], owners: [String]) -> Message {
        "\(owners.map(\.quoted).firstFew) no longer \(owners.count == 1 ? "owns" : "own") \(pointers.listed)"
    }
}
