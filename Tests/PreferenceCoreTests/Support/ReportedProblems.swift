import PreferenceCore
import Synchronization
import Testing

/// The tests that look at what goes to `Preferences.onProblem`, one after another, since there is one such handler.
///
/// Every test that causes a problem belongs here: elsewhere it would be told to the test that happens to listen.
@Suite("Problems", .serialized)
enum ProblemTests {}

/// The problems that go to `Preferences.onProblem` while a body runs.
func problems(_ body: () throws -> Void) rethrows -> [PreferenceError] {
    let record = ProblemRecord()
    let handler = Preferences.onProblem
    Preferences.onProblem = { record.append($0) }
    defer { Preferences.onProblem = handler }
    try body()
    return record.problems
}

/// Expects what goes to `Preferences.onProblem` while a body runs, in order.
func expectProblems(
    _ expected: [PreferenceError],
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () -> Void
) {
    let reported = problems(body)
    #expect(reported == expected, sourceLocation: sourceLocation)
}

private final class ProblemRecord: Sendable {
    private let storage = Mutex<[PreferenceError]>([])

    var problems: [PreferenceError] {
        storage.withLock { $0 }
    }

    func append(_ problem: PreferenceError) {
        storage.withLock { $0.append(problem) }
    }
}
