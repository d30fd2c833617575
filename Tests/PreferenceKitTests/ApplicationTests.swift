import PreferenceKit
import TestSupport
import Testing

/// Each test that uses the standard suite runs in its own process, where that suite is empty.
@Suite("An application's preferences")
struct ApplicationTests {
    @Test("preferences are read, changed and reset through static keys")
    func standardSuite() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { directory in
                #expect(Preferences[.launchAtLogin] == false)
                try #expect(directory.names() == [])
                Preferences[.launchCount] += 1
                Preferences[.launchCount] += 1
                #expect(Preferences[.launchCount] == 2)
                Preferences[.libraries].append("x")
                Preferences[.libraries][0] += " 2.0"
                #expect(Preferences[.libraries] == ["x 2.0"])
                Preferences[.username] = "ada"
                #expect(Preferences.isSet(.username))
                Preferences[.username] = nil
                #expect(Preferences[.username] == nil)
                #expect(!Preferences.isSet(.username))
                Preferences[.anything] = ["a": [1, true, 0.5]]
                #expect(Preferences[.anything] == ["a": [1, true, 0.5]])
                Preferences.reset(.launchCount)
                #expect(Preferences[.launchCount] == 0)
                #expect(Preferences.isDefault(.launchCount))
                #expect(!Preferences.isDefault(.libraries))
                #expect(Preferences[.libraries] == ["x 2.0"])
                try #expect(directory.names().count == 1)
            }
        }
    }

    @Test("an instance uses its own suite, whatever suite the key declares")
    func instance() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { directory in
                let group = Preferences(suite: "group.x")
                group[.launchCount] = 3
                #expect(group[.launchCount] == 3)
                #expect(Preferences[.launchCount] == 0)
                #expect(Preferences.standard[.launchCount] == 0)
                Preferences.standard[.shared] = 1
                #expect(group[.shared] == 0)
                #expect(Preferences[.shared] == 0)
                try #expect(directory.names().count == 2)
                group.resetAll()
                #expect(group[.launchCount] == 0)
                #expect(Preferences.standard[.shared] == 1)
            }
        }
    }

    @Test("static access uses the key's own suite")
    func keySuite() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { directory in
                Preferences[.shared] += 5
                #expect(Preferences.isSet(.shared))
                #expect(!Preferences.isDefault(.shared))
                #expect(Preferences(suite: "group.x")[.shared] == 5)
                #expect(!Preferences.standard.isSet(.shared))
                try #expect(directory.names() == ["group.x.plist"])
                Preferences.reset(.shared)
                #expect(Preferences.isDefault(.shared))
            }
        }
    }

    @Test("preferences change together in a transaction, and throwing methods set, read and remove them")
    func transaction() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { _ in
                let count = try Preferences.standard.transaction { transaction in
                    transaction[.launchCount] += 1
                    transaction[.username] = "ada"
                    return transaction[.launchCount]
                }
                #expect(count == 1)
                try Preferences.standard.set(5, for: .launchCount)
                #expect(try Preferences.standard.value(for: .launchCount) == 5)
                try Preferences.standard.remove(.launchCount, .username)
                var snapshot = try Preferences.standard.snapshot()
                #expect(try snapshot.entries().isEmpty)
            }
        }
    }

    @Test("an invalid suite name or key from outside the program throws")
    func suiteFromOutside() throws {
        #expect(throws: PreferenceStoreError.invalidSuiteName("../x", .separator)) { try SuiteName("../x") }
        #expect(throws: PreferenceError.invalidKey("a\0")) { try PreferenceKey<Int?>(validating: "a\0") }
        #expect(try SuiteName("group.x").rawValue == "group.x")
    }
}
