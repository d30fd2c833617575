import PreferenceStore
import Synchronization

/// The destination of problems that cannot be thrown: the handler of an instance, or else of the program.
package final class ProblemReporter: Sendable {
    typealias Handler = @Sendable (PreferenceError) -> Void

    package static let ofProgram = ProblemReporter()

    /// The tasks and threads that are in a handler.
    private static let handling = Mutex<Set<Caller>>([])

    private struct State {
        var handler: Handler?
    }

    // Not a mutex of the function itself: each access to one wraps it in two more functions, and stores the result.
    private let state = Mutex(State())

    var handler: Handler? {
        get { state.withLock { $0.handler } }
        set { state.withLock { $0.handler = newValue } }
    }

    /// The handler, or else that of the program.
    var handlerInEffect: Handler { handler ?? Self.ofProgram.handler ?? writeToStandardError }

    /// Calls the handler, unless a handler causes the problem: it would call itself without end.
    func report(_ problem: PreferenceError) {
        let caller = Caller.current
        guard Self.handling.withLock({ $0.insert(caller).inserted }) else { return }
        defer { Self.handling.withLock { _ = $0.remove(caller) } }
        handlerInEffect(problem)
    }

    /// Returns the result of a body, or reports its error and returns nil, for an access that cannot throw.
    func reporting<Value>(_ body: () throws(PreferenceError) -> Value) -> Value? {
        do {
            return try body()
        } catch {
            report(error)
            return nil
        }
    }
}

@Sendable private func writeToStandardError(_ problem: PreferenceError) {
    try? StandardStream.error.write(Array("preferences: \(problem)\n".utf8))
}
