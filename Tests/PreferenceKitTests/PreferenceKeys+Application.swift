import PreferenceKit

// The keys of an application, as it would declare them.

extension PreferenceKeys {
    static let launchCount = PreferenceKey<Int>(
        "LaunchCount",
        default: 0
    )
    static let username = PreferenceKey<String?>("username")
    static let libraries = PreferenceKey<[String]>(
        "libraries",
        default: []
    )
}

extension PreferenceKeys {
    static let shared = PreferenceKey<Int>("n", default: 0, suite: "group.x")
}
