/// A number above zero in 17 significant decimal digits, which tell every double from every other.
///
/// They are those of printf(3)'s `%.17g`: of the nearest decimal number, and of two as near the one that ends even.
struct SeventeenDigits {
    /// The digits as a whole number, from 10^16 to below 10^17.
    let digits: UInt64
    /// The power of ten that the first digit counts.
    let exponent: Int

    private static let powersOfFive = (0...32).map { repeatElement(5 as UInt128, count: $0).reduce(1, *) }

    /// The digits of a number from 2^-53 to below 2^128, for which 128 bits are enough; nil for any other.
    init?(_ number: Double) {
        guard number > 0, -53..<128 ~= number.exponent else { return nil }
        let significand = number.significandBitPattern | 1 << Double.significandBitCount
        let power = Int(number.exponent) - Double.significandBitCount
        // The logarithm of the number's power of two: one below that of the number, or the same, once rounded down.
        var exponent = Int((Double(number.exponent) * 0.30103).rounded(.down))

        // The number times a power of ten, as a fraction with 17 digits or 18 before the point.
        let scale = 16 - exponent
        let shift = power + scale
        let numerator = UInt128(significand) * SeventeenDigits.powersOfFive[max(scale, 0)] << max(shift, 0)
        var denominator = SeventeenDigits.powersOfFive[max(-scale, 0)] << max(-shift, 0)
        let division = numerator.quotientAndRemainder(dividingBy: denominator)
        var digits = UInt64(division.quotient)
        var remainder = division.remainder
        if digits >= UInt64.powersOfTen[17] {
            remainder += UInt128(digits % 10) * denominator
            denominator *= 10
            digits /= 10
            exponent += 1
        }

        if remainder * 2 > denominator || remainder * 2 == denominator && !digits.isMultiple(of: 2) {
            digits += 1
        }
        if digits == UInt64.powersOfTen[17] {
            digits /= 10
            exponent += 1
        }
        self.digits = digits
        self.exponent = exponent
    }
}

extension OutputSpan<UInt8> {
    /// Appends a number as printf(3)'s `%.17g` spells it: without zeros at the end of a fraction, and with a power of ten
    /// where there would be too many other zeros.
    ///
    /// - Precondition: there is room for it, 22 bytes at most.
    mutating func append(_ number: SeventeenDigits) {
        var digits = number.digits
        var count = 17
        while digits.isMultiple(of: 10) {
            digits /= 10
            count -= 1
        }
        let exponent = number.exponent
        switch exponent {
        case -4..<0:
            append("0.")
            append(decimal: digits, width: count - exponent - 1)
        case 0..<17:
            append(decimal: digits, fractionDigits: max(0, count - exponent - 1))
            append(repeating: UInt8(ascii: "0"), count: max(0, exponent + 1 - count))
        default:
            append(decimal: digits, fractionDigits: count - 1)
            append(exponent < 0 ? "e-" : "e+")
            append(decimal: UInt64(exponent.magnitude), width: 2)
        }
    }

    /// Appends decimal digits with a point before the last of them.
    private mutating func append(decimal digits: UInt64, fractionDigits: Int) {
        let (whole, fraction) = digits.quotientAndRemainder(dividingBy: UInt64.powersOfTen[fractionDigits])
        append(decimal: whole)
        if fractionDigits > 0 {
            append(".")
            append(decimal: fraction, width: fractionDigits)
        }
    }
}

extension UInt64 {
    /// From the power 0 to 17.
    fileprivate static let powersOfTen = (0...17).map { repeatElement(10 as UInt64, count: $0).reduce(1, *) }
}
