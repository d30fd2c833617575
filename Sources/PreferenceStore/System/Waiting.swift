import CLinux
import Glibc

package enum SystemClock {
    /// The time of day, since the epoch; it jumps when somebody sets it.
    static func wallTime() -> Duration {
        time(of: CLOCK_REALTIME)
    }

    /// The time since a moment that stays the same while the system runs.
    package static func uptime() -> Duration {
        time(of: CLOCK_MONOTONIC)
    }

    /// Waits at least that long, nanosleep(2).
    ///
    /// A signal does not cut the wait short.
    static func pause(for duration: Duration) {
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

/// The time by which the store waits and judges.
struct StoreClock: Sendable {
    /// The time of day, since the epoch, which files are dated by.
    var wallTime: @Sendable () -> Duration = SystemClock.wallTime
    /// The time by which waiting is measured; nobody sets it.
    var uptime: @Sendable () -> Duration = SystemClock.uptime
    var pause: @Sendable (Duration) -> Void = SystemClock.pause(for:)

    /// How long after its last write a file may still be unfinished, and its writer about to write it again.
    static let settlingTime: Duration = .seconds(2)

    /// Waits in the middle of a change, with nothing of it in a file yet.
    ///
    /// - Throws: `interrupted` if a signal that is held back would end the process.
    func pause(_ duration: Duration, beforeChanging path: String) throws(PreferenceStoreError) {
        pause(duration)
        guard !CallingProcess.isAskedToEnd else { throw .interrupted(path: path) }
    }

    /// Whether a write lies less than the settling time back, or ahead by as little, by another host's clock.
    func isRecent(_ write: Duration) -> Bool {
        timeSince(write) < Self.settlingTime
    }

    /// How far a write lies back, or ahead, by another host's clock.
    func timeSince(_ write: Duration) -> Duration {
        let now = wallTime()
        return max(now, write) - min(now, write)
    }
}

/// Pauses between attempts: 1 ms at first, each twice the last, up to 50 ms.
///
/// Each is longer or shorter by up to a half, so that processes that wait for the same thing do not all ask at once.
struct Backoff {
    private var milliseconds = 1.0

    mutating func next() -> Duration {
        defer { milliseconds = min(milliseconds * 2, 50) }
        return .milliseconds(milliseconds * .random(in: 0.5...1.5))
    }
}

/// What a test may put in place of the system's clock, and between the steps of a transaction.
///
/// At each moment other programs might step in, and the test can be one.
struct StoreProbe: Sendable {
    /// A moment in a transaction.
    enum Moment: Hashable {
        /// The directory's lock is taken by another.
        case waitingForLock
        /// The suite is read, and nothing is written yet.
        case read
        /// The new file is complete, beside the old one.
        case written
        /// The old file has been seen to be the one that was read.
        case rechecked
        /// The new file stands in its place.
        case committed
    }

    var clock = StoreClock()
    var reached: @Sendable (Moment) -> Void = { _ in }
}

extension FileDescriptor {
    /// Makes a counter at zero, which can be read as soon as it is more, eventfd(2).
    static func eventCounter() throws(SystemError) -> FileDescriptor {
        FileDescriptor(number: try retryingOnInterrupt { eventfd(0, Int32(EFD_CLOEXEC)) })
    }

    /// Adds one to a counter, eventfd_write(3).
    func countEvent() {
        _ = eventfd_write(number, 1)
    }

    /// Waits until one of two files can be read, or nobody reads a stream any more, poll(2); a signal or the timeout
    /// ends the wait sooner.
    ///
    /// - Parameters:
    ///   - output: a stream that is written to; nil for none.
    ///   - timeout: nil waits for ever.
    /// - Returns: whether the stream can still be written to, as far as is known: a pipe has a reader, a terminal is
    ///   there.
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

/// Files that tell of processes and signals.
///
/// They stand apart from the calls on sets of signals: Swift would take C's type of those for CLinux's own, not
/// Glibc's.
extension FileDescriptor {
    /// Can be read while one of some signals has come and is held back, signalfd(2).
    static func arrival(of signals: [Int32]) throws(SystemError) -> FileDescriptor {
        FileDescriptor(number: try retryingOnInterrupt { unsafe signalDescriptor(signals, signals.count) })
    }

    /// Can be read once a child of this process has ended, pidfd_open(2).
    static func end(ofProcess identifier: Int32) throws(SystemError) -> FileDescriptor {
        FileDescriptor(number: try retryingOnInterrupt { pidfd_open(identifier, 0) })
    }
}

extension CallingProcess {
    /// The environment as a program gets it that this process starts, environ(7).
    static var environment: UnsafePointer<UnsafeMutablePointer<CChar>?>? {
        unsafe processEnvironment()
    }
}
