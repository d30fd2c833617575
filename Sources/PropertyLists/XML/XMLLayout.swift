/// The places of a container and its entries in the bytes of an XML property list.
///
/// The entries of an array are its elements, which have no keys.
struct XMLLayout {
    /// The ranges of an entry.
    struct Entry {
        /// The key's element, including its tags; empty, at the value's start, in an array.
        let key: Range<Int>
        /// The value's element, including its tags.
        let value: Range<Int>
    }

    let container: XMLNesting.Container
    /// The container's element, including its tags.
    let element: Range<Int>
    /// The content between the container's tags; for a single tag such as `<dict/>`, an empty range after it.
    let body: Range<Int>
    /// The offset of each entry.
    let starts: [Int]

    init(_ container: XMLNesting.Container, startTag: Range<Int>, starts: [Int], endTag: Range<Int>) {
        self.container = container
        element = startTag.lowerBound..<endTag.upperBound
        body = startTag.upperBound..<max(endTag.lowerBound, startTag.upperBound)
        self.starts = starts
    }

    /// Finds the entries of a container from the range of its element; returns nil for an element of another kind.
    init?(of element: Range<Int>, in bytes: ByteView) throws(PropertyListError) {
        var scanner = try XMLScanner(bytes[element])
        guard case .begin(let container)? = try scanner.next() else { return nil }
        let start = element.lowerBound
        let startTagEnd = start + scanner.offset
        var starts: [Int] = []
        var check = XMLCheck()
        while try scanner.next() != nil, scanner.depth > 0 {
            starts.append(start + scanner.eventOffset)
            try scanner.readValue(downTo: 1, into: &check)
        }
        let endTag = start + scanner.eventOffset..<element.upperBound
        self.init(container, startTag: start..<startTagEnd, starts: starts, endTag: endTag)
    }

    /// Returns the ranges of an entry, which is scanned again: a change needs the ranges of few entries.
    func entry(at position: Int, in bytes: ByteView) throws(PropertyListError) -> Entry {
        let start = starts[position]
        var scanner = XMLScanner(try UTF8Text(validating: part(at: position, of: bytes)), within: container)
        var keyEnd = start
        var event = try scanner.next()
        if case .key? = event {
            keyEnd += scanner.offset
            event = try scanner.next()
        }
        guard let event else { preconditionFailure("no entry at the position") }
        let valueStart = start + scanner.eventOffset
        var check = XMLCheck()
        try scanner.readValue(beginning: event, into: &check)
        return Entry(key: start..<keyEnd, value: valueStart..<start + scanner.offset)
    }

    /// Returns the bytes from an entry up to the next entry, or to the end of the body.
    private func part(at position: Int, of bytes: ByteView) -> ByteView {
        let end = position + 1 < starts.count ? starts[position + 1] : body.upperBound
        return bytes[starts[position]..<end]
    }

    /// Returns the steps that change a container that was read from here, as steps at the positions of its entries.
    ///
    /// Returns nil if it was not.
    ///
    /// - Parameter removed: gets each duplicate key that changes, and loses its other entries.
    func located(
        _ changes: [EntryChange],
        in bytes: ByteView,
        removing removed: inout [String]
    ) throws(PropertyListError) -> [EntryChange]? {
        let count = changes.count { $0.oldPosition != nil }
        if count == starts.count { return changes }
        guard container == .dictionary, let duplicates = DuplicateKeys(in: try keys(in: bytes), counting: .last),
            count == duplicates.positions.count
        else { return nil }
        return duplicates.spread(changes, removing: &removed)
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
            plainKey(at: position, in: bytes).map { bytes[$0].isASCII } ?? false
        }
    }

    /// Returns the number of keys that precede another one, in a document with keys sorted as `UserDefaults` sorts
    /// them.
    func sortedPosition(of key: String, in bytes: ByteView) throws(PropertyListError) -> Int {
        try starts.indices.partitioningIndex { position throws(PropertyListError) in
            try !self.key(at: position, in: bytes).precedesInUserDefaultsOrder(key)
        }
    }

    /// Returns whether changes give an empty container entries, or remove all, so that it is written anew: nothing but
    /// entries is lost.
    func isFilledOrEmptied(by changes: [EntryChange], in bytes: ByteView) throws(PropertyListError) -> Bool {
        var count = starts.count
        for change in changes {
            switch change {
            case .insert: count += 1
            case .remove: count -= 1
            case .keep, .replaceValue, .rename: break
            }
        }
        guard starts.isEmpty != (count == 0) else { return false }
        return try containsOnlyEntries(bytes)
    }

    /// Returns whether only whitespace surrounds the entries.
    private func containsOnlyEntries(_ bytes: ByteView) throws(PropertyListError) -> Bool {
        var offset = body.lowerBound
        for position in starts.indices {
            guard bytes[offset..<starts[position]].isWhitespace else { return false }
            offset = try entry(at: position, in: bytes).value.upperBound
        }
        return bytes[offset..<body.upperBound].isWhitespace
    }

    /// Returns the line breaks before the entries, as before the first one, or before the container if it is empty.
    ///
    /// If more than comments precede the first entry in its line, the entries share a line, with the blanks before that
    /// one between them.
    ///
    /// - Parameters:
    ///   - container: the line breaks before the container and its siblings.
    ///   - depth: the number of containers around an entry.
    func indentation(in bytes: ByteView, within container: XMLIndentation, depth: Int) -> XMLIndentation {
        guard let first = starts.first else { return container }
        let blanks = startOfBlanks(before: first, in: bytes)
        guard let line = (body.lowerBound..<first).last(where: { bytes[$0] == UInt8(ascii: "\n") }),
            endOfComments(after: line + 1, in: bytes) >= blanks
        else {
            return XMLIndentation(ofEntries: bytes[blanks..<first].copy, unit: [], lineEnd: [], depth: depth)
        }
        let ofEntries = bytes[line + 1..<endOfBlanks(after: line + 1, in: bytes)].copy
        let ofContainer = container.lineEnd.isEmpty ? [] : container.ofEntries
        let isDeeper = ofEntries.count > ofContainer.count && ofEntries.starts(with: ofContainer)
        return XMLIndentation(
            ofEntries: ofEntries,
            unit: isDeeper ? Array(ofEntries.dropFirst(ofContainer.count)) : XMLIndentation.tab,
            lineEnd: lineEnd(with: line, in: bytes),
            depth: depth
        )
    }

    /// Returns the line breaks before a root, which is in no container: the blanks before it, if it starts its line.
    ///
    /// The line breaks of the document are assumed to be like the first one.
    func indentationOfRoot(in bytes: ByteView) -> XMLIndentation {
        let start = startOfBlanks(before: element.lowerBound, in: bytes)
        let startsLine = start > 0 && bytes[start - 1] == UInt8(ascii: "\n")
        return XMLIndentation(
            ofEntries: startsLine ? bytes[start..<element.lowerBound].copy : [],
            lineEnd: bytes.firstOffset(of: UInt8(ascii: "\n")).map { lineEnd(with: $0, in: bytes) }
                ?? XMLIndentation.lineFeed
        )
    }

    /// Returns the line break that a line feed belongs to.
    private func lineEnd(with lineFeed: Int, in bytes: ByteView) -> [UInt8] {
        let hasReturn = lineFeed > 0 && bytes[lineFeed - 1] == UInt8(ascii: "\r")
        return hasReturn ? [UInt8(ascii: "\r")] + XMLIndentation.lineFeed : XMLIndentation.lineFeed
    }

    /// Returns the bytes to remove with an entry: its whole lines, if they contain nothing else.
    ///
    /// In the middle of a line, the blanks before the entry separate it from what precedes it.
    func lines(of entry: Entry, in bytes: ByteView) -> Range<Int> {
        let start = startOfBlanks(before: entry.key.lowerBound, in: bytes)
        guard start > 0, bytes[start - 1] == UInt8(ascii: "\n") else { return start..<entry.value.upperBound }
        guard let end = endOfLine(after: entry.value.upperBound, in: bytes) else {
            return entry.key.lowerBound..<entry.value.upperBound
        }
        return start..<end
    }

    /// Returns the start of the next line, or nil if anything but blanks follows the offset in its line.
    func endOfLine(after offset: Int, in bytes: ByteView) -> Int? {
        var end = endOfBlanks(after: offset, in: bytes)
        while end < bytes.count, bytes[end] == UInt8(ascii: "\r") {
            end += 1
        }
        return end < bytes.count && bytes[end] == UInt8(ascii: "\n") ? end + 1 : nil
    }

    /// Returns the end of the comments that follow in the same line; the offset itself if none do.
    func endOfComments(after offset: Int, in bytes: ByteView) -> Int {
        var end = offset
        while true {
            let start = endOfBlanks(after: end, in: bytes)
            guard bytes.hasBytes("<!--", at: start), let closing = bytes.firstOffset(of: "-->", from: start + 4),
                bytes[start..<closing].firstOffset(of: UInt8(ascii: "\n")) == nil
            else { return end }
            end = closing + 3
        }
    }

    private func startOfBlanks(before offset: Int, in bytes: ByteView) -> Int {
        var start = offset
        while start > 0, isBlank(bytes[start - 1]) {
            start -= 1
        }
        return start
    }

    private func endOfBlanks(after offset: Int, in bytes: ByteView) -> Int {
        var end = offset
        while end < bytes.count, isBlank(bytes[end]) {
            end += 1
        }
        return end
    }
}

private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}
