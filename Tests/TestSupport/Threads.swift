internal import Dispatch
internal import Glibc
internal import Synchronization
public import Testing

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

/// Runs tests in threads beside those of Swift's pool, which have none to spare for a test that waits.
///
/// A test that waits for a process, a lock, a file or another thread needs it; one that awaits does not.
public struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
    /// Whether the tests of the suites in a suite have the trait too.
    public var isRecursive: Bool { true }

    /// Runs a test, even if it is synchronous, in such a thread.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
    }
}

extension Trait where Self == WaitingTrait {
    /// The tests may wait.
    public static var mayWait: Self { Self() }
}

/// Threads that may wait, as many as Swift's pool has.
private final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads()

    private let limit = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    private let state = Mutex((jobs: [UnownedJob](), threads: 0))

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            guard state.threads < limit else { return false }
            state.threads += 1
            return true
        }
        if needsThread { DispatchQueue(label: "tests that may wait").async { self.work() } }
    }

    private func work() {
        while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Returns the next job; nil if the thread ends because there is none.
    private func next() -> UnownedJob? {
        state.withLock { state in
            if let job = state.jobs.popLast() { return job }
            state.threads -= 1
            return nil
        }
    }
}
