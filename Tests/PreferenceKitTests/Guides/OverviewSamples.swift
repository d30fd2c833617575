import PreferenceKit

/// The samples of PreferenceKit.md, verbatim.
enum OverviewSamples {
    static func use() {
        Preferences[.launchCount] += 1
        Preferences[.libraries].append("x")
        Preferences[.username] = nil
    }
}
