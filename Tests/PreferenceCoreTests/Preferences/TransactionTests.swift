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

    @Test("write all that they change at once, and give what the body returns")
    func writes() throws {
        try suites.write(["count": 1, "flag": true, "title": "t"])
        let name = try preferences.transaction { transaction in
            transaction[.count] += 1
            transaction[.person] = "Ada"
            transaction[.libraries].append("x")
            transaction.reset(.flag)
            // What has not been written yet is there for the body alone.
            #expect(transaction[.count] == 2)
            #expect(preferences[.count] == 1)
            return transaction[.person]
        }
        #expect(name == "Ada")
        #expect(try suites.contents() == ["count": 2, "title": "t", "person": "Ada", "libraries": ["x"]])
    }

    @Test("write nothing where the body throws")
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
        // The lock is free again.
        let change = try preferences.change(ChangeOptions(lockTimeout: .zero)) { $0[.count] = 3 }.get()
        #expect(change.outcome == .changed)
    }

    @Test("that throw in a suite that is not there make no file")
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

    @Test("write nothing where one of their values cannot be written")
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

    @Test("see the suite's own file, not what stands behind it")
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

    @Test("throw at a value of another type, and leave it")
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

    @Test("say what became of the file")
    func outcome() throws {
        #expect(try preferences.change { $0[.person] = nil }.get().outcome == .unchanged)
        #expect(try preferences.change { $0[.person] = "Ada" }.get().outcome == .created)
        #expect(try preferences.change { $0[.person] = "Ada" }.get().outcome == .unchanged)
        #expect(try preferences.change { $0.resetAll() }.get().outcome == .changed)
        #expect(try suites.contents() == [:])
    }

    @Test("refuse a corrupt file, unless they are asked to replace it")
    func corrupt() throws {
        try suites.writeOld("<plist><dict>")
        #expect(throws: PreferenceError.self) { try preferences.transaction { $0[.count] = 1 } }
        #expect(try suites.directory.text(of: suites.name()) == "<plist><dict>")
        let change = try preferences.change(ChangeOptions(replacesCorrupt: true)) { $0[.count] = 1 }.get()
        #expect(change.warnings.count == 1)
        #expect(try suites.contents() == ["count": 1])
    }

    @Test("lose no change of any thread")
    func threads() throws {
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10 {
                do {
                    let options = ChangeOptions(lockTimeout: .seconds(60), durability: .memory)
                    _ = try preferences.change(options) { $0[.count] += 1 }
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(preferences[.count] == 87)
    }
}
