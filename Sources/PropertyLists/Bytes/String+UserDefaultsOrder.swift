extension String {
    /// Whether this stands before another in the order in which `UserDefaults` writes keys: that of UTF-16 code units.
    ///
    /// It is the order of the bytes of UTF-8, but that the surrogates put the characters beyond U+FFFF before those from
    /// U+E000 on.
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
