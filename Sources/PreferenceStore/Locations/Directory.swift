import Glibc

/// An open directory.
///
/// Calls on names in it reach this directory, even if its path now leads elsewhere.
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

    /// Creates a directory in this one, or opens the existing one.
    ///
    /// A new directory has the permissions of its access regardless of the umask, if the file system has permissions.
    func make(_ name: String, _ access: FileAccess) throws(SystemError) -> Directory {
        let fullPath = "\(path)/\(name)"
        do {
            try asOwner { () throws(SystemError) in
                try descriptor.makeDirectory(name, permissions: access.directoryPermissions)
            }
        } catch .exists {
            // Another process created it first.
            return Directory(try descriptor.open(name, Self.flags | O_NOFOLLOW), path: fullPath)
        }
        // The umask may have denied the owner access, so the permissions are set before the directory is opened. The
        // set-group-ID bit, inherited from this directory, stays: it passes on the group.
        let present = try descriptor.status(of: name).permissions
        let permissions = access.directoryPermissions | present & S_ISGID
        if present != permissions {
            try descriptor.setPermissions(permissions, of: name)
        }
        let directory = Directory(try descriptor.open(name, Self.flags | O_NOFOLLOW), path: fullPath)
        try descriptor.synchronizeNames()
        return directory
    }

    /// Creates a file in this directory, openat(2), or opens the existing one without `O_EXCL`.
    func create(_ name: String, _ flags: Int32, mode: mode_t) throws(SystemError) -> FileDescriptor {
        try asOwner { () throws(SystemError) in try descriptor.open(name, flags, mode: mode) }
    }

    /// Creates something in this directory, which belongs to the directory's owner from the start if root creates it.
    ///
    /// If it got its owner later, a process that is killed before that would leave a file of root in a user's home.
    private func asOwner<Returned: ~Copyable>(
        _ create: () throws(SystemError) -> Returned
    ) throws(SystemError) -> Returned {
        guard let owner = try ownerOfNewFiles() else { return try create() }
        return try CallingProcess.withFileRights(of: owner, create)
    }

    /// Returns the owner for a new file if root works in another user's directory, as under sudo(8); nil if the default
    /// is right.
    func ownerOfNewFiles() throws(SystemError) -> FileOwner? {
        guard CallingProcess.isRoot else { return nil }
        let owner = try descriptor.status().owner
        return owner.user == 0 ? nil : owner
    }

    /// The path of the directory without symbolic links, proc(5); nil if it is not UTF-8, and without /proc.
    var realPath: String? {
        let link = BytePath(bytes: Array("/proc/self/fd/\(descriptor.number)".utf8))
        return (try? link.destination()).flatMap { String(validating: $0, as: UTF8.self) }
    }

    func identity(for path: String) throws(PreferenceStoreError) -> FileIdentity {
        try throwing(.read, path, try descriptor.status().identity)
    }

    /// Flushes the entries of the directory to disk, if the durability requires it.
    ///
    /// - Parameters:
    ///   - path: the file whose entry changed, for the error.
    ///   - isNew: whether the file is new. Its directory may be new too, and its creator may have been killed before it
    ///     was on disk, so the entries of the parent directories are also flushed.
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

    /// Flushes the entries of the parent directories to disk, as far up as this process may open them.
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
    /// Returns the suites that have a file in the directory at a path, by the file's name without a suffix.
    ///
    /// If the directory does not exist, there are none. A symbolic link counts, because it may lead to a file. A file
    /// whose name is not that of a suite is ignored.
    static func suites(in path: String, suffix: String) throws(PreferenceStoreError) -> [SuiteName] {
        try files(in: path, suffix: suffix).suites
    }

    /// Returns the suites that have a file in the directory, and the names of the other files with the suffix.
    ///
    /// Copies from macOS have metadata in `._NAME` beside a file (AppleDouble, RFC 1740), and Emacs marks an edited file
    /// by a link `.#NAME`: neither is a file of preferences.
    static func files(
        in path: String,
        suffix: String
    ) throws(PreferenceStoreError) -> (suites: [SuiteName], others: [String]) {
        guard let directory = try throwing(.list, path, try nilIfMissing(try Directory.open(path))) else {
            return ([], [])
        }
        let entries = try throwing(.list, path, try directory.descriptor.entries())
        let files = entries.names.filter { name in
            guard name.hasSuffix(suffix), !name.hasPrefix("._"), !name.hasPrefix(".#"),
                let kind = try? directory.descriptor.status(of: name).kind
            else {
                return false
            }
            return kind == .regular || kind == .symbolicLink
        }
        let others = files.filter { SuiteName($0, suffix: suffix) == nil }
        return (
            files.compactMap { SuiteName($0, suffix: suffix) },
            others + entries.repaired.filter { $0.hasSuffix(suffix) }
        )
    }
}
