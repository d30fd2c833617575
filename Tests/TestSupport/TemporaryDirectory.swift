internal import Glibc

/// A directory for one test, removed with its contents when its last reference is released.
public final class TemporaryDirectory: Sendable {
    /// The absolute path, without a trailing slash.
    public let path: String

    /// Creates an empty directory, with mode 0700, in `$TMPDIR` or else `/tmp`.
    public init() throws(SystemCallError) {
        let parent = environmentVariable("TMPDIR") ?? "/tmp"
        var template = Array("\(parent)/prefs-test-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw SystemCallError("mkdtemp", parent) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        remove()
    }

    /// Removes the directory at once, including read-only directories in it.
    func remove() {
        let script = #"rm -rf -- "$1" 2>/dev/null || { chmod -R u+rwX -- "$1"; rm -rf -- "$1"; }"#
        _ = try? Subprocess("/bin/sh", ["-c", script, "sh", path], environment: ["PATH": "/usr/bin:/bin"]).run()
    }
}

extension TemporaryDirectory {
    /// Returns the path of a file in the directory.
    public func path(of name: String) -> String {
        "\(path)/\(name)"
    }

    /// Creates a directory and its parents.
    public func makeDirectory(_ name: String) throws(SystemCallError) {
        var made = path
        for component in name.split(separator: "/") {
            made += "/\(component)"
            guard unsafe mkdir(made, 0o700) == 0 || errno == EEXIST else { throw SystemCallError("mkdir", made) }
        }
    }

    /// Writes a file, and creates the directories above it.
    public func write(_ bytes: some Sequence<UInt8>, to name: String) throws(SystemCallError) {
        if let slash = name.lastIndex(of: "/") {
            try makeDirectory(String(name[..<slash]))
        }
        var unwritten = Array(bytes)[...]
        try withoutStartingPrograms { () throws(SystemCallError) in
            let file = try FileDescriptor.open(path(of: name), O_WRONLY | O_CREAT | O_TRUNC)
            while !unwritten.isEmpty, let count = try file.write(unwritten) {
                unwritten = unwritten.dropFirst(count)
            }
        }
    }

    /// Writes a text as UTF-8, and creates the directories above the file.
    public func write(_ text: String, to name: String) throws(SystemCallError) {
        try write(Array(text.utf8), to: name)
    }

    /// Returns the bytes of a file.
    public func bytes(of name: String) throws(SystemCallError) -> [UInt8] {
        let file = try FileDescriptor.open(path(of: name), O_RDONLY)
        var bytes: [UInt8] = []
        while try file.read(into: &bytes) {}
        return bytes
    }

    /// Returns a file as text; invalid UTF-8 becomes U+FFFD.
    public func text(of name: String) throws(SystemCallError) -> String {
        String(decoding: try bytes(of: name), as: UTF8.self)
    }

    /// Returns whether anything of this name exists, including a dangling symbolic link.
    public func exists(_ name: String) -> Bool {
        var status = stat()
        return unsafe lstat(path(of: name), &status) == 0
    }

    /// Returns whether the name itself is a symbolic link.
    public func isSymbolicLink(_ name: String) throws(SystemCallError) -> Bool {
        var status = stat()
        guard unsafe lstat(path(of: name), &status) == 0 else { throw SystemCallError("lstat", path(of: name)) }
        return status.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns the names in a directory, including hidden ones, in byte order.
    public func names(in name: String = ".") throws(SystemCallError) -> [String] {
        guard let stream = unsafe opendir(path(of: name)) else { throw SystemCallError("opendir", path(of: name)) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let entryName = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if entryName != ".", entryName != ".." { names.append(entryName) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the inode number and modification time of a file, which stay the same until it is written or replaced.
    public func identity(of name: String) throws(SystemCallError) -> [UInt64] {
        let status = try status(of: name)
        return [UInt64(status.st_ino), UInt64(status.st_mtim.tv_sec), UInt64(status.st_mtim.tv_nsec)]
    }

    /// Returns the size of a file, in bytes.
    public func size(of name: String) throws(SystemCallError) -> Int {
        Int(try status(of: name).st_size)
    }

    /// Returns the permission bits of a file.
    public func mode(of name: String) throws(SystemCallError) -> UInt32 {
        try status(of: name).st_mode & 0o7777
    }

    private func status(of name: String) throws(SystemCallError) -> stat {
        var status = stat()
        guard unsafe stat(path(of: name), &status) == 0 else { throw SystemCallError("stat", path(of: name)) }
        return status
    }

    /// Sets the permission bits of a file or directory.
    public func setMode(_ mode: UInt32, of name: String) throws(SystemCallError) {
        guard unsafe chmod(path(of: name), mode) == 0 else { throw SystemCallError("chmod", path(of: name)) }
    }

    /// Sets a file's times back by an hour, so that no writer seems to be active on it.
    public func age(_ name: String) throws(SystemCallError) {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        let past = timespec(tv_sec: now.tv_sec - 3600, tv_nsec: 0)
        guard unsafe utimensat(AT_FDCWD, path(of: name), [past, past], 0) == 0 else {
            throw SystemCallError("utimensat", path(of: name))
        }
    }

    /// Sets the time of a file's last write, since the epoch.
    public func setModified(_ time: Duration, of name: String) throws(SystemCallError) {
        let (seconds, attoseconds) = time.components
        let modified = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        guard unsafe utimensat(AT_FDCWD, path(of: name), [modified, modified], 0) == 0 else {
            throw SystemCallError("utimensat", path(of: name))
        }
    }

    /// Creates a named pipe.
    public func makeNamedPipe(_ name: String) throws(SystemCallError) {
        guard unsafe mkfifo(path(of: name), 0o600) == 0 else { throw SystemCallError("mkfifo", path(of: name)) }
    }

    /// Creates a hard link to a file in the directory.
    public func link(_ name: String, to target: String) throws(SystemCallError) {
        guard unsafe Glibc.link(path(of: target), path(of: name)) == 0 else {
            throw SystemCallError("link", path(of: name))
        }
    }

    /// Creates a symbolic link with this text.
    public func symlink(_ name: String, to text: String) throws(SystemCallError) {
        guard unsafe Glibc.symlink(text, path(of: name)) == 0 else { throw SystemCallError("symlink", path(of: name)) }
    }

    /// Renames a file or directory; replaces an existing target.
    public func rename(_ name: String, to target: String) throws(SystemCallError) {
        guard unsafe Glibc.rename(path(of: name), path(of: target)) == 0 else {
            throw SystemCallError("rename", path(of: name))
        }
    }

    /// Runs a closure while this process has the lock of a directory: by fcntl(2) on a file there, as in any program.
    public func withLock(of name: String, _ body: () throws -> Void) throws {
        let path = path(of: "\(name)/.prefs.lock")
        let file = try FileDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600)
        var lock = Glibc.flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        guard unsafe fcntl(file.number, F_SETLK, &lock) == 0 else { throw SystemCallError("fcntl", path) }
        defer { unsafe _ = unlink(path) }
        // Other processes report the lock's holder by this text.
        let holder = Array("\(getpid()) \(geteuid())\n".utf8)
        guard unsafe Glibc.write(file.number, holder, holder.count) == holder.count else {
            throw SystemCallError("write", path)
        }
        try body()
    }
}
