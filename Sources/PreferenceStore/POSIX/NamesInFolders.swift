import Glibc

/// The status of a name in a folder, that of a symbolic link itself, fstatat(2).
func statusOfName(_ name: UnsafePointer<CChar>, in folder: Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    try retryingOnInterrupt { unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
    return FileStatus(status)
}

/// Where a symbolic link leads, by its name in a folder, readlinkat(2).
///
/// - Throws: `invalidArgument` where the name is no link.
func destinationOfLink(_ name: UnsafePointer<CChar>, in folder: Int32) throws(SystemError) -> [UInt8] {
    try unsafe withTemporaryBytes(Int(PATH_MAX)) { buffer throws(SystemError) in
        let letters = unsafe buffer.bindMemory(to: CChar.self)
        guard let start = letters.baseAddress else { return [] }
        let count = try retryingOnInterrupt { unsafe readlinkat(folder, name, start, letters.count) }
        return unsafe Array(buffer.prefix(count))
    }
}
