#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The text of elements, with references for `&`, `<` and `>`, as CoreFoundation writes it, and for a carriage return.
///
/// A strict XML parser reads a carriage return as a line feed, which CoreFoundation does not consider. Other control
/// characters, which XML 1.0 cannot represent, are written unchanged.
extension OutputSpan<UInt8> {
    mutating func append(xmlText text: String) {
        text.withBytes { bytes in
            if bytes.containsXMLMarkup {
                append(escaping: bytes)
            } else {
                append(bytes)
            }
        }
    }

    /// Appends a number as CoreFoundation spells it: 17 significant digits without trailing zeros.
    ///
    /// However, a negative zero keeps its sign.
    mutating func append(xmlReal real: Double) {
        if real.isNaN {
            append("nan")
        } else if real.isInfinite {
            append(real.sign == .minus ? "-infinity" : "+infinity")
        } else if real.isZero {
            append(real.sign == .minus ? "-0.0" : "0.0")
        } else {
            append(real.printedDigits.span)
        }
    }

    mutating func append(xmlDate time: CivilTime) {
        append(decimal: time.date.year, width: 4)
        append(afterYear: time)
        append("Z")
    }

    private mutating func append(escaping text: Span<UInt8>) {
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\r"): append("&#13;")
            case let byte: append(byte)
            }
        }
    }
}

extension Span<UInt8> {
    /// The length, in bytes, of a text in its XML form.
    var lengthInXML: Int {
        guard containsXMLMarkup else { return count }
        var length = count
        for index in indices {
            switch self[index] {
            case UInt8(ascii: "&"), UInt8(ascii: "\r"): length += 4
            case UInt8(ascii: "<"), UInt8(ascii: ">"): length += 3
            default: break
            }
        }
        return length
    }

    fileprivate var containsXMLMarkup: Bool {
        var offset = 0
        while count - offset >= 8 {
            if word(at: offset).containsXMLMarkup {
                return true
            }
            offset += 8
        }
        return lastWord.containsXMLMarkup
    }
}

extension UInt64 {
    fileprivate var containsXMLMarkup: Bool {
        // The codes of < and > differ in one bit.
        places(of: UInt8(ascii: "&")) | places(of: UInt8(ascii: "\r"))
            | (self | .repeating(0b10)).places(of: UInt8(ascii: ">")) != 0
    }
}

/// The spelling of reals in XML property lists, as in CoreFoundation.
extension Double {
    /// Parses a decimal number with an optional exponent, or `nan`, `inf` and `infinity` in any case.
    ///
    /// A number beyond a double's range is an infinity, as in strtod(3). Returns nil for any other text.
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

    /// The length, in bytes, of the longest spelling, such as -1.2345678901234567e-308.
    static let longestXML = 24

    /// The 17 digits that printf(3) writes, which distinguish all numbers.
    fileprivate var printedDigits: [UInt8] {
        // The longest is like -1.2345678901234567e-308: 24 bytes and a NUL, with room for a decimal point of many
        // bytes.
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
    /// Returns a number from printf(3), with a point in place of another decimal separator of the process's locale.
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

extension IntegerText {
    /// Parses the text of an `<integer>` element; nil if it is not an integer.
    ///
    /// As in CoreFoundation, whitespace can follow the sign.
    init?(propertyListXML text: ByteView) {
        self.init(text, allowsSpaceAfterSign: true)
    }
}

extension PropertyListDate {
    /// Parses the text of a `<date>` element, such as `1970-01-01T00:00:00Z`; returns nil for any other text.
    ///
    /// As in CoreFoundation, the text is whole seconds in UTC. Its year has any number of digits, with a minus sign
    /// before the year 0, and fits 32 bits. Its other fields have two digits each and may exceed the calendar.
    init?(propertyListXML text: ByteView) {
        if let time = text.plainCivilTime {
            self.init(secondsSinceReferenceDate: Double(time.secondsSinceReferenceDate))
            return
        }
        var cursor = ByteCursor(text)
        let isNegative = cursor.skip("-")
        guard let year = cursor.decimal(length: 1...Int.max),
            let seconds = cursor.overflowingTime(inYear: isNegative ? -year : year),
            cursor.skip("Z"),
            cursor.isAtEnd
        else { return nil }
        self.init(secondsSinceReferenceDate: Double(seconds))
    }

    /// The length, in bytes, of the longest text that is read back, with a year of ten digits and a sign.
    static let longestXML = 27

    /// The second that the `<date>` element contains, with the fraction rounded down.
    ///
    /// Nil if the date is not finite, or its year would not be read back.
    var civilTimeInXML: CivilTime? {
        guard let seconds = Int(exactly: secondsSinceReferenceDate.rounded(.down)) else { return nil }
        let time = CivilTime(secondsSinceReferenceDate: seconds)
        return CivilDate.years.contains(time.date.year) ? time : nil
    }
}
