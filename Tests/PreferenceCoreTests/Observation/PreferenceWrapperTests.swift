import TestSupport
import Testing

@testable import PreferenceCore

@Suite("The @Preference property wrapper")
struct PreferenceWrapperTests {
    private struct Settings {
        @Preference(.count) var count
        @Preference(.person) var person
        @Preference(\.general, \.launchCount) var launchCount
        @Preference(PreferenceKey<Int>("n", default: 0, suite: "group.x")) var shared
    }

    @Test("a property can use a scope's key, or a key with its own suite")
    func scopeAndSuite() throws {
        let settings = Settings()
        try Preferences.$standard.withValue(Preferences(.inMemory())) {
            settings.launchCount += 1
            settings.shared += 1
            #expect(Preferences.general.launchCount == 1)
            let keys = try Preferences.standard.allKeys()
            #expect(keys == ["general.launchCount"])
            settings.$shared.reset()
            #expect(settings.$shared.isDefault)
        }
    }

    @Test("a property reads and writes its key in the current standard suite")
    func standard() {
        let settings = Settings()
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            #expect(settings.count == 7)
            settings.count += 1
            settings.person = "Ada"
            #expect(Preferences[.count] == 8)
            #expect(Preferences[.person] == "Ada")
            #expect(!settings.$count.isDefault)
            settings.$count.reset()
            #expect(settings.count == 7)
            #expect(settings.$count.isDefault)
            settings.$count.set(3)
            #expect(settings.$count.get() == 3)
            settings.person = nil
            #expect(!Preferences.isSet(.person))
        }
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            #expect(settings.count == 7)
        }
    }

    @Test("a property reads and writes its key in the given preferences")
    func given() {
        struct Settings {
            @Preference var count: Int
        }
        let preferences = Preferences(.inMemory())
        let settings = Settings(count: Preference(.count, in: preferences))
        settings.count = 2
        #expect(preferences[.count] == 2)
    }

    @Test("a binding yields its current value, and then each change", .timeLimit(.minutes(10)))
    func changes() async {
        let preferences = Preferences(.inMemory())
        let binding = Preference(.count, in: preferences).projectedValue
        var changes = binding.changes.makeAsyncIterator()
        #expect(await changes.next() == 7)
        binding.value += 1
        #expect(await changes.next() == 8)
    }
}
