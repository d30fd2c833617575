import Synchronization

@testable import PreferenceStore

/// A clock that moves on when somebody waits for it, and only then.
final class TestClock: Sendable {
    private let start = SystemClock.wallTime()
    private let elapsed: Mutex<Duration>

    /// A clock that is ahead of the true time.
    init(ahead: Duration = .zero) {
        elapsed = Mutex(ahead)
    }

    /// How long everybody has waited.
    var waited: Duration {
        elapsed.withLock { $0 }
    }

    /// The clock for the store; an event may happen in each pause.
    func storeClock(during pause: @escaping @Sendable () -> Void = {}) -> StoreClock {
        StoreClock(
            wallTime: { [self] in start + waited },
            uptime: { [self] in waited },
            pause: { [self] duration in
                elapsed.withLock { $0 += duration }
                pause()
            }
        )
    }
}
