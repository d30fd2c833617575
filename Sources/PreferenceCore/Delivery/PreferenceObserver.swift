import Synchronization

/// What a domain notifies of its changes.
final class PreferenceObserver: Sendable {
    private struct State {
        /// The handler; nil after cancellation, since it may refer to the observation itself.
        var handler: (@Sendable (ChangeNotification) -> Void)?
    }

    // Not a mutex of the function itself: each access to one wraps it in two more functions, and stores the result.
    private let state: Mutex<State>

    init(_ handler: @escaping @Sendable (ChangeNotification) -> Void) {
        state = Mutex(State(handler: handler))
    }

    func notify(of change: ChangeNotification) {
        let handler = state.withLock { $0.handler }
        handler?(change)
    }

    /// Stops all notifications, including those for earlier changes.
    func cancel() {
        // Release the handler's references outside of the lock.
        _ = state.withLock { $0.handler.take() }
    }
}
