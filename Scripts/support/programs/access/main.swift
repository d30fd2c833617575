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

/// Keys of events.
enum LaunchEvent: String, PreferenceEnumeration {
    case launches
}

/// Keys with a prefix.
struct GeneralScope: PreferenceScope {
    let launchCount = PreferenceKey<Int>("launchCount", default: 0)
}

extension PreferenceScopes {
    var general: GeneralScope.Type { GeneralScope.self }
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
Preferences.general.launchCount = 42
LaunchEvent.launches.set(42)
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
compareReads("read an Int of a scope") {
    Preferences.general.launchCount
} _: {
    defaults.integer(forKey: "general.launchCount")
}
compareReads("read an Int of an enumeration of keys") {
    LaunchEvent.launches.int
} _: {
    defaults.integer(forKey: "LaunchEvent.launches")
}
compareReads("create a key and read its Int") {
    Preferences[PreferenceKey<Int>("launchCount", default: 0)]
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

// The writes of one key among a thousand, each in a file of its own, on disk and in the memory of the system.
let numbers = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("key\($0)", $0) })
guard let others = UserDefaults(suiteName: "others") else {
    print("UserDefaults refuses a suite")
    exit(1)
}
for (key, number) in numbers {
    others.set(number, forKey: key)
}
others.synchronize()
let number = PreferenceKey<Int>("key500", default: 0)
let writes = 10
for (name, durability) in [("set one Int of 1,000, on disk", Durability.disk), ("the same, in memory", .memory)] {
    let suite = Preferences(suite: "suite", durability: durability)
    try suite.transaction { transaction in
        for (key, value) in numbers {
            try transaction.set(value, for: PreferenceKey<Int>(validating: key, default: 0))
        }
    }
    var next = 0
    try Stopwatch(turns: turns, clock: CLOCK_MONOTONIC).compare(name, repeating: writes) {
        for _ in 0..<writes {
            next += 1
            try suite.set(next, for: number)
        }
    } _: {
        for _ in 0..<writes {
            next += 1
            others.set(next, forKey: "key500")
            others.synchronize()
        }
    }
}
