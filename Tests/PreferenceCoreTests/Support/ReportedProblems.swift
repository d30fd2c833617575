import PreferenceCore
import Synchronization
import Testing

/// The tests that observe `Preferences.onProblem`, which run one at a time because there is only one such handler.
@Suite("Problems", .serialized)
enum ProblemTests {}

/// Returns the problems that go to `Preferences.onProblem` while a closure runs, except those of other tests.
///
/// A problem in a thread that no test runs in, such as that of an observation, counts.
func problems(_ body: () throws -> Void) rethrows -> [PreferenceError] {
    let record = ProblemRecord()
    let handler = Preferences.onProblem
    let test = Test.current?.id
    Preferences.onProblem = { problem in
        guard let reporter = Test.current?.id, reporter != test else { return record.append(problem) }
    }
    defer { Preferences.onProblem = handler }
    try body()
    return record.problems
}

/// Expects exactly these problems to go to `Preferences.onProblem` while a closure runs, in order.
func expectProblems(
    _ expected: [PreferenceError],
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () -> Void
) {
    let reported = problems(body)
    #expect(reported == expected, sourceLocation: sourceLocation)
}

/// The problems that a handler receives.
final class ProblemRecord: Sendable {
    private let storage = Mutex<[PreferenceError]>([])

    var problems: [PreferenceError] {
        storage.withLock { $0 }
    }

    func append(_ problem: PreferenceError) {
        storage.withLock { $0.append(problem) }
    }
}
