extension JSONScanner {
    /// Reads a string, from one quotation mark to the other.
    mutating func readString() throws(PropertyListProblem) -> String {
        let literal = cursor.offset
        _ = cursor.next()
        var start = cursor.offset
        skipPlainBytes()
        if cursor.peek == UInt8(ascii: "\"") {
            // Most strings hold no escape, and are copied once.
            _ = cursor.next()
            return try validString(String(validating: cursor.bytes[start..<cursor.offset - 1]), from: literal)
        }
        var text: [UInt8] = []
        while true {
            cursor.bytes[start..<cursor.offset].append(to: &text)
            tokenStart = cursor.offset
            switch cursor.next() {
            case UInt8(ascii: "\""):
                return try validString(String(validating: text), from: literal)
            case UInt8(ascii: "\\"):
                try readEscape(into: &text)
            case let control?:
                throw .unexpected(UnicodeScalar(control).codePoint, expected: "an escape for it")
            case nil:
                throw .unexpectedEnd(within: "a string")
            }
            start = cursor.offset
            skipPlainBytes()
        }
    }

    /// Skips the bytes that stand for themselves.
    private mutating func skipPlainBytes() {
        cursor.skip { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// The string that a literal spells, which becomes the token that later problems are of.
    private mutating func validString(_ string: String?, from literal: Int) throws(PropertyListProblem) -> String {
        tokenStart = literal
        guard let string else { throw .invalidUTF8 }
        return string
    }

    /// Reads what follows a backslash.
    private mutating func readEscape(into text: inout [UInt8]) throws(PropertyListProblem) {
        switch cursor.next() {
        case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: UTF8.encode(try readCodePoint()) ?? .init())
        case nil: throw .unexpectedEnd(within: "a string")
        default: throw .unexpected(cursor.bytes[tokenStart...].shown(atMost: 2), expected: "an escape")
        }
    }

    /// Reads the digits of a `\u` escape, or of the two that a surrogate pair is.
    private mutating func readCodePoint() throws(PropertyListProblem) -> Unicode.Scalar {
        let unit = try readHexadecimal()
        if let scalar = Unicode.Scalar(unit) {
            return scalar
        }
        guard UTF16.isLeadSurrogate(unit), cursor.skip("\\u") else { throw .loneSurrogate }
        let trail = try readHexadecimal()
        guard UTF16.isTrailSurrogate(trail) else { throw .loneSurrogate }
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    private mutating func readHexadecimal() throws(PropertyListProblem) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = cursor.next() else { throw .unexpectedEnd(within: "a string") }
            guard let digit = byte.hexadecimalDigit else {
                throw .unexpected(
                    cursor.bytes[tokenStart..<cursor.offset].shown(atMost: 12),
                    expected: "four hexadecimal digits"
                )
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}

extension Unicode.Scalar {
    /// The code point as it is named: `U+0009`.
    fileprivate var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
