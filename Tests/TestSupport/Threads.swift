internal import Dispatch
internal import Synchronization

/// A barrier: several threads reach it before any of them continues.
public final class Meeting: Sendable {
    private let group = DispatchGroup()

    /// Creates a barrier for this many threads.
    public init(of count: Int) {
        for _ in 0..<count {
            group.enter()
        }
    }

    /// Waits for the other threads.
    public func wait() {
        group.leave()
        group.wait()
    }
}

/// Runs a closure in several threads, which start it at the same time, and waits for their end.
public func inThreads(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) {
    let start = Meeting(of: count)
    let end = DispatchGroup()
    for index in 0..<count {
        DispatchQueue(label: "thread \(index)").async(group: end) {
            start.wait()
            body(index)
        }
    }
    end.wait()
}

/// The texts that a test receives from other threads, in order.
public final class News: Sendable {
    private let texts = Mutex<[String]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    /// Creates an empty list.
    public init() {}

    /// Adds a text, from any thread.
    public func add(_ text: String) {
        texts.withLock { $0.append(text) }
        arrivals.signal()
    }

    /// Waits for the next text; returns nil, which is a failure, if none arrives within a minute.
    public func next() -> String? {
        guard arrivals.wait(timeout: .now() + 60) == .success else { return nil }
        return texts.withLock { $0.removeFirst() }
    }

    /// The texts that arrived and that ``next()`` has not returned.
    public var rest: [String] {
        texts.withLock { $0 }
    }
}

/// Runs a closure in a thread of its own, which may wait, and returns what it returns.
public func inThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "thread").async { continuation.resume(with: Result(catching: body)) }
    }
}
