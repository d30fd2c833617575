import Observation
import PreferenceKit
import Testing

@Suite("The guide for AppStorage and ObservableObject", .ownPreferences, .timeLimit(.minutes(10)))
struct AppStorageGuideTests {
    private var lines = ShownLines()

    @Test("the keys have the names, defaults and suites of the view's properties")
    func readAndWrite() {
        AppStorageSamples.readAndWrite()
        #expect(Preferences[.volume] == 0.6)
        #expect(Preferences[.isMuted])
        #expect(!Preferences.standard.isSet(.isMuted))
    }

    @Test("a control changes the preference of its binding")
    func control() {
        VolumeControl().makeSlider().value.set(1)
        #expect(Preferences[.volume] == 1)
    }

    @Test("tracking in an observable class reports a preference, and no other property")
    mutating func observable() async {
        let player = Player()
        AppStorageSamples.track(player, lines.show)
        player.isPlaying = true
        lines.show("is playing")
        player.volume = 1
        #expect(await lines.next() == "is playing")
        #expect(await lines.next() == "changed")
    }

    @Test("streams follow a property, a key and every change")
    mutating func streams() async {
        let followers: [@Sendable (AppStorageSamples.Show) async -> Void] = [
            { await AppStorageSamples.followProperty(of: Player(), $0) },
            { await AppStorageSamples.followValues($0) },
        ]
        for follow in followers {
            let task = Task { [show = lines.show] in await follow(show) }
            #expect(await lines.next() == "0.5")
            Preferences[.volume] = 1
            #expect(await lines.next() == "1.0")
            task.cancel()
            await task.value
            Preferences.reset(.volume)
        }
        let task = Task.immediate { [show = lines.show] in await AppStorageSamples.followChanges(show) }
        Preferences[.volume] = 1
        #expect(await lines.next() == "volume changed")
        task.cancel()
        await task.value
    }

    @Test("a handler follows a key")
    mutating func handler() async {
        let observation = AppStorageSamples.observe(lines.show)
        Preferences[.volume] = 1
        #expect(await lines.next() == "1.0")
        withExtendedLifetime(observation) {}
    }
}
