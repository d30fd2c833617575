import PreferenceKit

extension PreferenceKeys {
    static let opens = PreferenceKey<Int>("opens", default: 0)
    static let files = PreferenceKey<[String]>("files", default: [])
    static let author = PreferenceKey<String?>("author")
}

/// The samples of PreferenceKit.md, verbatim.
///
/// `use` does the same as `start`, with keys that other tests share.
enum OverviewSamples {
    static func start() {
        Preferences[.opens] += 1
        Preferences[.files].append("notes.txt")
        Preferences[.author] = nil
    }

    static func use() {
        Preferences[.launchCount] += 1
        Preferences[.libraries].append("x")
        Preferences[.username] = nil
    }
}
