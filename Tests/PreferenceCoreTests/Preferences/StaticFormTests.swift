import PreferenceCore
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@Suite("Static forms")
struct StaticFormTests {
    private let suites: SuiteDirectory
    private let standard: Preferences
    private let shared = PreferenceKey<Int>("n", default: 0, suite: "group.x")
    private let note = PreferenceKey<String?>("note", suite: "group.x")

    init() throws {
        suites = try SuiteDirectory()
        standard = try suites.preferences()
    }

    @Test("a static access to a key uses the key's own suite")
    func ownSuite() throws {
        try Preferences.$standard.withValue(standard) {
            Preferences[shared] = 1
            try Preferences.set(2, for: shared)
            #expect(try suites.contents("group.x") == ["n": 2])
            #expect(try Preferences.value(for: shared) == 2)
            #expect(try !Preferences.setIfMissing(3, for: shared))
            #expect(try Preferences.setIfMissing("a", for: note))
            #expect(Preferences.isSet(note))
            #expect(!Preferences.isDefault(shared))
            try Preferences.remove(shared)
            #expect(try suites.contents("group.x") == ["note": "a"])
            Preferences.reset(note)
            #expect(try suites.contents("group.x") == [:])
            #expect(!suites.exists())
        }
    }

    @Test("several keys are removed from their own suites", arguments: [false, true])
    func removal(isThrowing: Bool) throws {
        let contents: PropertyListDictionary = ["count": 1, "flag": true, "n": 1, "note": "a"]
        try suites.write(contents)
        try suites.write(contents, to: "group.x")
        try Preferences.$standard.withValue(standard) {
            if isThrowing {
                try Preferences.remove(.count, shared, .flag, note)
            } else {
                Preferences.reset(.count, shared, .flag, note)
            }
        }
        #expect(try suites.contents() == ["n": 1, "note": "a"])
        #expect(try suites.contents("group.x") == ["count": 1, "flag": true])
    }

    @Test("a static access without a key uses the standard suite")
    func standardSuite() async throws {
        try await Preferences.$standard.withValue(standard) {
            var changes = Preferences.changes().makeAsyncIterator()
            try await Preferences.transaction { $0[.count] = 1 }
            #expect(await changes.next() == PreferenceChange(key: "count", old: nil, new: 1))
            var snapshot = try #require(await Preferences.snapshots().first { _ in true })
            #expect(try snapshot.value(for: .count) == 1)
            #expect(try await Preferences.transaction(options: ChangeOptions(lockTimeout: .zero)) { $0[.count] } == 1)
            #expect(try Preferences.allKeys() == ["count"])
            #expect(try Preferences.dictionaryRepresentation() == ["count": 1])
            Preferences.resetAll()
            #expect(try suites.contents() == [:])
        }
    }

    @Test("a static transaction throws for a key of another suite, and writes nothing then")
    func otherSuite() throws {
        let accesses: [(inout PreferenceTransaction) throws -> Void] = [
            { _ = try $0.value(for: shared) },
            { try $0.set(1, for: shared) },
            { try $0.remove(shared) },
            { try $0.remove(.count, note, shared) },
        ]
        try suites.write(["count": 1, "n": 5])
        let before = try suites.bytes()
        for (position, access) in accesses.enumerated() {
            let key = position == 3 ? "note" : "n"
            #expect(throws: PreferenceError.otherSuite(key: key, suite: try SuiteName("group.x"))) {
                try Preferences.$standard.withValue(standard) {
                    try Preferences.transaction { transaction in
                        transaction[.count] = 2
                        try access(&transaction)
                    }
                }
            }
        }
        #expect(try suites.bytes() == before)
        #expect(!suites.exists("group.x"))
    }

    @Test("a static transaction reports an access to a key of another suite that cannot throw, and ignores the key")
    func reportedSuite() throws {
        try suites.write(["count": 1, "n": 5])
        let record = ProblemRecord()
        standard.onProblem = { record.append($0) }
        try Preferences.$standard.withValue(standard) {
            try Preferences.transaction { transaction in
                #expect(transaction[shared] == 0)
                transaction[shared] = 1
                transaction[shared] += 1
                transaction.reset(shared)
                #expect(!transaction.isSet(shared))
                transaction[.count] += 1
            }
        }
        let problem = PreferenceError.otherSuite(key: "n", suite: try SuiteName("group.x"))
        #expect(record.problems == Array(repeating: problem, count: 5))
        #expect(try suites.contents() == ["count": 2, "n": 5])
    }

    @Test("a static transaction accepts a key that names the standard suite")
    func sameSuite() throws {
        let key = PreferenceKey<Int>("n", default: 0, suite: "app")
        try Preferences.$standard.withValue(standard) {
            try Preferences.transaction { $0[key] = 1 }
        }
        #expect(try suites.contents() == ["n": 1])
    }

    @Test("an instance uses its own suite in a transaction too, whatever suite the key names")
    func instance() throws {
        try standard.transaction { transaction in
            try transaction.set(1, for: shared)
            transaction[shared] += 1
            transaction[note] = "a"
            try transaction.remove(note)
            #expect(transaction.isSet(shared))
        }
        #expect(try suites.contents() == ["n": 2])
        #expect(!suites.exists("group.x"))
    }
}
