/// What a commit leaves in the attribute `user.prefs` of the file, so that the next one knows who has written it last.
///
/// It names the file's size and time of modification. A program that writes in place changes those, and one that puts
/// another file in the place leaves no attribute: where the record does not fit the file, the writer was a foreign one.
struct CommitRecord {
    static let attributeName: AttributeName = "user.prefs"

    private let size: Int64
    /// In nanoseconds since the epoch.
    private let modified: Int64
    /// When a program that takes no lock has last written the file, in nanoseconds since the epoch, if ever.
    private let foreignWrite: Int64?

    /// The record of a file that was written with some bytes and dated at a time.
    ///
    /// Both are what the writer knows: the file's status may tell of another program's write since.
    ///
    /// - Parameter foreignWrite: when a program that takes no lock has last written the file before, as far as known.
    init(size: Int, modified: Duration, after foreignWrite: Duration?) {
        self.size = Int64(size)
        self.modified = modified.nanoseconds
        self.foreignWrite = foreignWrite?.nanoseconds
    }

    /// Leaves the record on the file.
    ///
    /// Where the file system keeps none, the next change takes this writer for a foreign one, and is slower for it.
    func leave(on file: borrowing FileDescriptor) {
        try? file.setAttribute(Self.attributeName, to: bytes)
    }

    /// When a program that takes no lock has last written a file, as far as known.
    static func lastForeignWrite(of file: borrowing FileDescriptor, _ status: FileStatus) -> Duration? {
        guard let bytes = try? file.attribute(attributeName),
            let record = CommitRecord(bytes),
            record.size == Int64(status.size),
            record.modified == status.modified.nanoseconds
        else { return status.modified }
        return record.foreignWrite.map { .nanoseconds($0) }
    }
}

extension CommitRecord {
    /// The record that an attribute holds; nil for anything else.
    init?(_ bytes: [UInt8]) {
        let fields = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        let numbers = fields.compactMap { Int64(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == fields.count, 2...3 ~= numbers.count else { return nil }
        size = numbers[0]
        modified = numbers[1]
        foreignWrite = numbers.count == 3 ? numbers[2] : nil
    }

    /// The numbers in decimal: `227 1795255000123456789`.
    var bytes: [UInt8] {
        Array([size, modified, foreignWrite].compactMap { $0?.description }.joined(separator: " ").utf8)
    }
}

extension Duration {
    /// The time in nanoseconds; the nearest that there is, beyond the year 2262.
    fileprivate var nanoseconds: Int64 {
        Int64(clamping: attoseconds / 1_000_000_000)
    }
}
