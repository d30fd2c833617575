import PreferenceCore
import PropertyLists

// Types of a program's own, one of each way to be a preference.

/// Has a raw value, and nothing else.
enum Theme: String {
    case light, dark
}

/// Has a raw value and is `Codable`, so that an array of it can be a preference.
enum Level: Int, Codable {
    case low = 1
    case high = 10
}

/// Has a raw value, from which its form comes.
enum Shape: String, PreferenceValue, CaseIterable {
    case circle, square
}

/// Has a raw value, is `Codable` and has a form.
enum Weekday: Int, Codable, PreferenceValue {
    case monday, tuesday
}

/// Has a raw value that is no case.
struct Permissions: OptionSet, PreferenceValue {
    let rawValue: UInt16

    static let read = Permissions(rawValue: 1)
    static let write = Permissions(rawValue: 2)
}

/// Is `Codable`, and nothing else.
struct Account: Codable, Hashable {
    var name: String
    var created = PropertyListDate(secondsSinceReferenceDate: 0)
    var nickname: String?
    var sizes: [Level: Int] = [:]
}

/// Is `Codable`, from which its form comes.
struct Window: Codable, Hashable, PreferenceValue {
    var title: String
    var columns: ClosedRange<Int>
}

/// Has a form that it makes itself.
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

/// Is `Codable`, but cannot always be written: there may be a nil in its array.
struct Gaps: Codable, Equatable {
    var numbers: [Int?]
}
