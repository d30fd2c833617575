import PropertyLists
import Synchronization
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

    private struct Observed {
        @Preference(.count) var count { didSet {} }
        @Preference(.count) var plain
    }

    /// Adds 1 to a value, after another thread has added 1 to the preference.
    private func addAfterOther(_ value: inout Int, of preferences: Preferences) {
        inThreads(1) { _ in preferences[.count] += 1 }
        value += 1
    }

    @Test(
        "a property with didSet, and one through a key path, is written in a second step: a change in between is lost"
    )
    func observed() {
        let preferences = Preferences(.inMemory())
        Preferences.$standard.withValue(preferences) {
            let settings = Observed()
            addAfterOther(&settings.count, of: preferences)
            #expect(preferences[.count] == 8)
            let path = \Observed.plain
            addAfterOther(&settings[keyPath: path], of: preferences)
            #expect(preferences[.count] == 9)
        }
    }

    @Test("the projected value of a property with didSet is changed atomically")
    func projected() {
        let preferences = Preferences(.inMemory())
        inThreads(4) { _ in
            Preferences.$standard.withValue(preferences) {
                let settings = Observed()
                for _ in 0..<50 {
                    settings.$count.value += 1
                    settings.plain += 1
                }
            }
        }
        #expect(preferences[.count] == 7 + 400)
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

    @Test("a binding has bindings to the parts of its value", .timeLimit(.minutes(10)))
    func parts() async {
        struct Frame: Codable, Equatable {
            var width = 80
            var height = 24
        }
        let preferences = Preferences(.inMemory())
        let frame = Preference(PreferenceKey<Frame>("frame", default: Frame()), in: preferences).projectedValue
        let width = frame.width
        var changes = width.changes.makeAsyncIterator()
        #expect(await changes.next() == 80)
        width.value = 100
        #expect(await changes.next() == 100)
        #expect(frame.value == Frame(width: 100) && width.key == nil)
        frame.height.set(50)
        #expect(frame.value == Frame(width: 100, height: 50))
    }

    @Test("a property can declare its key in place, with an initial value as its default or with an optional type")
    func inPlace() throws {
        struct Settings {
            @Preference("title") var title = "untitled"
            @Preference("theme") var theme = Theme.light
            @Preference("level") var level = Level.low
            @Preference("shape") var shape = Shape.circle
            @Preference("account") var account = Account(name: "Ada")
            @Preference("width", suite: "group.x") var width: Int?
            @Preference("oldTheme") var oldTheme: Theme?
            @Preference("oldLevel") var oldLevel: Level?
            @Preference("oldAccount") var oldAccount: Account?
        }
        let settings = Settings()
        try Preferences.$standard.withValue(Preferences(.inMemory())) {
            #expect(settings.title == "untitled")
            #expect((settings.theme, settings.level, settings.shape) == (.light, .low, .circle))
            #expect(settings.account == Account(name: "Ada"))
            #expect(settings.width == nil && settings.oldTheme == nil)
            #expect(settings.oldLevel == nil && settings.oldAccount == nil)
            settings.title += "!"
            settings.theme = .dark
            settings.level = .high
            settings.width = 3
            settings.oldTheme = .dark
            settings.oldLevel = .low
            let contents = try Preferences.standard.dictionaryRepresentation()
            #expect(
                contents == ["title": "untitled!", "theme": "dark", "level": 10, "oldTheme": "dark", "oldLevel": 1]
            )
            #expect(Preferences[PreferenceKey<Int?>("width", suite: "group.x")] == 3)
            settings.$title.reset()
            #expect(settings.$title.isDefault)
        }
    }
}

@Suite("Bindings")
struct PreferenceBindingTests {
    @Test("a binding can be created for a key, in its own suite or in given preferences")
    func keys() {
        let preferences = Preferences(.inMemory(["count": 3]))
        let given = PreferenceBinding(.count, in: preferences)
        let standard = PreferenceBinding(.count)
        #expect(given.key == PreferenceKeys.count)
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            given.value += 1
            #expect(preferences[.count] == 4)
            #expect(standard.value == 7)
            standard.set(8)
            #expect(Preferences[.count] == 8)
            standard.reset()
            #expect(standard.isDefault)
        }
    }

    @Test("a binding without a key reads and writes by its closures, and has no default")
    func closures() async {
        let count = Mutex(1)
        let binding = PreferenceBinding(get: { count.withLock { $0 } }, set: { new in count.withLock { $0 = new } })
        binding.value += 1
        binding.set(binding.get() + 1)
        #expect(count.withLock { $0 } == 3)
        #expect(binding.key == nil)
        binding.reset()
        #expect(!binding.isDefault)
        var changes: [Int] = []
        for await change in binding.changes { changes.append(change) }
        #expect(changes == [3])
    }
}
