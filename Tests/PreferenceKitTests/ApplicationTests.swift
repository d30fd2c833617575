import PreferenceKit
import TestSupport
import Testing

/// What an application does with its keys; each test in a process of its own, whose standard suite is empty.
@Suite("An application's preferences")
struct ApplicationTests {
    @Test("are read, changed and reset through static keys")
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

    @Test("are another suite's through an instance, whatever the key says")
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

    @Test("are in the key's own suite through static access")
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

    @Test("change together in a transaction, and throw where a program asks for it")
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

    @Test("of a suite whose name comes from outside throw where it is none")
    func suiteFromOutside() throws {
        #expect(throws: PreferenceStoreError.invalidSuiteName("../x", .separator)) { try SuiteName("../x") }
        #expect(throws: PreferenceError.invalidKey("a\0")) { try PreferenceKey<Int?>(validating: "a\0") }
        #expect(try SuiteName("group.x").rawValue == "group.x")
    }
}
