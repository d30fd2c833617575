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
