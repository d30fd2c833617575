import PreferenceCore
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

extension ProblemTests {
    @Suite("Problem handlers", .mayWait)
    struct ProblemHandlerTests {
        private let suites: SuiteDirectory
        private let preferences: Preferences
        private let record = ProblemRecord()

        init() throws {
            suites = try SuiteDirectory()
            preferences = try suites.preferences()
        }

        @Test("the handler can be read any number of times")
        func manyReads() throws {
            try suites.writeOld("<plist><dict><key>count</key>")
            preferences.onProblem = { record.append($0) }
            for _ in 0..<500_000 {
                _ = preferences.onProblem
            }
            #expect(preferences[.count] == 7)
            #expect(record.problems.count == 1)
        }

        @Test("every problem of an instance goes to its own handler")
        func everyAccess() throws {
            try suites.writeOld("<plist><dict><key>count</key>")
            let accesses: [(String, () throws -> Void)] = [
                ("read", { _ = preferences[.count] }),
                ("write", { preferences[.count] = 1 }),
                ("change", { preferences[.count] += 1 }),
                ("reset", { preferences.reset(.count) }),
                ("resetAll", { preferences.resetAll() }),
                ("isSet", { _ = preferences.isSet(.count) }),
                ("isDefault", { _ = preferences.isDefault(.count) }),
                (
                    "transaction",
                    {
                        let options = ChangeOptions(replacesCorrupt: true)
                        try preferences.transaction(options: options) { $0[.gaps] = .unwritable }
                    }
                ),
            ]
            preferences.onProblem = { record.append($0) }
            let others = try problems {
                for (position, access) in accesses.enumerated() {
                    try access.1()
                    #expect(record.problems.count == position + 1, "\(access.0)")
                }
            }
            #expect(others == [])
        }

        @Test("an instance without a handler uses that of the program")
        func programHandler() {
            let preferences = Preferences(.inMemory())
            preferences.onProblem = { record.append($0) }
            preferences.onProblem = nil
            #expect(problems { preferences[.gaps] = .unwritable }.count == 1)
            #expect(record.problems == [])
        }

        @Test("the suites that keys name use the handler of the standard preferences")
        func otherSuite() {
            let preferences = Preferences(.inMemory())
            let key = PreferenceKey<Gaps>("gaps", default: Gaps(numbers: []), suite: "group.x")
            let others = problems {
                Preferences.$standard.withValue(preferences) {
                    Preferences[key] = .unwritable
                    preferences.onProblem = { record.append($0) }
                    Preferences[key] = .unwritable
                    ReportedEvent.launches.set(Gaps.unwritable)
                }
            }
            #expect(others.count == 1)
            #expect(record.problems.count == 2)
        }

        @Test("a handler that causes problems receives only the first, in a thread and in a task")
        func nested() async {
            let preferences = Preferences(.inMemory())
            let other = Preferences(.inMemory())
            for instance in [preferences, other] {
                instance.onProblem = { problem in
                    record.append(problem)
                    preferences[.gaps] = .unwritable
                    other[.gaps] = .unwritable
                    preferences.reset(.count)
                }
            }
            inThreads(1) { _ in preferences[.gaps] = .unwritable }
            #expect(record.problems.count == 1)
            await Task { preferences[.gaps] = .unwritable }.value
            // The handler is called again for the next problem.
            other[.gaps] = .unwritable
            #expect(record.problems.count == 3)
        }
    }
}

extension PreferenceKeys {
    fileprivate static let gaps = PreferenceKey<Gaps>("gaps", default: Gaps(numbers: []))
}

extension Gaps {
    /// A value that no property list can contain.
    fileprivate static let unwritable = Gaps(numbers: [nil])
}

private enum ReportedEvent: String, PreferenceEnumeration {
    case launches
}
