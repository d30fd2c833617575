import PreferenceCore
import PropertyLists
import Testing

extension ProblemTests {
    @Suite("A value that a property list cannot represent")
    struct UnwritableValueTests {
        private let suites: SuiteDirectory
        private let preferences: Preferences
        private let key = PreferenceKey<Gaps>("gaps", default: Gaps(numbers: []))
        private let error = PreferenceError.unwritable(
            key: "gaps",
            type: "Gaps",
            reason: "numbers.Index 1: a property list has no null, and only a dictionary can do without a value"
        )

        init() throws {
            suites = try SuiteDirectory()
            preferences = try suites.preferences()
            try suites.write(["gaps": ["numbers": [1]]])
        }

        @Test("writing an unrepresentable value is an error, and the file keeps its value")
        func writing() throws {
            #expect(throws: error) { try preferences.set(Gaps(numbers: [1, nil]), for: key) }
            expectProblems([error]) { preferences[key].numbers.append(nil) }
            #expect(try suites.contents() == ["gaps": ["numbers": [1]]])
            preferences[key].numbers.append(2)
            #expect(preferences[key] == Gaps(numbers: [1, 2]))
        }

        @Test("a Codable type that is a PreferenceValue too is refused with the same reasons, alone and in an array")
        func ownForm() throws {
            let reason = "numbers.Index 1: a property list has no null, and only a dictionary can do without a value"
            let key = PreferenceKey<GapsValue?>("gaps")
            let list = PreferenceKey<[GapsValue]>("list", default: [])
            let gaps = GapsValue(numbers: [1, nil])
            expectProblems([.unwritable(key: "gaps", type: "Optional<GapsValue>", reason: reason)]) {
                preferences[key] = gaps
            }
            expectProblems([.unwritable(key: "list", type: "Array<GapsValue>", reason: reason)]) {
                preferences[list] = [gaps]
            }
            #expect(throws: EncodingError.self) { try PropertyListValueEncoder().encode([gaps]) }
            #expect(try suites.contents() == ["gaps": ["numbers": [1]]])
            try suites.write(["gaps": [:], "list": [["numbers": [1]], [:]]])
            let error = PreferenceError.wrongType(
                key: "gaps",
                expected: "Optional<GapsValue>",
                found: .dictionary,
                path: suites.path(),
                reason: "key 'numbers' is missing"
            )
            #expect(throws: error) { try preferences.value(for: key) }
            let listed = #expect(throws: PreferenceError.self) { try preferences.value(for: list) }
            let place = "'/1' is of type dictionary, not GapsValue: key 'numbers' is missing"
            #expect(listed?.description.hasSuffix(place) == true)
        }

        @Test("an unrepresentable value does not stop the rest of a transaction, unless the closure throws the error")
        func transaction() throws {
            let other = PreferenceKey<Int>("other", default: 0)
            let reported = try problems {
                try preferences.transaction { transaction in
                    transaction[key] = Gaps(numbers: [nil])
                    transaction[other] = 1
                }
            }
            #expect(reported.map(\.isUnwritable) == [true])
            #expect(try suites.contents() == ["gaps": ["numbers": [1]], "other": 1])
            #expect(throws: PreferenceError.self) {
                try preferences.transaction { transaction in
                    transaction[other] = 2
                    try transaction.set(Gaps(numbers: [nil]), for: key)
                }
            }
            #expect(preferences[other] == 1)
        }

        @Test("a value in the file is not the default if the default is unrepresentable")
        func comparison() {
            let key = PreferenceKey<Gaps>("gaps", default: Gaps(numbers: [nil]))
            #expect(!preferences.isDefault(key))
        }

        @Test("the error for a Codable value that cannot be read names the invalid part")
        func place() throws {
            try suites.write(["account": ["name": "Ada", "created": "today", "sizes": []]])
            let account = PreferenceKey<Account?>("account")
            let error = PreferenceError.wrongType(
                key: "account",
                expected: "Optional<Account>",
                found: .dictionary,
                path: suites.path(),
                reason: "created: expected a date, found a string"
            )
            expectProblems([error]) { #expect(preferences[account] == nil) }
            #expect(error.description.hasSuffix("not Optional<Account>: created: expected a date, found a string"))
            #expect(preferences.isSet(account))
        }

        @Test("an unknown enumeration case is reported, and stays in the file")
        func unknownCase() throws {
            try suites.write(["theme": "sepia", "levels": [1, 5]])
            let theme = PreferenceKey<Theme>("theme", default: .light)
            let levels = PreferenceKey<[Level]>("levels", default: [])
            let reported = problems {
                #expect(preferences[theme] == .light)
                preferences[levels].append(.high)
            }
            #expect(
                reported == [
                    .wrongType(key: "theme", expected: "Theme", found: .string, path: suites.path()),
                    .wrongType(
                        key: "levels",
                        expected: "Array<Level>",
                        found: .array,
                        path: suites.path(),
                        reason: "Index 1: Cannot initialize Level from invalid Int value 5"
                    ),
                ]
            )
            #expect(try suites.contents() == ["theme": "sepia", "levels": [1, 5]])
        }
    }
}

extension PreferenceError {
    fileprivate var isUnwritable: Bool {
        if case .unwritable = self { true } else { false }
    }
}
