import Foundation
import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport
import Testing

@testable import PreferenceCore

@Suite("What is in memory")
struct MemoryTests {
    private let suites: SuiteDirectory
    private let preferences: Preferences

    init() throws {
        suites = try SuiteDirectory()
        preferences = try suites.preferences()
    }

    @Test("is what was written, at once, for everyone who uses the suite")
    func ownWrites() throws {
        let other = try suites.preferences()
        #expect(preferences[.count] == 7)
        #expect(other[.count] == 7)
        preferences[.count] = 1
        #expect(preferences[.count] == 1)
        #expect(other[.count] == 1)
        other.reset(.count)
        #expect(preferences[.count] == 7)
    }

    @Test("is what its thread has written, also beside the first reading of another thread")
    func ownWriteBesideFirstReading() throws {
        for _ in 0..<2000 {
            let preferences = Preferences(.inMemory())
            inThreads(2) { index in
                if index == 0 {
                    _ = preferences[.count]
                } else {
                    preferences[.count] = 1
                    #expect(preferences[.count] == 1)
                }
            }
            #expect(preferences[.count] == 1)
        }
    }

    @Test("is what its thread has written, also where another thread takes long for the first reading")
    func ownWriteBesideLongReading() throws {
        let many = (0..<200_000).map { PropertyListDictionary.Entry(key: "k\($0)", value: "value") }
        try suites.write(PropertyListDictionary(uniqueEntries: many), to: ".GlobalPreferences")
        inThreads(2) { [preferences] index in
            if index == 0 {
                _ = preferences[.count]
            } else {
                preferences[.count] = 1
                #expect(preferences[.count] == 1)
            }
        }
    }

    @Test("is what the file holds after a write that failed")
    func failedWriteBesideForeign() throws {
        try suites.write(["count": 1])
        #expect(preferences[.count] == 1)
        try suites.directory.write("<plist>", to: suites.name())
        try suites.directory.age(suites.name())
        #expect(throws: PreferenceError.self) { try preferences.set(2, for: .count) }
        #expect(throws: PreferenceError.self) { try preferences.value(for: .count) }
    }

    @Test("of a key goes with the key and the suite, the value and the default too")
    func release() {
        final class Token: Sendable {}
        weak var lost: Token?
        do {
            let token = Token()
            lost = token
            let preferences = Preferences(.inMemory())
            let key = PreferenceKey<Int>("k") { withExtendedLifetime(token) { 0 } }
            preferences[key] = 1
            #expect(preferences[key] == 1)
        }
        #expect(lost == nil)
    }

    @Test("is read anew after a write by another program, without being asked")
    func foreignWrites() throws {
        let news = News()
        let observation = preferences.observe(.count) { old, new in news.add("\(old) \(new)") }
        try suites.directory.write(PropertyList.dictionary(["count": 3]).serialized(as: .xml), to: suites.name())
        #expect(news.next() == "7 3")
        #expect(preferences[.count] == 3)
        try FileManager.default.removeItem(atPath: suites.path())
        #expect(news.next() == "3 7")
        #expect(preferences[.count] == 7)
        withExtendedLifetime(observation) {}
    }

    @Test("of a global suite changes for the suites that look through it")
    func globalWrites() throws {
        let global = Preferences(suite: .global, directories: suites.directories)
        #expect(preferences[.count] == 7)
        global[.count] = 2
        #expect(preferences[.count] == 2)
        preferences[.count] = 3
        #expect(preferences[.count] == 3)
        #expect(global[.count] == 2)
    }

    @Test("is not what a write left that failed")
    func failedWrite() throws {
        try suites.write(["count": 1])
        #expect(preferences[.count] == 1)
        #expect(throws: PreferenceError.self) {
            try preferences.transaction { transaction in
                transaction[.count] = 2
                throw PreferenceError.invalidKey("")
            }
        }
        #expect(preferences[.count] == 1)
    }

    @Test("may be asked for by a default, also when others are told of a change")
    func defaultThatReads() throws {
        let key = PreferenceKey<Int>("n") { [preferences] in preferences[.count] }
        #expect(preferences[key] == 7)
        preferences[key] = 1
        preferences.reset(key)
        preferences[.count] = 3
        #expect(preferences[key] == 3)
    }

    @Test("is apart for each suite, of one key too")
    func suitesApart() throws {
        let other = try suites.preferences("other")
        preferences[.count] = 1
        other[.count] = 2
        for _ in 0..<3 {
            #expect(preferences[.count] == 1)
            #expect(other[.count] == 2)
        }
    }

    @Test("alone is what a suite in memory has: no file is made, and no other suite sees it")
    func inMemory() throws {
        let backend = PreferenceBackend.inMemory()
        let preferences = Preferences(backend, suite: try SuiteName("app"))
        let same = Preferences(backend, suite: try SuiteName("app"))
        preferences[.count] += 1
        preferences[.libraries].append("x")
        #expect(same[.count] == 8)
        #expect(same[.libraries] == ["x"])
        #expect(Preferences(backend, suite: try SuiteName("other"))[.count] == 7)
        #expect(Preferences(.inMemory(), suite: try SuiteName("app"))[.count] == 7)
        #expect(throws: CancellationError.self) {
            try preferences.transaction { transaction in
                transaction[.count] = 1
                throw CancellationError()
            }
        }
        #expect(preferences[.count] == 8)
        preferences.resetAll()
        #expect(try preferences.allKeys() == [])
    }

    @Test("can be given to the code under test, with the suites that its keys name")
    func standard() throws {
        let key = PreferenceKey<Int>("n", default: 0, suite: "group.x")
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            Preferences[.count] = 1
            Preferences[key] = 2
            #expect(Preferences[.count] == 1)
            #expect(Preferences[key] == 2)
            #expect(Preferences.isSet(key))
        }
        Preferences.$standard.withValue(Preferences(directory: suites.directory.path)) {
            #expect(Preferences[key] == 0)
            Preferences[key] += 3
        }
        #expect(suites.directory.exists("group.x.plist"))
    }
}
