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
    let damage: PreferenceStoreError?

    /// No file.
    static let missing = StoredSuite(document: SuiteDocument(), bytes: [], file: nil, damage: nil)

    /// Reads the file with a name in a target's folder, when it holds still.
    static func read(
        _ name: String,
        of target: FileTarget,
        sought: SoughtEntries = .all,
        patience: Duration,
        clock: StoreClock
    ) throws(PreferenceStoreError) -> Found<StoredSuite> {
        let reader = FileReader(path: target.path, sought: sought, patience: patience, clock: clock)
        let found = try reader.read(opening: { () throws(SystemError) in try target.open(name) })
        switch consume found {
        case .file(let reading): return .file(try StoredSuite(reading, path: target.path))
        case .nothing: return .nothing
        case .symbolicLink: return .symbolicLink
        }
    }

    /// Whether there is a file, and nothing in it.
    var isEmptyFile: Bool {
        file != nil && bytes.isEmpty
    }

    /// What tells the file from what it becomes.
    var mark: TemporaryName.Mark {
        TemporaryName.Mark(digest: StableDigest.of(bytes), file?.status)
    }

    /// Whether another program has written the file so soon after a commit that it may have taken the commit back: then the
    /// whole suite is read.
    var mayLackCommits: Bool {
        file?.record.mayLackCommits ?? false
    }

    /// What such a program has taken back; the file must have been read whole.
    var changesTakenBack: [RecentCommits.Change] {
        guard mayLackCommits, damage == nil, let record = file?.record else { return [] }
        return record.recentCommits.changesTakenBack(in: document.root, bytes)
    }
}

extension StoredSuite {
    fileprivate init(_ reading: borrowing FileReading, path: String) throws(PreferenceStoreError) {
        do {
            file = try PresentFile(reading.descriptor, reading.status)
        } catch {
            throw .system(.read, path: path, error)
        }
        bytes = reading.bytes
        if case .value(let parsed) = reading.contents {
            entries = parsed.entries
        }
        do {
            document = try SuiteDocument(reading, path: path)
            damage = nil
        } catch {
            document = SuiteDocument()
            damage = error
        }
    }
}

extension StoredSuite {
    /// The document of a file that takes this one's place and holds another suite: the one place where it is made.
    ///
    /// Of a file that holds a suite already, its bytes are that file's, but for what changes.
    ///
    /// - Parameters:
    ///   - root: the suite; where only some entries of this one were read, what becomes of those.
    ///   - format: another format than this file's, if the whole of it was read; nil for the same.
    /// - Throws: `cannotEncode` where the format cannot hold the suite.
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
        let whole = try wholeRoot(path: path)
        do throws(PropertyListError) {
            var changed = whole
            KeyChanges(from: document.root, to: root).apply(to: &changed)
            changed.sortNewKeys(of: whole)
            return try changed.spliced(changing: bytes, holding: whole, as: document.format)
        } catch {
            throw .cannotEncode(path: path, document.format, error)
        }
    }

    /// The whole suite, of which perhaps only some entries were read before.
    ///
    /// - Throws: `corrupt` and `rootNotDictionary` where the bytes are no suite after all.
    func wholeRoot(path: String) throws(PreferenceStoreError) -> PropertyListDictionary {
        guard entries != nil else { return document.root }
        let whole: PropertyList
        do throws(PropertyListError) {
            whole = try PropertyList(parsing: bytes.span)
        } catch {
            throw .corrupt(path: path, error)
        }
        guard case .dictionary(let root) = whole else { throw .rootNotDictionary(path: path, whole.kind) }
        return root
    }
}

extension PropertyListDictionary {
    /// The suite that bytes stand for; nil where they stand for none.
    init?(parsing bytes: [UInt8]) {
        guard case .dictionary(let root)? = try? PropertyList(parsing: bytes.span) else { return nil }
        self = root
    }
}
