import Glibc

extension FileDescriptor {
    /// The status of the open file, fstat(2).
    func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try retryingOnInterrupt { unsafe fstat(number, &status) }
        return FileStatus(status)
    }

    /// The status of a name in this folder, that of a symbolic link itself.
    func status(of name: String) throws(SystemError) -> FileStatus {
        try unsafe statusOfName(name, in: number)
    }

    /// The status of the file to which a path leads, which is not opened, stat(2).
    static func status(ofPath path: String) throws(SystemError) -> FileStatus {
        // The call would take the path to end at its first NUL.
        guard !path.utf8.contains(0) else { throw .invalidArgument }
        var status = stat()
        try retryingOnInterrupt { unsafe stat(path, &status) }
        return FileStatus(status)
    }

    /// Sets the permission bits, whatever the umask, fchmod(2).
    func setPermissions(_ permissions: mode_t) throws(SystemError) {
        try retryingOnInterrupt { fchmod(number, permissions) }
    }

    /// Sets the permission bits of a name in this folder that is no symbolic link, fchmodat(2).
    func setPermissions(_ permissions: mode_t, of name: String) throws(SystemError) {
        try retryingOnInterrupt { unsafe fchmodat(number, name, permissions, AT_SYMLINK_NOFOLLOW) }
    }

    /// Sets the time of modification, since the epoch, and leaves that of access, futimens(3).
    func setModified(_ time: Duration) throws(SystemError) {
        let (seconds, attoseconds) = time.components
        let modified = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        // UTIME_OMIT, which Swift's Glibc module does not export, by its number in <bits/stat.h>.
        let omitted = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)
        let times = [omitted, modified]
        try retryingOnInterrupt { unsafe futimens(number, times) }
    }

    /// Sets the owner and the group, fchown(2).
    func setOwner(_ owner: FileOwner) throws(SystemError) {
        try retryingOnInterrupt { fchown(number, owner.user, owner.group) }
    }
}
