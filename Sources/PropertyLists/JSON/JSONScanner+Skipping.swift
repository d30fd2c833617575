extension JSONScanner {
    /// Steps over a string that holds no escape; without a step nil where it holds one, or has no end.
    ///
    /// - Returns: the bytes between the quotation marks, which nobody has looked at.
    mutating func skipPlainString() -> ByteView? {
        let bytes = cursor.bytes
        let start = cursor.offset + 1
        guard let end = bytes.firstOffset(of: UInt8(ascii: "\""), from: start) else { return nil }
        let content = bytes[start..<end]
        guard content.firstOffset(of: UInt8(ascii: "\\")) == nil else { return nil }
        cursor.move(to: end + 1)
        return content
    }

    /// Steps over a value, of which brackets and quotation marks alone are looked at.
    ///
    /// - Returns: whether the value has an end.
    mutating func skipValue() -> Bool {
        switch cursor.next() {
        case UInt8(ascii: "\""): return skipRestOfString()
        case UInt8(ascii: "{"), UInt8(ascii: "["): return skipRestOfContainer()
        case nil: return false
        default:
            cursor.skip { !endsScalar($0) }
            return true
        }
    }

    /// Steps behind the bracket that ends the object or array which the cursor is in.
    private mutating func skipRestOfContainer() -> Bool {
        var depth = 1
        while depth > 0 {
            cursor.move(to: cursor.bytes.offsetOfBracketOrQuote(from: cursor.offset))
            switch cursor.next() {
            case UInt8(ascii: "\""):
                guard skipRestOfString() else { return false }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case nil: return false
            default: depth -= 1
            }
        }
        return true
    }

    /// Steps behind the quotation mark that ends the string which the cursor is in.
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

extension ByteView {
    /// Where the first bracket, brace or quotation mark stands, at an offset or after it; the end where none does.
    fileprivate func offsetOfBracketOrQuote(from start: Int) -> Int {
        var offset = start
        while offset <= count - 8 {
            let word = word(at: offset)
            // In one bit brackets differ from braces, and so does no other byte from either.
            let folded = word | .repeating(0x20)
            let places =
                word.places(of: UInt8(ascii: "\"")) | folded.places(of: UInt8(ascii: "{"))
                | folded.places(of: UInt8(ascii: "}"))
            guard places == 0 else { return offset + places.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < count, !isBracketOrQuote(self[offset]) {
            offset += 1
        }
        return offset
    }
}

private func isBracketOrQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte | 0x20 == UInt8(ascii: "{") || byte | 0x20 == UInt8(ascii: "}")
}

/// Whether a byte cannot be in a number, nor in `true`, `false` and `null`.
private func endsScalar(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte.isWhiteSpace
}
