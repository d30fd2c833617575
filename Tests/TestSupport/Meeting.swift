internal import Dispatch

/// A point that several threads reach before any of them goes on.
public final class Meeting: Sendable {
    private let group = DispatchGroup()

    /// A meeting of so many threads.
    public init(of count: Int) {
        for _ in 0..<count {
            group.enter()
        }
    }

    /// Waits for the others.
    public func wait() {
        group.leave()
        group.wait()
    }
}

/// Runs a body in so many threads, all of which there are before it starts, and waits for their end.
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
