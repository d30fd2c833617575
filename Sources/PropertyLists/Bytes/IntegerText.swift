/// An integer as property lists spell one: decimal digits, or `0x` and hexadecimal ones, with an optional sign.
///
/// CoreFoundation reads hexadecimal integers, so they are read here; nothing writes them.
struct IntegerText {
    /// The number; nil where it is below -2^63 or above 2^64-1.
    let value: PropertyListInteger?

    /// What a text spells; nil where it is no integer.
    init?(_ text: ByteView) {
        if let plain = text.plainInteger {
            value = PropertyListInteger(plain)
            return
        }
        var cursor = ByteCursor(text)
        let isNegative = cursor.skip(UInt8(ascii: "-"))
        if !isNegative {
            _ = cursor.skip(UInt8(ascii: "+"))
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
    /// Whether these are decimal digits alone, as many as always fit 64 bits.
    var isPlainInteger: Bool { plainInteger != nil }

    /// The number of the usual spelling, decimal digits alone, as many as always fit; nil for any other.
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
