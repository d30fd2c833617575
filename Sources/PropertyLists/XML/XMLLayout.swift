/// The places of an XML property list's root dictionary and its entries in the document's bytes.
struct XMLLayout {
    /// The ranges of an entry.
    struct Entry {
        /// The key's element, including its tags.
        let key: Range<Int>
        /// The value's element, including its tags.
        let value: Range<Int>
    }

    /// The root dictionary's element, including its tags.
    let root: Range<Int>
    /// The content between the root's tags; for the single tag `<dict/>`, an empty range after it.
    let body: Range<Int>
    /// The offset of each entry's key.
    let starts: [Int]

    init(rootTag: Range<Int>, starts: [Int], endTag: Range<Int>) {
        root = rootTag.lowerBound..<endTag.upperBound
        body = rootTag.upperBound..<max(endTag.lowerBound, rootTag.upperBound)
        self.starts = starts
    }

    /// Returns the ranges of an entry, which is scanned again: a change needs those of few.
    func entry(at position: Int, in bytes: ByteView) throws(PropertyListError) -> Entry {
        let start = starts[position]
        var scanner = XMLScanner(try UTF8Text(validating: part(at: position, of: bytes)), within: .dictionary)
        guard case .key? = try scanner.next() else { throw scanner.error(.unexpectedEnd(within: "<key>")) }
        let keyEnd = start + scanner.offset
        let valueStart = start + (try scanner.skipValue())
        return Entry(key: start..<keyEnd, value: valueStart..<start + scanner.offset)
    }

    /// Returns the bytes from an entry's key up to the next entry, or to the end of the body.
    private func part(at position: Int, of bytes: ByteView) -> ByteView {
        let end = position + 1 < starts.count ? starts[position + 1] : body.upperBound
        return bytes[starts[position]..<end]
    }

    /// Returns the layout in a larger document, in which this layout's document starts at an offset.
    func moved(by offset: Int) -> XMLLayout {
        func moved(_ range: Range<Int>) -> Range<Int> {
            range.lowerBound + offset..<range.upperBound + offset
        }
        return XMLLayout(
            rootTag: moved(root.lowerBound..<body.lowerBound),
            starts: starts.map { $0 + offset },
            endTag: moved(body.upperBound..<root.upperBound)
        )
    }

    func keys(in bytes: ByteView) throws(PropertyListError) -> [String] {
        var keys: [String] = []
        keys.reserveCapacity(starts.count)
        for position in starts.indices {
            keys.append(try key(at: position, in: bytes))
        }
        return keys
    }

    private func key(at position: Int, in bytes: ByteView) throws(PropertyListError) -> String {
        // Most keys have no markup, and are read in a fraction of the time.
        if let text = plainKey(at: position, in: bytes), let key = String(validating: bytes[text]) {
            return key
        }
        return try XMLScanner.key(at: 0, in: UTF8Text(validating: part(at: position, of: bytes)))
    }

    /// Returns the range of the text of a key; nil if it may have markup, or its element may be spelled unusually.
    private func plainKey(at position: Int, in bytes: ByteView) -> Range<Int>? {
        let start = starts[position] + XMLElement.key.startTagLength
        guard bytes.hasBytes("<key>", at: starts[position]), let end = bytes.offsetOfMarkup(from: start),
            bytes.hasEndTag(of: .key, at: end)
        else { return nil }
        return start..<end
    }

    /// Returns whether all keys are known to be ASCII, so that `UserDefaults` sorts them by their bytes.
    func keysAreASCII(in bytes: ByteView) -> Bool {
        starts.indices.allSatisfy { position in
            plainKey(at: position, in: bytes).map { bytes.isASCII(in: $0) } ?? false
        }
    }

    /// Returns the number of keys that precede another one, in a document with keys sorted as `UserDefaults` sorts them.
    func sortedPosition(of key: String, in bytes: ByteView) throws(PropertyListError) -> Int {
        var candidates = starts.indices
        while !candidates.isEmpty {
            let middle = candidates.lowerBound + candidates.count / 2
            if try self.key(at: middle, in: bytes).precedesInUserDefaultsOrder(key) {
                candidates = middle + 1..<candidates.upperBound
            } else {
                candidates = candidates.lowerBound..<middle
            }
        }
        return candidates.lowerBound
    }

    /// Returns whether only whitespace surrounds the entries, so that nothing is lost with the body.
    func containsOnlyEntries(_ bytes: ByteView) throws(PropertyListError) -> Bool {
        var offset = body.lowerBound
        for position in starts.indices {
            guard bytes[offset..<starts[position]].isWhitespace else { return false }
            offset = try entry(at: position, in: bytes).value.upperBound
        }
        return bytes[offset..<body.upperBound].isWhitespace
    }

    /// Returns the whitespace before the first entry in its line, and what it adds to that of the root.
    ///
    /// Returns nil if the entry does not start its line.
    ///
    /// - Parameter depth: the number of containers around an entry.
    func indentation(in bytes: ByteView, depth: Int) -> XMLIndentation? {
        guard let first = starts.first else {
            let tabs = [UInt8](repeating: UInt8(ascii: "\t"), count: depth)
            return XMLIndentation(ofEntries: tabs, lineEnd: lineEnd(in: bytes), depth: depth)
        }
        guard let start = startOfLine(before: first, in: bytes) else { return nil }
        let ofEntries = bytes[start..<first].copy
        let ofRoot = startOfLine(before: root.lowerBound, in: bytes).map { bytes[$0..<root.lowerBound].copy } ?? []
        let isDeeper = ofEntries.count > ofRoot.count && ofEntries.starts(with: ofRoot)
        return XMLIndentation(
            ofEntries: ofEntries,
            unit: isDeeper ? Array(ofEntries.dropFirst(ofRoot.count)) : XMLIndentation.tab,
            lineEnd: lineEnd(in: bytes),
            depth: depth
        )
    }

    /// Returns the line break after the document's first line; the others are assumed to be the same.
    func lineEnd(in bytes: ByteView) -> [UInt8] {
        guard let end = bytes.firstOffset(of: UInt8(ascii: "\n")), end > 0, bytes[end - 1] == UInt8(ascii: "\r") else {
            return XMLIndentation.lineFeed
        }
        return [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    /// Returns the bytes to remove with an entry: its whole lines, if they contain nothing else.
    func lines(of entry: Entry, in bytes: ByteView) -> Range<Int> {
        guard let start = startOfLine(before: entry.key.lowerBound, in: bytes),
            let end = endOfLine(after: entry.value.upperBound, in: bytes)
        else { return entry.key.lowerBound..<entry.value.upperBound }
        return start..<end
    }

    /// Returns the start of the line, or nil if anything but blanks precedes the offset in it.
    func startOfLine(before offset: Int, in bytes: ByteView) -> Int? {
        var start = offset
        while start > 0, isBlank(bytes[start - 1]) {
            start -= 1
        }
        return start > 0 && bytes[start - 1] == UInt8(ascii: "\n") ? start : nil
    }

    /// Returns the start of the next line, or nil if anything but blanks follows the offset in its line.
    func endOfLine(after offset: Int, in bytes: ByteView) -> Int? {
        var end = offset
        while end < bytes.count, isBlank(bytes[end]) || bytes[end] == UInt8(ascii: "\r") {
            end += 1
        }
        return end < bytes.count && bytes[end] == UInt8(ascii: "\n") ? end + 1 : nil
    }

    /// Returns the end of the comments that follow in the same line; the offset itself if none do.
    func endOfComments(after offset: Int, in bytes: ByteView) -> Int {
        var end = offset
        while true {
            var start = end
            while start < bytes.count, isBlank(bytes[start]) {
                start += 1
            }
            guard bytes.hasBytes("<!--", at: start), let closing = bytes.firstOffset(of: "-->", from: start + 4),
                bytes[start..<closing].firstOffset(of: UInt8(ascii: "\n")) == nil
            else { return end }
            end = closing + 3
        }
    }
}

private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}
