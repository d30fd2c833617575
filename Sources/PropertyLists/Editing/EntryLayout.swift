/// The places of a container and its entries in the bytes of a text.
///
/// The entries of an array are its elements, which have no keys.
protocol EntryLayout {
    associatedtype Style: EntryStyle

    var isDictionary: Bool { get }
    /// The container with its brackets or tags, if it has any: the pairs of a `.strings` file do not.
    var element: Range<Int> { get }
    /// The content between them; for a single tag such as `<dict/>`, an empty range after it.
    var body: Range<Int> { get }
    /// The offset of each entry.
    var starts: [Int] { get }

    /// Finds the entries of a container from its range, in a text that parses; returns nil for a value of another kind.
    init?(of element: Range<Int>, in bytes: ByteView) throws(PropertyListError)

    func entry(at position: Int, in bytes: ByteView) throws(PropertyListError) -> EntryPlace

    func keys(in bytes: ByteView) throws(PropertyListError) -> [String]

    /// Returns the style of new entries: that of the first one.
    ///
    /// - Parameters:
    ///   - outer: the style around the container.
    ///   - depth: the number of containers around an entry.
    func style(in bytes: ByteView, within outer: Style, depth: Int) -> Style
}

/// The ranges of an entry.
struct EntryPlace {
    /// The key, with its quotation marks or tags; empty, at the value's start, in an array.
    let key: Range<Int>
    /// The value; nil if the key is its own value.
    let value: Range<Int>?
    /// The offset of the semicolon or comma that follows; nil if none does.
    let separator: Int?

    var endOfValue: Int { value?.upperBound ?? key.upperBound }
    /// The entry with its separator.
    var range: Range<Int> { key.lowerBound..<(separator.map { $0 + 1 } ?? endOfValue) }
}

/// How new entries are written in a text.
protocol EntryStyle {
    /// Returns the end of the comment that begins at an offset, and whether it is the end of a line; nil if none begins.
    static func comment(at offset: Int, in bytes: ByteView) -> (end: Int, endsLine: Bool)?

    var indentation: Indentation { get set }

    /// Returns a value within a number of containers, in place of an old one.
    ///
    /// - Throws: `unsupportedKind`, `dateOutOfRange`, `dictionaryReadsAsUID`, `tooDeep`, and `removal`.
    mutating func text(of value: PropertyList, depth: Int, like old: ByteView?) throws(PropertyListError) -> [UInt8]

    func text(ofKey key: String, like old: ByteView?) -> [UInt8]

    /// Returns what separates a key from its value.
    mutating func assignment(depth: Int) -> [UInt8]

    /// Returns what separates two entries; nil if nothing does.
    func separator(inDictionary: Bool) -> UInt8?

    /// Returns whether a value is written as a dictionary of another kind, such as a UID, or a dictionary within one.
    func isForm(_ value: PropertyList) -> Bool
}

extension EntryStyle {
    /// Returns the end of the comments that follow in the same line, and whether it is the end of the line; the offset
    /// itself if none follow.
    static func comments(after offset: Int, in bytes: ByteView) -> (end: Int, endsLine: Bool) {
        var last = (end: offset, endsLine: false)
        while case let start = bytes.endOfBlanks(after: last.end), let next = comment(at: start, in: bytes),
            bytes[start..<next.end].firstOffset(of: UInt8(ascii: "\n")) == nil
        {
            last = next
        }
        return last
    }
}

extension EntryLayout {
    var hasBrackets: Bool { body.count < element.count }

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
        guard isDictionary, let duplicates = DuplicateKeys(in: try keys(in: bytes), counting: .last),
            count == duplicates.positions.count
        else { return nil }
        return duplicates.spread(changes, removing: &removed)
    }

    /// Returns whether changes give an empty container entries, or remove all, so that it is written anew: nothing but
    /// entries is lost.
    func isFilledOrEmptied(by changes: [EntryChange], in bytes: ByteView) throws(PropertyListError) -> Bool {
        let added = changes.count { $0.oldPosition == nil }
        let isEmptied = added == 0 && changes.count(where: \.isRemoval) == starts.count
        guard starts.isEmpty ? added > 0 && hasBrackets : isEmptied else { return false }
        var offset = body.lowerBound
        for position in starts.indices {
            guard bytes[offset..<starts[position]].isWhitespace else { return false }
            offset = try entry(at: position, in: bytes).range.upperBound
        }
        return bytes[offset..<body.upperBound].isWhitespace
    }

    /// Returns the line breaks before the entries, or before the container if it is empty.
    ///
    /// They are those before the first entry; before the second if only that starts a line.
    func indentation(in bytes: ByteView, within container: Indentation, depth: Int) -> Indentation {
        guard let first = starts.first else { return container }
        let found = indentation(before: first, in: bytes, within: container, depth: depth)
        guard found.lineEnd.isEmpty, starts.count > 1 else { return found }
        let second = indentation(before: starts[1], in: bytes, within: container, depth: depth)
        return second.lineEnd.isEmpty ? found : second
    }

    /// Returns the line breaks before an entry.
    ///
    /// If more than comments precede it in its line, it shares the line with others, with the blanks before it between
    /// them.
    private func indentation(
        before entry: Int,
        in bytes: ByteView,
        within container: Indentation,
        depth: Int
    ) -> Indentation {
        let blanks = bytes.startOfBlanks(before: entry)
        let line = (body.lowerBound..<entry).last { bytes[$0] == UInt8(ascii: "\n") }
        guard let start = line.map({ $0 + 1 }) ?? (bytes.startsLine(at: body.lowerBound) ? body.lowerBound : nil),
            Style.comments(after: start, in: bytes).end >= blanks
        else { return Indentation(ofEntries: bytes[blanks..<entry].copy, unit: [], lineEnd: [], depth: depth) }
        let ofEntries = bytes[start..<bytes.endOfBlanks(after: start)].copy
        let ofContainer = container.lineEnd.isEmpty ? [] : container.ofEntries
        let isDeeper = ofEntries.count > ofContainer.count && ofEntries.starts(with: ofContainer)
        return Indentation(
            ofEntries: ofEntries,
            unit: isDeeper ? Array(ofEntries.dropFirst(ofContainer.count)) : container.unitOfLines,
            lineEnd: line.map { bytes.lineEnd(with: $0) } ?? container.lineEnd,
            depth: depth
        )
    }

    /// Returns the start of the first entry, or of the comments in the lines before it, without an empty line between.
    func startOfFirstEntry(_ first: Int, in bytes: ByteView) -> Int {
        var start = bytes.startOfBlanks(before: first)
        var line = bytes.startsLine(at: start) ? start : first
        var comments: [Range<Int>] = []
        var offset = body.lowerBound
        while offset < start {
            guard let end = Style.comment(at: offset, in: bytes)?.end else {
                offset += 1
                continue
            }
            comments.append(offset..<end)
            offset = end
        }
        for comment in comments.reversed() {
            let blanks = bytes[comment.upperBound..<start]
            guard blanks.isWhitespace, (0..<blanks.count).count(where: { blanks[$0] == UInt8(ascii: "\n") }) <= 1 else {
                break
            }
            start = bytes.startOfBlanks(before: comment.lowerBound)
            line = bytes.startsLine(at: start) ? start : line
        }
        return line
    }
}
