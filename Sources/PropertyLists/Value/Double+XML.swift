#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How XML property lists spell reals, after CoreFoundation.
extension Double {
    /// The real that a text spells: a decimal number with an optional exponent, or `nan`, `inf` and `infinity` in any case.
    ///
    /// A number beyond a double's range is an infinity, as strtod(3) has it; nil where the text is no number.
    init?(propertyListXML text: ByteView) {
        if let number = Double(decimal: text) {
            self = number
            return
        }
        switch String(validating: text)?.lowercased() {
        case "nan", "+nan", "-nan": self = .nan
        case "inf", "+inf", "infinity", "+infinity": self = .infinity
        case "-inf", "-infinity": self = -.infinity
        default: return nil
        }
    }

    /// The bytes of the longest spelling, like that of -1.2345678901234567e-308.
    static let longestXML = 24

    /// Appends the number as CoreFoundation spells it: 17 significant digits, their trailing zeros left out.
    ///
    /// A negative zero keeps its sign, which CoreFoundation would drop.
    ///
    /// - Precondition: there is room for the longest spelling.
    func appendXML(to output: inout OutputSpan<UInt8>) {
        if isNaN {
            output.append("nan")
        } else if isInfinite {
            output.append(sign == .minus ? "-infinity" : "+infinity")
        } else if isZero {
            output.append(sign == .minus ? "-0.0" : "0.0")
        } else if let digits = SeventeenDigits(magnitude) {
            if sign == .minus {
                output.append("-")
            }
            output.append(digits)
        } else {
            output.append(printedDigits.span)
        }
    }

    /// What printf(3) has for 17 digits: exact for every number, and slow.
    private var printedDigits: [UInt8] {
        // The longest is like -1.2345678901234567e-308, 24 bytes and a NUL, with room for a decimal point of many bytes.
        let digits = unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
                count = unsafe Int(
                    withVaList([self]) { unsafe vsnprintf(buffer.baseAddress, buffer.count, "%.17g", $0) }
                )
            }
        }
        return digits.replacingDecimalPoint()
    }
}

extension [UInt8] {
    /// A number that printf(3) wrote, with a point where the process's locale has something else.
    func replacingDecimalPoint() -> [UInt8] {
        let isPoint: (UInt8) -> Bool = { byte in
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "e"): false
            default: byte.decimalDigit == nil
            }
        }
        guard let start = firstIndex(where: isPoint), let end = lastIndex(where: isPoint) else { return self }
        return self[..<start] + [UInt8(ascii: ".")] + self[(end + 1)...]
    }
}
