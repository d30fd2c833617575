import PreferenceStore
import Synchronization

extension Preferences {
    /// The handler for problems where no error can be thrown: in a subscript, or in `reset`.
    ///
    /// The default handler writes one line to standard error. The handler is called in the accessing thread. The access
    /// then continues with the key's default, or without the write.
    ///
    /// A problem that a handler itself causes, in its own thread or task, is not reported. An instance can have a
    /// handler of its own: ``onProblem-property``.
    public static var onProblem: @Sendable (PreferenceError) -> Void {
        get { ProblemReporter.ofProgram.handler ?? writeToStandardError }
        set { ProblemReporter.ofProgram.handler = newValue }
    }

    /// The handler for the problems of these preferences; nil, the default, for that of the program,
    /// ``onProblem-type.property``.
    ///
    /// It also applies to the suites that keys name if these preferences are the ``standard`` ones.
    public var onProblem: (@Sendable (PreferenceError) -> Void)? {
        get { settings.problems.handler }
        set { settings.problems.handler = newValue }
    }

    /// Returns the result of a body, or reports its error to the program's handler and returns nil.
    package static func reporting<Value>(_ body: () throws(PreferenceError) -> Value) -> Value? {
        ProblemReporter.ofProgram.reporting(body)
    }
}

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

    /// Calls the handler, unless a handler causes the problem: it would call itself without end.
    func report(_ problem: PreferenceError) {
        let caller = Caller.current
        guard Self.handling.withLock({ $0.insert(caller).inserted }) else { return }
        defer { Self.handling.withLock { _ = $0.remove(caller) } }
        let handler = handler ?? Preferences.onProblem
        handler(problem)
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
