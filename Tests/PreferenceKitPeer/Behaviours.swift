import Foundation
import PreferenceKit

// Checks of UserDefaults with typed keys. Each runs in its own process, where nothing is stored yet.

extension PreferenceKeys {
    static let launchCount = PreferenceKey<Int>("LaunchCount", default: 0)
    static let username = PreferenceKey<String?>("username")
    static let libraries = PreferenceKey<[String]>("libraries", default: [])
    static let shared = PreferenceKey<Int>("n", default: 0, suite: "group.x")
    static let anything = PreferenceKey<PropertyList?>("anything")
    static let opened = PreferenceKey<Date?>("opened")
    static let page = PreferenceKey<URL?>("page")
    static let balance = PreferenceKey<Int>("balance", default: 0)
    static let ratio = PreferenceKey<Double>("ratio", default: 0.5)
}

@MainActor
func access() throws {
    expect(UserDefaults.standard[.launchCount] == 0)
    UserDefaults.standard[.launchCount] += 1
    UserDefaults.standard[.launchCount] += 1
    expect(UserDefaults.standard[.launchCount] == 2)
    expect(UserDefaults.standard.integer(forKey: "LaunchCount") == 2)
    UserDefaults.standard[.libraries].append("x")
    UserDefaults.standard[.libraries][0] += " 2.0"
    expect(UserDefaults.standard.stringArray(forKey: "libraries") == ["x 2.0"])
    UserDefaults.standard[.username] = "ada"
    expect(UserDefaults.standard.isSet(.username))
    UserDefaults.standard[.username] = nil
    expect(UserDefaults.standard.object(forKey: "username") == nil)
    expect(!UserDefaults.standard.isSet(.username))
    UserDefaults.standard.reset(.launchCount)
    expect(UserDefaults.standard[.launchCount] == 0)
    expect(UserDefaults.standard.synchronize())
    try expect(configurationFiles().count == 1)
    expect(Preferences[.libraries] == ["x 2.0"])
}

@MainActor
func suite() throws {
    guard let group = UserDefaults(suiteName: "group.y") else { return fail("no suite") }
    group[.shared] = 3
    expect(UserDefaults.standard[.shared] == 0)
    expect(group.synchronize())
    expect(Preferences(suite: "group.y")[.shared] == 3)
}

@MainActor
func strictness() throws {
    let flag = PreferenceKey<Bool>("flag", default: true)
    let text = PreferenceKey<String>("text", default: "none")
    let numbers = PreferenceKey<[Int]>("numbers", default: [7])
    UserDefaults.standard.set(1, forKey: "flag")
    UserDefaults.standard.set(true, forKey: "LaunchCount")
    UserDefaults.standard.set(12, forKey: "text")
    UserDefaults.standard.set([1, true] as [Any], forKey: "numbers")
    Preferences.onProblem = { _ in }
    expect(UserDefaults.standard[flag] == true)
    expect(UserDefaults.standard[.launchCount] == 0)
    expect(UserDefaults.standard[text] == "none")
    expect(UserDefaults.standard[numbers] == [7])
    UserDefaults.standard[numbers].append(8)
    expect(UserDefaults.standard.array(forKey: "numbers")?.count == 2)
    let wrongType = PreferenceError.wrongType(
        key: "LaunchCount",
        expected: "Int",
        found: .boolean,
        path: "UserDefaults"
    )
    let result = Result { () throws(PreferenceError) in try UserDefaults.standard.value(for: .launchCount) }
    expect(result == .failure(wrongType))
    UserDefaults.standard[.launchCount] = 5
    expect(UserDefaults.standard[.launchCount] == 5)
}

@MainActor
func numbers() throws {
    UserDefaults.standard.set(2.0, forKey: "LaunchCount")
    expect(UserDefaults.standard[.launchCount] == 2)
    UserDefaults.standard.set(2, forKey: "ratio")
    expect(UserDefaults.standard[.ratio] == 2)
}

@MainActor
func kinds() throws {
    UserDefaults.standard[.anything] = everyKind
    expect(UserDefaults.standard[.anything] == everyKind)
    expect(UserDefaults.standard.synchronize())
    expect(Preferences[.anything] == everyKind)
}

@MainActor
func kindsFromFile() throws {
    Preferences[.anything] = everyKind
    expect(UserDefaults.standard[.anything] == everyKind)
}

@MainActor
func rename() throws {
    let key = PreferenceKey<Int>("new", default: 7).formerly("old", "older")
    UserDefaults.standard.set(1, forKey: "older")
    PreferenceKeys.register(key, in: .standard)
    expect(UserDefaults.standard[key] == 1)
    expect(UserDefaults.standard.isSet(key))
    UserDefaults.standard[key] += 1
    expect(UserDefaults.standard.integer(forKey: "new") == 2)
    expect(UserDefaults.standard.object(forKey: "older") == nil)
    UserDefaults.standard.set(3, forKey: "old")
    UserDefaults.standard.reset(key)
    expect(UserDefaults.standard[key] == 7)
}

@MainActor
func unwritable() throws {
    struct Gaps: Codable {
        var numbers: [Int?]
    }
    let key = PreferenceKey<Gaps?>("gaps")
    Preferences.onProblem = { _ in }
    UserDefaults.standard[key] = Gaps(numbers: [1])
    UserDefaults.standard[key] = Gaps(numbers: [nil])
    expect(UserDefaults.standard[key]?.numbers == [1])
    let result = Result { () throws(PreferenceError) in
        try UserDefaults.standard.set(Gaps(numbers: [nil]), for: key)
    }
    guard case .failure(.unwritable) = result else { return fail("\(result)") }
}

@MainActor
func foundationValues() throws {
    UserDefaults.standard[.opened] = Date(timeIntervalSinceReferenceDate: -0.5)
    expect(UserDefaults.standard[.opened] == Date(timeIntervalSinceReferenceDate: -1))
    let url = URL(string: "https://example.com/p?q=1#top")
    UserDefaults.standard[.page] = url
    expect(UserDefaults.standard[.page] == url)
    UserDefaults.standard.set(URL(fileURLWithPath: "/tmp/a b"), forKey: "page")
    expect(UserDefaults.standard[.page] == URL(fileURLWithPath: "/tmp/a b"))
}

@MainActor
func register() throws {
    let flag = PreferenceKey<Bool>("flag", default: true)
    PreferenceKeys.register(.launchCount, .username, .ratio, .libraries, flag, in: .standard)
    expect(UserDefaults.standard.object(forKey: "LaunchCount") as? Int == 0)
    expect(UserDefaults.standard.object(forKey: "username") == nil)
    expect(UserDefaults.standard.double(forKey: "ratio") == 0.5)
    expect(UserDefaults.standard.bool(forKey: "flag"))
    expect(UserDefaults.standard[.libraries] == [])
    expect(UserDefaults.standard[flag])
    UserDefaults.standard[.ratio] = 0.25
    expect(UserDefaults.standard[.ratio] == 0.25)
    UserDefaults.standard.reset(.ratio)
    expect(UserDefaults.standard[.ratio] == 0.5)
    try expect(configurationFiles() == [])
}

/// A value of every kind that `UserDefaults` can store, including the limits of their ranges.
let everyKind: PropertyList = [
    "array": [1, true, 1.0, "x", [], [:], .data([]), [[false, 0, 0.0]]],
    "booleans": [true, false],
    "data": .data([0, 255]),
    "date": .date(PropertyListDate(secondsSinceReferenceDate: -86_401)),
    "dictionary": ["a": ["b": "e"], "é": 1],
    "integers": [
        0, 1, -1, .integer(.min), .integer(.max), .integer(PropertyListInteger(Int64.max)), 128, -129, 65_536,
    ],
    "reals": [0.0, 0.1, -1.5, 2.0, .real(.infinity), .real(-.infinity), .real(.greatestFiniteMagnitude), 1e300],
    "strings": ["", "true", "1", "tab\t", "<&>", "日本", "e\u{301}"],
]
