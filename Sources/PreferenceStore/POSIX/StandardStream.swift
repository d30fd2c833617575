import Glibc

/// One of the three streams that every process starts with.
package enum StandardStream: Int32 {
    case input = 0
    case output = 1
    case error = 2

    /// Every byte up to the end of the stream.
    package func readAll() throws(SystemError) -> [UInt8] {
        try readToEnd(of: rawValue)
    }

    /// Writes all bytes, in as many calls of write(2) as it takes.
    ///
    /// A closed pipe ends the process by SIGPIPE as it would a C program, also where the parent had it ignored.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            do throws(SystemError) {
                written += try retryingOnInterrupt {
                    unsafe bytes.withUnsafeBytes { bytes in
                        unsafe Glibc.write(rawValue, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                    }
                }
            } catch .brokenPipe {
                signal(SIGPIPE, SIG_DFL)
                raise(SIGPIPE)
                throw .brokenPipe
            }
        }
    }

    /// Whether the stream is a terminal, isatty(3).
    package var isTerminal: Bool {
        isatty(rawValue) == 1
    }
}

/// Every byte from where an open file stands to its end, read(2); of a pipe, until its last writer closes it.
func readToEnd(of descriptor: Int32) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    try unsafe withTemporaryBytes(64 * 1024) { piece throws(SystemError) in
        while true {
            let count = try retryingOnInterrupt { unsafe read(descriptor, piece.baseAddress, piece.count) }
            guard count > 0 else { return }
            unsafe bytes.append(contentsOf: piece.prefix(count))
        }
    }
    return bytes
}
