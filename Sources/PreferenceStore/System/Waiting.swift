import CLinux
import Glibc

package enum SystemClock {
    /// Returns the time of day, since the epoch; it jumps when somebody sets it.
    package static func wallTime() -> Duration {
        time(of: CLOCK_REALTIME)
    }

    /// Returns the time since a moment that stays the same while the system runs.
    package static func uptime() -> Duration {
        time(of: CLOCK_MONOTONIC)
    }

    /// Waits for at least a duration, nanosleep(2).
    ///
    /// A signal does not shorten the wait.
    package static func pause(for duration: Duration) {
        var wait = timespec(duration)
        var rest = timespec()
        while unsafe nanosleep(&wait, &rest) == -1, SystemError.last == .interrupted {
            wait = rest
        }
    }

    private static func time(of clock: clockid_t) -> Duration {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return Duration(time)
    }
}

extension timespec {
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    }
}

/// The clock by which the store waits, and judges the age of files.
struct StoreClock: Sendable {
    /// The time of day, since the epoch, by which files are dated.
    var wallTime: @Sendable () -> Duration = SystemClock.wallTime
    /// The time that measures waits; nobody can set it.
    var uptime: @Sendable () -> Duration = SystemClock.uptime
    var pause: @Sendable (Duration) -> Void = SystemClock.pause(for:)

    /// The time after a file's last write in which the file may be unfinished, or be written again.
    static let settlingTime: Duration = .seconds(2)

    /// Returns whether a write is less than the settling time away from now, before or after.
    ///
    /// By another host's clock, a write may be in the future.
    func isRecent(_ write: Duration) -> Bool {
        timeSince(write) < Self.settlingTime
    }

    /// Returns the time between a write and now; the write may be in the future, by another host's clock.
    func timeSince(_ write: Duration) -> Duration {
        let now = wallTime()
        return max(now, write) - min(now, write)
    }
}

/// The pauses between attempts: 1 ms at first, then twice the previous one, up to 50 ms.
///
/// Each is longer or shorter by up to a half, so that processes that wait for the same thing do not all try at once.
struct Backoff {
    private var milliseconds = 1.0

    mutating func next() -> Duration {
        defer { milliseconds = min(milliseconds * 2, 50) }
        return .milliseconds(milliseconds * .random(in: 0.5...1.5))
    }
}

/// The clock, and a hook between the steps of a transaction, which a test may replace.
///
/// At each moment other programs might interfere, and the test can act as one. It is a class, and therefore one word of
/// each ``SuiteFile``, of which each entry of a listing has a copy.
final class StoreProbe: Sendable {
    /// A moment in a transaction.
    enum Moment: Hashable {
        /// Another caller or process holds the directory's lock.
        case waitingForLock
        /// The suite has been read, and nothing is written yet.
        case read
        /// The new file is complete, beside the old one.
        case written
        /// The old file has been confirmed to be the one that was read.
        case rechecked
        /// The new file is in its place.
        case committed
    }

    /// The system's clock, and no hook.
    static let system = StoreProbe()

    let clock: StoreClock
    let reached: @Sendable (Moment) -> Void

    init(clock: StoreClock = StoreClock(), reached: @escaping @Sendable (Moment) -> Void = { _ in }) {
        self.clock = clock
        self.reached = reached
    }
}

extension FileDescriptor {
    /// Creates a counter at zero, which is readable when it is greater, eventfd(2).
    static func eventCounter() throws(SystemError) -> FileDescriptor {
        FileDescriptor(number: try retryingOnInterrupt { eventfd(0, Int32(EFD_CLOEXEC)) })
    }

    /// Adds one to a counter, eventfd_write(3).
    func countEvent() {
        _ = eventfd_write(number, 1)
    }

    /// Waits until one of two files is readable, or nobody reads a stream any more, poll(2).
    ///
    /// A signal or the timeout ends the wait sooner.
    ///
    /// - Parameters:
    ///   - output: a stream that is written to; nil for none.
    ///   - timeout: the time to wait; nil waits forever.
    /// - Returns: whether the stream can still be written to, as far as is known: a pipe has a reader, a terminal
    ///   exists.
    func waitForInput(
        or other: borrowing FileDescriptor,
        orEndOf output: StandardStream?,
        timeout: Duration?
    ) throws(SystemError) -> Bool {
        var files = [number, other.number].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        if let output {
            // With no events requested, the call reports only the end of the stream.
            files.append(pollfd(fd: output.rawValue, events: 0, revents: 0))
        }
        if unsafe poll(&files, nfds_t(files.count), pollTime(timeout)) == -1, SystemError.last != .interrupted {
            throw .last
        }
        return files.dropFirst(2).allSatisfy { $0.revents == 0 }
    }
}

/// Returns a time to wait as poll(2) takes it, in milliseconds, at most a day; nil waits forever.
func pollTime(_ timeout: Duration?) -> Int32 {
    timeout.map { Int32((min($0, .seconds(86_400)) / .milliseconds(1)).rounded(.up)) } ?? -1
}

/// Files that report processes and signals.
///
/// They are separate from the calls on sets of signals, because Swift would treat C's type of those as CLinux's own,
/// not Glibc's.
extension FileDescriptor {
    /// Creates a file that is readable while one of some blocked signals is pending, signalfd(2).
    static func arrival(of signals: [Int32]) throws(SystemError) -> FileDescriptor {
        FileDescriptor(number: try retryingOnInterrupt { unsafe signalDescriptor(signals, signals.count) })
    }

    /// Creates a file that is readable after a child of this process has ended, pidfd_open(2).
    static func end(ofProcess identifier: Int32) throws(SystemError) -> FileDescriptor {
        FileDescriptor(number: try retryingOnInterrupt { pidfd_open(identifier, 0) })
    }
}

extension CallingProcess {
    /// The environment that this process passes to a program that it starts, environ(7).
    static var environment: UnsafePointer<UnsafeMutablePointer<CChar>?>? {
        unsafe processEnvironment()
    }
}
