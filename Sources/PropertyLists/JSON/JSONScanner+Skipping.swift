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
        var depth = 0
        repeat {
            guard let byte = cursor.next() else { return false }
            switch byte {
            case UInt8(ascii: "\""):
                guard skipRestOfString() else { return false }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
            default:
                if depth == 0 {
                    cursor.skip { !endsScalar($0) }
                }
            }
        } while depth > 0
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

/// Whether a byte cannot be in a number, nor in `true`, `false` and `null`.
private func endsScalar(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte.isWhiteSpace
}
