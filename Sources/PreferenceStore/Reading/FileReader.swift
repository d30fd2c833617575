import Glibc
import PropertyLists

/// A file that was read while it held still, open as long as this lives.
struct FileReading<Content>: ~Copyable {
    let descriptor: FileDescriptor
    let status: FileStatus
    /// Every byte; none of a large file of which only some entries were kept.
    let bytes: [UInt8]
    let content: DecodedFile<Content>

    /// Whether a program that is writing would leave the file like this for a moment.
    fileprivate var mayBeUnfinished: Bool {
        if case .damaged(.corrupt) = content { true } else { status.size == 0 }
    }
}

/// What the bytes of a file stand for, or what is wrong with them.
///
/// It is a `Result`, but for a type whose error the runtime need not look up: that would be a fifth of what a `get` costs.
enum DecodedFile<Content> {
    case content(Content)
    case damaged(PreferenceStoreError)

    init(_ decode: () throws(PreferenceStoreError) -> Content) {
        do {
            self = .content(try decode())
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

/// Reads a file that another program may be writing in place.
///
/// `UserDefaults` cuts a file to nothing before it writes, with no lock. So what is read counts only where the file's
/// status stayed the same meanwhile; and a file that is empty or malformed counts only when its last change is old
/// enough that nobody can be about to finish it. An empty one must stay so for a moment besides: Linux may cut a file a
/// while before it dates the cut, ext4 above all.
struct FileReader {
    let path: String
    /// How long to read again before the file is judged as it is.
    var patience = Self.defaultPatience
    var clock = StoreClock()

    static let defaultPatience: Duration = .seconds(5)

    /// How long an empty file that is dated long ago must stay as it is.
    private static let emptyTime: Duration = .milliseconds(100)

    /// The most bytes that are read: more are no preferences.
    static let sizeLimit = 1 << 30

    /// For reading, without waiting for a FIFO's other end.
    static let openFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY

    /// The file was empty with this status at all attempts up to now.
    private typealias EmptyFile = (status: FileStatus, since: Duration)

    /// Reads the file; nil where it is not there.
    ///
    /// - Parameters:
    ///   - open: what opens the file, at each attempt.
    ///   - largeContent: what is wanted of a large file, which is not kept then; nil where it has to be read whole.
    ///   - decode: what the bytes stand for. A `corrupt` file may be one that somebody is writing.
    func read<Content>(
        opening open: @autoclosure () throws(SystemError) -> FileDescriptor,
        largeContent: (borrowing FileDescriptor, Int) throws(PreferenceStoreError)
            -> DecodedFile<Content>? = { _, _ in nil },
        decode: ([UInt8]) throws(PreferenceStoreError) -> Content
    ) throws(PreferenceStoreError) -> FileReading<Content>? {
        var backoff = Backoff()
        // The first attempt is mostly the last: it asks for no time.
        var deadline: Duration?
        var empty: EmptyFile?
        while true {
            guard let descriptor = try throwing(.open, path, try ifPathThere(try open())) else { return nil }
            let isLastAttempt = deadline.map { clock.uptime() >= $0 } ?? false
            if let reading = try read(descriptor, isLastAttempt: isLastAttempt, &empty, largeContent, decode) {
                return reading
            }
            deadline = deadline ?? clock.uptime() + patience
            try clock.pause(backoff.next(), beforeChanging: path)
        }
    }

    /// Reads an open file; nil where another program may be writing it, unless this is the last attempt.
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
            content = DecodedFile { () throws(PreferenceStoreError) in try decode(bytes) }
        }
        let holdsStill = try status(of: descriptor) == before && isWhole
        let reading = FileReading(descriptor: descriptor, status: before, bytes: bytes, content: content)
        if holdsStill {
            let isSettled = isSettled(reading, &empty)
            guard isSettled || isLastAttempt else { return nil }
            return reading
        }
        guard !isLastAttempt else { throw .changedTooOften(path: path) }
        return nil
    }

    /// Whether nobody can be about to finish the file.
    private func isSettled<Content>(_ reading: borrowing FileReading<Content>, _ empty: inout EmptyFile?) -> Bool {
        guard reading.mayBeUnfinished else { return true }
        guard !clock.isRecent(reading.status.modified) else { return false }
        guard reading.status.size == 0 else { return true }
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
    /// Reads the suite in the file; of a large one only what leads to the keys.
    func readSuite(_ keys: KeySelection? = nil) throws(PreferenceStoreError) -> FileReading<SuiteDocument>? {
        try read(opening: try FileDescriptor.open(path, Self.openFlags)) { file, size throws(PreferenceStoreError) in
            guard let keys, size > Self.smallSize else { return nil }
            return try throwing(.read, path, try suite(ofLarge: file, size: size, keys))
        } decode: { bytes throws(PreferenceStoreError) in
            try SuiteDocument(parsing: bytes, keys: keys, path: path)
        }
    }

    /// The most bytes of a file that is read whole at any rate.
    private static let smallSize = 1 << 20

    private func suite(
        ofLarge file: borrowing FileDescriptor,
        size: Int,
        _ keys: KeySelection
    ) throws(SystemError) -> DecodedFile<SuiteDocument>? {
        var start = try SparseBytes(count: 16)
        try start.read(0..<16, of: file, to: 0)
        switch start.withBytes({ PropertyListFormat(detecting: $0) }) {
        case .binary:
            guard let names = keys.names, names.count <= BinaryLocator.mostKeys else { return nil }
            var locator = BinaryLocator(for: names, inDocumentOf: size)
            let memory = try SparseBytes(count: BinaryLocator.memoryLength(forDocumentOf: size))
            return try suite(in: file, size: size, .binary, foundBy: &locator, in: memory)
        case .xml:
            var locator = XMLLocator(for: keys, inDocumentOf: size)
            let memory = try SparseBytes(count: XMLLocator.windowLength)
            return try suite(in: file, size: size, .xml, foundBy: &locator, in: memory)
        case .json, .openStep, nil:
            return nil
        }
    }

    /// What a locator finds in a file, from which it is given what it asks for.
    private func suite(
        in file: borrowing FileDescriptor,
        size: Int,
        _ format: PropertyListFormat,
        foundBy locator: inout some EntryLocator,
        in memory: consuming SparseBytes
    ) throws(SystemError) -> DecodedFile<SuiteDocument>? {
        while true {
            let outcome: LocatorOutcome
            do throws(PropertyListError) {
                outcome = try memory.withBytes { memory throws(PropertyListError) in try locator.advance(in: memory) }
            } catch {
                return .damaged(.corrupt(path: path, error))
            }
            switch outcome {
            case .needs(let fetch):
                try memory.read(fetch.range, of: file, to: fetch.place)
            case .found(let root):
                return DecodedFile { () throws(PreferenceStoreError) in
                    try SuiteDocument(root: root, format, size: size, path: path)
                }
            case .needsReader:
                return nil
            }
        }
    }
}
