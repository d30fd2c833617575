package import PropertyLists

/// A number of JSON, which has one type for all: an integer and a real compare by what they are, to the last digit.
enum SchemaNumber: Sendable {
    case integer(PropertyListInteger)
    case real(Double)

    init?(_ value: PropertyList) {
        switch value {
        case .integer(let integer): self = .integer(integer)
        case .real(let real): self = .real(real)
        default: return nil
        }
    }

    var propertyList: PropertyList {
        switch self {
        case .integer(let integer): .integer(integer)
        case .real(let real): .real(real)
        }
    }
}

extension SchemaNumber: Comparable {
    static func == (left: SchemaNumber, right: SchemaNumber) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.integer(let integer), .real(let real)), (.real(let real), .integer(let integer)):
            PropertyListInteger(exactly: real) == integer
        }
    }

    static func < (left: SchemaNumber, right: SchemaNumber) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.integer(let left), .real(let right)): left.isLess(than: right.rounded(.up), orEqual: false)
        case (.real(let left), .integer(let right)):
            // A not-a-number is in no order.
            !left.isNaN && !right.isLess(than: left.rounded(.down), orEqual: true)
        }
    }

    // A not-a-number is neither below nor above a limit, and not the limit itself: so it is within none.

    static func <= (left: SchemaNumber, right: SchemaNumber) -> Bool { left < right || left == right }

    static func >= (left: SchemaNumber, right: SchemaNumber) -> Bool { right <= left }
}

extension PropertyListInteger {
    /// The same number; nil where it has a fraction, or is out of range.
    init?(exactly real: Double) {
        if let integer = Int64(exactly: real) {
            self.init(integer)
        } else if let integer = UInt64(exactly: real) {
            self.init(integer)
        } else {
            return nil
        }
    }

    /// Whether this is less than a real without a fraction.
    fileprivate func isLess(than whole: Double, orEqual isEqualLess: Bool) -> Bool {
        guard let integer = PropertyListInteger(exactly: whole) else {
            // Beyond every integer, or not a number.
            return whole > 0
        }
        return isEqualLess ? self <= integer : self < integer
    }
}

// A schema is one of JSON, so that values are what they are in JSON: `prefs dump --json` has the same projection.

extension PropertyList {
    /// The string that the value is in JSON; nil where it is none.
    var stringInJSON: String? {
        switch self {
        case .string(let text): text
        case .date(let date): date.rfc3339 ?? date.rfc3339WholeSeconds
        case .data(let bytes): bytes.base64
        default: nil
        }
    }

    /// The value as messages show it: JSON, with forms of its own where plain JSON has none.
    var jsonText: String {
        (try? json(.plain)) ?? (try? json(.typed)) ?? ""
    }

    /// Whether the value is a number for which a condition holds, or no number at all.
    func isNumber(where condition: (SchemaNumber) -> Bool) -> Bool {
        SchemaNumber(self).map(condition) ?? true
    }

    /// Whether JSON cannot tell two values apart: numbers are equal when they are the same number.
    package func isEqualInJSON(to other: PropertyList) -> Bool {
        SchemaValue(self) == SchemaValue(other)
    }
}

extension [PropertyList] {
    /// Whether JSON cannot tell a value apart from one of these.
    func holdEqualInJSON(of value: PropertyList) -> Bool {
        let value = SchemaValue(value)
        return contains { SchemaValue($0) == value }
    }

    /// The positions of the first element that equals an earlier one, and of that; nil where all differ.
    var firstEqualInJSON: (Int, Int)? {
        var positions: [SchemaValue: Int] = [:]
        for (position, element) in enumerated() {
            if let first = positions.updateValue(position, forKey: SchemaValue(element)) {
                return (first, position)
            }
        }
        return nil
    }
}

/// A value as JSON has it, to be compared.
private enum SchemaValue: Hashable {
    case string(ByteKey)
    case integer(PropertyListInteger)
    case real(Double)
    case boolean(Bool)
    case array([SchemaValue])
    case dictionary([ByteKey: SchemaValue])
    case uid(UInt64)
    /// A date that JSON cannot spell.
    case date(PropertyListDate)

    init(_ value: PropertyList) {
        switch value {
        case .string(let text): self = .string(ByteKey(text))
        case .date(let date): self = value.stringInJSON.map { .string(ByteKey($0)) } ?? .date(date)
        case .data(let bytes): self = .string(ByteKey(bytes.base64))
        case .integer(let integer): self = .integer(integer)
        case .real(let real): self = PropertyListInteger(exactly: real).map(SchemaValue.integer) ?? .real(real)
        case .boolean(let boolean): self = .boolean(boolean)
        case .array(let elements): self = .array(elements.map(SchemaValue.init))
        case .dictionary(let dictionary):
            self = .dictionary(Dictionary(dictionary.map { (ByteKey($0.key), SchemaValue($0.value)) }) { $1 })
        case .uid(let identifier): self = .uid(identifier)
        }
    }
}
