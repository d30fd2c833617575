import Dispatch
import Synchronization
import Testing

/// What a test hears from other threads, in order.
final class News: Sendable {
    private let texts = Mutex<[String]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    func add(_ text: String) {
        texts.withLock { $0.append(text) }
        arrivals.signal()
    }

    /// The next text; nil where none comes for ten seconds, which is a failure.
    func next() -> String? {
        guard arrivals.wait(timeout: .now() + 10) == .success else { return nil }
        return texts.withLock { $0.removeFirst() }
    }

    /// What has come and was not asked for.
    var rest: [String] {
        texts.withLock { $0 }
    }
}
