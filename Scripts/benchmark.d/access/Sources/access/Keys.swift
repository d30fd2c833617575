import PreferenceKit

/// A theme, as applications keep one.
enum Theme: String {
    case light, dark
}

/// A structure that a file holds as a dictionary.
struct Window: Codable, Equatable {
    var width: Int
    var height: Int
    var title: String
}

extension PreferenceKeys {
    static let launchCount = PreferenceKey<Int>("launchCount", default: 0)
    static let username = PreferenceKey<String>("username", default: "")
    static let libraries = PreferenceKey<[String]>("libraries", default: [])
    static let theme = PreferenceKey<Theme>("theme", default: .light)
    static let window = PreferenceKey<Window?>("window")
    static let unset = PreferenceKey<Int>("unset", default: 1)
}
