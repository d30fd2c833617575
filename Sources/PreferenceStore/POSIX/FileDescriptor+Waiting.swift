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

    /// Waits until one of two files can be read, poll(2); a signal or the timeout ends the wait sooner.
    ///
    /// - Parameter timeout: nil waits for ever.
    func waitForInput(or other: borrowing FileDescriptor, timeout: Duration?) throws(SystemError) {
        var files = [number, other.number].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // The call takes milliseconds, up to 24 days.
        let milliseconds = timeout.map { Int32((min($0, .seconds(86_400)) / .milliseconds(1)).rounded(.up)) } ?? -1
        if unsafe poll(&files, nfds_t(files.count), milliseconds) == -1, SystemError.last != .interrupted {
            throw .last
        }
    }
}
