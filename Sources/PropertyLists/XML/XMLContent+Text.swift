extension XMLContent {
    /// The characters that a text stands for.
    func string(of text: XMLText) throws(PropertyListError) -> String {
        guard text.hasMarkup else { return document.string(in: text.range) }
        let resolved = try resolvedBytes(of: text)
        // Parts of the document between markup, and whole characters.
        return resolved.span.withByteView { bytes in unsafe String(uncheckedUTF8: bytes, isASCII: bytes.isASCII) }
    }

    /// Checks that the references in a text are known: all that can be wrong with it, as its bytes are characters.
    func check(_ text: XMLText) throws(PropertyListError) {
        guard text.hasMarkup else { return }
        let bytes = document.bytes[..<text.range.upperBound]
        guard bytes[text.range].firstOffset(of: UInt8(ascii: "<")) == nil else {
            return try resolve(text, { _ in }, reference: { _ in })
        }
        var cursor = ByteCursor(bytes, offset: text.range.lowerBound)
        while let reference = bytes.nearOffset(of: UInt8(ascii: "&"), from: cursor.offset) {
            cursor.move(to: reference)
            _ = try self.reference(at: &cursor)
        }
    }

    /// The UTF-8 of a text: its references and CDATA sections resolved, its comments and instructions left out.
    private func resolvedBytes(of text: XMLText) throws(PropertyListError) -> [UInt8] {
        var result: [UInt8] = []
        // A reference has more bytes than the character that it stands for.
        try result.append(addingCapacity: text.range.count) { output throws(PropertyListError) in
            try resolve(text, { $0.append(to: &output) }, reference: { output.append(scalar: $0.value) })
        }
        return result
    }

    /// Goes over what a text stands for: runs of bytes, and the characters of references.
    @inline(__always)
    private func resolve(
        _ text: XMLText,
        _ run: (ByteView) -> Void,
        reference: (Unicode.Scalar) -> Void
    ) throws(PropertyListError) {
        var cursor = ByteCursor(document.bytes[0..<text.range.upperBound], offset: text.range.lowerBound)
        while let byte = cursor.peek {
            switch byte {
            case UInt8(ascii: "&"):
                reference(try self.reference(at: &cursor))
            case UInt8(ascii: "<") where cursor.skip("<![CDATA["):
                let start = cursor.offset
                skip(past: "]]>", in: &cursor)
                run(cursor.bytes[start..<cursor.offset - 3])
            case UInt8(ascii: "<") where cursor.skip("<!--"):
                skip(past: "-->", in: &cursor)
            case UInt8(ascii: "<"):
                skip(past: "?>", in: &cursor)
            default:
                let start = cursor.offset
                if let markup = document.bytes.offsetOfMarkup(from: start) {
                    cursor.move(to: min(markup, text.range.upperBound))
                } else {
                    cursor.skip { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") }
                }
                run(cursor.bytes[start..<cursor.offset])
            }
        }
    }

    private func skip(past closing: StaticString, in cursor: inout ByteCursor) {
        let found = cursor.bytes.firstOffset(of: closing, from: cursor.offset)
        cursor.move(to: found.map { $0 + closing.utf8CodeUnitCount } ?? cursor.bytes.count)
    }

    // MARK: References

    /// The character of a reference, XML 1.0 production 67: one of the five that are predefined, or numeric.
    @inline(__always)
    private func reference(at cursor: inout ByteCursor) throws(PropertyListError) -> Unicode.Scalar {
        guard let entity = XMLEntity(at: cursor.offset, in: cursor.bytes) else {
            return try numericReference(at: &cursor)
        }
        cursor.move(to: cursor.offset + entity.referenceLength)
        return entity.character
    }

    /// The character of a reference to none of the predefined entities, XML 1.0 production 66.
    private func numericReference(at cursor: inout ByteCursor) throws(PropertyListError) -> Unicode.Scalar {
        let start = cursor.offset
        guard let end = cursor.bytes.firstOffset(of: UInt8(ascii: ";"), from: start), end - start <= longestReference
        else {
            throw error(.unknownEntity(cursor.bytes[start...].shown(atMost: 12)), at: start)
        }
        let name = String(validating: cursor.bytes[start + 1..<end]) ?? ""
        guard let character = character(numbered: name) else {
            throw error(.unknownEntity("&\(name);"), at: start)
        }
        cursor.move(to: end + 1)
        return character
    }

    private func character(numbered name: String) -> Unicode.Scalar? {
        if name.hasPrefix("#x") {
            scalar(digits: name.dropFirst(2), radix: 16)
        } else if name.hasPrefix("#") {
            scalar(digits: name.dropFirst(1), radix: 10)
        } else {
            nil
        }
    }

    private func scalar(digits: Substring, radix: Int) -> Unicode.Scalar? {
        // The number's own initialiser would take a sign.
        guard digits.utf8.allSatisfy({ $0.hexadecimalDigit != nil }) else { return nil }
        return UInt32(digits, radix: radix).flatMap(Unicode.Scalar.init)
    }
}

/// The length of the longest reference, with leading zeros that nobody needs, up to its semicolon.
private let longestReference = 40
