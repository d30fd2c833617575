public import Foundation
public import PreferenceCore
public import PropertyLists

extension Data: PreferenceValue {
    public static var schema: SchemaRule { .data }

    public init?(propertyList: PropertyList) {
        guard case .data(let bytes) = propertyList else { return nil }
        self.init(bytes)
    }

    public var propertyList: PropertyList { .data(Array(self)) }
}

extension Date: PreferenceValue {
    public static var schema: SchemaRule { .date }

    public init?(propertyList: PropertyList) {
        guard case .date(let date) = propertyList else { return nil }
        self.init(timeIntervalSinceReferenceDate: date.secondsSinceReferenceDate)
    }

    /// A date value, with its fraction of a second.
    ///
    /// Which fraction stays is the file's affair: a binary one keeps it to the bit, an XML one holds the second within
    /// which the moment lies. The store rounds a value when it takes it, so that a read gives what the file holds.
    public var propertyList: PropertyList {
        .date(PropertyListDate(secondsSinceReferenceDate: timeIntervalSinceReferenceDate))
    }
}

extension UUID: PreferenceValue {
    public static var schema: SchemaRule { .string(.uuid) }

    /// The identifier that a string of 36 characters spells, in letters of either case.
    public init?(propertyList: PropertyList) {
        guard case .string(let text) = propertyList else { return nil }
        self.init(uuidString: text)
    }

    /// A string like `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
    public var propertyList: PropertyList { .string(uuidString) }
}

extension Decimal: PreferenceValue {
    /// Text, in which the digits are written, or a number, which is read as well.
    public static var schema: SchemaRule { .string.or(.number) }

    /// The number that a string spells: decimal digits with a point, a sign and an exponent if need be, or `NaN`.
    ///
    /// A number is taken too: an integer is that integer, and a real is the number of the shortest digits that read back
    /// as the same real, so that `prefs set price 9.99` is 9.99. What a `Decimal` cannot hold to the last digit is refused.
    public init?(propertyList: PropertyList) {
        switch propertyList {
        case .string(let text): self.init(exactly: text)
        case .integer(let integer): self.init(exactly: integer.description)
        case .real(let real) where real.isFinite: self.init(exactly: real.description)
        default: return nil
        }
    }

    /// A string of the number's digits, with a point wherever the process is: a property list's own numbers are binary and
    /// lose digits.
    public var propertyList: PropertyList { .string(description) }

    private init?(exactly text: String) {
        guard text != "NaN" else {
            self = .nan
            return
        }
        guard let digits = DecimalDigits(text),
            let number = Decimal(string: text, locale: nil),
            DecimalDigits(number.description) == digits
        else { return nil }
        self = number
    }
}

/// A decimal number by its digits: equal where two texts spell the same number, whatever its size.
private struct DecimalDigits: Equatable {
    let isNegative: Bool
    /// The digits from the first to the last that is not zero; none for zero.
    let digits: String
    /// The power of ten that the digits, as a whole number, are times; 0 for zero.
    let exponent: Int

    /// The number that decimal digits spell, with an optional sign, point and exponent; nil for any other text.
    init?(_ text: String) {
        guard Double(decimal: text) != nil else { return nil }
        let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
        guard let power = parts.count == 1 ? 0 : Int(parts[1]) else { return nil }
        let places = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let allDigits = places.joined().drop { $0 == "-" || $0 == "+" }.drop { $0 == "0" }
        guard let last = allDigits.lastIndex(where: { $0 != "0" }) else {
            isNegative = false
            digits = ""
            exponent = 0
            return
        }
        isNegative = text.hasPrefix("-")
        digits = String(allDigits[...last])
        let zeros = allDigits.distance(from: last, to: allDigits.endIndex) - 1
        let fraction = places.count == 1 ? 0 : places[1].count
        let (sum, overflows) = power.addingReportingOverflow(zeros - fraction)
        guard !overflows else { return nil }
        exponent = sum
    }
}

extension URL: PreferenceValue {
    /// Text that is a URI, or a dictionary with the parts of a relative one.
    public static var schema: SchemaRule {
        .string(.uri).or(.dictionary(["relative": .string, "base": .any], required: ["relative"]))
    }

    /// The URL that a property list stands for.
    ///
    /// - A string with a scheme is a URL. One that begins with `/` or `~` is a file's path: what
    ///   `UserDefaults.set(_:forKey:)` makes of a URL.
    /// - A dictionary with `relative`, and maybe `base`, is what Foundation's `Codable` conformance writes.
    /// - Data is a keyed archive of an `NSURL`, as `UserDefaults` writes it on Apple's platforms.
    public init?(propertyList: PropertyList) {
        switch propertyList {
        case .string(let text): self.init(absoluteOrPath: text)
        case .dictionary(let parts): self.init(parts: parts)
        case .data:
            guard let archive = Archived<NSURL>(propertyList: propertyList) else { return nil }
            self = archive.value as URL
        default: return nil
        }
    }

    /// A string, whole with query and fragment; where the URL is relative, or its scheme is none, a dictionary as
    /// Foundation's `Codable` conformance writes it: `relative`, and `base` where there is one.
    public var propertyList: PropertyList {
        if baseURL == nil, scheme != nil, SchemaFormat.uri.holds(relativeString) {
            return .string(relativeString)
        }
        var parts: PropertyListDictionary = [:]
        parts["base"] = baseURL?.propertyList
        parts["relative"] = .string(relativeString)
        return .dictionary(parts)
    }

    private init?(absoluteOrPath text: String) {
        if text.hasPrefix("/") || text.hasPrefix("~") {
            self.init(fileURLWithPath: NSString(string: text).expandingTildeInPath)
        } else {
            self.init(string: text)
            guard scheme != nil else { return nil }
        }
    }

    private init?(parts: PropertyListDictionary) {
        guard case .string(let relative)? = parts["relative"] else { return nil }
        guard let base = parts["base"] else {
            self.init(string: relative)
            return
        }
        guard let base = URL(propertyList: base) else { return nil }
        self.init(string: relative, relativeTo: base)
    }
}

extension PreferenceEnumeration {
    /// A data value; empty while it is unset.
    public var data: Data { dataValue ?? Data() }

    /// A data value; nil while it is unset.
    public var dataValue: Data? { value(Data.self) }

    /// A moment; nil while it is unset.
    public var date: Date? { value(Date.self) }

    /// A URL; nil while it is unset.
    ///
    /// A string that begins with `/` or `~` is read as a file's path, as `url(forKey:)` of `UserDefaults` reads it.
    public var url: URL? { value(URL.self) }
}
