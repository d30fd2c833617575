import PropertyLists

/// A suite's file at one moment of a transaction.
struct StoredSuite {
    /// The suite, or only those of its entries that are to change.
    let document: SuiteDocument
    let bytes: [UInt8]
    /// The same entries with their places in the bytes; nil if the document is the whole suite.
    private(set) var entries: LocatedEntries?
    /// The file itself; nil if it did not exist.
    let file: PresentFile?
    /// The reason why the file is not a suite; nil if it is one.
    private(set) var damage: PreferenceStoreError?

    static let missing = StoredSuite(document: SuiteDocument(), bytes: [], file: nil)

    init(document: SuiteDocument, bytes: [UInt8], file: PresentFile?) {
        self.document = document
        self.bytes = bytes
        self.file = file
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
        let reading = try reader.read(opening: try target.open(name)) {
            bytes throws(PreferenceStoreError) -> Contents in
            if let keys, !bytes.isEmpty, let entries = try parsing(path, try LocatedEntries(of: keys, in: bytes.span)) {
                return Contents(document: SuiteDocument(root: entries.root, size: bytes.count), entries: entries)
            }
            return Contents(document: try SuiteDocument(parsing: bytes, path: path), entries: nil)
        }
        guard let reading else { return nil }
        file = try throwing(.read, path, try PresentFile(reading.descriptor, reading.status))
        bytes = reading.bytes
        switch reading.content {
        case .content(let contents):
            document = contents.document
            entries = contents.entries
        case .damaged(let damage):
            document = SuiteDocument()
            self.damage = damage
        }
    }

    private struct Contents {
        let document: SuiteDocument
        let entries: LocatedEntries?
    }

    var isEmptyFile: Bool {
        file != nil && bytes.isEmpty
    }

    /// The mark that distinguishes the file from its replacement.
    var mark: TemporaryName.Mark {
        TemporaryName.Mark(digest: StableDigest.of(bytes), file?.status)
    }

    /// Whether another program wrote the file so soon after a commit that it may have reverted the commit.
    ///
    /// If so, the whole suite is read.
    var mayLackCommits: Bool {
        file?.record.mayLackCommits ?? false
    }

    /// The changes that such a program reverted; the file must have been read whole.
    var changesReverted: [KeyChange] {
        guard mayLackCommits, damage == nil, let record = file?.record else { return [] }
        return record.recentCommits.changesReverted(in: document.root, bytes)
    }

    /// Returns all keys in the order of the file, even if only some entries were read before.
    func keys(path: String) -> [String] {
        entries == nil ? document.root.keys : (try? SuiteKeys(parsing: bytes, path: path).names) ?? []
    }

    /// Returns the whole suite, even if only some entries were read before.
    func wholeRoot(path: String) throws(PreferenceStoreError) -> PropertyListDictionary {
        entries == nil ? document.root : try SuiteDocument(parsing: bytes, path: path).root
    }

    /// Returns the document of a file that replaces this one with another suite; no other code creates it.
    ///
    /// If the file is already a suite, the document's bytes are those of the file, except for the changes.
    ///
    /// - Parameters:
    ///   - root: the suite; if only some entries of this one were read, the new state of those.
    ///   - format: a format other than this file's, if the whole of it was read; nil keeps the format.
    func document(
        containing root: PropertyListDictionary,
        as format: PropertyListFormat? = nil,
        path: String
    ) throws(PreferenceStoreError) -> SplicedDocument {
        do throws(PropertyListError) {
            let format = format ?? document.format
            guard damage == nil, !bytes.isEmpty, format == document.format else {
                return SplicedDocument(try PropertyList.dictionary(root).serialized(as: format))
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

/// A suite as a caller's closure leaves it.
struct SuiteEdit<Value> {
    let value: Value
    /// The suite after the closure, or only the entries that were to change, as a read of the file returns it.
    let root: PropertyListDictionary
    let changes: [KeyChange]
    /// The new format of the file; nil keeps the format.
    let format: PropertyListFormat?
    let changesFile: Bool

    /// Runs the closure on a suite, and rounds the result to what the file's format can represent.
    ///
    /// - Parameters:
    ///   - restored: changes that another program reverted, which are applied before the closure.
    ///   - sortsNewKeys: as in ``ChangeOptions``.
    /// - Returns: the failure if the closure throws, which means no change.
    static func make<Failure: Error>(
        of old: StoredSuite,
        restoring restored: [KeyChange] = [],
        sortsNewKeys: Bool = true,
        by body: (inout SuiteDocument) throws(Failure) -> Value
    ) -> Result<SuiteEdit, Failure> {
        var document = old.document
        document.root.apply(restored)
        return Result { () throws(Failure) in try body(&document) }.map { value in
            var root = document.root.stored(in: document.format)
            let changes = root.changes(since: old.document.root)
            let changesFormat = document.format != old.document.format
            if old.entries == nil, !changes.isEmpty, sortsNewKeys {
                root.sortNewKeys(of: old.document.root)
            }
            return SuiteEdit(
                value: value,
                root: root,
                changes: changes,
                format: changesFormat ? document.format : nil,
                // A damaged file is replaced even if the new suite is empty.
                changesFile: !changes.isEmpty || changesFormat || old.damage != nil
            )
        }
    }

    /// Checks what a rehearsal would not notice: whether the file's format can represent the suite.
    ///
    /// - Throws: `cannotEncode`, as the change itself does.
    func checkStorable(in old: StoredSuite, path: String) throws(PreferenceStoreError) {
        guard changesFile else { return }
        _ = try old.document(containing: root, as: format, path: path)
    }
}
