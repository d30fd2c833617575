import Dispatch
import Foundation
import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport
import Testing

@testable import PreferenceCore

@Suite("Changes in place", .mayWait)
struct StatementTests {
    private let suites: SuiteDirectory
    private let preferences: Preferences

    init() throws {
        suites = try SuiteDirectory()
        preferences = try suites.preferences()
        // A busy disk can make the last of several threads wait for longer than the usual ten seconds.
        Preferences.lockTimeout = .seconds(120)
    }

    @Test("eight threads change a key in place and lose no change")
    func threads() throws {
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<25 {
                preferences[.count] += 1
            }
        }
        #expect(preferences[.count] == 207)
        #expect(try suites.contents() == ["count": 207])
    }

    @Test("eight threads change a key of a suite in memory in place and lose no change")
    func threadsInMemory() throws {
        let preferences = Preferences(.inMemory())
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1000 {
                preferences[.count] += 1
            }
        }
        #expect(preferences[.count] == 8007)
    }

    @Test("a change in place starts from the value of a lower layer")
    func layers() throws {
        Preferences(suite: .global, directories: suites.directories)[.count] = 10
        preferences[.count] += 1
        #expect(try suites.contents() == ["count": 11])
    }

    @Test("a change in place starts from another program's latest write")
    func foreign() throws {
        #expect(preferences[.count] == 7)
        try suites.directory.write(PropertyList.dictionary(["count": 20]).serialized(as: .xml), to: suites.name())
        preferences[.count] += 1
        #expect(try suites.contents() == ["count": 21])
    }

    @Test("a change in place can read and write other preferences, and each is a separate write")
    func nested() throws {
        preferences[.libraries] = ["a", "b"]
        preferences[.libraries].removeAll { library in
            preferences[.count] += 1
            preferences[.title] = library
            return preferences[.count] == 8
        }
        #expect(preferences[.libraries] == ["b"])
        #expect(preferences[.count] == 9)
        #expect(preferences[.title] == "b")
        #expect(try suites.contents() == ["count": 9, "libraries": ["b"], "title": "b"])
    }

    @Test("a change in place can write another suite of the same directory")
    func nestedSuite() throws {
        let other = try suites.preferences("other")
        preferences[.libraries].append(
            { () -> String in
                other[.count] += 1
                return "x"
            }()
        )
        preferences[.libraries].removeAll { _ in
            other[.count] += 1
            return false
        }
        #expect(other[.count] == 9)
    }

    @Test("a change in place that throws writes the value at that time")
    func throwing() throws {
        func change(_ value: inout Int) throws {
            value += 1
            throw CancellationError()
        }
        #expect(throws: CancellationError.self) { try change(&preferences[.count]) }
        #expect(preferences[.count] == 8)
        preferences[.count] += 1
        #expect(preferences[.count] == 9)
    }

    @Test("threads that create the directory at the same time lose no change")
    func missingDirectory() throws {
        for _ in 0..<20 {
            let directory = try TemporaryDirectory()
            let preferences = Preferences(directory: directory.path(of: "a/b"))
            inThreads(4) { _ in preferences[.count] += 1 }
            #expect(preferences[.count] == 11)
        }
    }

    @Test("two threads that change two suites in opposite order lose no change", arguments: [false, true])
    func crosswise(isInMemory: Bool) throws {
        let backend = isInMemory ? PreferenceBackend.inMemory() : .directories(suites.directories)
        let pair = [
            Preferences(backend, suite: try SuiteName("first")), Preferences(backend, suite: try SuiteName("second")),
        ]
        for preferences in pair {
            preferences[.libraries] = ["a"]
        }
        inThreads(2) { index in
            for _ in 0..<25 {
                pair[index][.libraries].removeAll { _ in
                    pair[1 - index][.count] += 1
                    return false
                }
            }
        }
        #expect(pair.map { $0[.count] } == [32, 32])
    }

    @Test("a change in memory waits for another thread no longer than the lock timeout")
    func timeoutInMemory() {
        let preferences = Preferences(.inMemory())
        preferences[.libraries] = ["a"]
        preferences[.libraries].removeAll { _ in
            inThreads(1) { _ in
                let options = ChangeOptions(lockTimeout: .zero)
                #expect(throws: PreferenceError.store(.lockTimedOut(path: "preferences in memory", holder: nil))) {
                    try preferences.transaction(options: options) { $0[.count] = 1 }
                }
            }
            return true
        }
        #expect(preferences[.count] == 7)
        #expect(preferences[.libraries] == [])
    }

    @Test("a change in place that cannot lock the suite in time writes nothing and reports the problem")
    func lockTimeout() async {
        await #expect(processExitsWith: .success) {
            Preferences.lockTimeout = .zero
            let suites = try SuiteDirectory()
            for preferences in [try suites.preferences(), Preferences(.inMemory())] {
                preferences[.libraries] = ["a"]
                let reported = problems {
                    preferences[.libraries].removeAll { _ in
                        inThreads(1) { _ in preferences[.count] += 1 }
                        return true
                    }
                }
                #expect(reported.count == 1)
                #expect(preferences[.count] == 7)
                #expect(preferences[.libraries] == [])
            }
        }
    }

    @Test("a change in place that resumes on another thread after an await loses no change", arguments: [false, true])
    func suspension(isInMemory: Bool) async {
        func change(_ value: inout Int) async {
            for _ in 0..<20 {
                await Task.yield()
            }
            value += 1
        }
        let preferences = isInMemory ? Preferences(.inMemory()) : preferences
        await withTaskGroup { group in
            for _ in 0..<4 {
                // These tasks keep the threads busy, so that the change moves from one thread to another.
                group.addTask {
                    while !Task.isCancelled {
                        await Task.yield()
                    }
                }
            }
            for _ in 0..<50 {
                await change(&preferences[.count])
            }
            group.cancelAll()
        }
        #expect(preferences[.count] == 57)
        preferences[.count] += 1
        #expect(preferences[.count] == 58)
    }
}
