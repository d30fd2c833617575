import Glibc

/// What the system knows about a file, stat(2).
///
/// It stays the same while nobody writes to the file or changes its status.
struct FileStatus: Hashable {
    let identity: FileIdentity
    let kind: FileKind
    /// The permission bits, with set-user-ID, set-group-ID and sticky.
    let permissions: mode_t
    let ownership: FileOwner
    let linkCount: Int
    let size: Int
    /// The last change of the contents, since the epoch.
    var modified: Duration
    /// The last change of contents or status, since the epoch.
    let changed: Duration

    init(_ status: stat) {
        identity = FileIdentity(device: status.st_dev, inode: status.st_ino)
        kind = FileKind(mode: status.st_mode)
        permissions = status.st_mode & 0o7777
        ownership = FileOwner(user: status.st_uid, group: status.st_gid)
        linkCount = Int(status.st_nlink)
        size = Int(status.st_size)
        modified = Duration(status.st_mtim)
        changed = Duration(status.st_ctim)
    }
}

/// Whom a file belongs to.
struct FileOwner: Hashable {
    let user: uid_t
    let group: gid_t
}

/// What tells a file from all others, whatever it is called and holds.
struct FileIdentity: Hashable {
    let device: dev_t
    let inode: ino_t
}

extension Duration {
    init(_ time: timespec) {
        self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
