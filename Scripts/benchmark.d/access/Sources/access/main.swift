// Measures access to preferences by typed keys and by UserDefaults, in the suites of one program.
//
//     access TURNS     prints lines "name, tab, nanoseconds of Preferences, tab, nanoseconds of UserDefaults"

import Foundation
import PreferenceKit

/// A typical enumeration of an application.
enum Theme: String {
    case light, dark
}

/// A structure that is stored as a dictionary.
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

guard CommandLine.arguments.count == 2, let turns = Int(CommandLine.arguments[1]), turns > 0 else {
    print("usage: access TURNS")
    exit(2)
}

let window = Window(width: 800, height: 600, title: "Main")
let defaults = UserDefaults.standard
try Preferences.standard.transaction {
    $0[.launchCount] = 42
    $0[.username] = "Ada Lovelace"
    $0[.libraries] = ["Foundation", "Observation"]
    $0[.theme] = .dark
    $0[.window] = window
}
guard defaults.integer(forKey: "launchCount") == 42 else {
    print("UserDefaults reads another file")
    exit(1)
}

let stopwatch = Stopwatch(turns: turns)
let reads = 10_000
func compareReads<Ours, Theirs>(_ name: String, _ ours: () -> Ours, _ theirs: () -> Theirs) {
    stopwatch.compare(name, repeating: reads) {
        for _ in 0..<reads { keep(ours()) }
    } _: {
        for _ in 0..<reads { keep(theirs()) }
    }
}

compareReads("read an Int") {
    Preferences[.launchCount]
} _: {
    defaults.integer(forKey: "launchCount")
}
let preferences = Preferences.standard
compareReads("read an Int of an instance") {
    preferences[.launchCount]
} _: {
    defaults.integer(forKey: "launchCount")
}
compareReads("read an Int that is unset") {
    Preferences[.unset]
} _: {
    defaults.object(forKey: "unset") as? Int ?? 1
}
compareReads("read a String") {
    Preferences[.username]
} _: {
    defaults.string(forKey: "username") ?? ""
}
compareReads("read an enumeration") {
    Preferences[.theme]
} _: {
    defaults.string(forKey: "theme").flatMap(Theme.init) ?? .light
}
compareReads("read an array of String") {
    Preferences[.libraries]
} _: {
    defaults.stringArray(forKey: "libraries") ?? []
}
compareReads("read a Codable") {
    Preferences[.window]
} _: {
    defaults.dictionary(forKey: "window").map {
        Window(
            width: $0["width"] as? Int ?? 0,
            height: $0["height"] as? Int ?? 0,
            title: $0["title"] as? String ?? ""
        )
    }
}
