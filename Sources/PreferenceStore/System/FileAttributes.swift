import CLinux
import Glibc

/// The status of a file, stat(2).
///
/// It stays the same while nobody writes to the file or changes its status.
struct FileStatus: Hashable {
    let identity: FileIdentity
    let kind: FileKind
    /// The permission bits, including set-user-ID, set-group-ID and sticky.
    let permissions: mode_t
    let owner: FileOwner
    let linkCount: Int
    let size: Int
    /// The time of the last change of the contents, since the epoch.
    var modified: Duration
    /// The time of the last change of the contents or the status, since the epoch.
    let changed: Duration

    init(_ status: stat) {
        identity = FileIdentity(device: status.st_dev, inode: status.st_ino)
        kind = FileKind(mode: status.st_mode)
        permissions = status.st_mode & 0o7777
        owner = FileOwner(user: status.st_uid, group: status.st_gid)
        linkCount = Int(status.st_nlink)
        size = Int(status.st_size)
        modified = Duration(status.st_mtim)
        changed = Duration(status.st_ctim)
    }
}

extension FileStatus {
    /// Returns whether this is the file that had another status, without a write since then: every write changes the
    /// date.
    func isUnwritten(since old: FileStatus) -> Bool {
        identity == old.identity && size == old.size && modified == old.modified
    }

    /// Returns whether the rule of `fs.protected_symlinks` and `fs.protected_regular` lets this process use a file or
    /// link.
    ///
    /// It does not if the directory is sticky and world-writable, and the file or link belongs to a third user.
    func isTrusted(in directory: FileStatus) -> Bool {
        let isOpenToAll = directory.permissions & S_ISVTX != 0 && directory.permissions & S_IWOTH != 0
        return !isOpenToAll || owner.user == geteuid() || owner.user == directory.owner.user
    }
}

struct FileOwner: Hashable {
    let user: uid_t
    let group: gid_t
}

/// The numbers that identify a file, whatever its name and contents.
struct FileIdentity: Hashable, Comparable {
    let device: dev_t
    let inode: ino_t

    static func < (first: FileIdentity, second: FileIdentity) -> Bool {
        (first.device, first.inode) < (second.device, second.inode)
    }
}

extension Duration {
    init(_ time: timespec) {
        self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// The kind of file that a name in a directory refers to, inode(7).
public enum FileKind: String, Sendable {
    /// A file of bytes.
    case regular = "regular file"
    /// A directory.
    case directory
    /// A symbolic link.
    case symbolicLink = "symbolic link"
    /// A named pipe.
    case fifo = "FIFO"
    /// A UNIX domain socket.
    case socket
    /// A character or block device.
    case device
    /// A kind that inode(7) does not list.
    case other

    init(mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFIFO: .fifo
            case S_IFSOCK: .socket
            case S_IFCHR, S_IFBLK: .device
            default: .other
            }
    }
}

extension FileDescriptor {
    /// Whether something is mounted at a name in this directory, statx(2): it cannot be replaced, renamed or removed.
    func isMountPoint(_ name: String) -> Bool { unsafe CLinux.isMountPoint(number, name) }

    func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try retryingOnInterrupt { unsafe fstat(number, &status) }
        return FileStatus(status)
    }

    /// Returns the status of a name in this directory, without following a symbolic link.
    func status(of name: String) throws(SystemError) -> FileStatus {
        try unsafe statusOfName(name, in: number)
    }

    /// Returns the status of the file that a path leads to, without opening it, stat(2).
    ///
    /// - Parameter followsLink: whether a symbolic link at the path is followed; if not, lstat(2).
    static func status(ofPath path: String, followsLink: Bool = true) throws(SystemError) -> FileStatus {
        // The call would treat the first NUL as the end of the path.
        guard !path.utf8.contains(0) else { throw .invalidArgument }
        var status = stat()
        try retryingOnInterrupt { unsafe followsLink ? stat(path, &status) : lstat(path, &status) }
        return FileStatus(status)
    }

    /// Sets the permission bits, regardless of the umask, fchmod(2).
    ///
    /// A file system that has none of its own refuses or ignores this: the file then keeps those of the mount.
    func setPermissions(_ permissions: mode_t) throws(SystemError) {
        try ignoringMissingModes { fchmod(number, permissions) }
    }

    /// Sets the permission bits of a name in this directory that is not a symbolic link, fchmodat(2), as
    /// ``setPermissions(_:)`` does.
    func setPermissions(_ permissions: mode_t, of name: String) throws(SystemError) {
        try ignoringMissingModes { unsafe fchmodat(number, name, permissions, AT_SYMLINK_NOFOLLOW) }
    }

    private func ignoringMissingModes(_ call: () -> CInt) throws(SystemError) {
        do throws(SystemError) {
            try retryingOnInterrupt(call)
        } catch {
            guard [EPERM, EOPNOTSUPP, ENOSYS].contains(error.code) else { throw error }
        }
    }

    /// Sets the time of modification, since the epoch, and keeps the time of access, futimens(3).
    func setModified(_ time: Duration) throws(SystemError) {
        // UTIME_OMIT, which Swift's Glibc module does not export, by its number in <bits/stat.h>.
        let omitted = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)
        let times = [omitted, timespec(time)]
        try retryingOnInterrupt { unsafe futimens(number, times) }
    }

    /// Sets the owner and the group, fchown(2).
    func setOwner(_ owner: FileOwner) throws(SystemError) {
        try retryingOnInterrupt { fchown(number, owner.user, owner.group) }
    }
}

/// The name of an extended attribute, xattr(7): bytes in an unknown encoding.
package struct AttributeName: Hashable, Sendable {
    /// The bytes as the system expects them, with a NUL at the end.
    let terminatedBytes: [CChar]

    /// Creates a name from bytes, which must not include a NUL.
    package init(_ bytes: some Sequence<UInt8>) {
        terminatedBytes = bytes.map { CChar(truncatingIfNeeded: $0) } + [0]
    }

    package var bytes: [UInt8] {
        terminatedBytes.dropLast().map { UInt8(bitPattern: $0) }
    }

    func hasPrefix(_ prefix: String) -> Bool {
        terminatedBytes.starts(with: prefix.utf8CString.dropLast())
    }
}

extension AttributeName: ExpressibleByStringLiteral {
    package init(stringLiteral name: String) {
        self.init(name.utf8)
    }
}

extension FileDescriptor {
    /// Returns the names of the extended attributes, flistxattr(2); none if the file system has no attributes, ENOTSUP
    /// or, without the call, ENOSYS.
    func attributeNames() throws(SystemError) -> [AttributeName] {
        let list: [UInt8]
        do {
            // XATTR_LIST_MAX of xattr(7): no list is longer.
            list = try unsafe readBytes(upTo: 65536) { unsafe flistxattr(number, $0, $1) }
        } catch .notSupported {
            return []
        } catch .notImplemented {
            return []
        }
        return list.split(separator: 0).map(AttributeName.init)
    }

    /// Returns the value of an extended attribute, fgetxattr(2); nil if the attribute does not exist.
    ///
    /// - Parameter limit: the maximum length, in bytes, by default XATTR_SIZE_MAX of xattr(7): no value is longer.
    /// - Throws: also `ERANGE` if the value is longer than the limit.
    func attribute(_ name: AttributeName, upTo limit: Int = 65536) throws(SystemError) -> [UInt8]? {
        do {
            return try unsafe readBytes(upTo: limit) { unsafe fgetxattr(number, name.terminatedBytes, $0, $1) }
        } catch .noAttribute {
            return nil
        }
    }

    /// Sets an extended attribute, which may exist already, fsetxattr(2).
    func setAttribute(_ name: AttributeName, to value: [UInt8]) throws(SystemError) {
        try retryingOnInterrupt {
            unsafe value.withUnsafeBytes { value in
                unsafe fsetxattr(number, name.terminatedBytes, value.baseAddress, value.count, 0)
            }
        }
    }

    /// Removes an extended attribute, fremovexattr(2).
    func removeAttribute(_ name: AttributeName) throws(SystemError) {
        try retryingOnInterrupt { unsafe fremovexattr(number, name.terminatedBytes) }
    }
}
