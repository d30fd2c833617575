import PreferenceCore

// A program without Foundation. Scripts/support/check/linkage.sh examines its release build, and CoreProgramTests run it.

extension PreferenceKeys {
    static let launchCount = PreferenceKey<Int>("launchCount", default: 0)
    static let anything = PreferenceKey<PropertyList?>("anything")
}

Preferences[.launchCount] += 1
Preferences[.anything] = ["launch": 1]
print(Preferences[.launchCount])
