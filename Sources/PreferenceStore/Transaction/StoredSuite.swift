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
