import Glibc

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

    /// Where the symbolic link at the path leads.
    func destination() throws(SystemError) -> [UInt8] {
        try unsafe destinationOfLink(terminatedBytes, in: AT_FDCWD)
    }
}
