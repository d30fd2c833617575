/// Where the root dictionary of an XML property list and its entries stand in the document's bytes.
///
/// Finding them checks the document's structure on the way, and builds no tree.
struct XMLLayout {
    /// One key with its value.
    struct Entry {
        /// The key's element, tags included.
        let key: Range<Int>
        /// The value's element, tags included.
        let value: Range<Int>

        /// The first byte of both.
        var start: Int { key.lowerBound }
    }

    /// The root dictionary's element, tags included.
    private(set) var root = 0..<0
    /// What stands between the root's tags; nothing, behind it, where it is one tag, `<dict/>`.
    private(set) var body = 0..<0
    /// The entries, in the order of the document.
    private(set) var entries: [Entry] = []

    /// A root dictionary whose start tag has been found; the rest is to come.
    init(rootTag: Range<Int>) {
        root = rootTag
    }

    /// Takes note of the next entry.
    mutating func append(_ entry: Entry) {
        entries.append(entry)
    }

    /// Takes note of where the root's end tag starts, and where it ends.
    mutating func end(at start: Int, before end: Int) {
        body = root.upperBound..<max(start, root.upperBound)
        root = root.lowerBound..<end
    }

    /// Finds the root dictionary and its entries.
    ///
    /// - Throws: what is wrong with the document's structure, with line and column.
    init(of bytes: ByteView) throws(PropertyListError) {
        var scanner = try XMLScanner(bytes)
        var key = 0..<0
        var valueStart = 0
        while let event = try scanner.next() {
            switch (event, scanner.depth) {
            case (.beginDictionary, 1):
                root = scanner.eventOffset..<scanner.offset
            case (.key, 1):
                key = scanner.eventOffset..<scanner.offset
            case (.scalar, 1):
                entries.append(Entry(key: key, value: scanner.eventOffset..<scanner.offset))
            case (.beginDictionary, 2), (.beginArray, 2):
                valueStart = scanner.eventOffset
            case (.endContainer, 1):
                entries.append(Entry(key: key, value: valueStart..<scanner.offset))
            case (.endContainer, 0):
                end(at: scanner.eventOffset, before: scanner.offset)
            default:
                break
            }
        }
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

extension ByteView {
    fileprivate var copy: [UInt8] {
        var copy: [UInt8] = []
        append(to: &copy)
        return copy
    }
}

extension XMLLayout {
    /// Whether the keys are sorted as `UserDefaults` writes them.
    func isSorted(in bytes: ByteView) throws(PropertyListError) -> Bool {
        guard !entries.isEmpty else { return true }
        var latest = try key(at: 0, in: bytes)
        for position in 1..<entries.count {
            let key = try key(at: position, in: bytes)
            guard latest.precedesInUserDefaultsOrder(key) else { return false }
            latest = key
        }
        return true
    }

    /// Where a new key belongs among sorted ones: the position of the first entry that comes after it.
    func position(ofNewKey newKey: String, in bytes: ByteView) throws(PropertyListError) -> Int {
        var candidates = 0..<entries.count
        while !candidates.isEmpty {
            let middle = candidates.lowerBound + candidates.count / 2
            if try key(at: middle, in: bytes).precedesInUserDefaultsOrder(newKey) {
                candidates = middle + 1..<candidates.upperBound
            } else {
                candidates = candidates.lowerBound..<middle
            }
        }
        return candidates.lowerBound
    }

    private func key(at position: Int, in bytes: ByteView) throws(PropertyListError) -> String {
        let element = bytes[entries[position].key]
        if let key = element.plainKey {
            return key
        }
        return try XMLScanner.key(ofElement: element)
    }
}

extension ByteView {
    /// The key of an element that is spelled as most are, without markup in its text; nil where it is not.
    fileprivate var plainKey: String? {
        let end = count - 6
        guard end >= 5, holds("<key>", at: 0), holds("</key>", at: end),
            firstOffset(of: UInt8(ascii: "<"), from: 5) == end,
            firstOffset(of: UInt8(ascii: "&"), from: 5) == nil
        else { return nil }
        return String(validating: self[5..<end])
    }
}
