import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport
import Testing

@testable import PreferenceCore

@Suite("Values in memory", .mayWait)
struct MemoryTests {
    private let suites: SuiteDirectory
    private let preferences: Preferences

    init() throws {
        suites = try SuiteDirectory()
        preferences = try suites.preferences()
    }

    @Test("a write is visible at once to all users of the suite")
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

    @Test("preferences in memory can have contents, in the standard suite alone, rounded as in a file")
    func contents() throws {
        let date = PropertyListDate(secondsSinceReferenceDate: 0.5)
        let preferences = Preferences(.inMemory(["count": 3, "date": .date(date), "shared": 1]))
        #expect(preferences[.count] == 3)
        #expect(
            try preferences.dictionaryRepresentation() == [
                "count": 3, "date": .date(PropertyListDate(secondsSinceReferenceDate: 0)), "shared": 1,
            ]
        )
        preferences.resetAll()
        #expect(preferences[.count] == 7)
        Preferences.$standard.withValue(Preferences(.inMemory(["count": 4, "shared": 1]))) {
            #expect(Preferences[.count] == 4)
            #expect(Preferences[PreferenceKey<Int>("shared", default: 0, suite: "group.x")] == 0)
        }
        let other = PreferenceBackend.inMemory(["count": 3])
        #expect(try Preferences(other, suite: SuiteName("group.x"))[.count] == 7)
        #expect(Preferences(other)[.count] == 3)
    }

    @Test("a change describes its key and both values")
    func changes() {
        #expect("\(PreferenceChange(key: "count", old: 1, new: 2))" == "count: 1 -> 2")
        #expect("\(PreferenceChange(key: "person", old: nil, new: "Ada"))" == "person: unset -> \"Ada\"")
    }

    @Test("a thread reads its own write, even during the first read of another thread")
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

    @Test("a thread reads its own write, even if the first read of another thread takes long")
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

    @Test("releasing a key and its suite releases the key's value and default")
    func release() {
        final class Token: Sendable {}
        weak var lost: Token?
        do {
            let token = Token()
            lost = token
            let preferences = Preferences(.inMemory())
            let key = PreferenceKey<Int>("k", default: 0).default { withExtendedLifetime(token) { 0 } }
            preferences[key] = 1
            #expect(preferences[key] == 1)
        }
        #expect(lost == nil)
    }

    @Test("a write to the global suite is visible in the suites that search it")
    func globalWrites() throws {
        let global = Preferences(suite: .global, directories: suites.directories)
        #expect(preferences[.count] == 7)
        global[.count] = 2
        #expect(preferences[.count] == 2)
        preferences[.count] = 3
        #expect(preferences[.count] == 3)
        #expect(global[.count] == 2)
    }

    @Test("a default can read another preference, even while a change is reported")
    func defaultThatReads() throws {
        let key = PreferenceKey<Int>("n", default: 0).default { [preferences] in preferences[.count] }
        #expect(preferences[key] == 7)
        preferences[key] = 1
        preferences.reset(key)
        preferences[.count] = 3
        #expect(preferences[key] == 3)
    }

    @Test("a suite in memory creates no file, and no other suite sees its values")
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

    @Test("code under test can use other standard preferences, including the suites that its keys declare")
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
