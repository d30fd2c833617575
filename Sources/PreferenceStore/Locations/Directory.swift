import Glibc

/// An open directory: calls on names in it reach this directory, whatever becomes of its path.
final class Directory: Sendable {
    /// The path by which it was opened, for messages.
    let path: String
    let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    static func open(_ path: String) throws(SystemError) -> Directory {
        Directory(try .open(path, flags), path: path)
    }

    static let flags = O_RDONLY | O_DIRECTORY

    /// Makes a directory in this one, unless it is there.
    ///
    /// A new directory has the permissions of its access whatever the umask. Root makes it for the owner of this one.
    func make(_ name: String, _ access: FileAccess) throws(SystemError) -> Directory {
        let fullPath = "\(path)/\(name)"
        do {
            try descriptor.makeDirectory(name, permissions: access.directoryPermissions)
        } catch .exists {
            // Another process was as quick.
            return Directory(try descriptor.open(name, Self.flags | O_NOFOLLOW), path: fullPath)
        }
        // Before it is opened, which a umask may keep its owner from. It hands on the group of the directory above.
        let present = try descriptor.status(of: name).permissions
        let permissions = access.directoryPermissions | present & S_ISGID
        if present != permissions {
            try descriptor.setPermissions(permissions, of: name)
        }
        let directory = Directory(try descriptor.open(name, Self.flags | O_NOFOLLOW), path: fullPath)
        if let owner = try ownerOfNewFiles() {
            try directory.descriptor.setOwner(owner)
        }
        try descriptor.synchronizeNames()
        return directory
    }

    /// Whom a new file belongs to where root works in another user's directory, under sudo(8); nil where that is usual.
    func ownerOfNewFiles() throws(SystemError) -> FileOwner? {
        guard CallingProcess.isRoot else { return nil }
        let owner = try descriptor.status().ownership
        return owner.user == 0 ? nil : owner
    }

    /// What tells the directory from all others.
    func identity(for path: String) throws(PreferenceStoreError) -> FileIdentity {
        try throwing(.read, path, try descriptor.status().identity)
    }

    /// Brings the names in the directory to the disk, where the durability asks for it.
    ///
    /// - Parameters:
    ///   - path: the file whose name that is, for the error.
    ///   - isNew: whether the file was not there before: the directory may be new too, and whoever made it may have
    ///     been killed before it was on the disk, so the names above follow.
    func synchronize(
        _ durability: Durability,
        after path: String,
        isNew: Bool = false
    ) throws(PreferenceStoreError) {
        guard durability == .disk else { return }
        do {
            try descriptor.synchronizeNames()
            if isNew {
                try synchronizeParents()
            }
        } catch {
            throw .durabilityUnknown(path: path, error)
        }
    }

    /// Brings the names in the directories above this one to the disk, as far up as this process may open them.
    private func synchronizeParents() throws(SystemError) {
        var child = try descriptor.status().identity
        var path = ".."
        while let parent = try? descriptor.open(path, Self.flags), let identity = try? parent.status().identity,
            identity != child
        {
            try parent.synchronizeNames()
            child = identity
            path += "/.."
        }
    }
    /// The suites that have a file in the directory at a path, by the file's name less a suffix; none where it is not
    /// there.
    ///
    /// A link may lead to a file. A file whose name is no suite's is left out.
    static func suites(in path: String, suffix: String) throws(PreferenceStoreError) -> [SuiteName] {
        guard let directory = try throwing(.list, path, try ifThere(try Directory.open(path))) else { return [] }
        return try throwing(.list, path, try directory.descriptor.names())
            .filter { name in
                let kind = try? directory.descriptor.status(of: name).kind
                return kind == .regular || kind == .symbolicLink
            }
            .compactMap { SuiteName($0, suffix: suffix) }
    }
}
