import CommandErrors
import CommandGrammar
import PreferenceStore
import PropertyLists
import ValueDifferences

/// The bytes of the three files of a merge.
struct MergedFiles: Equatable {
    let base: [UInt8]
    let ours: [UInt8]
    let theirs: [UInt8]
    /// The names of the three in messages, in this order.
    let names: [String]

    /// Whether a merge of lines cannot damage the files: none of them is binary.
    ///
    /// git looks for NUL in the first 8,000 bytes alone, where a binary property list need not have one.
    var areText: Bool {
        [base, ours, theirs].allSatisfy { PropertyListFormat(detecting: $0.span) != .binary && !$0.contains(0) }
    }
}

/// Two versions of a property list, merged key by key, in the format of the first.
struct DocumentMerge {
    /// Our version; empty if it or the result is not a dictionary.
    let old: PropertyListDictionary
    /// The changes from our version to the result, in the byte order of keys, and the keys whose values are rounded.
    let changes: [PreferenceChange]
    let roundedKeys: [String]
    let conflicts: [ThreeWayMerge.Conflict]
    let ours: NamedDocument
    /// The result, as our format stores it.
    let value: PropertyList

    /// Merges two versions, with the values of ours in conflicts; an empty base is an empty dictionary.
    ///
    /// - Throws: the error of the first file that is not a property list.
    init(_ files: MergedFiles) throws {
        let base: PropertyList =
            files.base.isEmpty ? [:] : try NamedDocument(files.base, named: files.names[0]).value
        ours = try NamedDocument(files.ours, named: files.names[1])
        let theirs = try NamedDocument(files.theirs, named: files.names[2])
        var merge = ThreeWayMerge(preferring: .ours)
        let merged = merge.merge(ours.value, theirs.value, since: base) ?? ours.value
        value = merged.stored(in: ours.format)
        conflicts = merge.conflicts
        var contents = TransactionContents([:], format: ours.format)
        if case .dictionary(let old) = ours.value, case .dictionary(let new) = merged {
            contents = TransactionContents(old, format: ours.format)
            contents.root = new
        }
        old = contents.old
        changes = contents.changes.sorted(byBytesOf: \.key)
        roundedKeys = contents.roundedKeys
    }

    /// Returns the result as a document: the bytes of our version, except for the changes.
    ///
    /// - Throws: `cannotEncode` if our format cannot represent a value.
    func document() throws -> [UInt8] {
        try rethrowing(
            value.serialized(changing: ours.bytes, replacing: ours.value, as: ours.format),
            as: { CommandError(PreferenceStoreError.cannotEncode(path: ours.path, ours.format, $0)) }
        )
    }

    /// Returns notes about the values that the merge adds to our version of a file.
    func notes(of selection: Selection) -> [Message] {
        guard case .dictionary(let contents) = value else { return [] }
        return ChangeHazards(
            of: changes,
            in: contents,
            writtenAs: ours.format,
            rounding: roundedKeys,
            to: selection.file,
            by: selection.rules
        ).notes
    }
}

extension NamedDocument {
    fileprivate init(_ bytes: [UInt8], named name: String) throws {
        let (value, format) = try rethrowing(
            PropertyList.parse(bytes.span),
            as: { CommandError(PreferenceStoreError.corrupt(path: name, $0)) }
        )
        self.init(path: name, value: value, format: format, bytes: bytes)
    }
}
