import CLinux
import Glibc

/// One of the three streams that every process starts with.
package enum StandardStream: Int32 {
    case input = 0
    case output = 1
    case error = 2

    /// Occupies the numbers of the streams that the process was started without, poll(2).
    ///
    /// open(2) returns the lowest number that is free: without this, a file of preferences could become standard output.
    /// The numbers are opened with O_PATH, so that reading and writing still fail with EBADF.
    package static func occupyClosedNumbers() {
        // An array would cost a fortieth of a `get`.
        var streams: InlineArray<3, pollfd> = [pollfd(of: input), pollfd(of: output), pollfd(of: error)]
        var span = streams.mutableSpan
        let count = unsafe span.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, nfds_t($0.count), 0) }
        guard count > 0 else { return }
        for index in streams.indices where streams[index].revents & Int16(POLLNVAL) != 0 {
            // Programs that this one starts inherit it.
            let opened = unsafe open("/", openPathOnly)
            if opened > streams[index].fd {
                // The parent has used O_PATH too, for which poll(2) reports the same.
                close(opened)
            }
        }
    }

    package func readAll() throws(SystemError) -> [UInt8] {
        try readToEnd(of: rawValue)
    }

    /// The bytes up to the end of a line, without it; nil at the end of the stream.
    func readLine() throws(SystemError) -> [UInt8]? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while try retryingOnInterrupt({ unsafe Glibc.read(rawValue, &byte, 1) }) == 1 {
            if byte == UInt8(ascii: "\n") { return line }
            line.append(byte)
        }
        return line.isEmpty ? nil : line
    }

    /// Writes all bytes, in as many calls of write(2) as it takes.
    ///
    /// A closed pipe ends the process by SIGPIPE as it would a C program, also where the parent had it ignored.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        do {
            try writeAll(bytes.span, to: rawValue)
        } catch .brokenPipe {
            throw Self.endProcessForBrokenPipe()
        }
    }

    /// Writes all bytes so that a signal ends the process before them or after them, hardly ever between.
    ///
    /// While the stream takes nothing, signals come through. Then they are held back: a pipe takes up to 4096 bytes at
    /// once, and for more the signal waits until they are read.
    package func writeWhole(_ bytes: [UInt8]) throws(SystemError) {
        var stream = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        try retryingOnInterrupt { unsafe poll(&stream, 1, -1) }
        try CallingProcess.holdingSignals { () throws(SystemError) in try write(bytes) }
    }

    /// Ends the process as a C program ends that writes to a pipe which nobody reads, by SIGPIPE.
    ///
    /// - Returns: the error of such a write, while the signal is held back.
    package static func endProcessForBrokenPipe() -> SystemError {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        return .brokenPipe
    }

    package var isTerminal: Bool {
        isatty(rawValue) == 1
    }

    /// The columns of the terminal that the stream is, TIOCGWINSZ of ioctl(2); nil where it is none or does not know.
    package var columns: Int? {
        var size = winsize()
        guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}

extension pollfd {
    /// A stream of which nothing but an error is asked for.
    fileprivate init(of stream: StandardStream) {
        self.init(fd: stream.rawValue, events: 0, revents: 0)
    }
}
