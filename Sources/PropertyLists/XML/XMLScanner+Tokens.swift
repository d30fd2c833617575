/// The tags and texts of an XML document.
///
/// Comments, processing instructions and the document type are skipped, never interpreted: a document cannot make the
/// scanner fetch or expand anything. Attributes are skipped too, because they do not affect the value; only a `>` in
/// one is refused, because it ends the tag in CoreFoundation, but not in XML.
extension XMLScanner {
    /// Skips whitespace, comments, processing instructions and, outside the root, a document type.
    mutating func skipMiscellany() throws(PropertyListError) {
        while true {
            cursor.move(to: bytes.endOfWhitespace(from: cursor.offset))
            guard beginsMarkup else { return }
            if try skip(.comment) { continue }
            if try skip(.instruction) { continue }
            let start = cursor.offset
            guard depth == 0, !isPlistOpen, try skipDocumentType() else { return }
            asides?.append(start..<cursor.offset)
        }
    }

    // MARK: Plain elements

    /// Skips the next key or scalar if it is in the usual spelling, and returns it: `<name>text</name>`.
    ///
    /// The tags contain nothing else, and the text has no markup other than references. Returns nil, and does not move,
    /// if the spelling is another.
    @inline(__always)
    mutating func skipPlainElement(isKey: Bool) -> (XMLElement, start: Int, XMLText)? {
        var walk = markup.walk(from: offset)
        var element = plainElement(isKey: isKey, &walk)
        if element == nil, walk.isAtEndOfPiece, markup.extend(from: offset) {
            walk = markup.walk(from: offset)
            element = plainElement(isKey: isKey, &walk)
        }
        cursor.move(to: walk.end)
        return element
    }

    @inline(__always)
    private func plainElement(isKey: Bool, _ walk: inout XMLPlainWalk) -> (XMLElement, start: Int, XMLText)? {
        guard let (start, tag) = walk.tag() else { return nil }
        var element = XMLElement.key
        if isKey {
            guard tag.starts(with: XMLTag.start(of: .key)) else { return nil }
        } else {
            guard let scalar = XMLElement(startTag: tag), scalar.isScalar else { return nil }
            element = scalar
        }
        return walk.text(of: element, at: start).map { (element, start, $0) }
    }

    // MARK: Tags

    /// Skips a tag in the usual spelling, without whitespace and attributes, and returns it; nil if none comes next.
    @inline(__always)
    mutating func skipPlainTag() -> XMLTag? {
        let start = cursor.offset
        guard bytes.count - start > 8, bytes[start] == UInt8(ascii: "<") else { return nil }
        let word = bytes.word(at: start + 1)
        let length = word.firstIndex(of: UInt8(ascii: ">"))
        guard 1..<8 ~= length, let tag = XMLTag(plain: word.lowBytes(length), length: length) else { return nil }
        cursor.move(to: start + length + 2)
        return tag
    }

    /// Reads the next tag in any spelling.
    mutating func tag() throws(PropertyListError) -> XMLTag {
        let start = cursor.offset
        guard cursor.skip(UInt8(ascii: "<")) else { throw error(.unexpected("text", expected: "a tag"), at: start) }
        let isEnd = cursor.skip(UInt8(ascii: "/"))
        let nameStart = cursor.offset
        cursor.skip(while: isXMLNameByte)
        if cursor.isAtEnd {
            throw error(.unexpectedEnd(within: "a tag"), at: cursor.offset)
        }
        let name = bytes[nameStart..<cursor.offset]
        guard !name.isEmpty else { throw error(.unexpected(isEnd ? "</" : "<", expected: "a tag"), at: start) }
        guard let element = XMLElement(name: name) else {
            throw error(.unknownElement(name.shown(atMost: 40)), at: start)
        }
        let isEmpty = isEnd ? try skipEnd(of: element) : try skipAttributes(of: element)
        asides?.append(start..<cursor.offset)
        switch (isEnd, isEmpty) {
        case (true, true): throw error(.unexpected("</\(element.name)/>", expected: "</\(element.name)>"), at: start)
        case (true, false): return XMLTag(element: element, form: .end)
        case (false, let isEmpty): return XMLTag(element: element, form: isEmpty ? .empty : .start)
        }
    }

    // MARK: Text

    /// Reads the text of an element after its start tag, and skips its end tag.
    mutating func text(of element: XMLElement) throws(PropertyListError) -> XMLText {
        let start = cursor.offset
        var hasMarkup = false
        while let end = bytes.firstOffset(of: UInt8(ascii: "<"), from: cursor.offset) {
            cursor.move(to: end)
            if skipEndTag(of: element) {
                return XMLText(range: start..<end, markup: hasMarkup ? .any : references(in: start..<end))
            }
            if try skipMarkup() {
                hasMarkup = true
                continue
            }
            let tag = try tag()
            guard tag.form == .end, tag.element == element else {
                throw error(.mismatchedTag(tag.spelling, expected: "</\(element.name)>"), at: end)
            }
            return XMLText(range: start..<end, markup: hasMarkup ? .any : references(in: start..<end))
        }
        throw error(.unexpectedEnd(within: "<\(element.name)>"), at: bytes.count)
    }

    private mutating func skipEndTag(of element: XMLElement) -> Bool {
        guard bytes.hasEndTag(of: element, at: cursor.offset) else { return false }
        cursor.move(to: cursor.offset + element.endTagLength)
        return true
    }

    /// Returns which references a text has that has no other markup.
    private func references(in range: Range<Int>) -> XMLText.Markup {
        var markup = XMLText.Markup.none
        var offset = range.lowerBound
        while let place = bytes[..<range.upperBound].firstOffset(of: UInt8(ascii: "&"), from: offset) {
            guard let entity = XMLEntity(reference: bytes.paddedWord(at: place)) else { return .any }
            markup = .references
            offset = place + entity.referenceLength
        }
        return markup
    }

    // MARK: Markup without meaning

    /// Whether the next bytes can be markup other than a tag: `<!` or `<?`.
    private var beginsMarkup: Bool {
        let next = cursor.offset + 1
        guard next < bytes.count, cursor.peek == UInt8(ascii: "<") else { return false }
        return bytes[next] == UInt8(ascii: "!") || bytes[next] == UInt8(ascii: "?")
    }

    /// Skips one piece of markup that text can contain, and returns whether there was one.
    private mutating func skipMarkup() throws(PropertyListError) -> Bool {
        guard beginsMarkup else { return false }
        if try skip(.section) { return true }
        if try skip(.comment) { return true }
        return try skip(.instruction)
    }

    private struct Markup {
        let opening: StaticString
        let closing: StaticString
        let name: String

        static var comment: Markup { Markup(opening: "<!--", closing: "-->", name: "a comment") }
        static var instruction: Markup { Markup(opening: "<?", closing: "?>", name: "a processing instruction") }
        static var section: Markup { Markup(opening: "<![CDATA[", closing: "]]>", name: "a CDATA section") }
    }

    private mutating func skip(_ markup: Markup) throws(PropertyListError) -> Bool {
        let start = cursor.offset
        guard cursor.skip(markup.opening) else { return false }
        guard let end = bytes.firstOffset(of: markup.closing, from: cursor.offset) else {
            throw error(.unexpectedEnd(within: markup.name), at: bytes.count)
        }
        cursor.move(to: end + markup.closing.utf8CodeUnitCount)
        asides?.append(start..<cursor.offset)
        return true
    }

    /// Skips a document type, including its internal subset and quoted literals, and returns whether there was one.
    private mutating func skipDocumentType() throws(PropertyListError) -> Bool {
        guard cursor.skip("<!DOCTYPE") else { return false }
        var isInSubset = false
        while let byte = cursor.peek {
            // A quotation mark in a comment does not start a literal.
            if byte == UInt8(ascii: "<") {
                if try skip(.comment) { continue }
                if try skip(.instruction) { continue }
            }
            cursor.move(to: cursor.offset + 1)
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                try skipLiteral(endingWith: byte, naming: "the document type")
            case UInt8(ascii: "["):
                isInSubset = true
            case UInt8(ascii: "]"):
                isInSubset = false
            case UInt8(ascii: ">") where !isInSubset:
                return true
            default:
                break
            }
        }
        throw error(.unexpectedEnd(within: "the document type"), at: cursor.offset)
    }

    /// Skips the end of an end tag, and returns whether it is that of an empty element too.
    private mutating func skipEnd(of element: XMLElement) throws(PropertyListError) -> Bool {
        cursor.skip(while: \.isWhitespace)
        let isEmpty = cursor.skip(UInt8(ascii: "/"))
        if cursor.skip(UInt8(ascii: ">")) { return isEmpty }
        guard let character = cursor.shownCharacter else {
            throw error(.unexpectedEnd(within: "a tag of <\(element.name)>"), at: cursor.offset)
        }
        throw error(.unexpected(character, expected: ">"), at: cursor.offset)
    }

    /// Skips a tag's attributes and its end, and returns whether it is the tag of an empty element.
    private mutating func skipAttributes(of element: XMLElement) throws(PropertyListError) -> Bool {
        while let byte = cursor.next() {
            switch byte {
            case UInt8(ascii: ">"): return false
            case UInt8(ascii: "/") where cursor.skip(UInt8(ascii: ">")): return true
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let value = cursor.offset
                try skipLiteral(endingWith: byte, naming: "<\(element.name)>")
                if let end = bytes[value..<cursor.offset].firstOffset(of: UInt8(ascii: ">"), from: 0) {
                    let quote = String(Unicode.Scalar(byte))
                    throw error(.unexpected(">", expected: "\(quote) or &gt;"), at: value + end)
                }
            case UInt8(ascii: "<"): throw error(.unexpected("<", expected: ">"), at: cursor.offset - 1)
            default: break
            }
        }
        throw error(.unexpectedEnd(within: "a tag of <\(element.name)>"), at: cursor.offset)
    }

    private mutating func skipLiteral(endingWith quote: UInt8, naming name: String) throws(PropertyListError) {
        guard let end = bytes.firstOffset(of: quote, from: cursor.offset) else {
            throw error(.unexpectedEnd(within: name), at: bytes.count)
        }
        cursor.move(to: end + 1)
    }
}

/// Returns whether a byte can be part of a tag's name.
///
/// This is wider than XML's own rule, because unknown names are errors anyway.
private func isXMLNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "<"): false
    default: !byte.isWhitespace
    }
}
