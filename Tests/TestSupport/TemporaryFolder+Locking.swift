internal import Glibc

extension TemporaryFolder {
    /// Runs a body while this process has the lock of a folder, as any program may take it: by fcntl(2) on a file there.
    public func withLock(of name: String, _ body: () throws -> Void) throws {
        let path = path(of: "\(name)/.prefs.lock")
        let file = try FileDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600)
        var lock = Glibc.flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        guard unsafe fcntl(file.number, F_SETLK, &lock) == 0 else { throw SystemCallError("fcntl", path) }
        defer { unsafe _ = unlink(path) }
        // Others name the holder by what it writes.
        let holder = Array("\(getpid()) \(geteuid())\n".utf8)
        guard unsafe Glibc.write(file.number, holder, holder.count) == holder.count else {
            throw SystemCallError("write", path)
        }
        try body()
    }
}
