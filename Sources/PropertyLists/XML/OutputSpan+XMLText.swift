/// The text of elements, with references for the three characters that CoreFoundation replaces: `&`, `<` and `>`.
///
/// Control characters go out as they are, as CoreFoundation writes and reads them.
extension OutputSpan<UInt8> {
    /// Appends a text in its XML form.
    ///
    /// - Precondition: there is room for it.
    mutating func append(xmlText text: String) {
        text.withBytes { bytes in
            if bytes.holdsXMLMarkup {
                append(escaping: bytes)
            } else {
                append(bytes)
            }
        }
    }

    private mutating func append(escaping text: Span<UInt8>) {
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case let byte: append(byte)
            }
        }
    }
}

extension String {
    /// The bytes of this text in its XML form.
    var lengthInXML: Int {
        withBytes { bytes in bytes.count + (bytes.holdsXMLMarkup ? bytes.growthInXML : 0) }
    }
}

extension Span<UInt8> {
    /// The bytes that the XML form has more.
    fileprivate var growthInXML: Int {
        var growth = 0
        for index in indices {
            switch self[index] {
            case UInt8(ascii: "&"): growth += 4
            case UInt8(ascii: "<"), UInt8(ascii: ">"): growth += 3
            default: break
            }
        }
        return growth
    }

    /// Whether one of the characters is there that are replaced.
    fileprivate var holdsXMLMarkup: Bool {
        var offset = 0
        while count - offset >= 8 {
            if word(at: offset).holdsXMLMarkup {
                return true
            }
            offset += 8
        }
        if count >= 8 {
            return word(at: count - 8).holdsXMLMarkup
        }
        for index in indices where self[index].isXMLMarkup {
            return true
        }
        return false
    }
}

extension UInt8 {
    fileprivate var isXMLMarkup: Bool {
        self == UInt8(ascii: "&") || self == UInt8(ascii: "<") || self == UInt8(ascii: ">")
    }
}

extension UInt64 {
    /// Whether one of the eight bytes is one of the characters.
    fileprivate var holdsXMLMarkup: Bool {
        // The codes of < and > differ in one bit.
        places(of: UInt8(ascii: "&")) | (self | .repeating(0b10)).places(of: UInt8(ascii: ">")) != 0
    }
}
