import PreferenceCore
import PreferenceStore
import TestSupport
import Testing

@Suite("The standard preferences of a process", .mayWait)
struct StandardPreferencesTests {
    @Test("the standard preferences are overridden before their first use only")
    func standardOverrides() async {
        await #expect(processExitsWith: .success) {
            Preferences.overrideStandard(by: .dictionary(["count": 4]))
            Preferences.overrideStandard(by: .dictionary(["count": 5]))
            #expect(Preferences[.count] == 5)
        }
        await #expect(processExitsWith: .failure) {
            _ = Preferences.standard
            Preferences.overrideStandard(by: .arguments)
        }
    }

    @Test("the standard preferences are replaced once, before their first use, with the suites that are named")
    func standardReplacement() async {
        await #expect(processExitsWith: .success) {
            Preferences.replaceStandard(by: Preferences(.inMemory(["count": 4])))
            let group = PreferenceKey<Int>("n", default: 0, suite: "group.x")
            inThreads(2) { _ in
                Preferences[.count] += 1
                Preferences[group] += 1
                Preferences(suite: "group.x")[group] += 1
            }
            #expect(Preferences[.count] == 6 && Preferences(suite: "group.x")[group] == 4)
        }
        await #expect(processExitsWith: .failure) {
            _ = Preferences.standard
            Preferences.replaceStandard(by: Preferences(.inMemory()))
        }
        await #expect(processExitsWith: .failure) {
            Preferences.replaceStandard(by: Preferences(.inMemory()))
            Preferences.overrideStandard(by: .arguments)
        }
    }

    @Test("within a replacement of the standard preferences, a suite that is named is one of its backend")
    func namedSuites() throws {
        let replacement = Preferences(.inMemory())
        let group = PreferenceKey<Int>("n", default: 0, suite: "group.example")
        Preferences.$standard.withValue(replacement) {
            Preferences(suite: "group.example")[group] = 1
            #expect(Preferences[group] == 1)
            #expect(Preferences(suite: nil)[.count] == 7)
        }
        // The key names that suite, in whichever backend.
        #expect(Preferences.$standard.withValue(replacement) { Preferences[group] } == 1)
        #expect(!Preferences(suite: "group.example").isSet(group))
    }
}
