import CLinux
import Glibc
import PropertyLists

/// A complete file beside the one whose place it will take.
struct TemporaryFile: ~Copyable {
    /// The temporary name, with what has it by now.
    var entry: TemporaryEntry
    /// The file, wherever it is by now.
    let descriptor: FileDescriptor

    /// Writes a file for a place, with the metadata that it will have there.
    ///
    /// It gets its name when it is complete, if the system can make a file without one: a process that is killed before
    /// leaves nothing.
    ///
    /// - Parameters:
    ///   - mark: the mark of the file that it is to replace.
    ///   - record: what the file says of its commit, if it is a suite's.
    static func write(
        _ document: SplicedDocument,
        for target: FileTarget,
        like metadata: FileMetadata,
        _ durability: Durability,
        replacing mark: TemporaryName.Mark,
        record: CommitRecord?
    ) throws(PreferenceStoreError) -> TemporaryFile {
        let directory = target.directory
        let permissions = FileAccess.owner.filePermissions
        if let descriptor = try? directory.descriptor.open(".", O_RDWR | unnamedFile, mode: permissions) {
            record?.leave(on: descriptor)
            try descriptor.fill(with: document, metadata, path: target.path)
            let name = try descriptor.temporaryName(for: target, mark)
            if try directory.give(name, to: descriptor) {
                let entry = TemporaryEntry(name, in: directory)
                // With the name, which is a part of what the disk has of the file.
                try descriptor.settle(document, durability, path: target.path)
                return TemporaryFile(entry: entry, descriptor: descriptor)
            }
        }
        let first = TemporaryName(for: target.name, inode: 0, .random()).text
        // Exclusive: whatever stands at the name, a link that somebody planted above all, is not touched.
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
        let descriptor = try throwing(
            .create,
            directory.path,
            try directory.descriptor.open(first, flags, mode: permissions)
        )
        var entry = TemporaryEntry(first, in: directory)
        let name = try descriptor.temporaryName(for: target, mark)
        try throwing(.create, directory.path, try entry.move(to: name))
        record?.leave(on: descriptor)
        try descriptor.fill(with: document, metadata, path: target.path)
        try descriptor.settle(document, durability, path: target.path)
        return TemporaryFile(entry: entry, descriptor: descriptor)
    }

    /// Closes the file, so that it is no longer open for writing.
    ///
    /// - Returns: the temporary name, with what has it by now.
    consuming func close() -> TemporaryEntry {
        entry
    }
}

extension Directory {
    /// Gives a file that has none a name.
    ///
    /// - Returns: whether the system can do that; it needs /proc, for one.
    fileprivate func give(_ name: String, to file: borrowing FileDescriptor) throws(PreferenceStoreError) -> Bool {
        do {
            try descriptor.name(file, name)
            return true
        } catch {
            guard !error.isRefusal || error == .notPermitted else { throw .system(.create, path: path, error) }
            return false
        }
    }
}

extension FileDescriptor {
    /// The name that tells of this new file.
    fileprivate func temporaryName(
        for target: FileTarget,
        _ mark: TemporaryName.Mark
    ) throws(PreferenceStoreError) -> String {
        let inode = try throwing(.write, target.path, try status().identity.inode)
        return TemporaryName(for: target.name, inode: inode, mark).text
    }

    /// Gives a new file its bytes and its metadata.
    fileprivate func fill(
        with document: SplicedDocument,
        _ metadata: FileMetadata,
        path: String
    ) throws(PreferenceStoreError) {
        try throwing(.write, path, try write(document))
        try metadata.apply(to: self, path: path)
    }

    /// Brings a new file to the disk where that is asked for, and reads it back.
    fileprivate func settle(
        _ document: SplicedDocument,
        _ durability: Durability,
        path: String
    ) throws(PreferenceStoreError) {
        try synchronize(durability, path: path)
        let isWritten = try throwing(.write, path, try holds(document))
        // A network file system may tell only now that it could not write, whichever descriptor is closed.
        try throwing(.write, path, try duplicate().close())
        guard isWritten else { throw .writtenBytesDiffer(path: path) }
    }

    /// Brings the file to the disk, where the durability asks for it.
    func synchronize(_ durability: Durability, path: String) throws(PreferenceStoreError) {
        if durability == .disk {
            try throwing(.synchronize, path, try synchronize())
        }
    }
}

/// A temporary name, with what has it: a new file, or after an exchange the old one.
///
/// When this ends, nothing is left at the name, unless it is kept.
struct TemporaryEntry: ~Copyable {
    private(set) var name: String
    private let directory: Directory
    private var ownsName = true

    /// A name that was free before and is no one else's.
    init(_ name: String, in directory: Directory) {
        self.name = name
        self.directory = directory
    }

    deinit {
        if ownsName {
            try? directory.descriptor.remove(name)
        }
    }

    /// How a file came to its place.
    enum Commit {
        /// In one step, with nothing displaced; or by rename(2), which does not tell what it displaced.
        case placed
        /// What it displaced has the temporary name now.
        case exchanged
        /// Not at all: there is a file where there was none, or none where there was one.
        case overtaken
    }

    /// Puts the file in place of another, or where there is none.
    mutating func commit(to target: String, replacing: Bool) throws(SystemError) -> Commit {
        do {
            if replacing {
                try exchange(with: target)
                return .exchanged
            }
            try directory.descriptor.rename(name, toFree: target)
            ownsName = false
            return .placed
        } catch .noSuchFile {
            return .overtaken
        } catch .exists {
            return .overtaken
        } catch {
            // The file system or the kernel has only rename(2).
            guard error == .invalidArgument || error == .notImplemented else { throw error }
        }
        do {
            if !replacing {
                // A second name is refused if the name is taken; the first one goes when this ends.
                try directory.descriptor.link(name, toFree: target)
                return .placed
            }
        } catch .exists {
            return .overtaken
        } catch {
            // A file system without second names: a file that comes between is replaced.
        }
        try directory.descriptor.rename(name, over: target)
        ownsName = false
        return .placed
    }

    /// Exchanges the file and the one at a name: the temporary name is the other's then.
    func exchange(with other: String) throws(SystemError) {
        try directory.descriptor.exchange(name, with: other)
    }

    /// Gives the file another name, which is as much this one's own.
    mutating func move(to other: String) throws(SystemError) {
        try directory.descriptor.rename(name, over: other)
        name = other
    }

    /// Leaves the file at its name.
    @discardableResult
    consuming func keep() -> String {
        ownsName = false
        return name
    }

    /// Removes the file.
    consuming func remove() {}
}

/// The name of a file that is about to take the place of another: `.NAME.INODE.MARK.prefs-tmp`, beside the file NAME.
///
/// After a crash it tells how far that came. INODE is the number of the new file's inode, to the base 36: a file with
/// that very number was made by this package and has never been in its place. Any other came here by an exchange with
/// it, and
/// MARK tells, by a digest, whether that is the file which was to be replaced. If not, another program had written it in the
/// meantime: it may be the only copy of that.
struct TemporaryName {
    /// The name of the file whose place the new one will take.
    let target: String
    /// The inode of the new file; 0 while it is being made, where it needs a name for that.
    let inode: ino_t
    let mark: Mark
    let text: String

    private static let suffix = ".prefs-tmp"
    private static let base = 36

    /// Five digits to the base 36.
    struct Mark: Hashable {
        private let number: UInt64

        private static let limit: UInt64 = 60_466_176
        static let length = 5

        /// A mark that tells a file from what it becomes: by the digest of its bytes or, if it has none, by its size
        /// and date.
        init(digest: Int64?, _ status: FileStatus?) {
            let digest = digest ?? StableDigest.of(status?.size ?? 0, status?.modified.nanoseconds ?? 0)
            number = UInt64(bitPattern: digest) % Self.limit
        }

        /// A mark that no other file is likely to have.
        static func random() -> Mark {
            Mark(number: .random(in: 0..<limit))
        }

        private init(number: UInt64) {
            self.number = number
        }

        fileprivate init?(_ digits: Substring) {
            guard digits.utf8.count == Self.length, let number = UInt64(digits, radix: base) else { return nil }
            self.number = number
        }

        fileprivate var digits: String {
            let digits = String(number, radix: base)
            return String(repeating: "0", count: Self.length - digits.utf8.count) + digits
        }
    }

    /// The most bytes that the name has beyond NAME: two dots, 13 digits, a dot, five digits, the suffix.
    static let overhead = 2 + String(ino_t.max, radix: base).utf8.count + 1 + Mark.length + suffix.utf8.count

    init(for target: String, inode: ino_t, _ mark: Mark) {
        self.target = target
        self.inode = inode
        self.mark = mark
        text = ".\(target).\(String(inode, radix: Self.base)).\(mark.digits)\(Self.suffix)"
    }

    /// A name of this form; nil for any other.
    init?(_ text: String) {
        guard text.hasPrefix("."), text.hasSuffix(Self.suffix) else { return nil }
        let parts = text.dropFirst().dropLast(Self.suffix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 3, let mark = parts.last.flatMap(Mark.init),
            let inode = ino_t(parts[parts.count - 2], radix: Self.base)
        else { return nil }
        target = parts.dropLast(2).joined(separator: ".")
        guard !target.isEmpty else { return nil }
        self.inode = inode
        self.mark = mark
        self.text = text
    }
}
