/// Reads the tokens of JSON, strictly as RFC 8259 defines them.
extension JSONCursor {
    mutating func readStringToken() throws(PropertyListError) -> String {
        let literal = cursor.offset
        _ = cursor.next()
        var start = cursor.offset
        skipPlainBytes()
        if cursor.peek == UInt8(ascii: "\"") {
            // Most strings contain no escape, and are copied once.
            _ = cursor.next()
            return try validString(String(validating: cursor.bytes[start..<cursor.offset - 1]), from: literal)
        }
        var text: [UInt8] = []
        while true {
            cursor.bytes[start..<cursor.offset].append(to: &text)
            offset = cursor.offset
            switch cursor.next() {
            case UInt8(ascii: "\""):
                return try validString(String(validating: text), from: literal)
            case UInt8(ascii: "\\"):
                try readEscape(into: &text)
            case let control?:
                let codePoint = "U+" + String(control, radix: 16, uppercase: true, width: 4)
                throw error(.unexpected(codePoint, expected: "an escape"))
            case nil:
                throw error(.unexpectedEnd(within: "a string"))
            }
            start = cursor.offset
            skipPlainBytes()
        }
    }

    private mutating func skipPlainBytes() {
        cursor.skip { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// Returns the string of a literal, or throws `invalidUTF8`.
    ///
    /// Sets ``offset`` to the start of the literal, where later errors point.
    private mutating func validString(_ string: String?, from literal: Int) throws(PropertyListError) -> String {
        offset = literal
        guard let string else { throw error(.invalidUTF8) }
        return string
    }

    private mutating func readEscape(into text: inout [UInt8]) throws(PropertyListError) {
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
        case nil: throw error(.unexpectedEnd(within: "a string"))
        default: throw error(.unexpected(cursor.bytes[offset...].shown(atMost: 2), expected: "an escape"))
        }
    }

    /// Reads the digits of a `\u` escape, or both escapes of a surrogate pair.
    private mutating func readCodePoint() throws(PropertyListError) -> Unicode.Scalar {
        let unit = try readHexadecimal()
        if let scalar = Unicode.Scalar(unit) {
            return scalar
        }
        guard UTF16.isLeadSurrogate(unit), cursor.skip("\\u") else { throw error(.loneSurrogate) }
        let trail = try readHexadecimal()
        guard UTF16.isTrailSurrogate(trail) else { throw error(.loneSurrogate) }
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    private mutating func readHexadecimal() throws(PropertyListError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = cursor.next() else { throw error(.unexpectedEnd(within: "a string")) }
            guard let digit = byte.hexadecimalDigit else {
                let escape = cursor.bytes[offset..<cursor.offset].shown(atMost: 12)
                throw error(.unexpected(escape, expected: "four hexadecimal digits"))
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}

extension JSONCursor {
    /// Reads a number: an integer if it has neither a fraction nor an exponent, otherwise a real.
    mutating func readNumber() throws(PropertyListError) -> PropertyList {
        let start = cursor.offset
        _ = cursor.skip(UInt8(ascii: "-"))
        if !cursor.skip(UInt8(ascii: "0")) {
            try skipDigits()
        }
        var isInteger = true
        if cursor.skip(UInt8(ascii: ".")) {
            isInteger = false
            try skipDigits()
        }
        if cursor.skip(UInt8(ascii: "e")) || cursor.skip(UInt8(ascii: "E")) {
            isInteger = false
            if !cursor.skip(UInt8(ascii: "+")) {
                _ = cursor.skip(UInt8(ascii: "-"))
            }
            try skipDigits()
        }
        let bytes = cursor.bytes[start..<cursor.offset]
        let text = String(validating: bytes) ?? ""
        if isInteger {
            guard let integer = PropertyListInteger(text) else {
                throw error(.integerOutOfRange(bytes.shown(atMost: 60)))
            }
            return .integer(integer)
        }
        guard let real = Double(text), real.isFinite else { throw error(.realOutOfRange(bytes.shown(atMost: 60))) }
        return .real(real)
    }

    private mutating func skipDigits() throws(PropertyListError) {
        let start = cursor.offset
        cursor.skip { $0.decimalDigit != nil }
        guard cursor.offset > start else {
            offset = start
            throw unexpected(expected: "a digit", within: "a number")
        }
    }
}

extension JSONCursor {
    /// Skips a string without escapes, and returns the unchecked bytes between its quotation marks.
    ///
    /// Returns nil, and does not move, if the string contains an escape or has no end.
    mutating func skipPlainString() -> ByteView? {
        let bytes = cursor.bytes
        let start = cursor.offset + 1
        guard let end = bytes.firstOffset(of: UInt8(ascii: "\""), from: start) else { return nil }
        let content = bytes[start..<end]
        guard content.firstOffset(of: UInt8(ascii: "\\")) == nil else { return nil }
        cursor.move(to: end + 1)
        return content
    }

    /// Skips a value, and returns whether it has an end.
    ///
    /// Looks only at brackets, quotation marks and escapes.
    mutating func skipToken() -> Bool {
        switch cursor.next() {
        case UInt8(ascii: "\""): return skipRestOfString()
        case UInt8(ascii: "{"), UInt8(ascii: "["): return skipRestOfContainer()
        case nil: return false
        default:
            cursor.skip { !endsScalar($0) }
            return true
        }
    }

    private mutating func skipRestOfContainer() -> Bool {
        let bytes = cursor.bytes
        var depth = 1
        var isInString = false
        var offset = cursor.offset
        while let markup = bytes.offsetOfJSONMarkup(from: offset) {
            let byte = bytes[markup]
            offset = markup + (byte == UInt8(ascii: "\\") ? 2 : 1)
            switch byte {
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if depth == 0 {
                cursor.move(to: offset)
                return true
            }
        }
        return false
    }

    private mutating func skipRestOfString() -> Bool {
        let bytes = cursor.bytes
        while let end = bytes.firstOffset(of: UInt8(ascii: "\""), from: cursor.offset) {
            var escapes = 0
            while end - escapes > cursor.offset, bytes[end - escapes - 1] == UInt8(ascii: "\\") {
                escapes += 1
            }
            cursor.move(to: end + 1)
            if escapes.isMultiple(of: 2) { return true }
        }
        return false
    }
}

/// Returns whether a byte ends a number, `true`, `false` or `null`.
private func endsScalar(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte.isWhitespace
}
