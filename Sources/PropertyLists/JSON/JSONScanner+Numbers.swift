extension JSONScanner {
    /// Reads a number: an integer where it has neither a fraction nor an exponent.
    mutating func readNumber() throws(PropertyListProblem) -> PropertyList {
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
            guard let integer = PropertyListInteger(text) else { throw .integerOutOfRange(bytes.shown(atMost: 60)) }
            return .integer(integer)
        }
        guard let real = Double(text), real.isFinite else { throw .realOutOfRange(bytes.shown(atMost: 60)) }
        return .real(real)
    }

    private mutating func skipDigits() throws(PropertyListProblem) {
        let start = cursor.offset
        cursor.skip { $0.decimalDigit != nil }
        guard cursor.offset > start else {
            tokenStart = start
            throw unexpected(expected: "a digit", within: "a number")
        }
    }
}
