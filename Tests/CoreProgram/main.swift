import PreferenceCore

// A program without Foundation. Scripts/support/check/linkage.sh examines its release build, and CoreProgramTests run
// it.

extension PreferenceKeys {
    static let launchCount = PreferenceKey<Int>("launchCount", default: 0)
    static let anything = PreferenceKey<PropertyList?>("anything")
}

if CommandLine.arguments.contains("migrate") {
    try Preferences.migrate([
        PreferenceMigration(1, "'launches' is 'launchCount'") { suite in
            suite[.launchCount] = Int(propertyList: suite[stored: "launches"] ?? 0) ?? 0
            suite[stored: "launches"] = nil
        }
    ])
} else {
    Preferences[.launchCount] += 1
    Preferences[.anything] = ["launch": 1]
}
print(Preferences[.launchCount])
