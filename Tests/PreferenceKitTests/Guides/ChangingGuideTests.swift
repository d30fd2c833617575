import PreferenceKit
import Testing

@Suite("The guide to changing preferences", .ownPreferences)
struct ChangingGuideTests {
    @Test("changes values in place")
    func inPlace() {
        ChangingSamples.changeInPlace()
        ChangingSamples.changeInTwoSteps()
        #expect(Preferences[.launchCount] == 2)
        #expect(Preferences[.libraries] == ["x 2.0"])
    }

    @Test("writes other preferences within a statement, and loses a write to its own")
    func nested() {
        Preferences[.libraries] = ["old a", "x", "old b", "y"]
        ChangingSamples.changeOthers()
        #expect(Preferences[.launchCount] == 2)
        #expect(Preferences[.libraries] == ["x", "y"])
        ChangingSamples.changeSame()
        #expect(Preferences[.libraries] == ["y"])
        Preferences[.libraries].removeAll { _ in Preferences[.libraries] == [] }
        #expect(Preferences[.libraries] == ["y"])
    }

    @Test("awaits first, and changes then")
    func awaiting() async {
        await ChangingSamples.awaitFirst { "x" }
        #expect(Preferences[.libraries] == ["x"])
    }

    @Test("changes several together, in one suite")
    func together() throws {
        Preferences[.username] = "ada"
        try ChangingSamples.changeTogether()
        #expect(Preferences[.launchCount] == 1)
        #expect(try Preferences.standard.allKeys() == ["LaunchCount", "libraries"])
        try Preferences.standard.transaction { _ in
            Preferences[.shared] = 1
            #expect(throws: PreferenceError.self) { try Preferences.standard.set(5, for: .launchCount) }
        }
        #expect(Preferences[.shared] == 1)
        #expect(Preferences[.launchCount] == 1)
    }
}
