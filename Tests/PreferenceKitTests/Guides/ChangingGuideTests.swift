import PreferenceKit
import Testing

@Suite("The guide to changing preferences", .ownPreferences)
struct ChangingGuideTests {
    @Test("a sample changes values in place")
    func inPlace() {
        ChangingSamples.changeInPlace()
        ChangingSamples.changeInTwoSteps()
        #expect(Preferences[.launchCount] == 2)
        #expect(Preferences[.libraries] == ["x 2.0"])
    }

    @Test("a sample writes other preferences inside a statement, and its write to the same key is lost")
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

    @Test("a sample migrates a suite of an older version")
    func migration() throws {
        try Preferences.transaction { suite in
            suite[stored: "pixelSize"] = 20
            suite[stored: "tutorialStep"] = "second"
        }
        try ChangingSamples.migrate()
        #expect(try Preferences.standard.dictionaryRepresentation() == ["fontSize": 15.0, "prefs.version": 2])
    }

    @Test("a sample awaits first and changes a value afterwards")
    func awaiting() async {
        await ChangingSamples.awaitFirst { "x" }
        #expect(Preferences[.libraries] == ["x"])
    }

    @Test("a sample awaits its writes")
    func awaitedWrites() async throws {
        try await ChangingSamples.awaitWrites()
        #expect(Preferences[.username] == "ada" && Preferences[.launchCount] == 1)
    }

    @Test("a sample changes several keys together in one suite")
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
