import Foundation

/// Threads that work at once; programs are waited for on each.
struct Workers {
    private let group = DispatchGroup()

    /// Starts a thread.
    func start(_ body: @escaping @Sendable () -> Void) {
        group.enter()
        Thread.detachNewThread { [group] in
            body()
            group.leave()
        }
    }

    /// Waits until all have ended.
    func wait() {
        group.wait()
    }
}
