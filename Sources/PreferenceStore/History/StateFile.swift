import Glibc
import PropertyLists

/// A file of a user's state, which other users may have tampered with.
struct StateFile {
    let directory: String
    let name: String
    /// The users that may read the file: its owner alone, or all if the administrator has its directory.
    var access = FileAccess.owner

    var path: String { "\(directory)/\(name)" }

    func folder() throws(PreferenceStoreError) -> Directory {
        guard let folder = try DirectoryWalk.directoryIfExists(directory) else {
            throw .system(.open, path: directory, .noSuchFile)
        }
        return folder
    }

    /// Returns all bytes; nil if the file does not exist.
    ///
    /// - Throws: `notRegularFile` and `system` if it is not a file of the caller's own, `tooLarge`.
    func contents(upTo limit: Int) throws(PreferenceStoreError) -> [UInt8]? {
        guard let file = try openIfExists(O_RDONLY) else { return nil }
        let size = try check(file, isAppended: false).size
        guard size <= limit else { throw .tooLarge(path: path, size: size, limit: limit) }
        return try throwing(.read, path, try file.read(upTo: size))
    }

    /// Opens the file for reading and appending; creates it and its directory if they do not exist.
    func openForAppending() throws(PreferenceStoreError) -> FileDescriptor {
        let flags = O_RDWR | O_APPEND
        if let file = try openIfExists(flags) {
            return file
        }
        try FileTarget.makeDirectory(for: path, .owner)
        let folder = try folder()
        return try throwing(
            .create,
            directory,
            try folder.create(name, flags | Self.openFlags | O_CREAT, mode: access.filePermissions)
        )
    }

    /// Writes all bytes in one step, in an existing directory.
    func replace(by bytes: [UInt8], _ durability: Durability) throws(PreferenceStoreError) {
        try AtomicFile(path: path).write(bytes.span, access: access, durability: durability)
    }

    private static let openFlags = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY

    /// Opens the file, but not through a link, and without waiting for another process; returns nil if it does not
    /// exist.
    private func openIfExists(_ flags: Int32) throws(PreferenceStoreError) -> FileDescriptor? {
        let flags = flags | Self.openFlags
        do throws(SystemError) {
            // One call is enough if no link leads to the directory.
            return try nilIfPathMissing(try .openRefusingLinks(path, flags))
        } catch {
            guard let folder = try DirectoryWalk.directoryIfExists(directory) else { return nil }
            return try throwing(.open, path, try nilIfMissing(try folder.descriptor.open(name, flags)))
        }
    }

    /// Returns the status of a file, which must be a regular one.
    ///
    /// If its owner alone may read it, it must be the caller's, and others lose their access to it. Root may also use a
    /// file of the user whose directory it is, as under sudo(8).
    ///
    /// - Parameter isAppended: whether the file is about to grow, and must not have another name. A power failure can
    ///   give one to a file that is replaced.
    func check(
        _ file: borrowing FileDescriptor,
        isAppended: Bool
    ) throws(PreferenceStoreError) -> FileStatus {
        let status = try throwing(.read, path, try file.status())
        guard status.kind == .regular else { throw .notRegularFile(path: path, status.kind) }
        guard access == .owner else { return status }
        let owner = status.owner.user
        if owner != geteuid() {
            let folder = try folder()
            guard try throwing(.read, path, try folder.ownerOfNewFiles())?.user == owner else {
                throw .system(.open, path: path, .notPermitted)
            }
        }
        guard status.linkCount == 1 || !isAppended else { throw .hardLinked(path: path, count: status.linkCount) }
        if status.permissions & 0o077 != 0 {
            try throwing(.keepPermissions, path, try file.setPermissions(access.filePermissions))
        }
        return status
    }
}
