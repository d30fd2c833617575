import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists
import ValueDifferences

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

extension [Seed] {
    /// Returns the pointers to the values that the seeds set.
    ///
    /// They are the keys, and the elements of arrays that a seed names; if dictionaries are merged, the innermost values
    /// that the seeds have.
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
                combined[entry.key] = entry.value.combined(with: combined[entry.key], merging: merging)
            }
        }
        func pointers(_ value: PropertyList, at pointer: [String], _ current: PropertyList?) -> [[String]] {
            guard case .dictionary(let entries) = value, !entries.isEmpty, !isWhole(pointer) else { return [pointer] }
            if entries.isOfElements, current?.kind ?? .array == .array { return entries.keys.map { pointer + [$0] } }
            guard merging, !entries.isOfElements, current?.kind ?? .dictionary == .dictionary else { return [pointer] }
            return entries.flatMap { entry in
                pointers(entry.value, at: pointer + [entry.key], current?[pointer: [entry.key]])
            }
        }
        return combined.flatMap { pointers($0.value, at: [$0.key], contents[$0.key]) }
    }
}

extension PropertyList {
    /// Returns the value of a seed with what an earlier seed has for the same key, if both have entries of a dictionary
    /// that is merged, or elements of an array.
    fileprivate func combined(with earlier: PropertyList?, merging: Bool) -> PropertyList {
        guard case .dictionary(let entries) = self, case .dictionary(var combined)? = earlier,
            entries.isOfElements == combined.isOfElements, merging || entries.isOfElements
        else { return self }
        for entry in entries {
            combined[entry.key] = entry.value.combined(with: combined[entry.key], merging: true)
        }
        return .dictionary(combined)
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
