package import PropertyLists

/// A number in JSON, which has one type for all numbers: integers and reals compare exactly, by value.
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

    init(_ integer: Int) {
        self = .integer(PropertyListInteger(Int64(integer)))
    }

    var propertyList: PropertyList {
        switch self {
        case .integer(let integer): .integer(integer)
        case .real(let real): .real(real)
        }
    }
}

extension SchemaNumber: Comparable {
    /// The nearest real; if two of these differ, the numbers have the same order.
    private var rounded: Double {
        switch self {
        case .integer(let integer): Double(rounding: integer)
        case .real(let real): real
        }
    }

    /// The equal integer; nil if there is none.
    private var whole: PropertyListInteger? {
        switch self {
        case .integer(let integer): integer
        case .real(let real): PropertyListInteger(exactly: real)
        }
    }

    static func == (left: SchemaNumber, right: SchemaNumber) -> Bool {
        left.rounded == right.rounded && left.whole == right.whole
    }

    static func < (left: SchemaNumber, right: SchemaNumber) -> Bool {
        guard left.rounded == right.rounded else { return left.rounded < right.rounded }
        // A number that is not an integer equals the other real, or is 2^64, to which the other integer was rounded up.
        guard let integer = left.whole else { return false }
        return right.whole.map { integer < $0 } ?? true
    }

    // NaN is neither less than, nor greater than, nor equal to a limit, so no limit allows it.

    static func <= (left: SchemaNumber, right: SchemaNumber) -> Bool { left < right || left == right }

    static func >= (left: SchemaNumber, right: SchemaNumber) -> Bool { right <= left }
}

extension SchemaNumber {
    /// Returns whether a number is a multiple of another, as the two are written in decimal.
    func isMultiple(of divisor: SchemaNumber) -> Bool {
        if let (dividend, divisor) = Self.scaled(self, divisor) { return dividend % divisor == 0 }
        return rounded.truncatingRemainder(dividingBy: divisor.rounded) == 0
    }

    /// Returns two numbers as integers of the same decimal unit; nil if they are too large for that.
    private static func scaled(_ left: SchemaNumber, _ right: SchemaNumber) -> (Int128, Int128)? {
        guard let left = left.decimal, let right = right.decimal, right.digits != 0 else { return nil }
        let unit = min(left.exponent, right.exponent)
        func digits(_ decimal: (digits: Int128, exponent: Int)) -> Int128? {
            var digits = decimal.digits
            guard decimal.exponent - unit < 40 else { return nil }
            for _ in unit..<decimal.exponent {
                let (product, overflows) = digits.multipliedReportingOverflow(by: 10)
                guard !overflows else { return nil }
                digits = product
            }
            return digits
        }
        return digits(left).flatMap { left in digits(right).map { (left, $0) } }
    }

    /// The number as digits times a power of ten; nil if it is not finite.
    private var decimal: (digits: Int128, exponent: Int)? {
        guard case .real(let real) = self else { return whole.flatMap { Int128($0.description) }.map { ($0, 0) } }
        let parts = real.shortestText.split(separator: Character("e"))
        let mantissa = parts[0].split(separator: Character("."))
        let fraction = mantissa.count > 1 ? mantissa[1] : ""
        guard let digits = Int128(mantissa[0] + fraction), let exponent = Int(parts.count > 1 ? parts[1] : "0") else {
            return nil
        }
        return (digits, exponent - fraction.count)
    }
}

extension PropertyListInteger {
    /// Creates an equal integer; nil if the number has a fraction or is out of range.
    package init?(exactly real: Double) {
        guard let integer = Int128(exactly: real) else { return nil }
        self.init(exactly: integer)
    }
}

// A schema describes JSON, so values compare as in JSON. `prefs dump --json` uses the same conversion.

extension PropertyList {
    /// The string for the value in JSON; nil if it is not a string in JSON.
    var stringInJSON: String? {
        switch self {
        case .string(let text): text
        case .date(let date): date.rfc3339 ?? date.rfc3339WholeSeconds
        case .data(let bytes): bytes.base64
        default: nil
        }
    }

    /// The value as shown in messages: JSON, with this package's own notation for values that plain JSON cannot
    /// represent.
    var jsonText: String {
        (try? json(.plain)) ?? (try? json(.typed)) ?? ""
    }

    /// Returns whether two values are equal in JSON; numbers are equal if they have the same value, whatever their
    /// types.
    package func isEqualInJSON(to other: PropertyList) -> Bool {
        SchemaValue(self) == SchemaValue(other)
    }
}

enum SchemaValue: Hashable {
    case string(ByteKey)
    case integer(PropertyListInteger)
    case real(Double)
    case boolean(Bool)
    case array([SchemaValue])
    case dictionary([ByteKey: SchemaValue])
    case uid(UInt64)
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
