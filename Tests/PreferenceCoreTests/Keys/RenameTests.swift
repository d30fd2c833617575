import PreferenceCore
import PropertyLists
import Testing

@Suite("Renamed keys and values of an older type")
struct RenameTests {
    private let suites: SuiteDirectory
    private let preferences: Preferences
    private let key = PreferenceKey<Int>("launchCount", default: 0).formerly("LaunchCount", "launches")

    init() throws {
        suites = try SuiteDirectory()
        preferences = try suites.preferences()
    }

    @Test("a renamed key is read under its latest former name, until the first write moves the value")
    func moves() throws {
        try suites.write(["launches": 3, "other": 1])
        let before = try suites.bytes()
        #expect(preferences[key] == 3)
        #expect(preferences.isSet(key))
        #expect(!preferences.isDefault(key))
        var snapshot = try preferences.snapshot()
        #expect(try snapshot.entry(for: key)?.key == "launches")
        #expect(try suites.bytes() == before)
        try suites.write(["launches": 3, "LaunchCount": 4, "other": 1])
        #expect(preferences[key] == 4)
        preferences[key] += 1
        #expect(try suites.contents() == ["launchCount": 5, "other": 1])
        #expect(preferences[key] == 5)
    }

    @Test("the current name takes precedence over the former names in one file")
    func both() throws {
        try suites.write(["launches": 3, "launchCount": 9])
        #expect(preferences[key] == 9)
        preferences[key] = 10
        #expect(try suites.contents() == ["launchCount": 10])
    }

    @Test("a renamed key is removed under every name", arguments: ["reset", "remove", "nil", "transaction"])
    func removal(way: String) throws {
        try suites.write(["launches": 3, "LaunchCount": 4, "launchCount": 5, "other": 1])
        let optional = PreferenceKey<Int?>("launchCount").formerly("LaunchCount", "launches")
        switch way {
        case "reset": preferences.reset(key)
        case "remove": try preferences.remove(key)
        case "nil": preferences[optional] = nil
        default: try preferences.transaction { $0.reset(key) }
        }
        #expect(try suites.contents() == ["other": 1])
        #expect(!preferences.isSet(key))
        #expect(preferences.isDefault(key))
    }

    @Test("a transaction reads a renamed key under its former name and moves the value")
    func transaction() throws {
        try suites.write(["launches": 3])
        let isSet = try preferences.transaction { transaction in
            transaction[key] *= 2
            return transaction.isSet(key)
        }
        #expect(isSet)
        #expect(try suites.contents() == ["launchCount": 6])
    }

    @Test("a renamed key is read from the first file that contains any of its names")
    func files() throws {
        try suites.write(["launches": 3])
        try suites.write(["launchCount": 8], to: ".GlobalPreferences")
        #expect(preferences[key] == 3)
        preferences.reset(key)
        #expect(preferences[key] == 8)
    }

    @Test("a migration converts a former value of an older type, and a write stores the new type")
    func migration() throws {
        let key = PreferenceKey<Theme>("theme", default: .light).formerly("isDark").migrating { old in
            Bool(propertyList: old).map { $0 ? .dark : .light }
        }
        try suites.write(["isDark": true])
        #expect(preferences[key] == .dark)
        #expect(try suites.contents() == ["isDark": true])
        preferences[key] = preferences[key]
        #expect(try suites.contents() == ["theme": "dark"])
        #expect(preferences[key] == .dark)
    }

    @Test("a migration runs only for a value that the type cannot read")
    func migrationOfOthers() throws {
        let key = PreferenceKey<[Int]>("sizes", default: []).migrating { old in
            Int(propertyList: old).map { [$0] }
        }
        try suites.write(["sizes": 3])
        preferences[key].append(4)
        #expect(try suites.contents() == ["sizes": [3, 4]])
        #expect(preferences[key] == [3, 4])
        try suites.write(["sizes": "3"])
        #expect(throws: PreferenceError.self) { try preferences.value(for: key) }
    }

    @Test("optional and Codable types migrate in the same way")
    func migrationOfKinds() throws {
        let optional = PreferenceKey<Duration?>("delay").migrating { old in
            Int(propertyList: old).map { .seconds($0) }
        }
        let account = PreferenceKey<Account>("user", default: Account(name: "")).migrating { old in
            String(propertyList: old).map { Account(name: $0) }
        }
        try suites.write(["delay": 5, "user": "Ada"])
        #expect(preferences[optional] == .seconds(5))
        #expect(preferences[account] == Account(name: "Ada"))
        try suites.write([:])
        #expect(preferences[optional] == nil)
    }
}
