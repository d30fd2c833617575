import Foundation
import PreferenceKit
import Synchronization
import TestSupport
import Testing

@Suite("The guide for users of other libraries", .mayWait, .ownPreferences, .timeLimit(.minutes(10)))
struct OtherLibrariesGuideTests {
    private var lines = ShownLines()

    @Test("what replaces the calls of SwiftyUserDefaults does what they do")
    mutating func swiftyUserDefaults() async throws {
        OtherLibrariesSamples.useSwiftyUserDefaults(lines.show)
        #expect(await lines.next() == "nobody, then Ada")
        #expect(await lines.next() == "Ada, then nobody")
        #expect(await lines.next() == "true, 3")
        let keys = [
            "bestFrog", "color", "customFrog", "frog", "frogs", "pond", "seen", "skipLogin", "tries", "visits",
        ]
        #expect(try Preferences.standard.allKeys() == keys)
        #expect(Preferences[.tries] == 4)
        #expect(Preferences[.frogs] == ["Andy 2.0"])
        #expect(Preferences[PreferenceKey<PropertyList?>("frog")] == ["name": "Dandy"])
        #expect(Preferences[PreferenceKey<PropertyList?>("bestFrog")] == "Dandy")
        #expect(Preferences[PreferenceKey<PropertyList?>("customFrog")] == "Andy")
        #expect(Preferences[.nick] == "frog")
        #expect(Preferences[PreferenceKey<PropertyList?>("pond")] == ["Dandy"])
        #expect(Preferences[PreferenceKey<PropertyList?>("seen")] == 0.25)
        #expect(Preferences[PreferenceKey<PropertyList?>("visits")] == [0.5])
        #expect(OtherLibrariesSamples.launch() == 5)
        OtherLibrariesSamples.removeAll()
        #expect(try Preferences.standard.allKeys().isEmpty)
    }

    @Test("what replaces the calls of Defaults does what they do")
    func defaults() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { _ in
                let lines = Mutex<[String]>([])
                OtherLibrariesSamples.useDefaults { line in lines.withLock { $0.append(line) } }
                #expect(
                    lines.withLock(\.self) == [
                        "0.8, then 0.9", "0.9, then 0.8", "1.0, 0.8", "quality, true, camera 2",
                    ]
                )
                #expect(Preferences[.settings] == ["fontSize": 14])
            }
        }
    }

    @Test("a stream leaves out the current value")
    func nextValue() async {
        #expect(await OtherLibrariesSamples.followNextQuality() == 0.5)
    }

    @Test("a handler is called at first, and one follows an array of keys")
    mutating func anyKey() async {
        let observations = OtherLibrariesSamples.observeAny(lines.show)
        #expect(await lines.next() == "nobody")
        Preferences[.isUnicorn] = false
        #expect(await lines.next() == "changed")
        observations.forEach { $0.cancel() }
    }

    @Test("a handler and a stream follow two keys of two suites")
    mutating func twoKeys() async {
        let observation = OtherLibrariesSamples.observeTwo(lines.show)
        Preferences[.isUnicorn] = false
        #expect(await lines.next() == "0.8, false")
        observation.cancel()
        let task = Task { [show = lines.show] in await OtherLibrariesSamples.followTwo(show) }
        #expect(await lines.next() == "0.8, false")
        UnicornManager().quality = 1
        #expect(await lines.next() == "1.0, false")
        task.cancel()
        await task.value
    }

    @Test(
        "a key reads JSON in a text, in data and in an array of texts, and the first write replaces it",
        arguments: [
            .string(#"{"name":"Ada"}"#), .data(Array(#"{"name": "Ada"}"#.utf8)),
        ] as [PropertyList]
    )
    func json(stored: PropertyList) {
        let ada = Unicorn(name: "Ada")
        Preferences[PreferenceKey<PropertyList?>("unicorn")] = stored
        #expect(Preferences[.unicorn] == ada)
        Preferences[PreferenceKey<PropertyList?>("herd")] = .array([stored, stored])
        #expect(Preferences[.herd] == [ada, ada])
        Preferences[.herd].removeLast()
        #expect(Preferences[PreferenceKey<PropertyList?>("herd")] == [["name": "Ada"]])
        Preferences[PreferenceKey<PropertyList?>("herd")] = [stored, 5]
        #expect(Preferences[.herd].isEmpty)
        Preferences[PreferenceKey<PropertyList?>("unicornPage")] = #""https:\/\/example.com\/a""#
        #expect(Preferences[.unicornPage]?.absoluteString == "https://example.com/a")
    }
}
