extension String {
    /// The text of UTF-16 code units, the higher byte of each first; nil where one is half of a surrogate pair.
    ///
    /// - Precondition: the number of bytes is even.
    init?(bigEndianUTF16 bytes: ByteView) {
        var isValid = true
        var utf8: [UInt8] = []
        // Three bytes for a unit are enough: a pair of them takes four.
        utf8.append(addingCapacity: bytes.count / 2 * 3) { utf8 in
            var offset = 0
            while isValid, offset < bytes.count {
                let unit = bytes.codeUnit(at: offset)
                offset += 2
                if 0xD800..<0xE000 ~= unit {
                    guard unit < 0xDC00, offset < bytes.count, case let low = bytes.codeUnit(at: offset),
                        0xDC00..<0xE000 ~= low
                    else {
                        isValid = false
                        break
                    }
                    utf8.append(scalar: 0x1_0000 + ((unit - 0xD800) << 10 | (low - 0xDC00)))
                    offset += 2
                } else {
                    utf8.append(scalar: unit)
                }
            }
        }
        guard isValid else { return nil }
        // Each scalar that was appended is one of Unicode.
        self = utf8.span.withByteView { utf8 in unsafe String(uncheckedUTF8: utf8, isASCII: utf8.isASCII) }
    }
}

extension ByteView {
    @inline(__always)
    fileprivate func codeUnit(at offset: Int) -> UInt32 {
        UInt32(self[offset]) << 8 | UInt32(self[offset + 1])
    }
}

extension OutputSpan<UInt8> {
    /// Appends the UTF-16 code units of a text in well-formed UTF-8, the higher byte of each first.
    ///
    /// - Precondition: there is room for them, and for six bytes more, as `append(bigEndian:width:)` needs it.
    mutating func append(bigEndianUTF16Of text: Span<UInt8>) {
        var offset = 0
        while offset < text.count {
            let lead = UInt32(text[offset])
            let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            // The lead byte of two has five bits of the scalar, that of three four, that of four three.
            var scalar = length == 1 ? lead : lead & (0x7F >> UInt32(length))
            for index in offset + 1..<offset + length {
                scalar = scalar << 6 | UInt32(text[index] & 0x3F)
            }
            offset += length
            if scalar < 0x1_0000 {
                append(bigEndian: UInt64(scalar), width: 2)
            } else {
                append(bigEndian: UInt64(0xD800 + (scalar - 0x1_0000) >> 10), width: 2)
                append(bigEndian: UInt64(0xDC00 + scalar & 0x3FF), width: 2)
            }
        }
    }

    /// Appends the bytes of a scalar in UTF-8.
    @inline(__always)
    mutating func append(scalar: UInt32) {
        switch scalar {
        case ..<0x80:
            append(UInt8(truncatingIfNeeded: scalar))
        case ..<0x800:
            append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
            append(continuationOf: scalar)
        case ..<0x1_0000:
            append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
            append(continuationOf: scalar >> 6)
            append(continuationOf: scalar)
        default:
            append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
            append(continuationOf: scalar >> 12)
            append(continuationOf: scalar >> 6)
            append(continuationOf: scalar)
        }
    }

    @inline(__always)
    private mutating func append(continuationOf bits: UInt32) {
        append(0x80 | UInt8(truncatingIfNeeded: bits & 0x3F))
    }
}
