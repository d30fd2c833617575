import CLinux
import Glibc

extension FileDescriptor {
    /// Makes a counter at zero, which can be read as soon as it is more, eventfd(2).
    static func eventCounter() throws(SystemError) -> FileDescriptor {
        FileDescriptor(number: try retryingOnInterrupt { eventfd(0, Int32(EFD_CLOEXEC)) })
    }

    /// Adds one to a counter, eventfd_write(3).
    func countEvent() {
        _ = eventfd_write(number, 1)
    }

    /// Waits until one of two files can be read, or nobody reads a stream any more, poll(2); a signal or the timeout ends
    /// the wait sooner.
    ///
    /// - Parameters:
    ///   - output: a stream that is written to; nil for none.
    ///   - timeout: nil waits for ever.
    /// - Returns: whether the stream can still be written to, as far as is known: a pipe has a reader, a terminal is there.
    func waitForInput(
        or other: borrowing FileDescriptor,
        orEndOf output: StandardStream?,
        timeout: Duration?
    ) throws(SystemError) -> Bool {
        var files = [number, other.number].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        if let output {
            // Asked for nothing, the call tells of an end alone.
            files.append(pollfd(fd: output.rawValue, events: 0, revents: 0))
        }
        // The call takes milliseconds, up to 24 days.
        let milliseconds = timeout.map { Int32((min($0, .seconds(86_400)) / .milliseconds(1)).rounded(.up)) } ?? -1
        if unsafe poll(&files, nfds_t(files.count), milliseconds) == -1, SystemError.last != .interrupted {
            throw .last
        }
        return files.dropFirst(2).allSatisfy { $0.revents == 0 }
    }
}
