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
        guard let string = String(validating: text) else { return nil }
        switch string.lowercased() {
        case "nan", "+nan", "-nan":
            self = .nan
        case "inf", "+inf", "infinity", "+infinity":
            self = .infinity
        case "-inf", "-infinity":
            self = -.infinity
        default:
            self.init(decimal: string)
        }
    }

    /// The number as CoreFoundation spells it: 17 significant digits, their trailing zeros left out.
    ///
    /// A negative zero keeps its sign, which CoreFoundation would drop.
    var propertyListXML: String {
        if isNaN {
            "nan"
        } else if isInfinite {
            sign == .minus ? "-infinity" : "+infinity"
        } else if isZero {
            sign == .minus ? "-0.0" : "0.0"
        } else {
            seventeenDigits
        }
    }

    private var seventeenDigits: String {
        // The longest is like -1.2345678901234567e-308, 24 bytes and a NUL.
        unsafe String(unsafeUninitializedCapacity: 32) { buffer in
            let length = unsafe withVaList([self]) { arguments in
                unsafe vsnprintf(buffer.baseAddress, buffer.count, "%.17g", arguments)
            }
            return Int(length)
        }
    }
}
