import CLinux
import Glibc

/// A walk to a directory, one path component at a time, that follows symbolic links itself instead of by the system.
///
/// So the rule of `fs.protected_symlinks` in proc(5) applies regardless of the system's setting. In a sticky,
/// world-writable directory such as /tmp, a link is followed only if it belongs to the caller or to the directory's
/// owner.
///
/// For root, a link in the directory of another user leads only to what belongs to that user. Otherwise the user could
/// have root change a file of a third one. systemd calls such a link an unsafe transition.
struct DirectoryWalk {
    private let path: String
    private var linkCount = 0
    /// For root, the user in whose directory a link to the file itself is.
    private var linkingUser: uid_t?

    /// The number of links that Linux itself follows, path_resolution(7).
    static let linkLimit = 40

    init(to path: String) {
        self.path = path
    }

    /// Opens the directory at a path, as the other function does.
    static func directoryIfExists(_ directory: String) throws(PreferenceStoreError) -> Directory? {
        var walk = DirectoryWalk(to: directory)
        return try walk.directoryIfExists(directory)
    }

    /// Opens the directory at a path, absolute or relative to the working directory; returns nil if it does not exist.
    mutating func directoryIfExists(_ directory: String) throws(PreferenceStoreError) -> Directory? {
        do {
            return try open(directory, from: nil, .open)
        } catch .system(.open, _, .noSuchFile) {
            return nil
        }
    }

    /// Opens the directory at a path that is absolute or relative to another directory.
    mutating func directory(_ directory: String, from start: Directory) throws(PreferenceStoreError) -> Directory {
        try open(directory, from: directory.isAbsolutePath ? nil : start, .followLink)
    }

    /// Opens the directory at a path, and creates it and its parents if they are missing.
    ///
    /// It never creates the home directory: if that is missing, `HOME` or the user database is wrong, or its file
    /// system is not mounted.
    ///
    /// - Throws: `noConfigurationDirectory` if it would have to create the home directory.
    mutating func makeDirectory(_ directory: String, _ access: FileAccess) throws(PreferenceStoreError) -> Directory {
        if let directory = try directoryIfExists(directory) {
            return directory
        }
        let split = try splitMissing(directory)
        let parent = try makeDirectory(split.directory, access)
        return try throwing(.createDirectory, directory, try parent.make(split.name, access))
    }

    /// Throws if ``makeDirectory(_:_:)`` would have to create the home directory.
    mutating func rehearseDirectory(_ directory: String) throws(PreferenceStoreError) {
        guard try directoryIfExists(directory) == nil else { return }
        try rehearseDirectory(splitMissing(directory).directory)
    }

    /// Splits the path of a directory that does not exist.
    ///
    /// - Throws: `noConfigurationDirectory` if it is the home directory, or a directory above it.
    private func splitMissing(_ directory: String) throws(PreferenceStoreError) -> SplitPath {
        if directory.isAbsolutePath, let home = homeDirectory(CallingProcess.variable),
            "\(home)/".utf8.starts(with: "\(directory)/".utf8)
        {
            throw .noConfigurationDirectory(.missingHome(path: home))
        }
        guard let split = SplitPath(directory) else { throw .system(.createDirectory, path: directory, .noSuchFile) }
        return split
    }

    /// Returns the destination of a symbolic link to the file; nil if the name is not a link.
    mutating func destination(of name: String, in directory: Directory) throws(PreferenceStoreError) -> String? {
        guard let link = try follow(name, in: directory.descriptor, .followLink) else { return nil }
        if let user = link.user {
            if let first = linkingUser, first != user {
                throw .notTrusted(path: path, .symbolicLink, owner: first, target: user)
            }
            linkingUser = user
        }
        return link.destination
    }

    /// Checks the owner of the file that links have led to, or of its directory if the file does not exist.
    func checkOwner(of name: String, in directory: Directory) throws(PreferenceStoreError) {
        guard let linkingUser else { return }
        let file = try throwing(.read, path, try nilIfMissing(try directory.descriptor.status(of: name)))
        let status = if let file { file } else { try throwing(.read, path, try directory.descriptor.status()) }
        try check(status, isOf: linkingUser)
    }

    private func check(_ status: FileStatus, isOf user: uid_t) throws(PreferenceStoreError) {
        let owner = status.owner.user
        guard owner == user else { throw .notTrusted(path: path, .symbolicLink, owner: user, target: owner) }
    }

    private mutating func open(
        _ directory: String,
        from start: Directory?,
        _ operation: StoreOperation
    ) throws(PreferenceStoreError) -> Directory {
        let path = start.map { "\($0.path)/\(directory)" } ?? directory
        let origin = start?.descriptor.number ?? AT_FDCWD
        if let descriptor = try? FileDescriptor.openRefusingLinks(directory, Directory.flags, in: origin) {
            return Directory(descriptor, path: path)
        }
        let flags = openPathOnly | O_DIRECTORY
        let root = directory.isAbsolutePath ? "/" : "."
        var reached = try throwing(operation, self.path, try FileDescriptor.open(root, flags, in: origin))
        var rest = components(of: directory)
        // The users of links, each with the number of components that are left where the link has led to its end.
        var links: [(user: uid_t, end: Int)] = []
        while let name = rest.popLast() {
            do throws(SystemError) {
                reached = try reached.open(name, flags | O_NOFOLLOW)
            } catch {
                // For a symbolic link, Linux reports ENOTDIR, and older versions report ELOOP.
                guard error == .notDirectory || error == .tooManySymbolicLinks,
                    let (destination, user) = try follow(name, in: reached, operation)
                else { throw PreferenceStoreError(operation, self.path, error) }
                if let user {
                    links.append((user, rest.count))
                }
                if reached.isProcessFileSystem {
                    reached = try throwing(operation, self.path, try reached.open(name, flags))
                } else {
                    if destination.isAbsolutePath {
                        reached = try throwing(operation, self.path, try FileDescriptor.open("/", flags))
                    }
                    rest += components(of: destination)
                }
            }
            while let link = links.last, link.end == rest.count {
                try check(throwing(operation, self.path, try reached.status()), isOf: link.user)
                links.removeLast()
            }
        }
        let descriptor = try throwing(operation, self.path, try reached.open(".", Directory.flags))
        return Directory(descriptor, path: path)
    }

    /// Returns the components of a path, the last one first.
    private func components(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.reversed()
    }

    /// Returns the destination of a link, and for root the user in whose directory it is; nil if the name is no link's.
    private mutating func follow(
        _ name: String,
        in directory: borrowing FileDescriptor,
        _ operation: StoreOperation
    ) throws(PreferenceStoreError) -> (destination: String, user: uid_t?)? {
        guard let destination = try throwing(operation, path, try directory.destination(ofLink: name)) else {
            return nil
        }
        linkCount += 1
        guard linkCount <= Self.linkLimit else { throw .tooManySymlinks(path: path) }
        let status = try throwing(operation, path, try directory.status(of: name))
        let place = try throwing(operation, path, try directory.status())
        guard status.isTrusted(in: place) else {
            throw .notTrusted(path: path, .symbolicLink, owner: status.owner.user)
        }
        let user = place.owner.user
        return (destination, CallingProcess.isRoot && user != 0 ? user : nil)
    }
}
