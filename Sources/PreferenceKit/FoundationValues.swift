public import Foundation
public import PreferenceCore
public import PreferenceSchemas
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
    /// The format of the file limits the fraction. A binary file keeps every bit, and an XML file keeps the whole
    /// second that contains the moment. The store rounds a value when it is set, so that a read returns what the file
    /// contains. A key with the bridge ``PreferenceCore/PreferenceBridge/timestamp`` keeps every bit in each format.
    public var propertyList: PropertyList {
        .date(PropertyListDate(secondsSinceReferenceDate: timeIntervalSinceReferenceDate))
    }
}

extension PreferenceBridge<Date> {
    /// A conversion of dates to floats, the seconds since 2001-01-01 00:00:00 UTC, which keep every bit in each format.
    ///
    /// It also reads a date value, which the next write replaces. `UserDefaults` reads the float as a number, not as a
    /// date.
    ///
    ///     static let lastSync = PreferenceKey("lastSync", default: Date.distantPast, bridge: .timestamp)
    public static var timestamp: PreferenceBridge {
        PreferenceBridge(
            decode: { (stored: PropertyList) in
                Double(propertyList: stored).map(Date.init(timeIntervalSinceReferenceDate:))
                    ?? Date(propertyList: stored)
            },
            encode: { .real($0.timeIntervalSinceReferenceDate) },
            schema: .number.or(.date)
        )
    }
}

extension Locale: PreferenceValue {
    /// A string, such as `en_US`, or a dictionary of Foundation's `Codable` conformance.
    public static var schema: SchemaRule { .identifier }

    /// Creates the locale with an identifier: a string, or the one in a dictionary of Foundation's `Codable`
    /// conformance.
    public init?(propertyList: PropertyList) {
        guard let identifier = String(identifierIn: propertyList) else { return nil }
        self.init(identifier: identifier)
    }

    /// The identifier, also of the current locale.
    public var propertyList: PropertyList { .string(identifier) }
}

extension TimeZone: PreferenceValue {
    /// A string, such as `Europe/Vienna`, or a dictionary of Foundation's `Codable` conformance.
    public static var schema: SchemaRule { .identifier }

    /// Creates the time zone with an identifier: a string, or the one in a dictionary of Foundation's `Codable`
    /// conformance.
    public init?(propertyList: PropertyList) {
        guard let identifier = String(identifierIn: propertyList) else { return nil }
        self.init(identifier: identifier)
    }

    /// The identifier, also of the current time zone.
    public var propertyList: PropertyList { .string(identifier) }
}

extension SchemaRule {
    fileprivate static var identifier: SchemaRule {
        .string.or(.dictionary(["identifier": .string], required: ["identifier"]))
    }
}

extension String {
    /// The identifier that a property list is, or that it has under the key `identifier`; nil if it has none.
    fileprivate init?(identifierIn propertyList: PropertyList) {
        switch propertyList {
        case .string(let identifier): self = identifier
        case .dictionary(let parts): self.init(propertyList: parts["identifier"] ?? [:])
        default: return nil
        }
    }
}

extension UUID: PreferenceValue {
    public static var schema: SchemaRule { .string(.uuid) }

    /// Parses a string of 36 characters, with letters in either case.
    public init?(propertyList: PropertyList) {
        guard case .string(let text) = propertyList else { return nil }
        self.init(uuidString: text)
    }

    /// A string like `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
    public var propertyList: PropertyList { .string(uuidString) }
}

extension Decimal: PreferenceValue {
    /// A string with the digits, or a number, which can also be read.
    public static var schema: SchemaRule { .string.or(.number) }

    /// Parses a string of decimal digits, with an optional point, sign and exponent, or `NaN`.
    ///
    /// A number is accepted too. An integer is that integer. A real is the number with the fewest digits that read back
    /// as the same real, so that `prefs set price 9.99` is 9.99. A number is rejected if `Decimal` cannot represent its
    /// last digit.
    public init?(propertyList: PropertyList) {
        switch propertyList {
        case .string(let text): self.init(exactly: text)
        case .integer(let integer): self.init(exactly: integer.description)
        case .real(let real) where real.isFinite: self.init(exactly: real.description)
        default: return nil
        }
    }

    /// A string of the number's digits, with a decimal point in every locale.
    ///
    /// A property list's own numbers are binary and lose digits.
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

/// A decimal number by its digits: two texts are equal if they represent the same number, whatever its size.
private struct DecimalDigits: Equatable {
    let isNegative: Bool
    /// The digits from the first to the last that is not zero; empty for zero.
    let digits: String
    /// The power of ten by which the digits, as an integer, are multiplied; 0 for zero.
    let exponent: Int

    /// Parses decimal digits with an optional sign, point and exponent; returns nil for any other text.
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
    /// A string that is a URI, or a dictionary with the parts of a relative URL.
    public static var schema: SchemaRule {
        .string(.uri).or(.dictionary(["relative": .string, "base": .any], required: ["relative"]))
    }

    /// Creates a URL from a property list.
    ///
    /// - A string with a scheme is a URL. A string that begins with `/` or `~` is a file's path:
    ///   `UserDefaults.set(_:forKey:)` stores a URL that way.
    /// - A dictionary with `relative`, and optionally `base`, is written by Foundation's `Codable` conformance.
    /// - Data is a keyed archive of an `NSURL`, which `UserDefaults` writes on Apple's platforms.
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

    /// A string with the whole URL, including query and fragment, or a dictionary.
    ///
    /// A URL that has a base, or is not a URI with a scheme, is a dictionary as in Foundation's `Codable` conformance.
    /// Its entries are `relative` and, if the URL has a base, `base`.
    public var propertyList: PropertyList {
        if baseURL == nil, scheme != nil, SchemaFormat.uri.matches(relativeString) {
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
    /// The value as data; empty if it is unset.
    public var data: Data { dataValue ?? Data() }

    /// The value as data; nil if it is unset.
    public var dataValue: Data? { value(Data.self) }

    /// The value as a date; nil if it is unset.
    public var date: Date? { value(Date.self) }

    /// The value as a URL; nil if it is unset.
    ///
    /// A string that begins with `/` or `~` is read as a file's path, as in `url(forKey:)` of `UserDefaults`.
    public var url: URL? { value(URL.self) }
}
