import Glibc
import PropertyLists

/// A file that did not change while it was read; it stays open until this value ends.
struct FileReading<Content>: ~Copyable {
    let descriptor: FileDescriptor
    let status: FileStatus
    /// All bytes of the file; empty for a large file if only some entries were read.
    let bytes: [UInt8]
    let content: DecodedFile<Content>

    /// Whether a program that is writing the file might leave it like this for a moment.
    fileprivate var mayBeUnfinished: Bool {
        if case .damaged(.corrupt) = content { true } else { status.size == 0 }
    }
}

/// The decoded contents of a file, or the error of decoding it.
///
/// It is a `Result` with a fixed error type. For a generic one, the runtime's type lookup would be a fifth of the cost
/// of a `get`.
enum DecodedFile<Content> {
    case content(Content)
    case damaged(PreferenceStoreError)

    init(_ content: @autoclosure () throws(PreferenceStoreError) -> Content) {
        do {
            self = .content(try content())
        } catch {
            self = .damaged(error)
        }
    }

    func get() throws(PreferenceStoreError) -> Content {
        switch self {
        case .content(let content): return content
        case .damaged(let error): throw error
        }
    }
}

/// A reader for a file that another program may be writing in place.
///
/// `UserDefaults` truncates a file before it writes, without a lock. So a reading counts only if the file's status
/// stayed the same meanwhile. An empty or malformed file counts only if its last change is so old that no writer can be
/// about to finish it. An empty file must also stay empty for a moment. Linux, and ext4 above all, may truncate a file
/// a while before it updates the file's date.
struct FileReader {
    let path: String
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
    func read<Content>(
        opening open: @autoclosure () throws(SystemError) -> FileDescriptor,
        largeContent: (borrowing FileDescriptor, Int) throws(PreferenceStoreError)
            -> DecodedFile<Content>? = { _, _ in nil },
        decode: ([UInt8]) throws(PreferenceStoreError) -> Content
    ) throws(PreferenceStoreError) -> FileReading<Content>? {
        var backoff = Backoff()
        // The first attempt is usually the last, so it does not read the clock.
        var deadline: Duration?
        var empty: EmptyFile?
        while true {
            guard let descriptor = try throwing(.open, path, try nilIfPathMissing(try open())) else { return nil }
            let isLastAttempt = waited.map { $0 >= patience } ?? deadline.map { clock.uptime() >= $0 } ?? false
            if let reading = try read(descriptor, isLastAttempt: isLastAttempt, &empty, largeContent, decode) {
                return reading
            }
            guard waited == nil else { throw .changedTooOften(path: path) }
            deadline = deadline ?? clock.uptime() + patience
            try clock.pause(backoff.next(), beforeChanging: path)
        }
    }

    /// Reads an open file; returns nil if another program may be writing it, unless this is the last attempt.
    private func read<Content>(
        _ descriptor: consuming FileDescriptor,
        isLastAttempt: Bool,
        _ empty: inout EmptyFile?,
        _ largeContent: (borrowing FileDescriptor, Int) throws(PreferenceStoreError)
            -> DecodedFile<Content>?,
        _ decode: ([UInt8]) throws(PreferenceStoreError) -> Content
    ) throws(PreferenceStoreError) -> FileReading<Content>? {
        let before = try status(of: descriptor)
        let bytes: [UInt8]
        let content: DecodedFile<Content>
        let isWhole: Bool
        if let large = try largeContent(descriptor, before.size) {
            (bytes, isWhole) = ([], true)
            content = large
        } else {
            bytes = try throwing(.read, path, try descriptor.read(upTo: before.size))
            isWhole = bytes.count == before.size
            content = DecodedFile(try decode(bytes))
        }
        let isUnchanged = try status(of: descriptor) == before && isWhole
        let reading = FileReading(descriptor: descriptor, status: before, bytes: bytes, content: content)
        if isUnchanged {
            let isSettled = isSettled(reading, &empty)
            guard isSettled || isLastAttempt else { return nil }
            return reading
        }
        guard !isLastAttempt else { throw .changedTooOften(path: path) }
        return nil
    }

    /// Returns whether no program can be about to finish the file.
    private func isSettled<Content>(_ reading: borrowing FileReading<Content>, _ empty: inout EmptyFile?) -> Bool {
        guard reading.mayBeUnfinished else { return true }
        guard !clock.isRecent(reading.status.modified) else { return false }
        guard reading.status.size == 0 else { return true }
        if let waited {
            return waited >= Self.emptyTime
        }
        let time = clock.uptime()
        let since = empty.flatMap { $0.status == reading.status ? $0.since : nil } ?? time
        empty = (reading.status, since)
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

// MARK: - Suites

extension FileReader {
    /// Reads the suite in the file; of a large file, only the parts that lead to the keys.
    ///
    /// Of a large XML file, only the values take memory.
    func readSuite(_ keys: KeySelection? = nil) throws(PreferenceStoreError) -> FileReading<SuiteDocument>? {
        try read(opening: try FileDescriptor.open(path, Self.openFlags)) { file, size throws(PreferenceStoreError) in
            guard size > Self.smallSize else { return nil }
            return try throwing(.read, path, try suite(ofLarge: file, size: size, keys))
        } decode: { bytes throws(PreferenceStoreError) in
            try SuiteDocument(parsing: bytes, keys: keys, path: path)
        }
    }

    /// Reads the keys in the file; of a large XML file, only they take memory.
    func readKeys() throws(PreferenceStoreError) -> FileReading<SuiteKeys>? {
        try read(opening: try FileDescriptor.open(path, Self.openFlags)) { file, size throws(PreferenceStoreError) in
            guard size > Self.smallSize else { return nil }
            return try throwing(.read, path, try keys(ofLarge: file, size: size))
        } decode: { bytes throws(PreferenceStoreError) in
            try SuiteKeys(parsing: bytes, path: path)
        }
    }

    /// The size, in bytes, up to which a file is always read whole.
    private static let smallSize = 1 << 20

    private func suite(
        ofLarge file: borrowing FileDescriptor,
        size: Int,
        _ keys: KeySelection?
    ) throws(SystemError) -> DecodedFile<SuiteDocument>? {
        guard let format = try format(of: file) else { return nil }
        func suite(_ root: PropertyList) throws(PreferenceStoreError) -> SuiteDocument {
            try SuiteDocument(root: root, format, size: size, path: path)
        }
        switch format {
        case .binary:
            guard let names = keys?.names, names.count <= BinaryLocator.maxKeys else { return nil }
            var locator = BinaryLocator(for: names, inDocumentOf: size)
            let memory = try SparseBytes(count: BinaryLocator.memoryLength(forDocumentOf: size))
            return try content(of: file, foundBy: &locator, in: memory, suite)
        case .xml:
            let memory = try SparseBytes(count: XMLLocator.windowLength)
            if let keys {
                var locator = XMLLocator(for: keys, inDocumentOf: size)
                return try content(of: file, foundBy: &locator, in: memory, suite)
            }
            var reader = XMLTreeReader(ofDocumentOf: size)
            return try content(of: file, foundBy: &reader, in: memory, suite)
        case .json, .openStep:
            return nil
        }
    }

    private func keys(
        ofLarge file: borrowing FileDescriptor,
        size: Int
    ) throws(SystemError) -> DecodedFile<SuiteKeys>? {
        guard try format(of: file) == .xml else { return nil }
        var reader = XMLKeyReader(ofDocumentOf: size)
        return try content(of: file, foundBy: &reader, in: try SparseBytes(count: XMLLocator.windowLength)) { names in
            SuiteKeys(names: names, format: .xml, size: size)
        }
    }

    private func format(of file: borrowing FileDescriptor) throws(SystemError) -> PropertyListFormat? {
        var start = try SparseBytes(count: 16)
        try start.read(0..<16, of: file, to: 0)
        return start.withBytes { PropertyListFormat(detecting: $0) }
    }

    /// Returns what a locator finds, after reading the parts of the file that it requests.
    ///
    /// Returns nil if the file must be read whole.
    private func content<Locator: EntryLocator & ~Copyable, Content>(
        of file: borrowing FileDescriptor,
        foundBy locator: inout Locator,
        in memory: consuming SparseBytes,
        _ make: (Locator.Found) throws(PreferenceStoreError) -> Content
    ) throws(SystemError) -> DecodedFile<Content>? {
        while true {
            let outcome: LocatorOutcome<Locator.Found>
            do throws(PropertyListError) {
                outcome = try memory.withBytes { memory throws(PropertyListError) in try locator.advance(in: memory) }
            } catch {
                return .damaged(.corrupt(path: path, error))
            }
            switch outcome {
            case .needs(let fetch):
                try memory.read(fetch.range, of: file, to: fetch.place)
            case .found(let found):
                return DecodedFile(try make(found))
            case .needsReader:
                return nil
            }
        }
    }
}
