/// A whole number from -2^63 to 2^64-1: all integers of the binary and XML formats, in one type.
public struct PropertyListInteger: Hashable, Sendable {
    /// The two's complement of a negative number; any other number itself.
    let bitPattern: UInt64
    /// Whether the number is below zero.
    public let isNegative: Bool

    /// The least number, -2^63.
    public static let min = PropertyListInteger(Int64.min)
    /// The greatest number, 2^64-1.
    public static let max = PropertyListInteger(UInt64.max)

    /// Creates the same number from a signed integer.
    public init(_ value: Int64) {
        bitPattern = UInt64(bitPattern: value)
        isNegative = value < 0
    }

    /// Creates the same number from an unsigned integer.
    public init(_ value: UInt64) {
        bitPattern = value
        isNegative = false
    }

    /// Creates the same number; returns nil if it is below -2^63 or above 2^64-1.
    public init?(exactly value: some BinaryInteger) {
        if let value = UInt64(exactly: value) {
            self.init(value)
        } else if let value = Int64(exactly: value) {
            self.init(value)
        } else {
            return nil
        }
    }

    /// Parses decimal digits with an optional sign; returns nil for any other text, and if the number is out of range.
    public init?(_ text: some StringProtocol) {
        if let value = UInt64(text) {
            self.init(value)
        } else if let value = Int64(text) {
            self.init(value)
        } else {
            return nil
        }
    }
}

extension PropertyListInteger {
    /// Returns the sum of two numbers, or nil if it is below -2^63 or above 2^64-1.
    package func adding(_ other: PropertyListInteger) -> PropertyListInteger? {
        PropertyListInteger(exactly: wide + other.wide)
    }

    /// The number in a type that fits every number, and the sum of any two.
    private var wide: Int128 {
        isNegative ? Int128(Int64(bitPattern: bitPattern)) : Int128(bitPattern)
    }
}

extension FixedWidthInteger {
    /// Creates the same number; returns nil if it does not fit this type.
    public init?(exactly integer: PropertyListInteger) {
        if integer.isNegative {
            self.init(exactly: Int64(bitPattern: integer.bitPattern))
        } else {
            self.init(exactly: integer.bitPattern)
        }
    }
}

extension Double {
    /// Creates the same number; returns nil if a double cannot represent it exactly.
    public init?(exactly integer: PropertyListInteger) {
        if integer.isNegative {
            self.init(exactly: Int64(bitPattern: integer.bitPattern))
        } else {
            self.init(exactly: integer.bitPattern)
        }
    }

    /// Creates the double nearest to a number.
    package init(rounding integer: PropertyListInteger) {
        self = integer.isNegative ? Double(Int64(bitPattern: integer.bitPattern)) : Double(integer.bitPattern)
    }
}

extension PropertyListInteger {
    /// Whether programs that read JSON numbers as doubles, such as JavaScript and jq 1.6, can round the number, or
    /// another one to it: it is beyond 2^53-1, the `MAX_SAFE_INTEGER` of ECMA-262.
    package var isRoundedInJSON: Bool { self > Self.greatestSafe || self < Self.leastSafe }

    private static let greatestSafe = PropertyListInteger(Int64(1) << 53 - 1)
    private static let leastSafe = PropertyListInteger(1 - Int64(1) << 53)
}

extension PropertyListInteger: Comparable {
    public static func < (left: PropertyListInteger, right: PropertyListInteger) -> Bool {
        // Two's complement preserves the order of two negative numbers.
        left.isNegative == right.isNegative ? left.bitPattern < right.bitPattern : left.isNegative
    }
}

extension PropertyListInteger: CustomStringConvertible {
    /// All decimal digits of the number.
    public var description: String {
        isNegative ? String(Int64(bitPattern: bitPattern)) : String(bitPattern)
    }
}

extension PropertyListInteger: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) {
        self.init(value)
    }
}

extension PropertyListInteger {
    /// The length, in bytes, of the longest decimal text with a sign: the text of either limit.
    static let longestText = 20
}

extension OutputSpan<UInt8> {
    mutating func append(decimal integer: PropertyListInteger) {
        if integer.isNegative {
            append("-")
        }
        append(decimal: integer.isNegative ? 0 &- integer.bitPattern : integer.bitPattern)
    }
}

extension Double {
    /// The fewest digits that read back as the same number, with a point or an exponent: `1.0`, `1e+300`, `-0.0`.
    ///
    /// A number that is not finite is `inf`, `-inf` or `nan`, whatever the sign and other bits of a not-a-number.
    package var shortestText: String {
        isNaN ? "nan" : description
    }
}

/// An integer in the text of a property list: an optional sign, then decimal digits, or `0x` and hexadecimal digits.
///
/// CoreFoundation reads both forms.
struct IntegerText {
    /// The number; nil if it is below -2^63 or above 2^64-1.
    let value: PropertyListInteger?

    /// Parses a text; nil if it is not an integer.
    init?(_ text: ByteView, allowsSpaceAfterSign: Bool = false) {
        if let plain = text.plainInteger {
            value = PropertyListInteger(plain)
            return
        }
        var cursor = ByteCursor(text)
        let isNegative = cursor.skipSign()
        if allowsSpaceAfterSign, cursor.offset > 0 {
            cursor.skip(while: \.isWhitespace)
        }
        let radix: UInt64 = cursor.skip("0x") || cursor.skip("0X") ? 16 : 10
        guard !cursor.isAtEnd else { return nil }
        var magnitude: UInt64 = 0
        var overflows = false
        while let byte = cursor.next() {
            guard let digit = byte.hexadecimalDigit.map(UInt64.init), digit < radix else { return nil }
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: radix)
            let (sum, carry) = product.addingReportingOverflow(digit)
            overflows = overflows || overflow || carry
            magnitude = sum
        }
        value = overflows ? nil : IntegerText.signed(magnitude, isNegative: isNegative)
    }

    private static func signed(_ magnitude: UInt64, isNegative: Bool) -> PropertyListInteger? {
        guard isNegative, magnitude > 0 else { return PropertyListInteger(magnitude) }
        guard magnitude <= Int64.min.magnitude else { return nil }
        return PropertyListInteger(Int64(truncatingIfNeeded: 0 &- magnitude))
    }
}

extension ByteView {
    /// Whether the bytes are 1 to 19 decimal digits, which always fit 64 bits.
    var isPlainInteger: Bool { plainInteger != nil }

    /// The number if the bytes are 1 to 19 decimal digits, which always fit 64 bits; otherwise nil.
    fileprivate var plainInteger: UInt64? {
        guard 1...19 ~= count else { return nil }
        var number: UInt64 = 0
        for offset in 0..<count {
            let digit = self[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number &* 10 &+ UInt64(digit)
        }
        return number
    }
}
