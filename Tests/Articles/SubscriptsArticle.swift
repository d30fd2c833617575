import PreferenceKit

// Subscripts as in "Statically-typed NSUserDefaults", which became SwiftyUserDefaults. The three names stay.

typealias Defaults = Preferences
typealias DefaultsKeys = PreferenceKeys
typealias DefaultsKey = PreferenceKey

/// A color, which on Linux has no class of its own.
struct Color: Codable {
    static let white = Color(whiteComponent: 1)

    var whiteComponent: Double
}

private extension DefaultsKeys {
    static let username = DefaultsKey<String?>("username")
    static let hotkeyEnabled = DefaultsKey<Bool>("hotkeyEnabled", default: false)
    static let launchCount = DefaultsKey<Int>("launchCount", default: 0)
    static let volume = DefaultsKey<Double>("volume", default: 0.5)
    static let strings = DefaultsKey<String>("strings", default: "")
    static let libraries = DefaultsKey<[String]>("libraries", default: [])
    static let color = DefaultsKey<Color?>("color")
}

func runSubscriptsArticle() {
    // Get and set user defaults easily.
    let username = Defaults[.username]
    Defaults[.hotkeyEnabled] = true
    print("\(username ?? "nobody"), \(Defaults[.hotkeyEnabled])")

    // Modify value types in place.
    Defaults[.launchCount] += 1
    Defaults[.volume] -= 0.25
    Defaults[.strings] += "… can easily be extended!"

    // Use and modify typed arrays.
    Defaults[.libraries].append("SwiftyUserDefaults")
    Defaults[.libraries][0] += " 2.0"
    print(Defaults[.libraries])

    // Easily work with custom serialized types.
    Defaults[.color] = .white
    Defaults[.color]?.whiteComponent -= 0.5
    print(Defaults[.color]?.whiteComponent ?? 0)

    Defaults[.username] = "radex"
    Defaults.reset(.volume)
    print("\(Defaults.isSet(.username)), \(Defaults.isSet(.volume))")
}
