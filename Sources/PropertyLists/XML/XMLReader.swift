enum XMLReader {
    /// Returns the value of a document in UTF-8, whatever encoding it names; reads only the entries of `keys`, if
    /// given.
    static func read(_ bytes: ByteView, keys: KeySelection? = nil) throws(PropertyListError) -> PropertyList {
        var scanner = try XMLScanner(bytes)
        guard let first = try scanner.next() else { throw scanner.error(.empty) }
        let root: PropertyList
        if let keys, case .begin(.dictionary) = first {
            var selection = XMLSelection(of: keys)
            try scanner.readEntries(into: &selection)
            root = selection.end()
        } else {
            root = try value(beginning: first, of: &scanner)
        }
        try scanner.skipToEnd()
        return root
    }

    /// Returns the keys of a document's root dictionary, in its order, with the offsets of their elements.
    ///
    /// Returns nil if the root is not a dictionary. Checks the values without building a tree of them.
    static func keys(
        _ bytes: ByteView
    ) throws(PropertyListError) -> (keys: [String], starts: [Int], duplicates: DuplicateKeys?)? {
        var scanner = try XMLScanner(bytes)
        guard case .begin(.dictionary)? = try scanner.next() else { return nil }
        var handler = XMLRootKeys()
        try scanner.readEntries(into: &handler)
        try scanner.skipToEnd()
        let (keys, starts) = (handler.keys, scanner.nesting.keys.rootStarts)
        guard let duplicates = DuplicateKeys(in: keys, counting: .last) else { return (keys, starts, nil) }
        return (duplicates.positions.map { keys[$0] }, duplicates.positions.map { starts[$0] }, duplicates)
    }

    /// Returns the value of an entry of a dictionary; the text starts with its key.
    static func value(ofEntry entry: UTF8Text) throws(PropertyListError) -> PropertyList {
        var scanner = XMLScanner(entry, within: .dictionary)
        guard case .key = try scanner.next(), let first = try scanner.next() else { preconditionFailure("no entry") }
        return try value(beginning: first, of: &scanner)
    }

    /// Returns the value that starts with a scanner's latest event, and skips its other events.
    static func value(
        beginning first: XMLEvent,
        of scanner: inout XMLScanner
    ) throws(PropertyListError) -> PropertyList {
        var builder = PropertyListBuilder()
        if case .begin(.dictionary) = first {
            builder.reserveEntries((scanner.bytes.count - scanner.offset) / usualEntryLength)
        }
        try scanner.readValue(beginning: first, into: &builder)
        guard let root = builder.root else { preconditionFailure("a scanner ends no document within a value") }
        return root
    }
}

/// The usual length of an entry of a root dictionary, in bytes: memory for many entries is reserved at once.
let usualEntryLength = 32

/// A tree of the values that the scanner reads.
extension PropertyListBuilder: XMLValueHandler {
    @inline(__always)
    mutating func key(_ text: XMLText, in content: XMLContent) throws(PropertyListError) {
        append(key: try content.string(of: text))
    }

    @inline(__always)
    mutating func scalar(_ element: XMLElement, _ text: XMLText, in content: XMLContent) throws(PropertyListError) {
        append(try content.value(of: element, text))
    }

    @inline(__always)
    mutating func begin(_ container: XMLNesting.Container, at start: Int) {
        begin(isDictionary: container == .dictionary)
    }

    @inline(__always)
    mutating func endContainer(depth: Int, repeatsKey: Bool) {
        // An archive is never a lone reference, but a suite may have such a key, and must stay a dictionary.
        let value = end(counting: repeatsKey ? .last : nil)
        if depth > 0, let identifier = value.uidInXML {
            append(.uid(identifier))
        } else {
            append(value)
        }
    }
}

extension ByteView {
    /// Checks the encoding that an XML declaration names, if any, against the encoding of the bytes; nil is UTF-8.
    ///
    /// If there is a byte order mark, CoreFoundation relies on that alone; it also reads many other encodings. Here a
    /// name that contradicts the bytes is an error, as in XML 1.0, section 4.3.3. ASCII is read as a part of UTF-8;
    /// CoreFoundation would read its other bytes as Latin-1.
    func checkDeclaredEncoding(_ encoding: WideEncoding?) throws(PropertyListError) {
        guard let declared = declaredEncoding else { return }
        let name = declared.uppercased()
        let isRight =
            switch encoding {
            case let encoding?: [encoding.name, encoding.nameWithByteOrder].contains(name)
            case nil: namesOfUTF8.contains(name) || (namesOfASCII.contains(name) && isASCII)
            }
        guard !isRight else { return }
        let isOther = namesOfASCII.contains(name) || name.hasPrefix("UTF-16") || name.hasPrefix("UTF-32")
        let problem: PropertyListProblem =
            if encoding != nil || isOther {
                .contradictedEncoding(declared: declared, actual: encoding?.nameWithByteOrder ?? "UTF-8")
            } else {
                .unsupportedEncoding(declared)
            }
        throw PropertyListError(problem, at: SourcePosition(offset: 0, in: self))
    }

    /// Whether an XML declaration limits the document to ASCII, so that other characters must be references.
    var declaresASCII: Bool {
        declaredEncoding.map { namesOfASCII.contains($0.uppercased()) } ?? false
    }

    /// The encoding that an XML declaration at the very start names, in its spelling.
    ///
    /// The declaration is production 23 of XML 1.0: `<?xml version="1.0" encoding="UTF-8"?>`.
    private var declaredEncoding: String? {
        var cursor = ByteCursor(self)
        _ = cursor.skip("\u{FEFF}")
        guard cursor.skip("<?xml"), cursor.peek?.isWhitespace == true,
            let end = firstOffset(of: "?>", from: cursor.offset)
        else { return nil }
        let declaration = self[cursor.offset..<end]
        guard let name = declaration.firstOffset(of: "encoding", from: 0) else { return nil }
        cursor = ByteCursor(declaration, offset: name + 8)
        cursor.skip(while: \.isWhitespace)
        guard cursor.skip(UInt8(ascii: "=")) else { return nil }
        cursor.skip(while: \.isWhitespace)
        guard let quote = cursor.next(), let close = declaration.firstOffset(of: quote, from: cursor.offset) else {
            return nil
        }
        return declaration[cursor.offset..<close].shown(atMost: 40)
    }
}

private let namesOfUTF8 = ["UTF-8", "UTF8"]
private let namesOfASCII = ["US-ASCII", "ASCII"]

extension [UInt8] {
    /// The UTF-8 of an XML document with references for all characters but ASCII, which only texts contain.
    var withCharacterReferences: [UInt8] {
        var result: [UInt8] = []
        for scalar in String(decoding: self, as: UTF8.self).unicodeScalars {
            result.append(contentsOf: (scalar.isASCII ? String(scalar) : "&#\(scalar.value);").utf8)
        }
        return result
    }
}
