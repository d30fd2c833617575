extension ByteView {
    var isASCII: Bool { withSpan { $0.isASCII } }

    /// Returns the end of the run of ASCII bytes that starts at an offset.
    func endOfASCII(from start: Int) -> Int {
        var offset = start
        while count - offset >= 64, containsASCIIBlock(at: offset) {
            offset += 64
        }
        while count - offset >= 8 {
            let others = word(at: offset) & .repeating(0x80)
            guard others == 0 else { return offset + others.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < count, self[offset] < 0x80 {
            offset += 1
        }
        return offset
    }

    /// Returns the offset of the first byte that does not start a well-formed character; nil if all characters are
    /// well-formed.
    ///
    /// The check starts at the start of a character. Swift's own check goes byte by byte through text that is not all
    /// ASCII. This check goes through ASCII in steps of 64 or 8 bytes.
    func offsetOfInvalidUTF8(from start: Int) -> Int? {
        var offset = endOfASCII(from: start)
        while offset < count {
            guard let length = lengthOfCharacter(at: offset) else { return offset }
            offset += length
            if offset < count, self[offset] < 0x80 {
                offset = endOfASCII(from: offset)
            }
        }
        return nil
    }

    /// Returns the length of the non-ASCII character at an offset; nil if no well-formed one starts there.
    ///
    /// The ranges are those of table 3-7 of the Unicode Standard.
    private func lengthOfCharacter(at offset: Int) -> Int? {
        let length: Int
        let second: ClosedRange<UInt8>
        switch self[offset] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard count - offset >= length, second ~= self[offset + 1] else { return nil }
        for further in 2..<max(length, 2) {
            guard self[offset + further].isUTF8Continuation else { return nil }
        }
        return length
    }
}

extension UInt8 {
    var isUTF8Continuation: Bool { self & 0b1100_0000 == 0b1000_0000 }
}
