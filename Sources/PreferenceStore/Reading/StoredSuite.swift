import PropertyLists

/// A suite's file at one moment of a transaction.
struct StoredSuite {
    /// The suite, or only its entries that are to change.
    let document: SuiteDocument
    let bytes: [UInt8]
    /// The same entries with their places in the bytes; nil if the document is the whole suite.
    let entries: LocatedEntries?
    /// The file itself; nil if it did not exist.
    private(set) var file: PresentFile?
    /// The reason why the file is not a suite; nil if it is one.
    let damage: PreferenceStoreError?

    /// Returns the suite of a file that does not exist.
    static func missing(at path: String) -> StoredSuite {
        StoredSuite(document: SuiteDocument(emptyFileAt: path), bytes: [])
    }

    init(
        document: SuiteDocument,
        bytes: [UInt8],
        entries: LocatedEntries? = nil,
        file: PresentFile? = nil,
        damage: PreferenceStoreError? = nil
    ) {
        self.document = document
        self.bytes = bytes
        self.entries = entries
        self.file = file
        self.damage = damage
    }

    /// Reads a named file in a target's directory when it does not change; returns nil if it does not exist.
    ///
    /// - Parameter keys: the keys that are to change. If that requires the whole file to be written anew, all keys are
    ///   read.
    init?(
        reading name: String,
        of target: FileTarget,
        keys: [String]? = nil,
        patience: Duration = FileReader.defaultPatience,
        clock: StoreClock
    ) throws(PreferenceStoreError) {
        let path = target.path
        let reader = FileReader(path: path, patience: patience, clock: clock)
        let reading = try reader.read(opening: try nilIfPathMissing(try target.open(name))) {
            bytes throws(PreferenceStoreError) in
            try StoredSuite(parsing: bytes, keys: keys, path: path)
        } damaged: { bytes, damage in
            StoredSuite(document: SuiteDocument(emptyFileAt: path), bytes: bytes, damage: damage)
        }
        guard let reading else { return nil }
        self = reading.content
        file = try throwing(.read, path, try PresentFile(reading.descriptor, reading.status))
    }

    init(parsing bytes: [UInt8], keys: [String]?, path: String) throws(PreferenceStoreError) {
        if let keys, !bytes.isEmpty, let entries = try parsing(path, try LocatedEntries(of: keys, in: bytes.span)) {
            self.init(document: SuiteDocument(root: entries.root, size: bytes.count), bytes: bytes, entries: entries)
        } else {
            self.init(document: try SuiteDocument(parsing: bytes, path: path), bytes: bytes)
        }
    }

    var isEmptyFile: Bool {
        file != nil && bytes.isEmpty
    }

    /// Returns the contents for a transaction, with changes that another program reverted.
    func contents(restoring restored: [PreferenceChange]) -> TransactionContents {
        var root = document.root
        root.apply(restored)
        return TransactionContents(root, format: document.format, areWhole: entries == nil)
    }

    /// Returns what a transaction has made of the contents, and the bytes that the file gets.
    ///
    /// - Parameters:
    ///   - draft: the contents after the transaction.
    ///   - reverted: the changes with which it began, since another program had reverted them.
    ///   - path: the path of the file, for errors.
    /// - Throws: `cannotEncode` if the format of the file cannot represent the suite.
    func edited(
        _ draft: inout TransactionContents,
        restoring reverted: [PreferenceChange],
        sortsNewKeys: Bool,
        path: String
    ) throws(PreferenceStoreError) -> EditedSuite {
        var root = draft.stored
        let changes = reverted.isEmpty ? draft.changes : root.changes(since: document.root)
        if entries == nil, !changes.isEmpty, sortsNewKeys {
            root.sortNewKeys(of: document.root)
        }
        return EditedSuite(
            changes: changes,
            restored: reverted.filter { root[$0.key] == $0.new },
            // A damaged file is replaced even if the new suite is empty.
            document: changes.isEmpty && damage == nil
                ? nil : try self.document(containing: root, path: path).restoring(draft.restoredTexts, of: bytes)
        )
    }

    /// Returns the texts that changes have replaced, if an undo of them would not write the same bytes; none of a large
    /// document, of which that would take too long.
    func texts(lostBy changes: [PreferenceChange], in new: SplicedDocument, path: String) -> [ChangedText] {
        guard document.format != .binary, damage == nil, bytes.count <= Self.largestUndoneText else { return [] }
        if let entries, changes.allSatisfy({ $0.old != nil && $0.new != nil }),
            entries.areAsWritten(changes.map(\.key), in: bytes)
        {
            return []
        }
        let newBytes = new.bytes
        let isWhole = entries == nil || changes.contains { $0.new == nil }
        let undone = try? { () throws(PreferenceStoreError) in
            let after = try StoredSuite(parsing: newBytes, keys: isWhole ? nil : changes.map(\.key), path: path)
            var root = isWhole ? try wholeRoot(path: path) : after.document.root
            if !isWhole { changes.forEach { root[$0.key] = $0.old } }
            return try after.document(containing: root, path: path).bytes
        }()
        return undone == bytes ? [] : ChangedText.all(from: bytes, to: newBytes)
    }

    private static let largestUndoneText = 4 << 20

    /// Returns all keys in the order of the file, even if only some entries were read before.
    var keys: [String] {
        entries == nil ? document.root.keys : (try? PropertyList.parseKeys(bytes.span)?.keys) ?? []
    }

    /// Returns the whole suite, even if only some entries were read before.
    func wholeRoot(path: String) throws(PreferenceStoreError) -> PropertyListDictionary {
        entries == nil ? document.root : try SuiteDocument(parsing: bytes, path: path).root
    }

    /// Returns the document of a file that replaces this one with another suite; no other code creates it.
    ///
    /// If the file is already a suite, the document has the file's bytes, except for the changes.
    ///
    /// - Parameters:
    ///   - root: the suite; if only some entries of this one were read, the new state of those.
    func document(
        containing root: PropertyListDictionary,
        path: String
    ) throws(PreferenceStoreError) -> SplicedDocument {
        do throws(PropertyListError) {
            guard damage == nil, !bytes.isEmpty else {
                return SplicedDocument(try PropertyList.dictionary(root).serialized(as: document.format))
            }
            guard let entries else {
                return try root.spliced(changing: bytes, replacing: document.root, as: document.format)
            }
            if let document = try entries.document(bytes, changedTo: root) {
                return document
            }
        } catch {
            throw .cannotEncode(path: path, document.format, error)
        }
        // The places of these entries alone do not suffice.
        let whole = StoredSuite(document: try SuiteDocument(parsing: bytes, path: path), bytes: bytes, file: file)
        var changed = whole.document.root
        changed.apply(root.changes(since: document.root))
        changed.sortNewKeys(of: whole.document.root)
        return try whole.document(containing: changed, path: path)
    }
}

extension SplicedDocument {
    /// Returns the document with the texts that an old one had before a change.
    fileprivate func restoring(_ texts: [ChangedText], of old: [UInt8]) -> SplicedDocument {
        guard !texts.isEmpty, let restored = ChangedText.restore(texts, of: old, in: bytes) else { return self }
        return SplicedDocument(restored)
    }

    /// The warnings about the change that it is, for the file at a path.
    func warnings(at path: String) -> [SuiteWarning] {
        duplicates.isEmpty ? [] : [.duplicatesRemoved(path: path, keys: duplicates)]
    }
}
