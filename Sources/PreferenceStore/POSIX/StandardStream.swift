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
        do {
            try writeAll(bytes.span, to: rawValue)
        } catch .brokenPipe {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
            throw .brokenPipe
        }
    }

    /// Whether the stream is a terminal, isatty(3).
    package var isTerminal: Bool {
        isatty(rawValue) == 1
    }
}
