internal import Dispatch
internal import Synchronization

/// What a test hears from other threads, in order.
public final class News: Sendable {
    private let texts = Mutex<[String]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    /// News of nothing yet.
    public init() {}

    /// Adds a text, from any thread.
    public func add(_ text: String) {
        texts.withLock { $0.append(text) }
        arrivals.signal()
    }

    /// Waits for the next text; nil where none comes for a minute, which is a failure.
    public func next() -> String? {
        guard arrivals.wait(timeout: .now() + 60) == .success else { return nil }
        return texts.withLock { $0.removeFirst() }
    }

    /// What has come and was not asked for.
    public var rest: [String] {
        texts.withLock { $0 }
    }
}
