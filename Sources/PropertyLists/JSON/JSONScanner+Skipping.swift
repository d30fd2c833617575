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
        let bytes = cursor.bytes
        var state = BracketCount()
        var offset = cursor.offset
        while offset < bytes.count {
            // Eight bytes without a bracket or an escape matter by their quotation marks alone.
            if offset <= bytes.count - 8 {
                let word = bytes.word(at: offset)
                // In one bit brackets differ from braces, and no other byte becomes one by it.
                let folded = word | .repeating(0x20)
                let others =
                    word.places(of: UInt8(ascii: "\\")) | folded.places(of: UInt8(ascii: "{"))
                    | folded.places(of: UInt8(ascii: "}"))
                if others == 0 {
                    state.take(quotationMarks: word.count(of: UInt8(ascii: "\"")))
                    offset += 8
                    continue
                }
            }
            for _ in 0..<8 where offset < bytes.count {
                let byte = bytes[offset]
                if state.ends(with: byte) {
                    cursor.move(to: offset + 1)
                    return true
                }
                offset += byte == UInt8(ascii: "\\") ? 2 : 1
            }
        }
        return false
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

/// How many brackets are open behind the first, and whether a string is.
private struct BracketCount {
    private var depth = 1
    private var isInString = false

    /// Takes bytes into account of which that many are quotation marks, and none a bracket or a backslash.
    @inline(__always)
    mutating func take(quotationMarks count: Int) {
        isInString = isInString != !count.isMultiple(of: 2)
    }

    /// Takes a byte into account that no backslash stands before, and says whether it closes the first bracket.
    @inline(__always)
    mutating func ends(with byte: UInt8) -> Bool {
        if byte == UInt8(ascii: "\"") {
            isInString.toggle()
        } else if !isInString {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return depth == 0
    }
}

/// Whether a byte cannot be in a number, nor in `true`, `false` and `null`.
private func endsScalar(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte.isWhiteSpace
}
