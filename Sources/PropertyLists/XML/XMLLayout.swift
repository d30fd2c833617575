/// Where the root dictionary of an XML property list and its entries stand in the document's bytes.
struct XMLLayout {
    struct Entry {
        /// The key's element, tags included.
        let key: Range<Int>
        /// The value's element, tags included.
        let value: Range<Int>

        /// The first byte of both.
        var start: Int { key.lowerBound }
    }

    /// The root dictionary's element, tags included.
    let root: Range<Int>
    /// What is between the root's tags; nothing, behind it, if it is one tag, `<dict/>`.
    let body: Range<Int>
    let entries: [Entry]

    init(rootTag: Range<Int>, entries: [Entry], endTag: Range<Int>) {
        root = rootTag.lowerBound..<endTag.upperBound
        body = rootTag.upperBound..<max(endTag.lowerBound, rootTag.upperBound)
        self.entries = entries
    }

    func keys(in bytes: ByteView) throws(PropertyListError) -> [String] {
        var keys: [String] = []
        keys.reserveCapacity(entries.count)
        for entry in entries {
            // Most keys have no markup in them, and are read in a fraction of the time.
            let start = entry.start + XMLElement.key.startTagLength
            if bytes.holds("<key>", at: entry.start), let text = bytes.simpleText(of: .key, from: start),
                bytes[text].firstOffset(of: UInt8(ascii: "&")) == nil, let key = String(validating: bytes[text])
            {
                keys.append(key)
            } else {
                keys.append(try XMLScanner.key(ofElement: bytes[entry.key]))
            }
        }
        return keys
    }

    /// Whether nothing but white space stands around the entries, so that nothing is lost with the body.
    func holdsOnlyEntries(_ bytes: ByteView) -> Bool {
        var offset = body.lowerBound
        for entry in entries {
            guard bytes[offset..<entry.start].isWhiteSpace else { return false }
            offset = entry.value.upperBound
        }
        return bytes[offset..<body.upperBound].isWhiteSpace
    }

    /// The white space of the first entry's line, and what that adds to the root's; nil where the entry begins no line.
    func indentation(in bytes: ByteView) -> XMLIndentation? {
        guard let first = entries.first else { return XMLIndentation(lineEnd: lineEnd(in: bytes)) }
        guard let start = startOfLine(before: first.start, in: bytes) else { return nil }
        let ofEntries = bytes[start..<first.start].copy
        let ofRoot = startOfLine(before: root.lowerBound, in: bytes).map { bytes[$0..<root.lowerBound].copy } ?? []
        let isDeeper = ofEntries.count > ofRoot.count && ofEntries.starts(with: ofRoot)
        return XMLIndentation(
            ofEntries: ofEntries,
            unit: isDeeper ? Array(ofEntries.dropFirst(ofRoot.count)) : XMLIndentation.tab,
            lineEnd: lineEnd(in: bytes)
        )
    }

    /// What ends the document's first line, and the others too, if they are alike.
    func lineEnd(in bytes: ByteView) -> [UInt8] {
        guard let end = bytes.firstOffset(of: UInt8(ascii: "\n")), end > 0, bytes[end - 1] == UInt8(ascii: "\r") else {
            return XMLIndentation.lineFeed
        }
        return [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    /// The bytes that go with an entry: the whole lines, where it shares them with nothing.
    func lines(of entry: Entry, in bytes: ByteView) -> Range<Int> {
        guard let start = startOfLine(before: entry.start, in: bytes),
            let end = endOfLine(after: entry.value.upperBound, in: bytes)
        else { return entry.start..<entry.value.upperBound }
        return start..<end
    }

    /// Where the line begins, if only blanks stand between there and an offset; nil otherwise.
    func startOfLine(before offset: Int, in bytes: ByteView) -> Int? {
        var start = offset
        while start > 0, isBlank(bytes[start - 1]) {
            start -= 1
        }
        return start > 0 && bytes[start - 1] == UInt8(ascii: "\n") ? start : nil
    }

    /// Where the next line begins, if only blanks stand between an offset and there; nil otherwise.
    func endOfLine(after offset: Int, in bytes: ByteView) -> Int? {
        var end = offset
        while end < bytes.count, isBlank(bytes[end]) || bytes[end] == UInt8(ascii: "\r") {
            end += 1
        }
        return end < bytes.count && bytes[end] == UInt8(ascii: "\n") ? end + 1 : nil
    }

    /// Where the comments end that follow on the same line; the offset itself where none do.
    func endOfComments(after offset: Int, in bytes: ByteView) -> Int {
        var end = offset
        while true {
            var start = end
            while start < bytes.count, isBlank(bytes[start]) {
                start += 1
            }
            guard bytes.holds("<!--", at: start), let closing = bytes.firstOffset(of: "-->", from: start + 4),
                bytes[start..<closing].firstOffset(of: UInt8(ascii: "\n")) == nil
            else { return end }
            end = closing + 3
        }
    }
}

private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}
