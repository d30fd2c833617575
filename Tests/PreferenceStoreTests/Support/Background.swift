import Foundation
import Synchronization

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
