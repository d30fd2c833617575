import Glibc
import PropertyLists

/// A file that did not change while it was read; it stays open until this value ends.
struct FileReading<Content>: ~Copyable {
    let descriptor: FileDescriptor
    let status: FileStatus
    /// All bytes of the file; empty for a large file if only some entries were read.
    let bytes: [UInt8]
    let content: Content
}

/// A reader for a file that another program may be writing in place.
///
/// `UserDefaults` truncates a file before it writes, without a lock. So a reading counts only if the file's status
/// stayed the same meanwhile. An empty or malformed file counts only if its last change is so old that no writer can be
/// about to finish it. An empty file must also stay empty for a moment. Linux, and ext4 above all, may truncate a file
/// a while before it updates the file's date.
struct FileReader {
    let path: String
    /// Whether a file counts as missing unless it is root's.
    var isOfRoot = false
    /// The time for retries; the first attempt after it is the last.
    var patience = Self.defaultPatience
    /// The time for which a caller that makes the retries itself has found the file unfinished; nil for other callers.
    var waited: Duration?
    var clock = StoreClock()

    static let defaultPatience: Duration = .seconds(5)

    /// The time for which an empty file with an old date must stay unchanged.
    private static let emptyTime: Duration = .milliseconds(100)

    /// The maximum size of a file, in bytes; a larger file cannot be one of preferences.
    static let sizeLimit = 1 << 30

    /// Flags for reading, without waiting for a FIFO's other end.
    static let openFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY

    func open() throws(SystemError) -> FileDescriptor {
        guard isOfRoot else { return try .open(path, Self.openFlags) }
        switch try ManagedFile.find(path) {
        case .file(let file): return file
        case .missing: throw .noSuchFile
        case .untrusted: throw .noSuchFile
        }
    }

    /// The status of an empty file, and the time since which every attempt found it.
    private typealias EmptyFile = (status: FileStatus, since: Duration)

    /// Reads the file; returns nil if it does not exist.
    ///
    /// If the caller makes the retries, an unfinished file throws `changedTooOften` until the patience is over.
    ///
    /// - Parameters:
    ///   - open: opens the file, at each attempt.
    ///   - largeContent: reads only the wanted part of a large file, whose bytes are not kept; nil if it must be read
    ///     whole.
    ///   - decode: decodes the bytes. If it throws `corrupt`, another program may be writing the file.
    ///   - damaged: returns the content of a file that stays damaged, from its bytes and the error; nil throws the
    ///     error.
    func read<Content>(
        opening open: @autoclosure () throws(SystemError) -> FileDescriptor,
        largeContent: (borrowing FileDescriptor, Int) throws(PreferenceStoreError) -> Content? = { _, _ in nil },
        decode: ([UInt8]) throws(PreferenceStoreError) -> Content,
        damaged: (([UInt8], PreferenceStoreError) -> Content)? = nil
    ) throws(PreferenceStoreError) -> FileReading<Content>? {
        var backoff = Backoff()
        // The first attempt is usually the last, so it does not read the clock.
        var deadline: Duration?
        var empty: EmptyFile?
        while true {
            guard let descriptor = try throwing(.open, path, try nilIfPathMissing(try open())) else { return nil }
            let isLastAttempt = waited.map { $0 >= patience } ?? deadline.map { clock.uptime() >= $0 } ?? false
            if let reading = try read(descriptor, isLastAttempt: isLastAttempt, &empty, largeContent, decode, damaged) {
                return reading
            }
            guard waited == nil, !isLastAttempt else { throw .changedTooOften(path: path) }
            deadline = deadline ?? clock.uptime() + patience
            try clock.pause(backoff.next(), beforeChanging: path)
        }
    }

    /// Reads an open file; returns nil if it changed meanwhile.
    ///
    /// Also returns nil if another program may be writing the file, unless this is the last attempt.
    private func read<Content>(
        _ descriptor: consuming FileDescriptor,
        isLastAttempt: Bool,
        _ empty: inout EmptyFile?,
        _ largeContent: (borrowing FileDescriptor, Int) throws(PreferenceStoreError) -> Content?,
        _ decode: ([UInt8]) throws(PreferenceStoreError) -> Content,
        _ damaged: (([UInt8], PreferenceStoreError) -> Content)?
    ) throws(PreferenceStoreError) -> FileReading<Content>? {
        let before = try status(of: descriptor)
        var bytes: [UInt8] = []
        let content: Content
        do throws(PreferenceStoreError) {
            if let large = try largeContent(descriptor, before.size) {
                content = large
            } else {
                bytes = try throwing(.read, path, try descriptor.read(upTo: before.size))
                guard bytes.count == before.size else { return nil }
                content = try decode(bytes)
            }
        } catch let damage where damage.isDamage {
            let isCorrupt = damage.isCorrupt
            guard try status(of: descriptor) == before, isLastAttempt || isSettled(before, isCorrupt: isCorrupt, &empty)
            else { return nil }
            guard let content = damaged?(bytes, damage) else { throw damage }
            return FileReading(descriptor: descriptor, status: before, bytes: bytes, content: content)
        }
        guard try status(of: descriptor) == before, isLastAttempt || isSettled(before, isCorrupt: false, &empty)
        else { return nil }
        return FileReading(descriptor: descriptor, status: before, bytes: bytes, content: content)
    }

    /// Returns whether no program can be about to finish a file.
    private func isSettled(_ file: FileStatus, isCorrupt: Bool, _ empty: inout EmptyFile?) -> Bool {
        // A program that is writing the file might leave it like this for a moment.
        guard isCorrupt || file.size == 0 else { return true }
        guard !clock.isRecent(file.modified) else { return false }
        guard file.size == 0 else { return true }
        if let waited {
            return waited >= Self.emptyTime
        }
        let time = clock.uptime()
        let since = empty.flatMap { $0.status == file ? $0.since : nil } ?? time
        empty = (file, since)
        return time - since >= Self.emptyTime
    }

    private func status(of descriptor: borrowing FileDescriptor) throws(PreferenceStoreError) -> FileStatus {
        let status = try throwing(.read, path, try descriptor.status())
        guard status.kind == .regular else { throw .notRegularFile(path: path, status.kind) }
        guard status.size <= Self.sizeLimit else {
            throw .tooLarge(path: path, size: status.size, limit: Self.sizeLimit)
        }
        return status
    }
}

extension PreferenceStoreError {
    fileprivate var isCorrupt: Bool { if case .corrupt = self { true } else { false } }

    /// Whether the cause is the contents of a file, not the system.
    fileprivate var isDamage: Bool { if case .rootNotDictionary = self { true } else { isCorrupt } }
}

// MARK: - Suites

extension FileReader {
    /// Reads the suite in the file; of a large file, only the parts that lead to the keys.
    ///
    /// Of a large XML file, only the values take memory.
    func readSuite(_ keys: KeySelection? = nil) throws(PreferenceStoreError) -> FileReading<SuiteDocument>? {
        try read(opening: try open()) { file, size throws(PreferenceStoreError) in
            guard size > Self.smallSize else { return nil }
            return try suite(ofLarge: file, size: size, keys)
        } decode: { bytes throws(PreferenceStoreError) in
            try SuiteDocument(parsing: bytes, keys: keys, path: path)
        }
    }

    /// Reads the keys in the file, without a tree of the values if it is XML or binary.
    ///
    /// Of a large XML file, only the keys take memory.
    func readKeys() throws(PreferenceStoreError) -> FileReading<
        (names: [String], format: PropertyListFormat, warnings: [SuiteWarning])
    >? {
        try read(opening: try open()) { file, size throws(PreferenceStoreError) in
            guard size > Self.smallSize, try format(of: file) == .xml else { return nil }
            var reader = XMLKeyReader(ofDocumentOf: size)
            let names = try find(&reader, in: file, memoryLength: XMLLocator.windowLength)
            return names.map { ($0, .xml, []) }
        } decode: { bytes throws(PreferenceStoreError) in
            if !bytes.isEmpty, let (names, format) = try parsing(path, try PropertyList.parseKeys(bytes.span)) {
                return (names, format, [])
            }
            let document = try SuiteDocument(parsing: bytes, path: path)
            return (document.root.keys, document.format, document.warnings)
        }
    }

    /// The size, in bytes, up to which a file is always read whole.
    private static let smallSize = 1 << 20

    private func suite(
        ofLarge file: borrowing FileDescriptor,
        size: Int,
        _ keys: KeySelection?
    ) throws(PreferenceStoreError) -> SuiteDocument? {
        guard let format = try format(of: file) else { return nil }
        let root: PropertyList?
        switch format {
        case .binary:
            guard let names = keys?.names, names.count <= BinaryLocator.maxKeys else { return nil }
            var locator = BinaryLocator(for: names, inDocumentOf: size)
            root = try find(&locator, in: file, memoryLength: BinaryLocator.memoryLength(forDocumentOf: size))
        case .xml:
            if let keys {
                var locator = XMLLocator(for: keys, inDocumentOf: size)
                root = try find(&locator, in: file, memoryLength: XMLLocator.windowLength)
            } else {
                var reader = XMLTreeReader(ofDocumentOf: size)
                root = try find(&reader, in: file, memoryLength: XMLLocator.windowLength)
            }
        case .json, .openStep:
            return nil
        }
        guard let root else { return nil }
        return try SuiteDocument(root: root, format, size: size, path: path)
    }

    private func format(of file: borrowing FileDescriptor) throws(PreferenceStoreError) -> PropertyListFormat? {
        var start = try throwing(.read, path, try SparseBytes(count: 16))
        try throwing(.read, path, try start.read(0..<16, of: file, to: 0))
        return start.withBytes { PropertyListFormat(detecting: $0) }
    }

    /// Returns what a locator finds, after reading the parts of the file that it requests.
    ///
    /// Returns nil if the file must be read whole.
    private func find<Locator: EntryLocator & ~Copyable>(
        _ locator: inout Locator,
        in file: borrowing FileDescriptor,
        memoryLength: Int
    ) throws(PreferenceStoreError) -> Locator.Found? {
        var memory = try throwing(.read, path, try SparseBytes(count: memoryLength))
        while true {
            let outcome = try parsing(
                path,
                try memory.withBytes { memory throws(PropertyListError) in try locator.advance(in: memory) }
            )
            switch outcome {
            case .needs(let fetch):
                try throwing(.read, path, try memory.read(fetch.range, of: file, to: fetch.place))
            case .found(let found):
                return found
            case .needsReader:
                return nil
            }
        }
    }
}
