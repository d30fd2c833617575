/// A text encoding other than UTF-8: UTF-16 or UTF-32, in either byte order.
struct WideEncoding: Equatable {
    enum ByteOrder: String {
        case bigEndian = "BE"
        case littleEndian = "LE"
    }

    /// The length of a code unit in bytes: 2 in UTF-16, 4 in UTF-32.
    let width: Int
    let byteOrder: ByteOrder

    private init(width: Int, _ byteOrder: ByteOrder) {
        self.width = width
        self.byteOrder = byteOrder
    }

    /// Detects the encoding from the first bytes of a text; nil for UTF-8.
    ///
    /// Like CoreFoundation, it uses the byte order mark. Without a mark, it uses the wide `<` at the start of a
    /// document, after appendix F of XML 1.0.
    init?(detecting text: ByteView) {
        let start = (0..<4).map { $0 < text.count ? text[$0] : 1 }
        switch (start[0], start[1], start[2], start[3]) {
        case (0, 0, 0xFE, 0xFF), (0, 0, 0, 0x3C): self.init(width: 4, .bigEndian)
        case (0xFF, 0xFE, 0, 0), (0x3C, 0, 0, 0): self.init(width: 4, .littleEndian)
        case (0xFE, 0xFF, _, _), (0, 0x3C, _, _): self.init(width: 2, .bigEndian)
        case (0xFF, 0xFE, _, _), (0x3C, 0, _, _): self.init(width: 2, .littleEndian)
        default: return nil
        }
    }

    /// The name without a byte order, such as `UTF-16`; text under this name needs a byte order mark.
    var name: String { "UTF-\(8 * width)" }

    /// The name with the byte order, such as `UTF-16LE`.
    var nameWithByteOrder: String { name + byteOrder.rawValue }

    // MARK: Code units

    /// Returns the code unit at an offset; nil if fewer bytes remain.
    func unit(at offset: Int, of text: ByteView) -> UInt32? {
        guard text.count - offset >= width else { return nil }
        let number = text.littleEndian(at: offset, width: width)
        return UInt32(truncatingIfNeeded: byteOrder == .littleEndian ? number : reversed(number))
    }

    func append(_ unit: UInt32, to bytes: inout [UInt8]) {
        let number = UInt64(unit)
        bytes.append(bigEndian: byteOrder == .bigEndian ? number : reversed(number), width: width)
    }

    private func reversed(_ unit: UInt64) -> UInt64 {
        unit.byteSwapped >> UInt64(64 - 8 * width)
    }
}

extension WideEncoding {
    /// Converts a text to UTF-8, including its byte order mark, up to the first bytes that are not a character.
    ///
    /// `end` is the offset of those bytes, or the end of the text.
    func decode(_ text: ByteView) -> (utf8: [UInt8], end: Int) {
        var utf8: [UInt8] = []
        utf8.reserveCapacity(text.count / width)
        var offset = 0
        while let (scalar, length) = character(at: offset, of: text) {
            if scalar.isASCII {
                utf8.append(UInt8(ascii: scalar))
            } else {
                utf8.append(contentsOf: scalar.utf8)
            }
            offset += length
        }
        return (utf8, offset)
    }

    /// Converts well-formed UTF-8 to this encoding.
    func encode(_ utf8: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count * width)
        let text = String(decoding: utf8, as: UTF8.self)
        if width == 2 {
            for unit in text.utf16 {
                append(UInt32(unit), to: &bytes)
            }
        } else {
            for scalar in text.unicodeScalars {
                append(scalar.value, to: &bytes)
            }
        }
        return bytes
    }

    /// Converts a character's offset in UTF-8 to its offset in the text; it is slow, but only errors need it.
    func offset(ofUTF8 offset: Int, in utf8: ByteView) -> Int {
        (0..<offset).reduce(0) { sum, index in
            let byte = utf8[index]
            // A character of four bytes is a pair of code units in UTF-16. No character starts with a continuation
            // byte.
            return byte.isUTF8Continuation ? sum : sum + (byte >= 0xF0 ? 4 : width)
        }
    }

    /// Returns whether a text ends within the character at an offset.
    func isCut(at offset: Int, of text: ByteView) -> Bool {
        guard let unit = unit(at: offset, of: text) else { return true }
        return isLeadSurrogate(unit) && text.count - offset < 2 * width
    }

    /// Returns the character at an offset and its length in bytes; nil if the bytes are not a character.
    private func character(at offset: Int, of text: ByteView) -> (Unicode.Scalar, length: Int)? {
        guard let lead = unit(at: offset, of: text) else { return nil }
        if let scalar = Unicode.Scalar(lead) {
            return (scalar, width)
        }
        guard isLeadSurrogate(lead), let trail = unit(at: offset + width, of: text), 0xDC00...0xDFFF ~= trail else {
            return nil
        }
        return Unicode.Scalar(0x1_0000 + (lead - 0xD800) << 10 + (trail - 0xDC00)).map { ($0, 2 * width) }
    }

    private func isLeadSurrogate(_ unit: UInt32) -> Bool {
        width == 2 && 0xD800...0xDBFF ~= unit
    }
}

extension String {
    /// Creates a string from big-endian UTF-16; an unpaired surrogate is U+FFFD, as in CoreFoundation.
    init(bigEndianUTF16 bytes: ByteView) {
        var utf8: [UInt8] = []
        // Three bytes for each unit are enough; a surrogate pair takes four.
        utf8.append(addingCapacity: bytes.count / 2 * 3) { utf8 in
            var offset = 0
            while offset < bytes.count {
                let unit = bytes.codeUnit(at: offset)
                offset += 2
                if 0xD800..<0xE000 ~= unit {
                    guard unit < 0xDC00, offset < bytes.count, case let low = bytes.codeUnit(at: offset),
                        0xDC00..<0xE000 ~= low
                    else {
                        utf8.append(scalar: 0xFFFD)
                        continue
                    }
                    utf8.append(scalar: 0x1_0000 + ((unit - 0xD800) << 10 | (low - 0xDC00)))
                    offset += 2
                } else {
                    utf8.append(scalar: unit)
                }
            }
        }
        // Each appended scalar is a valid Unicode scalar.
        self = utf8.span.withByteView { utf8 in unsafe String(uncheckedUTF8: utf8, isASCII: utf8.isASCII) }
    }
}

extension ByteView {
    @inline(__always)
    func codeUnit(at offset: Int) -> UInt32 {
        UInt32(self[offset]) << 8 | UInt32(self[offset + 1])
    }
}

extension OutputSpan<UInt8> {
    /// Appends well-formed UTF-8 as big-endian UTF-16.
    ///
    /// It needs room for six more bytes, because `append(bigEndian:width:)` writes eight bytes at once.
    mutating func append(bigEndianUTF16Of text: Span<UInt8>) {
        var offset = 0
        while offset < text.count {
            let lead = UInt32(text[offset])
            let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            // The lead byte has five bits of the scalar in two bytes, four bits in three, and three bits in four.
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
