import Foundation
import PropertyLists
import Synchronization
import TestSupport

@testable import PreferenceStore

extension SuiteFile {
    /// Sets or removes one key, in a change of that key or of the whole suite.
    @discardableResult
    func set(
        _ key: String,
        to value: PropertyList?,
        _ options: ChangeOptions = ChangeOptions(),
        inWholeSuite: Bool = false
    ) throws(PreferenceStoreError) -> SuiteChange<Void> {
        try change(options, keys: inWholeSuite ? nil : [key]) { $0.root[key] = value }.get()
    }
}

extension StoreProbe {
    /// Returns a probe that calls a closure the first time that a moment is reached.
    static func once(
        _ moment: Moment,
        clock: StoreClock = StoreClock(),
        _ event: @escaping @Sendable () -> Void
    ) -> StoreProbe {
        let rounds = Rounds()
        return StoreProbe(clock: clock) { reached in
            if reached == moment, rounds.next(upTo: 1) != nil {
                event()
            }
        }
    }
}

/// A clock that advances only when something waits for it.
final class TestClock: Sendable {
    private let start: Duration
    private let elapsed: Mutex<Duration>

    /// Creates a clock that starts at a time of day, by default now, and is ahead of it.
    init(at start: Duration = SystemClock.wallTime(), ahead: Duration = .zero) {
        self.start = start
        elapsed = Mutex(ahead)
    }

    /// The total time of all waits, plus the time that the clock started ahead.
    var waited: Duration {
        elapsed.withLock { $0 }
    }

    /// The time of day by this clock, since the epoch.
    var wallTime: Duration {
        start + waited
    }

    func advance(by duration: Duration) {
        elapsed.withLock { $0 += duration }
    }

    /// Returns a clock for the store, which calls the closure in each pause.
    func storeClock(during pause: @escaping @Sendable () -> Void = {}) -> StoreClock {
        StoreClock(
            wallTime: { [self] in wallTime },
            uptime: { [self] in
                // A change asks for it before it takes a lock, which a starting program may still have a copy of.
                withoutStartingPrograms {}
                return waited
            },
            pause: { [self] duration in
                // This clock gives a starting program no time to close the copies of this process's files.
                withoutStartingPrograms {}
                advance(by: duration)
                pause()
            }
        )
    }
}

/// A counter of events.
final class Rounds: Sendable {
    private let count = Atomic(0)

    /// Returns the number of the next event, from 1, or nil past the limit.
    func next(upTo limit: Int) -> Int? {
        let number = count.add(1, ordering: .relaxed).newValue
        return number <= limit ? number : nil
    }
}

/// A closure that runs in its own thread.
final class Background<Outcome: Sendable>: Sendable {
    private let outcome = Mutex<Result<Outcome, any Error>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// Starts the thread.
    init(_ body: @escaping @Sendable () throws -> Outcome) {
        Thread.detachNewThread { [self] in
            outcome.withLock { $0 = Result(catching: body) }
            isDone.signal()
        }
    }

    /// Waits for the closure to end and returns its result.
    ///
    /// Call it only once.
    func result() throws -> Outcome {
        isDone.wait()
        guard let outcome = outcome.withLock({ $0 }) else { throw CancellationError() }
        return try outcome.get()
    }
}
