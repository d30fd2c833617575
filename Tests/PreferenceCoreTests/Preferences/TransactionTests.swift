import Dispatch
import PreferenceCore
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@Suite("Transactions")
struct TransactionTests {
    private let suites: SuiteDirectory
    private let preferences: Preferences

    init() throws {
        suites = try SuiteDirectory()
        preferences = try suites.preferences()
    }

    @Test("a transaction writes all its changes at once, and returns the result of its body")
    func writes() throws {
        try suites.write(["count": 1, "flag": true, "title": "t"])
        let name = try preferences.transaction { transaction in
            transaction[.count] += 1
            transaction[.person] = "Ada"
            transaction[.libraries].append("x")
            transaction.reset(.flag)
            // Only the body sees the changes before they are written.
            #expect(transaction[.count] == 2)
            #expect(preferences[.count] == 1)
            return transaction[.person]
        }
        #expect(name == "Ada")
        #expect(try suites.contents() == ["count": 2, "title": "t", "person": "Ada", "libraries": ["x"]])
    }

    @Test("a transaction whose body throws writes nothing")
    func abandoned() throws {
        struct Refusal: Error {}
        try suites.write(["count": 1])
        let before = try suites.bytes()
        #expect(throws: Refusal.self) {
            try preferences.transaction { transaction in
                transaction[.count] = 2
                transaction.resetAll()
                throw Refusal()
            }
        }
        #expect(try suites.bytes() == before)
        // The lock is released.
        let change = try preferences.change(options: ChangeOptions(lockTimeout: .zero)) { $0[.count] = 3 }
        #expect(change.outcome == .changed)
    }

    @Test("a transaction that throws in a missing suite creates no file")
    func abandonedCreation() throws {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try preferences.transaction { transaction in
                transaction[.count] = 2
                throw Refusal()
            }
        }
        #expect(!suites.exists())
    }

    @Test("a transaction writes nothing if one of its values cannot be written")
    func unwritable() throws {
        try suites.write(["count": 1])
        let before = try suites.bytes()
        var nested: PropertyList = [:]
        for _ in 0..<PropertyList.depthLimit {
            nested = [nested]
        }
        #expect {
            try preferences.transaction { transaction in
                transaction[.count] = 2
                transaction[.anything] = nested
            }
        } throws: { error in
            guard case PreferenceError.store(.cannotEncode(suites.path(), .xml, _)) = error else { return false }
            return true
        }
        #expect(try suites.bytes() == before)
    }

    @Test("a transaction reads only the suite's own file, and not the files after it")
    func ownFile() throws {
        try suites.write(["count": 1], to: ".GlobalPreferences")
        #expect(preferences[.count] == 1)
        try preferences.transaction { transaction in
            #expect(!transaction.isSet(.count))
            #expect(transaction[.count] == 7)
            transaction[.flag] = true
            #expect(transaction.isSet(.flag))
            #expect(transaction.contents == ["flag": true])
        }
        #expect(try suites.contents() == ["flag": true])
    }

    @Test("a transaction can throw for a value of the wrong type, which stays in the file")
    func wrongType() throws {
        try suites.write(["count": "one"])
        let error = PreferenceError.wrongType(key: "count", expected: "Int", found: .string, path: suites.path())
        #expect(throws: error) {
            try preferences.transaction { transaction in
                transaction[.flag] = true
                transaction[.count] = try transaction.value(for: .count) + 1
            }
        }
        #expect(try suites.contents() == ["count": "one"])
    }

    @Test("a change reports its effect on the file")
    func outcome() throws {
        #expect(try preferences.change { $0[.person] = nil }.outcome == .unchanged)
        #expect(try preferences.change { $0[.person] = "Ada" }.outcome == .created)
        #expect(try preferences.change { $0[.person] = "Ada" }.outcome == .unchanged)
        #expect(try preferences.change { $0.resetAll() }.outcome == .changed)
        #expect(try suites.contents() == [:])
    }

    @Test("a transaction fails on a corrupt file, unless an option replaces the file")
    func corrupt() throws {
        try suites.writeOld("<plist><dict>")
        #expect(throws: PreferenceError.self) { try preferences.transaction { $0[.count] = 1 } }
        #expect(try suites.directory.text(of: suites.name()) == "<plist><dict>")
        let change = try preferences.change(options: ChangeOptions(replacesCorrupt: true)) { $0[.count] = 1 }
        #expect(change.warnings.count == 1)
        #expect(try suites.contents() == ["count": 1])
    }

    @Test("transactions of eight threads lose no change")
    func threads() throws {
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10 {
                do {
                    let options = ChangeOptions(lockTimeout: .seconds(60), durability: .memory)
                    _ = try preferences.transaction(options: options) { $0[.count] += 1 }
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(preferences[.count] == 87)
    }

    @Test("writes that are awaited leave the threads of the pool to others while they wait", .timeLimit(.minutes(10)))
    func awaited() async throws {
        let preferences = preferences
        // In a directory that does not exist yet, the body would run twice.
        try suites.write(["count": 7])
        let released = DispatchSemaphore(value: 0)
        await withCheckedContinuation { held in
            DispatchQueue.global().async {
                do {
                    try preferences.transaction {
                        $0[.flag] = true
                        held.resume()
                        released.wait()
                    }
                } catch {
                    Issue.record(error)
                }
            }
        }
        try await withThrowingTaskGroup { group in
            for _ in 0..<32 {
                group.addTask { try await preferences.transaction { $0[.count] += 1 } }
                group.addTask { try await preferences.set("x", for: .title) }
            }
            // It gets no thread if the writers keep them all.
            group.addTask { released.signal() }
            try await group.waitForAll()
        }
        #expect(preferences[.count] == 7 + 32 && preferences[.title] == "x" && preferences[.flag])
    }

    @Test("an awaited transaction throws what its body throws, and then changes nothing")
    func awaitedError() async throws {
        struct Failure: Error {}
        try suites.write(["count": 7])
        await #expect(throws: Failure.self) {
            try await preferences.transaction {
                $0[.count] = 1
                throw Failure()
            }
        }
        #expect(preferences[.count] == 7)
        try await preferences.set(nil, for: PreferenceKey<Int?>("count"))
        #expect(try suites.contents() == [:])
    }

    @Test("all keys but some are reset, those under their former names too")
    func resetAllExcept() throws {
        try suites.write(["count": 1, "old": 2, "title": "t"])
        preferences.resetAll(except: .count, PreferenceKey<Int>("new", default: 0).formerly("old"))
        #expect(try suites.contents() == ["count": 1, "old": 2])
        let keys: [PreferenceKeys] = [.count, .title]
        preferences.reset(keys)
        #expect(try suites.contents() == ["old": 2])
        try preferences.transaction { $0.reset([PreferenceKey<Int?>("old")]) }
        #expect(try suites.contents() == [:])
    }
}
