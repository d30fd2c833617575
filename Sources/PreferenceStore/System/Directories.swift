import CLinux
import Glibc

/// What a directory can do with a name of its own. None of the calls follows a symbolic link at that name.
extension FileDescriptor {
    /// Where a symbolic link leads, readlinkat(2); nil where the name is no link, or is not there.
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

    /// Makes a directory, mkdirat(2).
    func makeDirectory(_ name: String, permissions: mode_t) throws(SystemError) {
        try retryingOnInterrupt { unsafe mkdirat(number, name, permissions) }
    }

    /// Gives a file another name, over whatever has it, renameat(2).
    func rename(_ name: String, over other: String) throws(SystemError) {
        try retryingOnInterrupt { unsafe renameat(number, name, number, other) }
    }

    /// Gives a file another name that is free, renameat2(2).
    func rename(_ name: String, toFree other: String) throws(SystemError) {
        try retryingOnInterrupt { unsafe renameat2(number, name, number, other, renameNoReplace) }
    }

    /// Gives a file a second name that is free, linkat(2).
    func link(_ name: String, toFree other: String) throws(SystemError) {
        try retryingOnInterrupt { unsafe linkat(number, name, number, other, 0) }
    }

    /// Gives a file that has none a name in this directory, which is free, linkat(2).
    ///
    /// - Throws: `noSuchFile` also where /proc is not there, by which the call finds the file.
    func name(_ file: borrowing FileDescriptor, _ name: String) throws(SystemError) {
        let path = "/proc/self/fd/\(file.number)"
        try retryingOnInterrupt { unsafe linkat(AT_FDCWD, path, number, name, AT_SYMLINK_FOLLOW) }
    }

    /// Whether names in this directory may be made and removed by this process, faccessat(2).
    var isWritable: Bool {
        unsafe faccessat(number, ".", W_OK | X_OK, AT_EACCESS) == 0
    }

    /// Whether the directory is one of proc(5), statfs(2): the texts of its links are not where they lead.
    var isProcessFileSystem: Bool {
        isOnProcessFileSystem(number)
    }

    /// Exchanges two files' names in one step, renameat2(2).
    func exchange(_ name: String, with other: String) throws(SystemError) {
        try retryingOnInterrupt { unsafe renameat2(number, name, number, other, renameExchange) }
    }

    /// Brings the names in this directory to the disk.
    func synchronizeNames() throws(SystemError) {
        do {
            try synchronize()
        } catch .invalidArgument {
            // A file system that keeps no directories on a disk has nothing to bring there.
        }
    }

    /// Removes a name, unlinkat(2).
    func remove(_ name: String) throws(SystemError) {
        try retryingOnInterrupt { unsafe unlinkat(number, name, 0) }
    }

    /// The names in this directory but `.` and `..`, in no order, readdir(3).
    ///
    /// Names that are not UTF-8 are left out.
    func names() throws(SystemError) -> [String] {
        // fdopendir(3) takes its descriptor over, and this one goes on.
        let copy = try retryingOnInterrupt { unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard let stream = unsafe fdopendir(copy) else {
            let error = SystemError.last
            _ = Glibc.close(copy)
            throw error
        }
        defer { unsafe _ = closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else { throw .last }
                return names
            }
            // The record ends with the name, which readdir(3) terminates, and may be shorter than the field.
            let name = unsafe entry.pointer(to: \.d_name).flatMap { field in
                unsafe String(validatingCString: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
            }
            if let name, name != ".", name != ".." {
                names.append(name)
            }
        }
    }
}

/// The status of a name in a directory, that of a symbolic link itself, fstatat(2).
func statusOfName(_ name: UnsafePointer<CChar>, in directory: Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    try retryingOnInterrupt { unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) }
    return FileStatus(status)
}

/// Where a symbolic link leads, by its name in a directory, readlinkat(2).
func destinationOfLink(_ name: UnsafePointer<CChar>, in directory: Int32) throws(SystemError) -> [UInt8] {
    try unsafe withTemporaryBytes(Int(PATH_MAX)) { buffer throws(SystemError) in
        let letters = unsafe buffer.bindMemory(to: CChar.self)
        guard let start = letters.baseAddress else { return [] }
        let count = try retryingOnInterrupt { unsafe readlinkat(directory, name, start, letters.count) }
        return unsafe Array(buffer.prefix(count))
    }
}

/// An absolute path in no encoding that is sure: a symbolic link may lead to any bytes.
struct BytePath {
    /// The bytes, none of them NUL.
    let bytes: [UInt8]

    /// The bytes as the system takes them, a NUL at their end.
    var terminatedBytes: [CChar] {
        bytes.map { CChar(bitPattern: $0) } + [0]
    }

    /// What stands at the path itself, be it a symbolic link.
    func kind() throws(SystemError) -> FileKind {
        try unsafe statusOfName(terminatedBytes, in: AT_FDCWD).kind
    }

    func destination() throws(SystemError) -> [UInt8] {
        try unsafe destinationOfLink(terminatedBytes, in: AT_FDCWD)
    }
}
