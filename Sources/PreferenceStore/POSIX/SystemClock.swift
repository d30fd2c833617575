import Glibc

/// The clocks of the system, clock_gettime(2).
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
