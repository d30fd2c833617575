import CLinux
import Glibc
import PropertyLists

/// A complete file beside the one that it will replace.
struct TemporaryFile: ~Copyable {
    /// The temporary name, with the file that has it now.
    var entry: TemporaryEntry
    /// The file, wherever it is now.
    let descriptor: FileDescriptor
    /// Warnings about what it could not take over.
    let warnings: [SuiteWarning]

    /// Closes the file, so that it is no longer open for writing.
    ///
    /// - Returns: the temporary name, with the file that has it now.
    consuming func close() -> TemporaryEntry {
        entry
    }
}

extension LockedFile {
    /// Writes a complete new file beside this one.
    ///
    /// If the system can create a file without a name, the file gets its name when it is complete. A process that is
    /// killed before that leaves nothing.
    ///
    /// - Parameters:
    ///   - metadata: the metadata that it takes over, or that a new file gets.
    ///   - mark: the mark of the file that it replaces.
    ///   - record: the record of the commit; nil for a copy that is kept.
    ///   - sharesStart: whether the document was spliced from this file, which may lend its start.
    ///   - needsMode: returns whether a new file must not be written where others could open it; asked for only there.
    func write(
        _ document: SplicedDocument,
        like metadata: FileMetadata,
        replacing mark: TemporaryName.Mark,
        _ record: CommitRecord? = nil,
        sharesStart: Bool = false,
        needsMode: () -> Bool = { false }
    ) throws(PreferenceStoreError) -> TemporaryFile {
        let directory = target.directory
        let lender = sharesStart && document.lendableLength > 0 ? try? target.open(target.name) : nil
        let permissions = FileAccess.owner.filePermissions
        if let descriptor = try? directory.create(".", O_RDWR | unnamedFile, mode: permissions) {
            try check(descriptor, metadata, needsMode)
            record?.leave(on: descriptor)
            let warnings = try descriptor.fill(with: document, sharing: lender, metadata, path: target.path)
            let name = try descriptor.temporaryName(for: target, mark)
            if try directory.give(name, to: descriptor) {
                let entry = TemporaryEntry(name, in: directory)
                // The file is flushed after it has its name, because the name must reach the disk too.
                try descriptor.settle(options.durability, path: target.path)
                return TemporaryFile(entry: entry, descriptor: descriptor, warnings: warnings)
            }
        }
        let first = TemporaryName(for: target.name, inode: 0, .random()).text
        // With O_EXCL, an existing file is not touched, nor is a link that somebody planted.
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
        let descriptor = try throwing(.create, directory.path, try directory.create(first, flags, mode: permissions))
        var entry = TemporaryEntry(first, in: directory)
        let name = try descriptor.temporaryName(for: target, mark)
        try throwing(.create, directory.path, try entry.move(to: name))
        try check(descriptor, metadata, needsMode)
        record?.leave(on: descriptor)
        let warnings = try descriptor.fill(with: document, sharing: lender, metadata, path: target.path)
        try descriptor.settle(options.durability, path: target.path)
        return TemporaryFile(entry: entry, descriptor: descriptor, warnings: warnings)
    }
}

extension LockedFile {
    /// Refuses a new file that is open to others before anything is written, since its file system has no modes of its
    /// own.
    private func check(
        _ descriptor: borrowing FileDescriptor,
        _ metadata: FileMetadata,
        _ needsMode: () -> Bool
    ) throws(PreferenceStoreError) {
        guard metadata.isOfNewFile else { return }
        let mode = try throwing(.create, target.path, try descriptor.status().permissions)
        guard mode & ~metadata.permissions != 0, needsMode() else { return }
        throw .modeOfMount(path: target.path, mode)
    }
}

extension SplicedDocument {
    /// The length of the start that the old file can lend to the new one, in bytes: whole blocks, on any file system.
    ///
    /// It is 0 below a megabyte, where a copy costs no more.
    var lendableLength: Int {
        let longestBlock = 1 << 16
        return unchangedStart < 1 << 20 ? 0 : unchangedStart / longestBlock * longestBlock
    }
}

extension Directory {
    /// Gives a name to a file without one.
    ///
    /// - Returns: whether the system can do that; for example, it needs /proc.
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
    /// Returns the temporary name of this new file.
    fileprivate func temporaryName(
        for target: FileTarget,
        _ mark: TemporaryName.Mark
    ) throws(PreferenceStoreError) -> String {
        let inode = try throwing(.write, target.path, try status().identity.inode)
        return TemporaryName(for: target.name, inode: inode, mark).text
    }

    /// Writes the bytes and the metadata of a new file, and reads the bytes back.
    ///
    /// - Parameter lender: a file whose first bytes are probably the same, if there is one.
    fileprivate func fill(
        with document: SplicedDocument,
        sharing lender: borrowing FileDescriptor?,
        _ metadata: FileMetadata,
        path: String
    ) throws(PreferenceStoreError) -> [SuiteWarning] {
        guard try throwing(.write, path, try write(document, sharing: lender)) else {
            throw .writtenBytesDiffer(path: path)
        }
        return try metadata.apply(to: self, path: path)
    }

    /// Writes a document, and returns whether the file then has its bytes.
    private func write(
        _ document: SplicedDocument,
        sharing lender: borrowing FileDescriptor?
    ) throws(SystemError) -> Bool {
        let length = document.lendableLength
        guard length > 0, (try? lender?.lendStart(length, to: self)) != nil else {
            return try write(document, from: 0)
        }
        if try write(document, from: length) { return true }
        // Another program has written to the lender since it was read.
        try truncate(to: 0)
        try seek(to: 0)
        return try write(document, from: 0)
    }

    /// Flushes a new file to disk if the durability requires it.
    fileprivate func settle(_ durability: Durability, path: String) throws(PreferenceStoreError) {
        try synchronize(durability, path: path)
        // A network file system may report a failed write only now, whichever descriptor is closed.
        try throwing(.write, path, try duplicate().close())
    }

    /// Flushes the file to disk, if the durability requires it.
    func synchronize(_ durability: Durability, path: String) throws(PreferenceStoreError) {
        if durability == .disk {
            try throwing(.synchronize, path, try synchronize())
        }
    }
}

/// A temporary name, with the file that has it: a new file, or after an exchange the old one.
///
/// When this value ends, the file is removed, unless it is kept.
struct TemporaryEntry: ~Copyable {
    private(set) var name: String
    private let directory: Directory
    private var ownsName = true

    /// Owns a name that was free before and that nobody else uses.
    init(_ name: String, in directory: Directory) {
        self.name = name
        self.directory = directory
    }

    deinit {
        if ownsName {
            try? directory.descriptor.remove(name)
        }
    }

    /// The outcome of a commit.
    enum Commit {
        /// The file took its place in one step and displaced nothing, or by rename(2), which does not report what it
        /// displaced.
        case placed
        /// The displaced file now has the temporary name.
        case exchanged
        /// The file did not take its place: a file exists that did not exist before, or the reverse.
        case overtaken
    }

    /// Puts the file in the place of a target, or in its free place.
    ///
    /// - Parameter replacing: whether the target exists.
    mutating func commit(to target: FileTarget, replacing: Bool) throws(PreferenceStoreError) -> Commit {
        do throws(SystemError) {
            if let commit = try commitInOneStep(to: target.name, replacing: replacing) {
                return commit
            }
            try directory.descriptor.rename(name, over: target.name)
        } catch {
            throw .system(.replace, path: target.path, error)
        }
        ownsName = false
        return .placed
    }

    /// - Returns: nil if the file system or the kernel supports only rename(2).
    private mutating func commitInOneStep(to target: String, replacing: Bool) throws(SystemError) -> Commit? {
        do {
            if replacing {
                try directory.descriptor.exchange(name, with: target)
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
            guard error == .invalidArgument || error == .notImplemented else { throw error }
        }
        guard !replacing else { return nil }
        do {
            // A second name is refused if it is taken. The first name is removed when this value ends.
            try directory.descriptor.link(name, toFree: target)
            return .placed
        } catch .exists {
            return .overtaken
        } catch {
            // The file system has no hard links. A file that appears in between is replaced.
            return nil
        }
    }

    /// Renames the file; this value then owns the new name.
    mutating func move(to other: String) throws(SystemError) {
        try directory.descriptor.rename(name, over: other)
        name = other
    }

    /// Keeps the file at its name, and returns the name.
    @discardableResult
    consuming func keep() -> String {
        ownsName = false
        return name
    }

    /// Ends this value, which removes the file.
    consuming func remove() {}
}

extension TemporaryName.Mark {
    /// The mark of a file that was read.
    init(of suite: StoredSuite) {
        self.init(digest: StableDigest.of(suite.bytes), suite.file?.status)
    }
}
