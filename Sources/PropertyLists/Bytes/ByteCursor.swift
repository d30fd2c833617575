/// A place in bytes, with steps that are checked against the end.
struct ByteCursor {
    let bytes: ByteView
    /// Bytes before the cursor, from 0 to `bytes.count`.
    private(set) var offset: Int

    init(_ bytes: ByteView, offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var isAtEnd: Bool { offset == bytes.count }

    /// The next byte, without moving; nil at the end.
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
        guard bytes.holds(text, at: offset) else { return false }
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

    /// The next character as a message shows it; nil at the end.
    var shownCharacter: String? {
        isAtEnd ? nil : bytes[offset...].shown(atMost: 4).unicodeScalars.first.map { String($0) }
    }
}

extension ByteCursor {
    /// The number that decimal digits spell, and a step over them: as many as there are, up to the most that are
    /// allowed; nil if there are fewer than the least, or the number is beyond `Int`.
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
    /// The value of an ASCII digit, from 0 to 9; nil for anything else.
    package var decimalDigit: Int? {
        let value = self &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }

    /// The value of a hexadecimal digit in either case, from 0 to 15; nil for anything else.
    package var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether this is a space, tab, line feed or carriage return: the white space of XML 1.0, production 3, and of
    /// JSON.
    package var isWhiteSpace: Bool {
        switch self {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
        default: false
        }
    }
}
