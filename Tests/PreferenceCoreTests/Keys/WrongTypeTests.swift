import PreferenceCore
import PreferenceStore
import PropertyLists
import Testing

extension ProblemTests {
    @Suite("A value of the wrong type")
    struct WrongTypeTests {
        private let suites: SuiteDirectory
        private let preferences: Preferences

        init() throws {
            suites = try SuiteDirectory()
            preferences = try suites.preferences()
        }

        private func wrongType(
            _ key: String,
            _ expected: String,
            _ found: PropertyListKind,
            _ reason: String? = nil
        ) -> PreferenceError {
            .wrongType(key: key, expected: expected, found: found, path: suites.path(), reason: reason)
        }

        @Test("an element of the wrong type is named by its place, at each depth")
        func elements() throws {
            let key = PreferenceKey<[String: [Set<Int>]]?>("deep")
            try suites.write(["deep": ["a": [[1, 2]], "b": [[3], [4, "x"]]]])
            let reason = "'/b/1/1' is of type string, not Int"
            let error = wrongType("deep", "Optional<Dictionary<String, Array<Set<Int>>>>", .dictionary, reason)
            #expect(throws: error) { try preferences.value(for: key) }
        }

        @Test("a value of the wrong type reads as the default, is reported once, and stays in the file")
        func subscripting() throws {
            try suites.write(["count": "one"])
            let before = try suites.bytes()
            let error = wrongType("count", "Int", .string)
            expectProblems([error]) { #expect(preferences[.count] == 7) }
            #expect(throws: error) { try preferences.value(for: .count) }
            #expect(try suites.bytes() == before)
        }

        @Test("a value of the wrong type is reported with its own type, whatever the key's type is")
        func kinds() throws {
            try suites.write([
                "flag": 1, "count": true, "ratio": "0.5", "person": 1, "libraries": ["a", 1], "sizes": ["a": 1.5],
            ])
            let reported = problems {
                #expect(preferences[.flag] == false)
                #expect(preferences[.count] == 7)
                #expect(preferences[.ratio] == 0.5)
                #expect(preferences[.person] == nil)
                #expect(preferences[.libraries] == [])
                #expect(preferences[.sizes] == ["a": 1])
            }
            #expect(
                reported == [
                    wrongType("flag", "Bool", .integer), wrongType("count", "Int", .boolean),
                    wrongType("ratio", "Double", .string), wrongType("person", "Optional<String>", .integer),
                    wrongType("libraries", "Array<String>", .array, "'/1' is of type integer, not String"),
                    wrongType("sizes", "Dictionary<String, Int>", .dictionary, "'/a' is of type float, not Int"),
                ]
            )
        }

        @Test("a key with a value of the wrong type is set, and is at its default")
        func isSet() throws {
            try suites.write(["count": "one"])
            expectProblems([]) { #expect(preferences.isSet(.count)) }
            expectProblems([wrongType("count", "Int", .string)]) { #expect(preferences.isDefault(.count)) }
        }

        @Test("a value of the wrong type stays in the file if another key is written or removed")
        func otherKey() throws {
            try suites.write(["count": "one", "title": "t"])
            let reported = try problems {
                preferences[.flag] = true
                preferences.reset(.title)
                try preferences.transaction { $0[.ratio] = 1 }
            }
            #expect(reported == [])
            #expect(try suites.contents() == ["count": "one", "flag": true, "ratio": 1.0])
        }

        @Test("a write to the key replaces a value of the wrong type, and a reset removes it")
        func replaced() throws {
            try suites.write(["count": "one", "flag": "yes", "libraries": [1]])
            let reported = try problems {
                preferences[.count] = 1
                preferences[.libraries] = ["x"]
                preferences.reset(.flag)
                try preferences.set(["y"], for: .libraries)
            }
            #expect(reported == [])
            #expect(try suites.contents() == ["count": 1, "libraries": ["y"]])
        }

        @Test("a change in place does not erase a value of the wrong type")
        func inPlace() throws {
            try suites.write(["libraries": ["a", 1], "count": "one", "person": 5])
            let before = try suites.bytes()
            let reported = try problems {
                preferences[.libraries].append("x")
                preferences[.count] += 1
                preferences[.person]?.append("x")
                try preferences.transaction { $0[.libraries].append("x") }
            }
            #expect(
                reported == [
                    wrongType("libraries", "Array<String>", .array, "'/1' is of type integer, not String"),
                    wrongType("count", "Int", .string),
                    wrongType("person", "Optional<String>", .integer),
                    wrongType("libraries", "Array<String>", .array, "'/1' is of type integer, not String"),
                ]
            )
            #expect(try suites.bytes() == before)
        }

        @Test("a value of the wrong type reads as the default in a transaction, and is reported")
        func transaction() throws {
            try suites.write(["count": "one"])
            let reported = try problems { try preferences.transaction { #expect($0[.count] == 7) } }
            #expect(reported == [wrongType("count", "Int", .string)])
        }
    }
}
