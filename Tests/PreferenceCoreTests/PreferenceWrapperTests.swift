import TestSupport
import Testing

@testable import PreferenceCore

@Suite("A property that is a preference")
struct PreferenceWrapperTests {
    private struct WindowScope: PreferenceScope {
        let width = PreferenceKey<Int>("width", default: 640)
    }

    private struct Settings {
        @Preference(.count) var count
        @Preference(.person) var person
    }

    @Test("reads and writes its key in the standard suite of the moment")
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

    @Test("reads and writes its key in given preferences")
    func given() {
        struct Settings {
            @Preference var count: Int
        }
        let preferences = Preferences(.inMemory())
        let settings = Settings(count: Preference(.count, in: preferences))
        settings.count = 2
        #expect(preferences[.count] == 2)
    }

    @Test("gives its value now, and then each change", .timeLimit(.minutes(1)))
    func changes() async {
        let preferences = Preferences(.inMemory())
        let binding = Preference(.count, in: preferences).projectedValue
        var changes = binding.changes.makeAsyncIterator()
        #expect(await changes.next() == 7)
        binding.value += 1
        #expect(await changes.next() == 8)
    }
}
