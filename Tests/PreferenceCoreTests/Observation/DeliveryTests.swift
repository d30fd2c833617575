import Dispatch
import Observation
import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport
import Testing

@testable import PreferenceCore

/// The storage of the suites in a test.
enum Storage: CaseIterable {
    case files, memory

    /// Creates two suites.
    func makeSuites() throws -> (SuiteDirectory, Preferences, Preferences) {
        let suites = try SuiteDirectory()
        let backend: PreferenceBackend = self == .files ? .directories(suites.directories) : .inMemory()
        // Nothing here depends on the disk, which would take most of the time.
        let pair = try ["a", "b"].map { Preferences(backend, suite: try SuiteName($0), durability: .memory) }
        return (suites, pair[0], pair[1])
    }
}

extension PreferenceKeys {
    fileprivate static let handled = PreferenceKey<Int>("handled", default: 0)
}

@Suite("The threads and times at which handlers run", .mayWait)
struct DeliveryTests {
    /// What a handler must not find: another thread, or a statement in progress.
    private final class Calls: Sendable {
        private let counts = Mutex<[String: Int]>([:])
        private let isInStatement = Atomic(false)

        func note(_ word: String) {
            counts.withLock { $0[word, default: 0] += 1 }
        }

        /// Notes a call of a handler for a change by a caller.
        func callAsFunction(by writer: Caller) {
            note(
                Caller.current != writer
                    ? "another thread" : isInStatement.load(ordering: .relaxed) ? "within" : "after"
            )
        }

        /// Runs a part of a statement, in which no handler may run.
        func during(_ body: () -> Void) {
            isInStatement.store(true, ordering: .relaxed)
            body()
            isInStatement.store(false, ordering: .relaxed)
        }

        var all: [String: Int] { counts.withLock { $0 } }
    }

    @Test(
        "each of 200 writes is reported once, in the writing thread, after the statement",
        arguments: Storage.allCases
    )
    func ownWrites(_ storage: Storage) throws {
        let (suites, preferences, _) = try storage.makeSuites()
        let calls = Calls()
        let writer = Caller.current
        let observation = preferences.observe(.count) { _, _ in
            calls(by: writer)
            preferences[.handled] += 1
        }
        for turn in 0..<50 {
            preferences[.count] = turn + 1000
            func add(to count: inout Int) {
                calls.during { count += 1 }
            }
            add(to: &preferences[.count])
            try preferences.transaction { transaction in
                calls.during {
                    transaction[.count] = -1
                    transaction[.count] = -turn - 2
                }
            }
            preferences.reset(.count)
        }
        #expect(calls.all == ["after": 200])
        #expect(preferences[.handled] == 200)
        withExtendedLifetime((observation, suites)) {}
    }

    @Test(
        "each of four threads is told of its own writes only, in the order of all changes",
        arguments: Storage.allCases
    )
    func threads(_ storage: Storage) throws {
        let (suites, preferences, _) = try storage.makeSuites()
        let calls = Calls()
        let writers = Mutex<[Int: Caller]>([:])
        let last = Mutex(7)
        let observation = preferences.observe(.count) { old, new in
            writers.withLock { $0[new / 1000] }.map { calls(by: $0) }
            if last.withLock({ exchange(&$0, with: new) }) != old {
                calls.note("out of order")
            }
        }
        inThreads(4) { index in
            writers.withLock { $0[index] = Caller.current }
            for turn in 0..<100 {
                preferences[.count] = index * 1000 + turn
            }
        }
        #expect(calls.all == ["after": 400])
        withExtendedLifetime((observation, suites)) {}
    }

    @Test("a write inside a statement of another suite is reported after that statement", arguments: Storage.allCases)
    func nested(_ storage: Storage) throws {
        let (suites, outer, inner) = try storage.makeSuites()
        let calls = Calls()
        let writer = Caller.current
        let observation = inner.observe(.count) { _, _ in calls(by: writer) }
        outer[.libraries] = ["a", "b"]
        outer[.libraries].removeAll { name in
            calls.during { inner[.count] += 1 }
            #expect(calls.all.isEmpty)
            return name == "a"
        }
        #expect(calls.all == ["after": 2])
        withExtendedLifetime((observation, suites)) {}
    }

    @Test("the handlers of two suites can write each other's suite from two threads", arguments: Storage.allCases)
    func crosswise(_ storage: Storage) throws {
        let (suites, first, second) = try storage.makeSuites()
        let observations = [(first, second), (second, first)].map { observed, written in
            observed.observe(.count) { _, _ in written[.handled] += 1 }
        }
        inThreads(2) { index in
            for _ in 0..<50 {
                (index == 0 ? first : second)[.count] += 1
            }
        }
        #expect(first[.handled] == 50)
        #expect(second[.handled] == 50)
        withExtendedLifetime((observations, suites)) {}
    }

    @Test("a handler can wait for another thread that writes the same suite", arguments: Storage.allCases)
    func waiting(_ storage: Storage) throws {
        let (suites, preferences, _) = try storage.makeSuites()
        let calls = Calls()
        let observation = preferences.observe(.count) { _, new in
            calls.note("\(new)")
            guard new == 1 else { return }
            DispatchQueue(label: "other").sync {
                // Another thread, because a queue may run a synchronous closure in the waiting one.
                inThreads(1) { _ in preferences[.count] = 2 }
            }
        }
        preferences[.count] = 1
        #expect(preferences[.count] == 2)
        #expect(calls.all == ["1": 1, "2": 1])
        withExtendedLifetime((observation, suites)) {}
    }

    @Test("another program's write is reported in one other thread, beside a thread that reads and writes")
    func foreignWrites() throws {
        let (suites, preferences, _) = try Storage.files.makeSuites()
        let news = News()
        let threads = Mutex<Set<Caller>>([])
        let observation = preferences.observe(.title) { _, new in
            threads.withLock { _ = $0.insert(Caller.current) }
            news.add(new)
        }
        for turn in 0..<20 {
            let file = SuiteFile(path: suites.path(of: "a"))
            _ = try file.change { root throws(Never) in root["title"] = .string("\(turn)") }
            #expect(news.next() == "\(turn)")
            preferences[.count] += 1
        }
        #expect(news.rest == [])
        #expect(threads.withLock { $0.count } == 1)
        #expect(!threads.withLock { $0.contains(.current) })
        withExtendedLifetime(observation) {}
    }

    @Test("a file that another program leaves unfinished keeps its contents, and delays nobody")
    func unfinished() throws {
        let (suites, preferences, other) = try Storage.files.makeSuites()
        preferences[.count] = 1
        let news = News()
        let observations = [
            preferences.observe(.count) { old, new in news.add("a \(old) \(new)") },
            other.observe(.count) { old, new in news.add("b \(old) \(new)") },
        ]
        // On a machine that is busy for two seconds, the file is damaged, not unfinished.
        repeat {
            try suites.directory.write("<?xml version=\"1.0\"?><plist>", to: suites.name(of: "a"))
        } while preferences.domain.filesHaveChanged()
        try suites.directory.write(PropertyList.dictionary(["count": 2]).serialized(as: .xml), to: suites.name(of: "b"))
        #expect(news.next() == "b 7 2")
        // In one step: a writer that is stopped after it has truncated the file would leave an empty suite.
        try suites.directory.write(PropertyList.dictionary(["count": 3]).serialized(as: .xml), to: "whole")
        try suites.directory.rename("whole", to: suites.name(of: "a"))
        #expect(news.next() == "a 1 3")
        withExtendedLifetime(observations) {}
    }
}
