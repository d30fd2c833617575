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

    static func record() throws {
        try Preferences.transaction(
            recording: "reset from the settings window"
        ) { preferences in
            preferences.resetAll()
        }
    }
}
