import CommandErrors
import CommandGrammar
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
        guard rules.sources.journalDirectory != nil, !isStream else { return Ownership() }
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

extension CommandError {
    /// Returns the error of a record of owners that cannot be read.
    static func owners(_ error: PreferenceStoreError) -> CommandError {
        let hint = if case .corrupt(let path, _) = error { "without \(path), nobody owns them" } else { error.hint }
        return CommandError(.writeFailed, Message("cannot tell who owns which settings: \(error)", hint: hint))
    }
}

extension Message {
    /// Returns a note about owners that lose keys, because these have other names.
    fileprivate static func ownershipEnded(_ pointers: [ValuePointer], owners: [String]) -> Message {
        "\(owners.map(\.quoted).firstFew) no longer \(owners.count == 1 ? "owns" : "own") \(pointers.listed)"
    }
}
