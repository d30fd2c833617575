import Glibc

/// A file of a user's state, which other users may have tampered with.
package struct StateFile: Sendable {
    let directory: StateDirectory
    let name: String
    /// The users that may read the file: its owner alone, or all if the administrator has its directory.
    private let access: FileAccess

    package init(_ name: String, in directory: StateDirectory, access: FileAccess = .owner) {
        self.directory = directory
        self.name = name
        self.access = access
    }

    package var path: String { "\(directory.path)/\(name)" }

    /// Returns all bytes; nil if the file does not exist.
    ///
    /// - Throws: `notRegularFile` and `system` if it is not a file of the caller's own, `tooLarge`.
    package func contents(upTo limit: Int) throws(PreferenceStoreError) -> [UInt8]? {
        guard let file = try openIfExists(O_RDONLY) else { return nil }
        let size = try check(file, isAppended: false).size
        guard size <= limit else { throw .tooLarge(path: path, size: size, limit: limit) }
        return try throwing(.read, path, try file.read(upTo: size))
    }

    /// Writes all bytes in one step; creates the directory if it does not exist.
    ///
    /// The file has been read: a link in its place would be followed.
    package func replace(by bytes: [UInt8], _ durability: Durability) throws(PreferenceStoreError) {
        try AtomicFile(path: path).write(bytes.span, access: access, durability: durability, createsDirectories: true)
    }

    /// Opens the file for appending; creates it and its directory if they do not exist.
    package func openForAppending() throws(PreferenceStoreError) -> AppendedFile {
        let flags = O_RDWR | O_APPEND
        if let file = try openIfExists(flags) { return try AppendedFile(file, of: self) }
        try FileTarget.makeDirectory(for: path, access)
        guard let folder = try directory.folder() else { throw .system(.open, path: directory.path, .noSuchFile) }
        return try AppendedFile(
            try throwing(
                .create,
                directory.path,
                try folder.create(name, flags | Self.openFlags | O_CREAT, mode: access.filePermissions)
            ),
            of: self
        )
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
            guard let folder = try directory.folder() else { return nil }
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
    fileprivate func check(
        _ file: borrowing FileDescriptor,
        isAppended: Bool
    ) throws(PreferenceStoreError) -> FileStatus {
        let status = try throwing(.read, path, try file.status())
        guard status.kind == .regular else { throw .notRegularFile(path: path, status.kind) }
        guard access == .owner else { return status }
        let owner = status.owner.user
        if owner != geteuid() {
            let folder = try directory.folder()
            guard try throwing(.read, path, try folder?.ownerOfNewFiles())?.user == owner else {
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

/// An open file of a user's state, which grows.
package final class AppendedFile {
    private let file: FileDescriptor
    private let state: StateFile
    /// The size of the file when it was opened, in bytes.
    package let size: Int

    fileprivate init(_ file: consuming FileDescriptor, of state: StateFile) throws(PreferenceStoreError) {
        size = try state.check(file, isAppended: true).size
        self.file = file
        self.state = state
    }

    /// Returns the last bytes, at most this many.
    package func end(upTo length: Int) throws(PreferenceStoreError) -> [UInt8] {
        func read() throws(SystemError) -> [UInt8] {
            try file.seek(to: max(size - length, 0))
            return try file.read(upTo: min(size, length))
        }
        return try throwing(.read, state.path, try read())
    }

    /// Adds bytes, all or none of them, unless the system refuses to remove a part of them again.
    package func append(_ bytes: [UInt8], _ durability: Durability) throws(PreferenceStoreError) {
        do throws(PreferenceStoreError) {
            try throwing(.write, state.path, try file.write(bytes.span))
            guard durability == .disk else { return }
            try throwing(.synchronize, state.path, try file.synchronize())
            guard let folder = try state.directory.folder() else { return }
            try throwing(.synchronize, state.directory.path, try folder.descriptor.synchronizeNames())
        } catch {
            try? file.truncate(to: size)
            throw error
        }
    }
}
