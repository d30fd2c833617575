import PreferenceKit

/// The samples of ChangingPreferences.md, verbatim.
enum ChangingSamples {
    static func changeInPlace() {
        Preferences[.launchCount] += 1
        Preferences[.libraries].append("x")
        Preferences[.libraries][0] += " 2.0"
    }

    static func changeInTwoSteps() {
        Preferences[.launchCount] = Preferences[.launchCount] + 1
    }

    static func changeOthers() {
        Preferences[.libraries].removeAll { library in
            guard library.hasPrefix("old") else { return false }
            Preferences[.launchCount] += 1
            return true
        }
    }

    static func changeSame() {
        Preferences[.libraries].removeAll { library in
            Preferences[.libraries] = ["lost"]
            return library == "x"
        }
    }

    static func awaitFirst(newestLibrary: () async -> String) async {
        let library = await newestLibrary()
        Preferences[.libraries].append(library)
    }

    static func awaitWrites() async throws {
        try await Preferences.set("ada", for: .username)
        try await Preferences.transaction { preferences in
            preferences[.launchCount] += 1
        }
    }

    static func writeOften() -> Preferences {
        let positions = Preferences(
            suite: "group.positions",
            durability: .memory
        )
        return positions
    }

    static func changeTogether() throws {
        try Preferences.transaction { preferences in
            preferences[.launchCount] += 1
            preferences[.libraries] = []
            preferences[.username] = nil
        }
    }

    static func migrate() throws {
        try Preferences.migrate([
            PreferenceMigration(1, "sizes are in points") { suite in
                let pixels = suite[stored: "pixelSize"] ?? 0
                let size = Double(propertyList: pixels) ?? 16
                suite[.fontSize] = size * 0.75
                suite[stored: "pixelSize"] = nil
            },
            PreferenceMigration(2, "no tutorial") { suite in
                suite[stored: "tutorialStep"] = nil
            },
        ])
    }

    static func record() throws {
        try Preferences.transaction(
            recording: "reset from the settings window"
        ) { preferences in
            preferences.resetAll()
        }
    }
}
