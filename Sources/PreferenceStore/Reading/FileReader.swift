import Glibc
import PropertyLists

/// Reads a file that another program may be writing in place.
///
/// `UserDefaults` cuts a file to nothing before it writes, with no lock. So what is read counts only where the file's
/// status stayed the same meanwhile; and a file that is empty or malformed counts only when its last change is old
/// enough that nobody can be about to finish it. An empty one must stay so for a moment besides: Linux may cut a file a
/// while before it dates the cut, ext4 above all.
struct FileReader {
    let path: String
    /// The entries that are wanted.
    var sought = SoughtEntries.all
    /// How long to read again before the file is judged as it is.
    let patience: Duration
    let clock: StoreClock

    static let defaultPatience: Duration = .seconds(5)

    /// How long an empty file that is dated long ago must stay as it is.
    private static let emptyTime: Duration = .milliseconds(100)

    /// The most bytes that are read: more are no preferences.
    static let sizeLimit = 1 << 30

    /// For reading, without waiting for a FIFO's other end.
    static let openFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY

    /// What the file holds.
    ///
    /// - Throws: `notRegularFile`, `tooLarge`, `changedTooOften` where it never held still, `interrupted`, and `system`.
    func read(
        opening open: () throws(SystemError) -> Found<FileDescriptor>
    ) throws(PreferenceStoreError) -> Found<FileReading> {
        var backoff = Backoff()
        // The first attempt is mostly the last: it asks for no time.
        var deadline: Duration?
        var empty: (status: FileStatus, since: Duration)?
        while true {
            switch try find(open) {
            case .nothing:
                return .nothing
            case .symbolicLink:
                return .symbolicLink
            case .file(let descriptor):
                let isLastAttempt = deadline.map { clock.uptime() >= $0 } ?? false
                if let reading = try read(descriptor, isLastAttempt: isLastAttempt, &empty) {
                    return .file(reading)
                }
            }
            deadline = deadline ?? clock.uptime() + patience
            try clock.pause(backoff.next(), beforeChanging: path)
        }
    }

    /// Reads an open file; nil where another program may be writing it, unless this is the last attempt.
    ///
    /// - Parameter empty: with what status the file was empty at all attempts up to this one, and since when.
    private func read(
        _ descriptor: consuming FileDescriptor,
        isLastAttempt: Bool,
        _ empty: inout (status: FileStatus, since: Duration)?
    ) throws(PreferenceStoreError) -> FileReading? {
        let before = try status(of: descriptor)
        let found = try contents(ofLarge: descriptor, size: before.size)
        let bytes = found == nil ? try bytes(of: descriptor, count: before.size) : []
        let holdsStill = try status(of: descriptor) == before && (found != nil || bytes.count == before.size)
        let contents = found ?? FileContents(of: bytes, sought: sought)
        var isSettled = holdsStill && !(contents.mayBeUnfinished && clock.isRecent(before.modified))
        if isSettled, case .empty = contents {
            let time = clock.uptime()
            if empty?.status != before {
                empty = (before, time)
            }
            isSettled = empty.map { time - $0.since >= Self.emptyTime } ?? false
        }
        guard isSettled || isLastAttempt else { return nil }
        guard holdsStill else { throw .changedTooOften(path: path) }
        return FileReading(descriptor: descriptor, status: before, bytes: bytes, contents: contents)
    }

    private func find(
        _ open: () throws(SystemError) -> Found<FileDescriptor>
    ) throws(PreferenceStoreError) -> Found<FileDescriptor> {
        do throws(SystemError) {
            return try open()
        } catch .noSuchFile {
            return .nothing
        } catch .notFolder {
            // A file stands where the folder would be.
            return .nothing
        } catch .tooManyLinks {
            throw .tooManySymlinks(path: path)
        } catch {
            throw .system(.open, path: path, error)
        }
    }

    private func bytes(of descriptor: borrowing FileDescriptor, count: Int) throws(PreferenceStoreError) -> [UInt8] {
        do {
            return try descriptor.read(upTo: count)
        } catch {
            throw .system(.read, path: path, error)
        }
    }

    private func status(of descriptor: borrowing FileDescriptor) throws(PreferenceStoreError) -> FileStatus {
        let status: FileStatus
        do {
            status = try descriptor.status()
        } catch {
            throw .system(.read, path: path, error)
        }
        guard status.kind == .regular else { throw .notRegularFile(path: path, status.kind) }
        guard status.size <= Self.sizeLimit else {
            throw .tooLarge(path: path, size: status.size, limit: Self.sizeLimit)
        }
        return status
    }
}

extension FileReader {
    /// The most bytes of a file that is read whole at any rate.
    private static let smallSize = 1 << 20

    /// What a large file holds of the entries that are wanted, without its bytes being kept; nil where it has to be read
    /// whole.
    func contents(
        ofLarge descriptor: borrowing FileDescriptor,
        size: Int
    ) throws(PreferenceStoreError) -> FileContents? {
        guard size > Self.smallSize, case .of(let keys) = sought else { return nil }
        do throws(SystemError) {
            var start = try SparseBytes(count: 16)
            try start.read(0..<16, of: descriptor, to: 0)
            switch start.withBytes({ PropertyListFormat(detecting: $0) }) {
            case .binary:
                guard let names = keys.names, names.count <= BinaryLocator.mostKeys else { return nil }
                var locator = BinaryLocator(for: names, inDocumentOf: size)
                let memory = try SparseBytes(count: BinaryLocator.memoryLength(forDocumentOf: size))
                return try contents(of: descriptor, .binary, foundBy: &locator, in: memory)
            case .xml:
                var locator = XMLLocator(for: keys, inDocumentOf: size)
                let memory = try SparseBytes(count: XMLLocator.windowLength)
                return try contents(of: descriptor, .xml, foundBy: &locator, in: memory)
            case .json, .openStep, nil:
                return nil
            }
        } catch {
            throw .system(.read, path: path, error)
        }
    }

    /// What a locator finds in a file, from which it is given what it asks for.
    private func contents(
        of descriptor: borrowing FileDescriptor,
        _ format: PropertyListFormat,
        foundBy locator: inout some EntryLocator,
        in memory: consuming SparseBytes
    ) throws(SystemError) -> FileContents? {
        while true {
            let outcome: LocatorOutcome
            do throws(PropertyListError) {
                outcome = try memory.withBytes { memory throws(PropertyListError) in try locator.advance(in: memory) }
            } catch {
                return .malformed(error)
            }
            switch outcome {
            case .needs(let fetch): try memory.read(fetch.range, of: descriptor, to: fetch.place)
            case .found(let root): return .value(ParsedContents(root, format))
            case .needsReader: return nil
            }
        }
    }
}

/// What stands at a name in a folder.
enum Found<Value: ~Copyable>: ~Copyable {
    /// A file: this of it.
    case file(Value)
    /// Nothing.
    case nothing
    /// A symbolic link, where none is followed: it has taken the place of the file to which the path led.
    case symbolicLink
}

extension Found: Copyable where Value: Copyable {}

/// A file that was read while it held still.
///
/// It stays open as long as this lives.
struct FileReading: ~Copyable {
    let descriptor: FileDescriptor
    let status: FileStatus
    /// Every byte; none of a large file of which only the entries that are wanted were kept.
    let bytes: [UInt8]
    let contents: FileContents
}
