import PreferenceKit
import Testing

@Suite("The guide to observing", .ownPreferences, .timeLimit(.minutes(10)))
struct ObservingGuideTests {
    private var lines = ShownLines()

    @Test("a handler receives the old and the new value, which is the default after a removal")
    mutating func handler() async {
        let observation = ObservingSamples.observe(lines.show)
        Preferences[.brightness] = 0.75
        Preferences[.brightness] = 0.75
        Preferences.reset(.brightness)
        #expect(await lines.next() == "brightness: 0.5, then 0.75")
        #expect(await lines.next() == "brightness: 0.75, then 0.5")
        withExtendedLifetime(observation) {}
    }

    @Test("a handler of several keys receives the values of all of them, once for a transaction")
    mutating func severalKeys() async throws {
        let observation = ObservingSamples.observeSeveral(lines.show)
        Preferences[.brightness] = 0.75
        try await Preferences.transaction { preferences in
            preferences[.brightness] = 1
            preferences[.contrast] = 0
        }
        #expect(await lines.next() == "0.75 and 0.5")
        #expect(await lines.next() == "1.0 and 0.0")
        withExtendedLifetime(observation) {}
    }

    @Test("a loop receives every value until the task is cancelled")
    mutating func values() async {
        let task = Task { [show = lines.show] in await ObservingSamples.followValues(show) }
        #expect(await lines.next() == "brightness: 0.5")
        for brightness in [0.1, 0.2, 0.3] {
            Preferences[.brightness] = brightness
        }
        #expect(await lines.next() == "brightness: 0.1")
        #expect(await lines.next() == "brightness: 0.2")
        #expect(await lines.next() == "brightness: 0.3")
        task.cancel()
        await task.value
    }

    @Test("a loop receives the changes of any key")
    mutating func changes() async {
        let task = Task.immediate { [show = lines.show] in await ObservingSamples.followChanges(show) }
        Preferences[.brightness] = 1
        Preferences[PreferenceKey<String?>("undeclared")] = "x"
        Preferences.reset(.brightness)
        #expect(await lines.next() == "brightness is set")
        #expect(await lines.next() == "undeclared is set")
        #expect(await lines.next() == "brightness is unset")
        task.cancel()
        await task.value
    }

    @Test("tracking reports a change of a value that was read, and onChange reads the new value")
    mutating func tracking() async {
        ObservingSamples.track(lines.show)
        Preferences[.brightness] = 0.75
        Preferences[.launchCount] = 1
        Preferences[.brightness] = 1
        #expect(await lines.next() == "brightness: 0.5")
        #expect(await lines.next() == "brightness: 0.75")
        #expect(await lines.next() == "brightness: 1.0")
    }

    @Test("Observations reports each change without tracking again")
    mutating func observations() async {
        let task = Task { [show = lines.show] in await ObservingSamples.followObservations(show) }
        #expect(await lines.next() == "brightness: 0.5")
        Preferences[.brightness] = 0.75
        #expect(await lines.next() == "brightness: 0.75")
        Preferences[.brightness] = 1
        #expect(await lines.next() == "brightness: 1.0")
        task.cancel()
        await task.value
    }

    @Test("a binding can be passed to a function")
    mutating func binding() async {
        let task = Task { [show = lines.show] in await ObservingSamples.followBinding(of: Lamp(), show) }
        #expect(await lines.next() == "brightness: 0.25")
        Lamp().brightness = 1
        #expect(await lines.next() == "brightness: 1.0")
        task.cancel()
        await task.value
    }

    @Test("a handler can write its own key")
    func settling() {
        let observation = ObservingSamples.settle()
        Preferences[.brightness] = 3
        #expect(Preferences[.brightness] == 1)
        withExtendedLifetime(observation) {}
    }
}
