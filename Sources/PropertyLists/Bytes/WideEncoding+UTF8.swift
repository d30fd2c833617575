extension WideEncoding {
    /// A text in UTF-8, its byte order mark too, up to where it is no text.
    ///
    /// - Returns: the UTF-8, and where in the text the first bytes stand that are no character; its end, if all are.
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

    /// The bytes of a text that is given in well-formed UTF-8.
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

    /// Where a character stands in a text whose UTF-8 is given, by where it stands in that.
    ///
    /// - Complexity: linear in the offset; meant for the moment when an error is known.
    func offset(ofUTF8 offset: Int, in utf8: ByteView) -> Int {
        (0..<offset).reduce(0) { sum, index in
            let byte = utf8[index]
            // Characters of four bytes are pairs of code units in UTF-16; none starts with a continuation byte.
            return byte.isUTF8Continuation ? sum : sum + (byte >= 0xF0 ? 4 : width)
        }
    }

    /// Whether a text ends within the character at an offset.
    func isCut(at offset: Int, of text: ByteView) -> Bool {
        guard let unit = unit(at: offset, of: text) else { return true }
        return isLeadSurrogate(unit) && text.count - offset < 2 * width
    }

    /// The character at an offset, and the number of its bytes; nil where there is none.
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
