import Observation
import PreferenceCore
import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport
import Testing

@Suite("Overrides", .mayWait)
struct OverrideTests {
    private let suites: SuiteDirectory

    init() throws {
        suites = try SuiteDirectory()
    }

    @Test("the first layer that has a key applies, and then the file")
    func precedence() throws {
        try suites.write(["count": 1, "ratio": 1.5, "title": "file", "person": "file"])
        let preferences = try overridden(
            .arguments(["-count", "2"]),
            .environment(prefix: "APP_", ["APP_count": "3", "APP_ratio": "3.5"]),
            .dictionary(["count": 4, "ratio": 4.5, "title": "dictionary"])
        )
        #expect(preferences[.count] == 2)
        #expect(preferences[.ratio] == 3.5)
        #expect(preferences[.title] == "dictionary")
        #expect(preferences[.person] == "file")
        #expect(try preferences.value(for: .count) == 2)
        #expect(try preferences.value(for: .person) == "file")
    }

    @Test("the origin of a value is a layer, a file or the default")
    func origin() throws {
        try suites.write(["ratio": 1.5, "old": "file", "flag": 1])
        let preferences = try overridden(
            .arguments(["-count", "2"]),
            .environment(prefix: "APP_", ["APP_libraries": "[]"]),
            .dictionary(["title": "x"])
        )
        let renamed = PreferenceKey<String?>("new").formerly("old")
        #expect(preferences.origin(of: .count) == .argument("-count"))
        #expect(preferences.origin(of: .libraries) == .variable("APP_libraries"))
        #expect(preferences.origin(of: .title) == .dictionary(key: "title"))
        #expect(preferences.origin(of: .ratio) == .file(path: suites.path(), key: "ratio"))
        #expect(preferences.origin(of: renamed) == .file(path: suites.path(), key: "old"))
        #expect(preferences.origin(of: .person) == .defaultValue)
        #expect("\(preferences.origin(of: .count))" == "argument -count")
        #expect("\(preferences.origin(of: .libraries))" == "environment variable APP_libraries")
        #expect("\(preferences.origin(of: .title))" == "'title' in a dictionary of overrides")
        #expect("\(preferences.origin(of: renamed))" == "'old' in \(suites.path())")
        #expect("\(preferences.origin(of: .person))" == "the default")
    }

    @Test("a layer is read under the former names of a key")
    func formerNames() throws {
        let key = PreferenceKey<Int>("new", default: 0).formerly("old.one")
        #expect(try overridden(.arguments(["-old.one", "1"]))[key] == 1)
        #expect(try overridden(.environment(prefix: "", ["old_one": "2"]))[key] == 2)
        let both = try overridden(.dictionary(["old.one": 3, "new": 4]))
        #expect(both[key] == 4)
        #expect(try overridden(.dictionary(["old.one": 3])).origin(of: key) == .dictionary(key: "old.one"))
    }

    @Test("a key with an override is set, and is the default if the values are equal")
    func questions() throws {
        let preferences = try overridden(.arguments(["-count", "7", "-ratio", "2"]))
        #expect(preferences.isSet(.count))
        #expect(preferences.isDefault(.count))
        #expect(preferences.isSet(.ratio))
        #expect(!preferences.isDefault(.ratio))
        #expect(!preferences.isSet(.title))
        #expect(preferences.isDefault(.title))
    }

    @Test("a write goes to the file, and the override still applies")
    func writes() throws {
        let preferences = try overridden(.arguments(["-count", "5", "-libraries", "[\"z\"]"]))
        preferences[.count] = 1
        #expect(preferences[.count] == 5)
        #expect(try suites.preferences()[.count] == 1)
        try preferences.set(2, for: .count)
        #expect(try suites.preferences()[.count] == 2)
        #expect(try !preferences.setIfMissing(3, for: .count))
        preferences.reset(.count)
        #expect(preferences[.count] == 5)
        #expect(try suites.contents() == [:])
    }

    @Test("a change in place and a transaction start from the file's value")
    func changes() throws {
        let preferences = try overridden(.arguments(["-count", "50", "-libraries", "[\"z\"]"]))
        preferences[.count] += 1
        preferences[.libraries].append("a")
        #expect(try suites.contents() == ["count": 8, "libraries": ["a"]])
        try preferences.transaction { transaction in
            #expect(transaction[.count] == 8)
            transaction[.count] += 1
        }
        #expect(try suites.preferences()[.count] == 9)
        #expect(preferences[.count] == 50)
    }

    @Test("the contents of the files do not include overrides")
    func contents() throws {
        let preferences = try overridden(.dictionary(["count": 5, "extra": 6]))
        preferences[.count] = 1
        #expect(try preferences.allKeys() == ["count"])
        var snapshot = try preferences.snapshot()
        #expect(try snapshot.value(for: .count) == 1)
    }

    @Test("the suites that keys name have the same overrides")
    func otherSuites() {
        let key = PreferenceKey<Int>("count", default: 0, suite: "group.x")
        let preferences = Preferences(.inMemory(), overriding: .arguments(["-count", "5"]))
        Preferences.$standard.withValue(preferences) {
            #expect(Preferences[.count] == 5)
            #expect(Preferences[key] == 5)
            #expect(Preferences.origin(of: key) == .argument("-count"))
        }
    }

    @Test("every initialiser takes overrides")
    func initialisers() throws {
        let five = PreferenceOverride.dictionary(["count": 5])
        let file = SuiteFile(path: suites.path())
        let name = try SuiteName("app")
        #expect(Preferences(.inMemory(), suite: name, overriding: five)[.count] == 5)
        #expect(Preferences(directory: suites.directory.path, overriding: five)[.count] == 5)
        #expect(Preferences(file: file, searchList: [file], overriding: five)[.count] == 5)
        #expect(Preferences(suite: name, directories: suites.directories, overriding: five)[.count] == 5)
        #expect(Preferences(suite: name, overriding: five)[.count] == 5)
        #expect(Preferences(suite: "app", overriding: five)[.count] == 5)
    }

    @Test("scopes, enumerations and properties read overrides")
    func accesses() {
        struct PaneScope: PreferenceScope {
            let width = PreferenceKey<Int>("width", default: 0)
        }
        enum Event: String, PreferenceEnumeration { case launches }
        let environment = ["APP_pane_width": "5", "APP_Event_launches": "6", "APP_count": "8"]
        let preferences = Preferences(.inMemory(), overriding: .environment(prefix: "APP_", environment))
        Preferences.$standard.withValue(preferences) {
            #expect(Preferences[PaneScope.key(\.width)] == 5)
            #expect(Event.launches.int == 6)
            #expect(Event.launches.increment() == 1)
            #expect(Event.launches.int == 6)
            @Preference(.count) var count
            #expect(count == 8)
            #expect(!$count.isDefault)
            $count.set(3)
            #expect($count.get() == 8)
        }
    }

    @Test("text is parsed once for each key and each instance")
    func parsing() {
        struct Counted: PreferenceValue {
            static let count = Mutex(0)
            init?(propertyList: PropertyList) {
                Self.count.withLock { $0 += 1 }
            }
            var propertyList: PropertyList { "x" }
        }
        let key = PreferenceKey<Counted?>("k")
        let preferences = Preferences(.inMemory(), overriding: .arguments(["-k", "x"]))
        for _ in 1...3 {
            #expect(preferences[key] != nil)
        }
        #expect(Counted.count.withLock { $0 } == 1)
        #expect(preferences[PreferenceKey<String?>("k")] == "x")
        #expect(preferences[key] != nil)
        #expect(Counted.count.withLock { $0 } == 2)
    }

    @Test("observers of a key with an override are told of nothing, and those of others are")
    func observation() async throws {
        let preferences = Preferences(.inMemory(), overriding: .arguments(["-count", "5"]))
        let told = Mutex<[String]>([])
        let observations = [
            preferences.observe(.count) { old, new in told.withLock { $0.append("\(old) \(new)") } },
            preferences.observe(.title) { old, new in told.withLock { $0.append("\(old) \(new)") } },
        ]
        withObservationTracking {
            _ = preferences[.count]
        } onChange: {
            told.withLock { $0.append("tracked") }
        }
        var counts = preferences.values(of: .count).makeAsyncIterator()
        #expect(await counts.next() == 5)
        let next = Task { [counts] in
            var counts = counts
            return await counts.next()
        }
        preferences[.count] = 1
        preferences[.title] = "new"
        preferences[.count] += 1
        next.cancel()
        #expect(await next.value == nil)
        #expect(told.withLock { $0 } == ["untitled new"])
        withExtendedLifetime(observations) {}
    }

    @Test("a dictionary is decoded by the rules of the key")
    func dictionary() throws {
        let preferences = try overridden(.dictionary(["count": 5.0, "ratio": 5, "libraries": ["a"], "person": "x"]))
        #expect(preferences[.count] == 5)
        #expect(preferences[.ratio] == 5)
        #expect(preferences[.libraries] == ["a"])
        #expect(preferences[.person] == "x")
    }

    private func overridden(_ first: PreferenceOverride) throws -> Preferences {
        Preferences(suite: try SuiteName("app"), directories: suites.directories, overriding: first)
    }

    private func overridden(
        _ first: PreferenceOverride,
        _ second: PreferenceOverride,
        _ third: PreferenceOverride
    ) throws -> Preferences {
        Preferences(suite: try SuiteName("app"), directories: suites.directories, overriding: first, second, third)
    }
}

extension ProblemTests {
    @Suite("Problems with overrides")
    struct OverrideProblems {
        private let rejected = PreferenceError.wrongType(
            key: "count",
            expected: "Int",
            found: .string,
            path: "argument -count"
        )

        @Test("a text that the type rejects is reported once, and the next layer applies")
        func rejectedText() {
            let override = PreferenceOverride.arguments(["-count", "abc"])
            let layered = Preferences(.inMemory(), overriding: override, .dictionary(["count": 3]))
            expectProblems([rejected]) {
                #expect(layered[.count] == 3)
                #expect(layered[.count] == 3)
                #expect(layered.origin(of: .count) == .dictionary(key: "count"))
            }
            let preferences = Preferences(.inMemory(), overriding: override)
            preferences[.count] = 4
            expectProblems([rejected]) {
                #expect(preferences[.count] == 4)
                #expect(preferences[.count] == 4)
                #expect(preferences.isSet(.count))
                #expect(!preferences.isDefault(.count))
            }
        }

        @Test("a text that the type rejects is thrown by value(for:), and not reported")
        func thrownText() {
            let preferences = Preferences(
                .inMemory(),
                overriding: .arguments(["-count", "abc"]),
                .dictionary(["count": 3])
            )
            expectProblems([]) {
                for _ in 1...2 {
                    #expect(throws: rejected) { try preferences.value(for: .count) }
                }
            }
        }

        @Test("the error names the reading that is closest to the type")
        func closestReading() {
            let size = PreferenceKey<Int>("size", default: 12).limited(to: 6...72)
            let account = PreferenceKey<Account?>("account")
            expectError("argument -size: 'size' is of type integer, not Int from 6 to 72: found 100", of: size, "100")
            expectError("argument -size: 'size' is of type string, not Int from 6 to 72", of: size, "abcd")
            expectError(
                "argument -account: 'account' is of type dictionary, not Optional<Account>: "
                    + "name: expected a string, found an integer",
                of: account,
                "{\"name\": 5}"
            )
        }

        private func expectError<Value>(_ message: String, of key: PreferenceKey<Value>, _ text: String) {
            let preferences = Preferences(.inMemory(), overriding: .arguments(["-" + key.name, text]))
            let result = Result { () throws(PreferenceError) in _ = try preferences.value(for: key) }
            guard case .failure(let error) = result else {
                Issue.record("\(text) is accepted")
                return
            }
            #expect(error.description == message)
        }

        @Test("an observer of a key whose text is rejected is told of the file's changes")
        func observation() {
            let preferences = Preferences(.inMemory(), overriding: .arguments(["-count", "abc"]))
            let told = Mutex<[Int]>([])
            expectProblems([rejected]) {
                let observation = preferences.observe(.count) { _, new in told.withLock { $0.append(new) } }
                preferences[.count] = 1
                withExtendedLifetime(observation) {}
            }
            #expect(told.withLock { $0 } == [1])
        }

        @Test("a problem goes to the handler of the instance")
        func handler() {
            let preferences = Preferences(.inMemory(), overriding: .arguments(["-count", "abc"]))
            let reported = Mutex<[PreferenceError]>([])
            preferences.onProblem = { problem in reported.withLock { $0.append(problem) } }
            expectProblems([]) {
                #expect(preferences[.count] == 7)
            }
            #expect(reported.withLock { $0 } == [rejected])
        }

        @Test("the handler of a problem may write a key of the stream that finds it", .timeLimit(.minutes(10)))
        func writingHandler() async throws {
            let preferences = Preferences(.inMemory(), overriding: .arguments(["-count", "abc"]))
            preferences.onProblem = { [weak preferences] _ in preferences?[.title] = "new" }
            var values = preferences.values(of: .count, .title).makeAsyncIterator()
            let first = try #require(await values.next())
            #expect(first == (7, "new"))
        }

        @Test("a value of another type in a dictionary is reported")
        func dictionary() {
            let preferences = Preferences(.inMemory(), overriding: .dictionary(["count": "5"]))
            let problem = PreferenceError.wrongType(
                key: "count",
                expected: "Int",
                found: .string,
                path: "'count' in a dictionary of overrides"
            )
            expectProblems([problem]) {
                #expect(preferences[.count] == 7)
            }
        }

        @Test("two keys of one variable are reported, and the variable applies to both")
        func sharedVariable() {
            let dotted = PreferenceKey<Int>("a.b", default: 0)
            let dashed = PreferenceKey<Int>("a-b", default: 0)
            let preferences = Preferences(.inMemory(), overriding: .environment(prefix: "APP_", ["APP_a_b": "5"]))
            let problem = PreferenceError.sharedVariable("APP_a_b", keys: ["a.b", "a-b"])
            expectProblems([problem]) {
                #expect(preferences[dotted] == 5)
                #expect(preferences[dashed] == 5)
                #expect(preferences[dashed] == 5)
                #expect(preferences[dotted] == 5)
            }
            #expect(problem.description == "environment variable APP_a_b overrides 'a.b' and 'a-b'")
        }
    }
}
