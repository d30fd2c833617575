import PropertyLists

/// The record that a commit leaves in the file's `user.prefs` attribute: the last writer and the recent changes.
///
/// It names the file's size and time of modification. A program that writes in place changes those. A program that puts
/// another file in its place leaves no attribute. So if the record does not match the file, the writer was a foreign
/// one.
struct CommitRecord {
    private let size: Int64
    /// The date of the file, in nanoseconds since the epoch; negative as long as the writer has not dated the file: it is
    /// the time of the record then.
    private var modified: Int64
    /// The last write by a program that takes no lock, in nanoseconds since the epoch; nil if none is known.
    private var foreignWrite: Int64?
    /// The last commits, including that of this file, in their stored form.
    private let commitBytes: [UInt8]

    /// Creates the record of a file that was written with a size, which has no date yet.
    ///
    /// It is the size that the writer knows, because the file's status may already show another program's write.
    ///
    /// - Parameter time: now, since the epoch.
    init(size: Int, at time: Duration, commits: RecentCommits = RecentCommits()) {
        self.size = Int64(size)
        modified = -time.nanoseconds
        commitBytes = Self.bytes(of: commits)
    }

    /// Returns the record of a file that was written at a time.
    ///
    /// - Parameter foreignWrite: the last write before it by a program that takes no lock, as far as known.
    func dated(_ time: Duration, after foreignWrite: Duration?) -> CommitRecord {
        var record = self
        record.modified = time.nanoseconds
        record.foreignWrite = foreignWrite?.nanoseconds
        return record
    }

    /// Writes the record to the file, with as many of the last commits as fit.
    ///
    /// If the file system has no attributes, the next change treats this writer as a foreign one, and is slower.
    func leave(on file: borrowing FileDescriptor) {
        if commitBytes.isEmpty || !leave(commitBytes, on: file) {
            _ = leave([], on: file)
        }
    }

    private func leave(_ commitBytes: [UInt8], on file: borrowing FileDescriptor) -> Bool {
        let bytes = header + (commitBytes.isEmpty ? [] : [lineFeed] + commitBytes)
        return (try? file.setAttribute(.commitRecord, to: bytes)) != nil
    }

    /// Returns the bytes of as many of the last commits as fit.
    private static func bytes(of commits: RecentCommits) -> [UInt8] {
        var commits = commits
        var bytes = commits.stored()
        while bytes.count > usualSize, commits.commits.count > 1 {
            for _ in 0..<(commits.commits.count + 1) / 2 {
                commits.removeFirst()
            }
            bytes = commits.stored()
        }
        return bytes.count <= sizeLimit ? bytes : []
    }

    /// The size, in bytes, that fits on any file system: ext4 has 4 kB for all attributes of a file.
    private static let usualSize = 3_000
    private static let sizeLimit = 32_000
}

extension CommitRecord {
    /// What a file and its record show of the file's last writers.
    struct Reading {
        fileprivate enum Writer {
            case own
            /// This package, which was killed before it dated the file.
            case ownUnfinished
            /// Another program, which wrote the file in place; or any, on a file system without attributes.
            case foreign
            /// A program that left no record, because it created the file.
            case creator
        }

        private let writer: Writer
        private let lastForeignWrite: Duration?
        /// The time after that write in which the program may write again.
        private let watchTime: Duration
        /// Whether another program may still revert the commits of the record, or has just reverted them.
        private let areCommitsRecent: Bool
        /// The commits of the record in their stored form, which most changes do not need.
        private let commitBytes: [UInt8]

        /// The time after a write in place for which changes are verified.
        ///
        /// A program that keeps its preferences in the file writes it again. A file that somebody wrote once, for
        /// example a copy, must not slow down all later changes.
        private static let watchTime: Duration = .seconds(3_600)

        /// - Parameter bytes: the attribute of the file; nil if it has none, and empty if it cannot be read.
        init(_ bytes: [UInt8]?, _ status: FileStatus) {
            let record = bytes.flatMap { CommitRecord($0) }
            writer = bytes == nil ? .creator : record?.writer(of: status) ?? .foreign
            lastForeignWrite = writer == .own ? record?.foreignWrite.map { .nanoseconds($0) } : status.modified
            watchTime = writer == .creator ? RecentCommits.dangerTime(ofSize: status.size) : Self.watchTime
            commitBytes = record?.commitBytes ?? []
            // Linux dates a write by a clock that may be some milliseconds late.
            let age = status.modified - .nanoseconds(Int64(clamping: record?.modified.magnitude ?? 0))
            // A writer that was killed before it dated the file may have waited for the disk first.
            let isDated = record.map { $0.modified > 0 } ?? true
            let dangerTime =
                isDated
                ? RecentCommits.dangerTime(ofSize: max(status.size, Int(record?.size ?? 0)))
                : RecentCommits.longestDangerTime
            areCommitsRecent = writer == .own || age > .zero - RecentCommits.clockTick && age < dangerTime
        }

        /// Whether this package was the last to write the file.
        var isOwn: Bool { writer == .own }

        /// Whether this package was the last to write the file, or was killed during that write.
        ///
        /// Also true if the file has no record.
        var isOwnOrUnfinished: Bool { writer != .foreign }

        /// The last write in place by a program that takes no lock, as far as known.
        ///
        /// The creator of a file does not count: if it writes the file again, then in place.
        var foreignWrite: Duration? { writer == .creator ? nil : lastForeignWrite }

        /// Returns the time since the last write by a program that takes no lock, if it may be about to write again.
        func timeSinceForeignWrite(_ clock: StoreClock) -> Duration? {
            lastForeignWrite.map(clock.timeSince).flatMap { $0 < watchTime ? $0 : nil }
        }

        /// The last commits by this package that another program may revert, or has reverted.
        var recentCommits: RecentCommits { areCommitsRecent ? lastCommits : RecentCommits() }

        /// The commits of the record, regardless of their age.
        var lastCommits: RecentCommits { RecentCommits(commitBytes) }

        /// Whether another program wrote the file so soon after a commit that it may have reverted the commit.
        var mayLackCommits: Bool {
            !isOwn && !recentCommits.commits.isEmpty
        }
    }

    /// Returns the last writer of a file that has this record.
    private func writer(of status: FileStatus) -> Reading.Writer {
        guard size == Int64(status.size) else { return .foreign }
        return modified == status.modified.nanoseconds ? .own : modified < 0 ? .ownUnfinished : .foreign
    }

    /// Returns whether this package was the last to write an open file, from the first numbers of its record.
    ///
    /// A read needs no more of the record.
    static func isOwnWrite(_ file: borrowing FileDescriptor, _ status: FileStatus) -> Bool {
        guard let bytes = try? file.attribute(.commitRecord, upTo: usualSize + 100) else { return false }
        let numbers = "\(status.size) \(status.modified.nanoseconds)".utf8
        guard bytes.starts(with: numbers) else { return false }
        return bytes.dropFirst(numbers.count).first.map { $0 == lineFeed || $0 == UInt8(ascii: " ") } ?? true
    }

    /// Parses the value of the attribute; returns nil if it is not a record.
    init?(_ bytes: [UInt8]) {
        let header = bytes.prefix { $0 != lineFeed }
        let fields = header.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        let numbers = fields.compactMap { Int64(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == fields.count, 2...3 ~= numbers.count else { return nil }
        size = numbers[0]
        modified = numbers[1]
        foreignWrite = numbers.count == 3 ? numbers[2] : nil
        commitBytes = Array(bytes.dropFirst(header.count + 1))
    }

    /// The numbers in decimal: `227 1795255000123456789`.
    private var header: [UInt8] {
        Array((foreignWrite.map { "\(size) \(modified) \($0)" } ?? "\(size) \(modified)").utf8)
    }
}

private let lineFeed = UInt8(ascii: "\n")

extension Duration {
    /// The time in nanoseconds, limited to the range of Int64, which ends in the year 2262.
    var nanoseconds: Int64 {
        Int64(clamping: attoseconds / 1_000_000_000)
    }
}
