import PreferenceCore
import PropertyLists

// A program's own types, one for each way to be a preference.

/// A type that has only a raw value.
enum Theme: String {
    case light, dark
}

/// A type that has a raw value and is `Codable`, and can therefore be the element of an array.
enum Level: Int, Codable {
    case low = 1
    case high = 10
}

/// A type whose stored form is its raw value.
enum Shape: String, PreferenceValue, CaseIterable {
    case circle, square
}

/// A type that has a raw value, is `Codable` and has a stored form.
enum Weekday: Int, Codable, PreferenceValue {
    case monday, tuesday
}

/// A type whose raw values are not limited to cases.
struct Permissions: OptionSet, PreferenceValue {
    let rawValue: UInt16

    static let read = Permissions(rawValue: 1)
    static let write = Permissions(rawValue: 2)
}

/// A type that is only `Codable`.
struct Account: Codable, Hashable {
    var name: String
    var created = PropertyListDate(secondsSinceReferenceDate: 0)
    var nickname: String?
    var sizes: [Level: Int] = [:]
}

/// A type whose stored form is its `Codable` form.
struct Window: Codable, Hashable, PreferenceValue {
    var title: String
    var columns: ClosedRange<Int>
}

/// A type with a custom stored form.
struct Grade: PreferenceValue, Equatable {
    var level: Int

    init(level: Int) {
        self.level = level
    }

    init?(propertyList: PropertyList) {
        guard let level = Int(propertyList: propertyList) else { return nil }
        self.level = level
    }

    var propertyList: PropertyList { level.propertyList }
}

/// A `Codable` type that cannot always be written, because its array can contain nil.
struct Gaps: Codable, Equatable {
    var numbers: [Int?]
}

/// The same, of a type that has its own form.
struct GapsValue: Codable, PreferenceValue, Equatable {
    var numbers: [Int?]
}
