/// A position in bytes; each step is checked against the end.
struct ByteCursor {
    let bytes: ByteView
    /// The number of bytes before the cursor, from 0 to `bytes.count`.
    private(set) var offset: Int

    init(_ bytes: ByteView, offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var isAtEnd: Bool { offset == bytes.count }

    /// The next byte; nil at the end.
    var peek: UInt8? {
        isAtEnd ? nil : bytes[offset]
    }

    mutating func next() -> UInt8? {
        guard let byte = peek else { return nil }
        offset += 1
        return byte
    }

    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    mutating func skip(_ text: StaticString) -> Bool {
        guard bytes.hasBytes(text, at: offset) else { return false }
        offset += text.utf8CodeUnitCount
        return true
    }

    mutating func skip(while condition: (UInt8) -> Bool) {
        while offset < bytes.count, condition(bytes[offset]) {
            offset += 1
        }
    }

    mutating func move(to offset: Int) {
        precondition(offset >= 0 && offset <= bytes.count)
        self.offset = offset
    }

    /// The next character, for a message; nil at the end.
    var shownCharacter: String? {
        isAtEnd ? nil : bytes[offset...].shown(atMost: 4).unicodeScalars.first.map { String($0) }
    }
}

extension ByteCursor {
    /// Parses a decimal number and moves past its digits, as many as `length` allows.
    ///
    /// Returns nil if there are too few digits, or if the number exceeds `Int`.
    mutating func decimal(length: ClosedRange<Int>) -> Int? {
        let start = offset
        var number = 0
        while offset - start < length.upperBound, let digit = peek?.decimalDigit {
            let (shifted, overflowsShifted) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = shifted.addingReportingOverflow(digit)
            guard !overflowsShifted, !overflows else { return nil }
            number = sum
            move(to: offset + 1)
        }
        return offset - start < length.lowerBound ? nil : number
    }
}

extension UInt8 {
    /// The value of an ASCII digit, from 0 to 9; nil for any other byte.
    package var decimalDigit: Int? {
        let value = self &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }

    /// The value of a hexadecimal digit in either case, from 0 to 15; nil for any other byte.
    package var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether this is a space, tab, line feed or carriage return: the whitespace of XML 1.0 (production 3) and of
    /// JSON.
    package var isWhitespace: Bool {
        switch self {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
        default: false
        }
    }
}
