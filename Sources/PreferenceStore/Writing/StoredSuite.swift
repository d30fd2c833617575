import PropertyLists

/// What a suite's file was at one moment of a transaction.
struct StoredSuite {
    /// The suite, or those of its entries that are to change.
    let document: SuiteDocument
    let bytes: [UInt8]
    /// The same entries with their places in the bytes; nil where the document is the whole suite.
    private(set) var entries: LocatedEntries?
    /// The file itself; nil where there was none.
    let file: PresentFile?
    /// Why the file is no suite; nil where it is one.
    private(set) var damage: PreferenceStoreError?

    static let missing = StoredSuite(document: SuiteDocument(), bytes: [], file: nil)

    init(document: SuiteDocument, bytes: [UInt8], file: PresentFile?) {
        self.document = document
        self.bytes = bytes
        self.file = file
    }

    /// Reads the file with a name in a target's directory, when it holds still; nil where there is none.
    ///
    /// - Parameter keys: the keys that are to change; of a file that has to be written anew for that, all are read.
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

    /// What tells the file from what it becomes.
    var mark: TemporaryName.Mark {
        TemporaryName.Mark(digest: StableDigest.of(bytes), file?.status)
    }

    /// Whether another program has written the file so soon after a commit that it may have taken the commit back: then
    /// the whole suite is read.
    var mayLackCommits: Bool {
        file?.record.mayLackCommits ?? false
    }

    /// What such a program has taken back; the file must have been read whole.
    var changesTakenBack: [KeyChange] {
        guard mayLackCommits, damage == nil, let record = file?.record else { return [] }
        return record.recentCommits.changesTakenBack(in: document.root, bytes)
    }

    /// The whole suite, of which perhaps only some entries were read before.
    func wholeRoot(path: String) throws(PreferenceStoreError) -> PropertyListDictionary {
        entries == nil ? document.root : try SuiteDocument(parsing: bytes, path: path).root
    }

    /// The document of a file that takes this one's place and holds another suite: the one place where it is made.
    ///
    /// Of a file that holds a suite already, its bytes are that file's, but for what changes.
    ///
    /// - Parameters:
    ///   - root: the suite; where only some entries of this one were read, what becomes of those.
    ///   - format: another format than this file's, if the whole of it was read; nil for the same.
    func document(
        holding root: PropertyListDictionary,
        as format: PropertyListFormat? = nil,
        path: String
    ) throws(PreferenceStoreError) -> SplicedDocument {
        do throws(PropertyListError) {
            let format = format ?? document.format
            guard damage == nil, !bytes.isEmpty, format == document.format else {
                return SplicedDocument(try PropertyList.dictionary(root).serialized(as: format))
            }
            guard let entries else {
                return try root.spliced(changing: bytes, holding: document.root, as: document.format)
            }
            if let document = try entries.document(bytes, changedTo: root) {
                return document
            }
        } catch {
            throw .cannotEncode(path: path, document.format, error)
        }
        // Not by the places of these entries alone.
        let whole = StoredSuite(document: try SuiteDocument(parsing: bytes, path: path), bytes: bytes, file: file)
        var changed = whole.document.root
        changed.apply(root.changes(since: document.root))
        changed.sortNewKeys(of: whole.document.root)
        return try whole.document(holding: changed, path: path)
    }
}

/// A suite as a caller's closure leaves it.
struct SuiteEdit<Value> {
    let value: Value
    /// The suite after it, or those entries that were to change, as the file will give it back.
    let root: PropertyListDictionary
    let changes: [KeyChange]
    /// Another format that the file is to have; nil for the same.
    let format: PropertyListFormat?
    let changesFile: Bool

    /// Runs the closure on a suite, and rounds what it leaves to what the file's format holds.
    ///
    /// - Parameter restored: changes that another program has taken back, which come before those of the closure.
    /// - Returns: the failure where the closure throws: it wants no change then.
    static func make<Failure: Error>(
        of old: StoredSuite,
        restoring restored: [KeyChange] = [],
        by body: (inout SuiteDocument) throws(Failure) -> Value
    ) -> Result<SuiteEdit, Failure> {
        var document = old.document
        document.root.apply(restored)
        return Result { () throws(Failure) in try body(&document) }.map { value in
            var root = document.root.held(in: document.format)
            let changes = root.changes(since: old.document.root)
            let changesFormat = document.format != old.document.format
            if old.entries == nil, !changes.isEmpty {
                root.sortNewKeys(of: old.document.root)
            }
            return SuiteEdit(
                value: value,
                root: root,
                changes: changes,
                format: changesFormat ? document.format : nil,
                // A damaged file is worth replacing even by an empty suite.
                changesFile: !changes.isEmpty || changesFormat || old.damage != nil
            )
        }
    }
}
