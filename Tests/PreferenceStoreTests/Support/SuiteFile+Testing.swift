import Foundation
import PropertyLists
import Synchronization

@testable import PreferenceStore

extension SuiteFile {
    /// Sets one key, or removes it: in a change of that key, or of the whole suite.
    @discardableResult
    func set(
        _ key: String,
        to value: PropertyList?,
        _ options: ChangeOptions = ChangeOptions(),
        inWholeSuite: Bool = false
    ) throws(PreferenceStoreError) -> SuiteChange<Void> {
        try changeDocument(options, keys: inWholeSuite ? nil : [key]) { $0.root[key] = value }.get()
    }
}

extension StoreProbe {
    /// A probe that lets something happen the first time that a moment comes.
    static func once(_ moment: Moment, clock: StoreClock = StoreClock(), _ event: @escaping @Sendable () -> Void)
        -> Self
    {
        let rounds = Rounds()
        return StoreProbe(clock: clock) { reached in
            if reached == moment, rounds.next(upTo: 1) != nil {
                event()
            }
        }
    }
}

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

/// Counts how often something happens.
final class Rounds: Sendable {
    private let count = Atomic(0)

    /// The number of this time, from 1; nil past the limit.
    func next(upTo limit: Int) -> Int? {
        let number = count.add(1, ordering: .relaxed).newValue
        return number <= limit ? number : nil
    }
}

/// Something that a thread of its own does.
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

    /// What came of it, when it is done; asked for once.
    func result() throws -> Outcome {
        isDone.wait()
        guard let outcome = outcome.withLock({ $0 }) else { throw CancellationError() }
        return try outcome.get()
    }
}
