#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The text of elements, with references for `&`, `<` and `>`, as CoreFoundation writes it; control characters go out
/// as they are.
extension OutputSpan<UInt8> {
    mutating func append(xmlText text: String) {
        text.withBytes { bytes in
            if bytes.holdsXMLMarkup {
                append(escaping: bytes)
            } else {
                append(bytes)
            }
        }
    }

    /// Appends a number as CoreFoundation spells it: 17 significant digits without trailing zeros; but a negative zero
    /// keeps its sign.
    mutating func append(xmlReal real: Double) {
        if real.isNaN {
            append("nan")
        } else if real.isInfinite {
            append(real.sign == .minus ? "-infinity" : "+infinity")
        } else if real.isZero {
            append(real.sign == .minus ? "-0.0" : "0.0")
        } else if let digits = SeventeenDigits(real.magnitude) {
            if real.sign == .minus {
                append("-")
            }
            append(digits)
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
            case let byte: append(byte)
            }
        }
    }
}

extension Span<UInt8> {
    /// The bytes that a text takes in its XML form.
    var lengthInXML: Int {
        guard holdsXMLMarkup else { return count }
        var length = count
        for index in indices {
            switch self[index] {
            case UInt8(ascii: "&"): length += 4
            case UInt8(ascii: "<"), UInt8(ascii: ">"): length += 3
            default: break
            }
        }
        return length
    }

    fileprivate var holdsXMLMarkup: Bool {
        var offset = 0
        while count - offset >= 8 {
            if word(at: offset).holdsXMLMarkup {
                return true
            }
            offset += 8
        }
        return lastWord.holdsXMLMarkup
    }
}

extension UInt64 {
    fileprivate var holdsXMLMarkup: Bool {
        // The codes of < and > differ in one bit.
        places(of: UInt8(ascii: "&")) | (self | .repeating(0b10)).places(of: UInt8(ascii: ">")) != 0
    }
}

/// How XML property lists spell reals, after CoreFoundation.
extension Double {
    /// The real that a text spells: a decimal number with an optional exponent, or `nan`, `inf` and `infinity` in any
    /// case.
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

    /// What printf(3) has for 17 digits: exact for every number, and slow.
    fileprivate var printedDigits: [UInt8] {
        // The longest is like -1.2345678901234567e-308, 24 bytes and a NUL, with room for a decimal point of many
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

extension PropertyListDate {
    /// The moment that the text of a `<date>` element names: `1970-01-01T00:00:00Z`.
    ///
    /// As CoreFoundation reads it: whole seconds in UTC, a year of any number of digits, with a minus sign before the
    /// year 0. Unlike there, a date that the calendar does not have is none. Nil where the text does not read so.
    init?(propertyListXML text: ByteView) {
        var cursor = ByteCursor(text)
        let isNegative = cursor.skip("-")
        guard let year = cursor.decimal(length: 1...Int.max),
            let date = cursor.civilDate(inYear: isNegative ? -year : year),
            cursor.skip("T"),
            let time = cursor.civilTime(on: date),
            cursor.skip("Z"),
            cursor.isAtEnd
        else { return nil }
        self.init(secondsSinceReferenceDate: Double(time.secondsSinceReferenceDate))
    }

    /// The bytes of the longest text that is read back, with a year of twelve digits and a sign.
    static let longestXML = 29

    /// The second that the `<date>` element names, with the fraction rounded down; nil for what is not finite, and for
    /// a year that would not be read back.
    var civilTimeInXML: CivilTime? {
        guard let seconds = Int(exactly: secondsSinceReferenceDate.rounded(.down)) else { return nil }
        let time = CivilTime(secondsSinceReferenceDate: seconds)
        return CivilDate.years.contains(time.date.year) ? time : nil
    }
}
