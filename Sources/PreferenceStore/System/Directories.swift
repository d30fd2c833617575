import CLinux
import Glibc

/// Calls on a name in a directory, which do not follow a symbolic link at that name.
extension FileDescriptor {
    /// Returns the destination of a symbolic link, readlinkat(2); nil if the name is not a link or does not exist.
    func destination(ofLink name: String) throws(SystemError) -> String? {
        let path: [UInt8]
        do {
            path = try unsafe destinationOfLink(name, in: number)
        } catch .invalidArgument {
            return nil
        } catch .noSuchFile {
            return nil
        }
        guard let text = String(validating: path, as: UTF8.self) else { throw .invalidArgument }
        return text
    }

    /// Creates a directory, mkdirat(2).
    func makeDirectory(_ name: String, permissions: mode_t) throws(SystemError) {
        try retryingOnInterrupt { unsafe mkdirat(number, name, permissions) }
    }

    /// Renames a file, replacing any file with the new name, renameat(2).
    func rename(_ name: String, over other: String) throws(SystemError) {
        try retryingOnInterrupt { unsafe renameat(number, name, number, other) }
    }

    /// Renames a file to a name that must be free, renameat2(2).
    func rename(_ name: String, toFree other: String) throws(SystemError) {
        try retryingOnInterrupt { unsafe renameat2(number, name, number, other, renameNoReplace) }
    }

    /// Gives a file a second name, which must be free, linkat(2).
    func link(_ name: String, toFree other: String) throws(SystemError) {
        try retryingOnInterrupt { unsafe linkat(number, name, number, other, 0) }
    }

    /// Gives a file without a name one in this directory, which must be free, linkat(2).
    ///
    /// - Throws: `noSuchFile` also if /proc does not exist, because the call needs it to find the file.
    func name(_ file: borrowing FileDescriptor, _ name: String) throws(SystemError) {
        let path = "/proc/self/fd/\(file.number)"
        try retryingOnInterrupt { unsafe linkat(AT_FDCWD, path, number, name, AT_SYMLINK_FOLLOW) }
    }

    /// Whether this process may create and remove names in this directory, faccessat(2).
    var isWritable: Bool {
        unsafe faccessat(number, ".", W_OK | X_OK, AT_EACCESS) == 0
    }

    /// Whether the directory is on a file system of proc(5), statfs(2): the text of a link there is not its
    /// destination.
    var isProcessFileSystem: Bool {
        isOnProcessFileSystem(number)
    }

    /// Exchanges the names of two files in one step, renameat2(2).
    func exchange(_ name: String, with other: String) throws(SystemError) {
        try retryingOnInterrupt { unsafe renameat2(number, name, number, other, renameExchange) }
    }

    /// Flushes the entries of this directory to disk.
    func synchronizeNames() throws(SystemError) {
        do {
            try synchronize()
        } catch .invalidArgument {
            // A file system that keeps no directories on a disk has nothing to flush.
        }
    }

    /// Removes a name, unlinkat(2).
    func remove(_ name: String) throws(SystemError) {
        try retryingOnInterrupt { unsafe unlinkat(number, name, 0) }
    }

    /// Returns the names in this directory except `.` and `..`, in no particular order, readdir(3).
    ///
    /// Names that are not UTF-8 are ignored.
    func names() throws(SystemError) -> [String] {
        try entries().names
    }

    /// Returns the names of the entries; those that are not UTF-8 are apart, with U+FFFD in place of what is not.
    func entries() throws(SystemError) -> (names: [String], repaired: [String]) {
        // fdopendir(3) takes over its descriptor, and this one remains in use.
        let copy = try retryingOnInterrupt { unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard let stream = unsafe fdopendir(copy) else {
            let error = SystemError.last
            _ = Glibc.close(copy)
            throw error
        }
        defer { unsafe _ = closedir(stream) }
        var names: [String] = []
        var repaired: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else { throw .last }
                return (names, repaired)
            }
            // The record ends with the name, which readdir(3) terminates, and may be shorter than the field.
            guard let field = unsafe entry.pointer(to: \.d_name) else { continue }
            let characters = unsafe UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self)
            if let name = unsafe String(validatingCString: characters) {
                if name != ".", name != ".." { names.append(name) }
            } else {
                repaired.append(unsafe String(cString: characters))
            }
        }
    }
}

/// Returns the status of a name in a directory, without following a symbolic link, fstatat(2).
func statusOfName(_ name: UnsafePointer<CChar>, in directory: Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    try retryingOnInterrupt { unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) }
    return FileStatus(status)
}

/// Returns the destination of a symbolic link by its name in a directory, readlinkat(2).
func destinationOfLink(_ name: UnsafePointer<CChar>, in directory: Int32) throws(SystemError) -> [UInt8] {
    try unsafe readBytes(upTo: Int(PATH_MAX)) { unsafe readlinkat(directory, name, $0, $1) }
}

/// An absolute path in an unknown encoding: a symbolic link may lead to any bytes.
struct BytePath {
    /// The bytes, without a NUL.
    let bytes: [UInt8]

    /// The bytes as the system expects them, with a NUL at the end.
    var terminatedBytes: [CChar] {
        bytes.map { CChar(bitPattern: $0) } + [0]
    }

    /// Returns the kind of file at the path, without following a symbolic link there.
    func kind() throws(SystemError) -> FileKind {
        try unsafe statusOfName(terminatedBytes, in: AT_FDCWD).kind
    }

    func destination() throws(SystemError) -> [UInt8] {
        try unsafe destinationOfLink(terminatedBytes, in: AT_FDCWD)
    }
}
