import PreferenceKit

// Keys whose defaults are in another order in each process.

extension PreferenceKeys {
    static let letters = PreferenceKey<Set<String>>("letters", default: Set("abcdefghij".map(String.init)))
    static let sizes = PreferenceKey<[String: Set<Int>]>(
        "sizes",
        default: Dictionary(uniqueKeysWithValues: "abcdefghij".map { (String($0), Set(0..<10)) })
    )
    static let places = PreferenceKey<Places>("places", default: Places())
}

/// A `Codable` type with values of every unordered kind.
struct Places: Codable {
    var names: Set<Place> = [.home, .work, .away]
    var counts: [Place: Int] = [.home: 1, .work: 2, .away: 3]
    var notes: [String: [Place]] = ["a": [.home], "b": [.work], "c": []]

    enum Place: String, CaseIterable, Codable {
        case home, work, away
    }
}
