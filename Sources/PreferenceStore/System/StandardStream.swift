import CLinux
import Glibc

/// One of the three streams that every process starts with.
package enum StandardStream: Int32 {
    case input = 0
    case output = 1
    case error = 2

    /// Occupies the descriptors of the streams that were closed when the process started, poll(2).
    ///
    /// open(2) returns the lowest free number: without this, a file of preferences could become standard output. The
    /// numbers are opened with O_PATH, so that reading and writing still fail with EBADF.
    package static func occupyClosedDescriptors() {
        // An array would cost a fortieth of a `get`.
        var streams: InlineArray<3, pollfd> = [pollfd(of: input), pollfd(of: output), pollfd(of: error)]
        var span = streams.mutableSpan
        let count = unsafe span.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, nfds_t($0.count), 0) }
        guard count > 0 else { return }
        for index in streams.indices where streams[index].revents & Int16(POLLNVAL) != 0 {
            // Programs that this process starts inherit it.
            let opened = unsafe open("/", openPathOnly)
            if opened > streams[index].fd {
                // The parent has also used O_PATH, for which poll(2) reports the same.
                close(opened)
            }
        }
    }

    /// Reads all bytes up to the end of the stream, as ``FileDescriptor/readToEnd()``.
    package func readAll() throws(SystemError) -> [UInt8] {
        try FileDescriptor(number: try retryingOnInterrupt { fcntl(rawValue, F_DUPFD_CLOEXEC, 0) }).readToEnd()
    }

    /// Reads a line without its line break; returns nil at the end of the stream.
    func readLine() throws(SystemError) -> [UInt8]? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while try retryingOnInterrupt({ unsafe Glibc.read(rawValue, &byte, 1) }) == 1 {
            if byte == UInt8(ascii: "\n") { return line }
            line.append(byte)
        }
        return line.isEmpty ? nil : line
    }

    /// Writes all bytes, with as many calls of write(2) as necessary.
    ///
    /// A closed pipe ends the process by SIGPIPE, as in a C program, even if the parent ignored that signal.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        do {
            try writeAll(bytes.span, to: rawValue)
        } catch .brokenPipe {
            throw Self.endProcessForBrokenPipe()
        }
    }

    /// Writes all bytes so that a signal ends the process before or after them, and hardly ever in between.
    ///
    /// While the stream accepts nothing, signals are not blocked. Then they are blocked: a pipe accepts up to 4096
    /// bytes at once, and for more the signal waits until they are read.
    package func writeWhole(_ bytes: [UInt8]) throws(SystemError) {
        var stream = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        try retryingOnInterrupt { unsafe poll(&stream, 1, -1) }
        let signals = BlockedSignals()
        defer { extendLifetime(signals) }
        try write(bytes)
    }

    /// Ends the process by SIGPIPE, like a C program that writes to a pipe without a reader.
    ///
    /// - Returns: the error of such a write, if the signal is blocked.
    package static func endProcessForBrokenPipe() -> SystemError {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        return .brokenPipe
    }

    package var isTerminal: Bool {
        isatty(rawValue) == 1
    }

    var isPipe: Bool {
        var status = stat()
        return unsafe fstat(rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// The number of columns of the stream's terminal; nil if there is no terminal or it does not know.
    package var columns: Int? {
        let size = windowSize
        return size.ws_col > 0 ? Int(size.ws_col) : nil
    }

    /// The number of rows of the stream's terminal; nil if there is no terminal or it does not know.
    package var rows: Int? {
        let size = windowSize
        return size.ws_row > 0 ? Int(size.ws_row) : nil
    }

    /// The size of the stream's terminal, TIOCGWINSZ of ioctl(2); zeros if there is no terminal or it does not know.
    var windowSize: winsize {
        var size = winsize()
        return unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 ? size : winsize()
    }
}

extension pollfd {
    /// Creates an entry that asks only for the errors of a stream.
    fileprivate init(of stream: StandardStream) {
        self.init(fd: stream.rawValue, events: 0, revents: 0)
    }
}
