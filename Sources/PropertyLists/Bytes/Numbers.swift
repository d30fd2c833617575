/// A number in decimal text: digits with an optional sign, decimal point and exponent, and nothing else.
struct DecimalText {
    private let isNegative: Bool
    /// The digits as a whole number, and the power of ten to multiply it by.
    ///
    /// It is nil if there are more than 19 digits, or more than 4 in the exponent.
    private let exact: (significand: UInt64, exponent: Int)?

    /// Parses a text; nil if it is not a number.
    init?(_ text: ByteView) {
        var cursor = ByteCursor(text)
        isNegative = cursor.skipSign()
        var significand: UInt64 = 0
        let whole = cursor.skipDigits(addingTo: &significand)
        let fraction = cursor.skip(UInt8(ascii: ".")) ? cursor.skipDigits(addingTo: &significand) : 0
        guard whole + fraction > 0 else { return nil }
        var exponent = 0
        if cursor.skip(UInt8(ascii: "e")) || cursor.skip(UInt8(ascii: "E")) {
            let isNegative = cursor.skipSign()
            var magnitude: UInt64 = 0
            let digits = cursor.skipDigits(addingTo: &magnitude)
            guard digits > 0 else { return nil }
            exponent = digits > 4 ? .max : isNegative ? -Int(magnitude) : Int(magnitude)
        }
        guard cursor.isAtEnd else { return nil }
        // Nineteen digits always fit 64 bits.
        exact = whole + fraction <= 19 && exponent < .max ? (significand, exponent - fraction) : nil
    }

    /// The nearest double, if it takes at most one rounding; nil if it can take more.
    ///
    /// The method is from W. D. Clinger, "How to Read Floating Point Numbers Accurately" (1990). If doubles represent a
    /// whole number and a power of ten exactly, their product and quotient are correctly rounded.
    var value: Double? {
        guard let (significand, exponent) = exact, significand <= 1 << 53, -22...22 ~= exponent else { return nil }
        let power = powersOfTen[abs(exponent)]
        let magnitude = exponent < 0 ? Double(significand) / power : Double(significand) * power
        return isNegative ? -magnitude : magnitude
    }
}

extension Double {
    /// Parses a decimal number with an optional sign, decimal point and exponent; nil for any other text.
    ///
    /// Swift's own initialiser would also read hexadecimal numbers and words. A number beyond the range becomes an
    /// infinity.
    package init?(decimal text: String) {
        guard let number = text.withBytes({ $0.withByteView { Double(decimal: $0) } }) else { return nil }
        self = number
    }

    init?(decimal text: ByteView) {
        guard let decimal = DecimalText(text),
            let number = decimal.value ?? String(validating: text).flatMap({ Double($0) })
        else { return nil }
        self = number
    }
}

private let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
]

extension ByteCursor {
    /// Skips a sign if it comes next; returns whether it is a minus.
    @inline(__always)
    mutating func skipSign() -> Bool {
        if skip(UInt8(ascii: "-")) { return true }
        _ = skip(UInt8(ascii: "+"))
        return false
    }

    /// Skips decimal digits and appends them to a number, of which it keeps the low 64 bits; returns how many it
    /// skipped.
    fileprivate mutating func skipDigits(addingTo number: inout UInt64) -> Int {
        let start = offset
        var end = start
        while end < bytes.count, let digit = bytes[end].decimalDigit {
            number = number &* 10 &+ UInt64(truncatingIfNeeded: digit)
            end += 1
        }
        move(to: end)
        return end - start
    }
}
