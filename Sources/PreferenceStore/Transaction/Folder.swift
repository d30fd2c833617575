import Glibc

/// An open folder: calls on names in it reach this folder, whatever becomes of its path.
final class Folder: Sendable {
    /// The path by which it was opened, for messages.
    let path: String
    let descriptor: FileDescriptor

    private init(_ descriptor: consuming FileDescriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    private static let flags = O_RDONLY | O_DIRECTORY

    /// Opens the folder at a path.
    static func open(_ path: String) throws(SystemError) -> Folder {
        Folder(try .open(path, flags), path: path)
    }

    /// Opens the folder at a path that starts here, where it is not absolute.
    func open(_ path: String) throws(SystemError) -> Folder {
        let fullPath = path.utf8.first == UInt8(ascii: "/") ? path : "\(self.path)/\(path)"
        return Folder(try descriptor.open(path, Self.flags), path: fullPath)
    }

    /// Opens the folder at a path, and makes it and those above it where they are not there.
    ///
    /// A new folder has the permissions of its access whatever the umask. Root makes it for the owner of the one above.
    static func make(_ path: String, _ access: FileAccess) throws(SystemError) -> Folder {
        do {
            return try open(path)
        } catch .noSuchFile {
            guard let split = SplitPath(path) else { throw .noSuchFile }
            return try make(split.folder, access).make(split.name, access)
        }
    }

    private func make(_ name: String, _ access: FileAccess) throws(SystemError) -> Folder {
        do {
            try descriptor.makeFolder(name, permissions: access.folderPermissions)
        } catch .exists {
            // Another process was as quick.
            return try open(name)
        }
        // Before it is opened, which a umask may keep its owner from. It hands on the group of the folder above.
        let present = try descriptor.status(of: name).permissions
        let permissions = access.folderPermissions | present & S_ISGID
        if present != permissions {
            try descriptor.setPermissions(permissions, of: name)
        }
        let folder = Folder(try descriptor.open(name, Self.flags | O_NOFOLLOW), path: "\(path)/\(name)")
        if let (owner, group) = try ownerOfNewFiles() {
            try folder.descriptor.setOwner(owner, group: group)
        }
        try synchronize()
        return folder
    }

    /// Whom a new file belongs to where root works in another user's folder, under sudo(8); nil where that is usual.
    func ownerOfNewFiles() throws(SystemError) -> (uid_t, gid_t)? {
        guard CallingProcess.isRoot else { return nil }
        let status = try descriptor.status()
        return status.owner == 0 ? nil : (status.owner, status.group)
    }

    /// What tells the folder from all others.
    ///
    /// - Parameter path: the path that it was looked for by, for the error.
    func identity(for path: String) throws(PreferenceStoreError) -> FileIdentity {
        try throwing(.read, path) { () throws(SystemError) in try descriptor.status().identity }
    }

    /// Brings the names in the folder to the disk.
    func synchronize() throws(SystemError) {
        do {
            try descriptor.synchronize()
        } catch .invalidArgument {
            // A file system that keeps no folders on a disk has nothing to bring there.
        }
    }

    /// Brings a new name in the folder to the disk, where the durability asks for it.
    func synchronize(_ durability: Durability, after path: String) throws(PreferenceStoreError) {
        guard durability == .disk else { return }
        do {
            try synchronize()
        } catch {
            throw .durabilityUnknown(path: path, error)
        }
    }
}
