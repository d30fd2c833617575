import Glibc
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport
import Testing

@Suite("Settings of an owner", .mayWait)
struct OwnedSettingsTests {
    /// Checks the rule in a suite with a count of 1, whose contents are XML or in memory.
    private static func checkRule(_ preferences: Preferences) throws {
        preferences[.count] = 1
        #expect(try preferences.apply(["count": 5, "title": "t"], owner: "installer") == [])
        #expect(preferences[.count] == 5 && preferences[.title] == "t")
        // Again, another value: the former one stays that before the first.
        try preferences.apply(["count": 6, "title": "t"], owner: "installer")
        #expect(throws: PreferenceError.owned(key: "title", owner: "installer")) {
            try preferences.apply(["title": "u"], owner: "other")
        }
        #expect(preferences[.title] == "t")
        // A key that the seed lacks is taken back, one that has changed since stays.
        try preferences.apply(["title": "t", "flag": true], owner: "installer")
        #expect(preferences[.count] == 1)
        preferences[.flag] = false
        #expect(try preferences.apply(["title": "t"], owner: "installer") == ["flag"])
        #expect(preferences.isSet(.flag) && preferences[.flag] == false)
        // Another owner takes over, with what was there before either.
        try preferences.apply(["title": "u"], owner: "other", takingOver: true)
        try preferences.apply([:], owner: "installer")
        #expect(preferences[.title] == "u")
        try preferences.apply([:], owner: "other")
        #expect(!preferences.isSet(.title))
        #expect(try preferences.dictionaryRepresentation() == ["count": 1, "flag": false])
    }

    @Test("a seed of an owner can be taken back, in memory")
    func memory() throws {
        try Self.checkRule(Preferences(.inMemory()))
        // A key that already equals the seed is owned too.
        let preferences = Preferences(.inMemory(["count": 1]))
        try preferences.apply(["count": 1], owner: "a")
        #expect(throws: PreferenceError.owned(key: "count", owner: "a")) {
            try preferences.apply(["count": 2], owner: "b")
        }
    }

    @Test("a seed of an owner can be taken back, in a file, with a record that the command reads too")
    func file() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { directory in
                let preferences = Preferences(suite: "group.x")
                try Self.checkRule(preferences)
                let state = try #require(JournalDirectory(environment: CallingProcess.variable))
                let file = state.state(of: directory.path(of: "group.x.plist"))
                #expect(try file.ownership(for: [:]).isEmpty)
                try preferences.apply(["count": 3], owner: "installer", recording: "install")
                let setting = OwnedSetting(pointer: ["count"], value: .value(3), former: .value(1), parentCount: 0)
                #expect(try file.ownership(for: ["count": 3])["installer"] == [setting])
                // The history has the ownership, so that an undo ends it.
                #expect(try state.records().last?.ownership?.new["installer"] == [setting])
            }
        }
    }

    @Test("a secret that has a value is refused, and a new one is recorded by its digest alone")
    func secrets() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { directory in
                _ = unsafe setenv("XDG_DATA_HOME", directory.path(of: "data"), 1)
                let schema = #"{"properties":{"title":{"secret":true}}}"#
                try directory.write(schema, to: "data/prefs/schemas/s.schema.json")
                let preferences = Preferences(suite: "s")
                try preferences.apply(["title": "hunter2"], owner: "installer")
                let names = try directory.names(in: "state/prefs/files")
                #expect(try !names.contains { try directory.text(of: "state/prefs/files/\($0)").contains("hunter2") })
                try preferences.apply([:], owner: "installer")
                #expect(!preferences.isSet(.title))
                preferences[.title] = "mine"
                do {
                    try preferences.apply(["title": "other"], owner: "installer")
                    Issue.record("a secret would be lost")
                } catch {
                    #expect("\(error)".contains("'title'") && "\(error)".contains("secret"))
                }
                #expect(preferences[.title] == "mine")
            }
        }
    }

    @Test("observers hear of what an owner sets and takes back")
    func observed() throws {
        let preferences = Preferences(.inMemory(["count": 1]))
        let values = Mutex<[Int]>([])
        let observation = preferences.observe(.count) { _, new in values.withLock { $0.append(new) } }
        try preferences.apply(["count": 2], owner: "a")
        try preferences.apply([:], owner: "a")
        observation.cancel()
        #expect(values.withLock(\.self) == [2, 1])
    }
}
