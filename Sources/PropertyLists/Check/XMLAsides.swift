/// What XML 1.0 does not allow in the parts of a document that do not affect its value.
///
/// CoreFoundation skips these parts, and so does ``XMLScanner``; a strict parser, such as Expat, refuses the file. Text
/// that is declared in a document type is not examined: ``PropertyListHazard/documentType(_:)`` reports it.
extension XMLScanner {
    /// Returns the problems with ``asides``, in words, and their offsets; the root element is at an offset.
    func problemsWithAsides(aroundRootAt root: Int) -> [(problem: String, offset: Int)] {
        var canHaveDocumentType = true
        let start = bytes.hasBytes("\u{FEFF}", at: 0) ? 3 : 0
        return (asides ?? []).compactMap { aside in
            let text = bytes[aside]
            let problem: String?
            if text.hasBytes("<!--", at: 0) {
                problem = problemWithComment(text)
            } else if text.hasBytes("<![CDATA[", at: 0) {
                problem = nil
            } else if text.hasBytes("<!", at: 0) {
                let isInPlace = canHaveDocumentType && aside.lowerBound < root
                problem = isInPlace ? problemWithDocumentType(text) : "misplaced document type"
                canHaveDocumentType = false
            } else if text.hasBytes("<?", at: 0) {
                problem = problemWithInstruction(text, isAtStart: aside.lowerBound == start)
            } else {
                problem = problemWithTag(text)
            }
            let isAllowed = text.shown(atMost: text.count).unicodeScalars.allSatisfy(\.isAllowedInXML)
            return (problem ?? (isAllowed ? nil : "control character in markup")).map { ($0, aside.lowerBound) }
        }
    }

    /// The first character in each document type at which CoreFoundation stops, and its offset.
    var hazardsInDocumentTypes: [(hazard: PropertyListHazard, offset: Int)] {
        (asides ?? []).filter { bytes.hasBytes("<!DOCTYPE", at: $0.lowerBound) }.compactMap { aside in
            aside.dropLast().first { bytes[$0] == UInt8(ascii: "[") || bytes[$0] == UInt8(ascii: ">") }
                .map { (.documentType(String(Unicode.Scalar(bytes[$0]))), $0) }
        }
    }

    private func problemWithComment(_ text: ByteView) -> String? {
        // The last hyphen of the content and the closing ones are together three.
        text[4..<text.count - 1].firstOffset(of: "--", from: 0) == text.count - 7 ? nil : "-- in a comment"
    }

    private func problemWithInstruction(_ text: ByteView, isAtStart: Bool) -> String? {
        var cursor = ByteCursor(text[..<(text.count - 2)], offset: 2)
        guard let target = cursor.xmlName() else { return "processing instruction without a name" }
        guard target.lowercased() == "xml" else {
            return cursor.isAtEnd || cursor.peek?.isWhitespace ?? false ? nil : "malformed processing instruction"
        }
        guard isAtStart else { return "XML declaration after the start" }
        guard target == "xml", case .list(let attributes) = cursor.xmlAttributes(in: content) else {
            return malformedDeclaration
        }
        let names = ["version", "encoding", "standalone"].filter { name in attributes.contains { $0.name == name } }
        let isRight =
            names.first == "version" && names == attributes.map(\.name)
            && attributes.allSatisfy { name, value in value.isValueInXMLDeclaration(of: name) }
        return isRight ? nil : malformedDeclaration
    }

    private func problemWithTag(_ text: ByteView) -> String? {
        let end = text.count - (text[text.count - 2] == UInt8(ascii: "/") ? 2 : 1)
        var cursor = ByteCursor(text[..<end], offset: text[1] == UInt8(ascii: "/") ? 2 : 1)
        _ = cursor.xmlName()
        guard case .problem(let problem) = cursor.xmlAttributes(in: content) else { return nil }
        return problem
    }

    /// Production 28 of XML 1.0, without an internal subset.
    private func problemWithDocumentType(_ text: ByteView) -> String? {
        guard text.firstOffset(of: UInt8(ascii: "["), from: 0) == nil else { return nil }
        var cursor = ByteCursor(text[..<(text.count - 1)], offset: 9)
        var words: [String] = []
        while cursor.skipWhitespace(), !cursor.isAtEnd {
            guard let word = cursor.xmlName() ?? (cursor.xmlLiteral() != nil ? "" : nil) else { break }
            words.append(word)
        }
        let isRight =
            words.first?.isEmpty == false
            && [[], ["SYSTEM", ""], ["PUBLIC", "", ""]].contains(Array(words.dropFirst()))
        return cursor.isAtEnd && isRight ? nil : "malformed document type"
    }
}

private let malformedDeclaration = "malformed XML declaration"

/// The attributes of a tag or a declaration, or what is wrong with them.
private enum XMLAttributes {
    case list([(name: String, value: ByteView)])
    case problem(String)
}

extension ByteCursor {
    /// Skips whitespace, and returns whether there was any.
    fileprivate mutating func skipWhitespace() -> Bool {
        let start = offset
        skip(while: \.isWhitespace)
        return offset > start
    }

    /// Skips a name and returns it, or nil if none comes next.
    ///
    /// Any character beyond ASCII may be part of it.
    fileprivate mutating func xmlName() -> String? {
        let start = offset
        skip(while: \.isXMLNameCharacter)
        guard offset > start, !bytes[start].isDigitHyphenOrPoint else {
            move(to: start)
            return nil
        }
        return bytes[start..<offset].shown(atMost: offset - start)
    }

    /// Skips a literal in quotation marks and returns its content, or nil if none comes next.
    fileprivate mutating func xmlLiteral() -> ByteView? {
        guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = bytes.firstOffset(of: quote, from: offset + 1)
        else { return nil }
        let start = offset + 1
        move(to: end + 1)
        return bytes[start..<end]
    }

    /// Reads the attributes up to the end of the bytes: productions 10 and 41 of XML 1.0.
    fileprivate mutating func xmlAttributes(in content: XMLContent) -> XMLAttributes {
        var attributes: [(name: String, value: ByteView)] = []
        while true {
            let hasSpace = skipWhitespace()
            if isAtEnd { return .list(attributes) }
            guard hasSpace, let name = xmlName() else { return .problem("malformed attribute") }
            _ = skipWhitespace()
            guard skip(UInt8(ascii: "=")) else { return .problem("attribute \(name.quoted) without a value") }
            _ = skipWhitespace()
            guard let value = xmlLiteral() else { return .problem("attribute \(name.quoted) without quotation marks") }
            guard content.isAttribute(value) else { return .problem("malformed value of attribute \(name.quoted)") }
            let isNew = attributes.allSatisfy { !$0.name.hasSameBytes(as: name) }
            guard isNew else { return .problem("duplicate attribute \(name.quoted)") }
            attributes.append((name, value))
        }
    }
}

extension XMLContent {
    /// Returns whether the value of an attribute has no markup except references to characters of XML: production 10
    /// of XML 1.0.
    fileprivate func isAttribute(_ value: ByteView) -> Bool {
        var cursor = ByteCursor(value)
        while let start = value.offsetOfMarkup(from: cursor.offset) {
            cursor.move(to: start)
            guard cursor.peek == UInt8(ascii: "&"), let character = try? reference(at: &cursor),
                character.isAllowedInXML
            else { return false }
        }
        return true
    }
}

extension ByteView {
    /// Returns whether this is a value of the XML declaration: productions 26, 81 and 32 of XML 1.0, fourth edition.
    fileprivate func isValueInXMLDeclaration(of name: String) -> Bool {
        var cursor = ByteCursor(self)
        switch name {
        case "version":
            cursor.skip { $0 < 0x80 && $0.isXMLNameCharacter }
        case "encoding":
            guard let first = cursor.peek, first.isLetterOrDigit, first.decimalDigit == nil else { return false }
            cursor.skip { $0 < 0x80 && $0 != UInt8(ascii: ":") && $0.isXMLNameCharacter }
        default:
            _ = cursor.skip("yes") || cursor.skip("no")
        }
        return cursor.isAtEnd && count > 0
    }
}

extension UInt8 {
    /// Whether this is a part of a name: production 4a of XML 1.0, with every character but ASCII.
    fileprivate var isXMLNameCharacter: Bool {
        self >= 0x80 || isLetterOrDigit || isDigitHyphenOrPoint || self == UInt8(ascii: "_")
            || self == UInt8(ascii: ":")
    }

    /// Whether this part of a name cannot start it.
    fileprivate var isDigitHyphenOrPoint: Bool {
        decimalDigit != nil || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }

    /// Whether this is a control character other than tab, line feed and carriage return.
    var isControlInXML: Bool {
        self < 0x20 && self != 0x09 && self != 0x0A && self != 0x0D
    }
}
