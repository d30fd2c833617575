import Dispatch
import Foundation
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import PreferenceCore

@Suite("A change in place")
struct StatementTests {
    private let suites: SuiteFolder
    private let preferences: Preferences

    init() throws {
        suites = try SuiteFolder()
        preferences = try suites.preferences()
    }

    @Test("loses nothing between eight threads")
    func threads() throws {
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<25 {
                preferences[.count] += 1
            }
        }
        #expect(preferences[.count] == 207)
        #expect(try suites.contents() == ["count": 207])
    }

    @Test("loses nothing between eight threads in a suite in memory")
    func threadsInMemory() throws {
        let preferences = Preferences(.inMemory())
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1000 {
                preferences[.count] += 1
            }
        }
        #expect(preferences[.count] == 8007)
    }

    @Test("starts from the value of a layer below")
    func layers() throws {
        Preferences(suite: .global, folders: suites.folders)[.count] = 10
        preferences[.count] += 1
        #expect(try suites.contents() == ["count": 11])
    }

    @Test("starts from what another program has just written")
    func foreign() throws {
        #expect(preferences[.count] == 7)
        try suites.folder.write(PropertyList.dictionary(["count": 20]).serialized(as: .xml), to: suites.name())
        preferences[.count] += 1
        #expect(try suites.contents() == ["count": 21])
    }

    @Test("may read and write other preferences in its midst: each is a write of its own")
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

    @Test("may write another suite of the folder in its midst")
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

    @Test("that throws in its midst writes the value as it stood")
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
}
