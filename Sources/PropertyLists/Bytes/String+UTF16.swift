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
    /// Appends the bytes of a scalar in UTF-8.
    @inline(__always)
    fileprivate mutating func append(scalar: UInt32) {
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
