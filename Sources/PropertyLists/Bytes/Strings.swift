extension String {
    /// Lends the bytes in UTF-8, as `utf8Span` has them, without the calls that this takes.
    @inline(__always)
    func withBytes<Value>(_ body: (Span<UInt8>) -> Value) -> Value {
        let value = unsafe utf8.withContiguousStorageIfAvailable { bytes in unsafe body(bytes.span) }
        return value ?? body(utf8Span.span)
    }

    /// Whether both are the same bytes in UTF-8.
    package func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8Span.span.hasSameBytes(as: other.utf8Span.span)
    }

    /// Whether this stands before another in the order of their UTF-8 bytes, which is that of their Unicode scalars.
    package func precedesInByteOrder(_ other: String) -> Bool {
        utf8Span.span.precedes(other.utf8Span.span)
    }
}

/// A string that equals another when its bytes do, where `String` would hold canonically equivalent spellings equal.
package struct ByteKey: Hashable {
    package let string: String

    package init(_ string: String) {
        self.string = string
    }

    package static func == (left: ByteKey, right: ByteKey) -> Bool {
        left.string.hasSameBytes(as: right.string)
    }

    package func hash(into hasher: inout Hasher) {
        unsafe string.utf8Span.span.bytes.withUnsafeBytes { bytes in
            unsafe hasher.combine(bytes: bytes)
        }
    }
}

extension String {
    /// Whether this stands before another in the order in which `UserDefaults` writes keys: that of UTF-16 code units.
    ///
    /// It is the order of the bytes of UTF-8, but that the surrogates put the characters beyond U+FFFF before those
    /// from U+E000 on.
    package func precedesInUserDefaultsOrder(_ other: String) -> Bool {
        let bytes = utf8Span.span
        let otherBytes = other.utf8Span.span
        for position in 0..<min(bytes.count, otherBytes.count) where bytes[position] != otherBytes[position] {
            return rankInUTF16(bytes[position]) < rankInUTF16(otherBytes[position])
        }
        return bytes.count < otherBytes.count
    }
}

/// A byte of UTF-8 as a number that compares as the code units of UTF-16 do where two texts begin to differ.
private func rankInUTF16(_ byte: UInt8) -> UInt8 {
    switch byte {
    // The first byte of U+E000 to U+FFFF, which goes behind that of every longer sequence.
    case 0xEE...0xEF: byte + 0x10
    default: byte
    }
}

extension String {
    /// The text as messages show it: in quotes, and no more of it than a line takes.
    package var quoted: String {
        let limit = 160
        guard utf8.count > limit else { return inQuotes }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(limit))).inQuotes + "..."
    }

    /// The word in quotes that a shell understands.
    ///
    /// Control characters are escaped, so that a terminal shows them instead of obeying them.
    package var inQuotes: String {
        let hasControls = unicodeScalars.contains(where: \.isControl)
        var text = hasControls ? "$'" : "'"
        for scalar in unicodeScalars {
            switch scalar {
            case "'": text += hasControls ? "\\'" : "'\\''"
            case "\\" where hasControls: text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where scalar.isControl: text += "\\u" + String(scalar.value, radix: 16, width: 4)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "'"
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value)
    }
}

extension String {
    /// The digits of a number behind zeros, up to a width.
    package init(_ number: some BinaryInteger, radix: Int, uppercase: Bool = false, width: Int) {
        let digits = String(number, radix: radix, uppercase: uppercase)
        self = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
