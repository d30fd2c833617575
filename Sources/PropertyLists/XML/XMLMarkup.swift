import CVectors

/// The markup of an XML document: the offset of each `<` and `&`, found piece by piece.
///
/// This is the first of the two stages of a scan. Vector comparisons find the markup of a piece in a fraction of the
/// time that one search after another takes. The model is simdjson, a JSON parser. The last bytes of a document, fewer
/// than a block, are not indexed: a block can be loaded at each offset without a further check.
@safe
struct XMLMarkup: ~Copyable {
    /// The usual length of a piece, in bytes: it and its offsets stay in the processor's nearest cache.
    private static let usualLength = 8 * 1024

    /// The length of the first piece, which suffices for one key or small value.
    private static let shortestLength = 512

    /// The length of the longest piece, for the element that no shorter one contains.
    private static let longestLength = 128 * 1024

    private let bytes: ByteView
    private var offsets: UnsafeMutablePointer<Int>?
    private var capacity = 0
    private var count = 0
    private var piece = 0..<0
    private var length = XMLMarkup.shortestLength
    /// The number of offsets before the one where the latest walk started.
    private var position = 0

    init(of bytes: ByteView) {
        self.bytes = bytes
    }

    deinit {
        unsafe offsets?.deallocate()
    }

    /// Returns a walk from an offset on, through the piece that contains it.
    @inline(always)
    mutating func walk(from offset: Int) -> XMLPlainWalk {
        if piece.contains(offset) {
            move(to: offset)
        } else {
            findPiece(at: offset)
        }
        return unsafe XMLPlainWalk(bytes, UnsafePointer(offsets), position: position, count: count, end: offset)
    }

    /// Lets the next walk start near the end of another one.
    @inline(always)
    mutating func end(_ walk: XMLPlainWalk) {
        position = walk.position
    }

    /// Prepares a walk to go on where it has ended with its piece, and returns whether it can.
    mutating func extend(from offset: Int) -> Bool {
        guard bytes.containsBlock(at: piece.upperBound) else { return false }
        if offset == piece.lowerBound {
            guard length < Self.longestLength else { return false }
            length *= 2
        }
        findPiece(at: offset)
        return count > 0
    }

    @inline(always)
    private mutating func move(to offset: Int) {
        guard let offsets = unsafe offsets else { return }
        while position > 0, unsafe offsets[position - 1] >= offset {
            position -= 1
        }
        while position < count, unsafe offsets[position] < offset {
            position += 1
        }
    }

    @inline(never)
    private mutating func findPiece(at start: Int) {
        position = 0
        count = 0
        piece = start..<start
        guard bytes.containsBlock(at: start) else { return }
        let blocks = unsafe bytes.blocks(at: start, maximum: length)
        let offsets = unsafe memory(for: blocks.count)
        count = unsafe markupOffsets(blocks.baseAddress.unsafelyUnwrapped, blocks.count, start, offsets)
        // The last block also contains bytes at which no block starts.
        while count > 0, unsafe !bytes.containsBlock(at: offsets[count - 1]) {
            count -= 1
        }
        piece = start..<start + blocks.count
        length = max(length, min(2 * length, Self.usualLength))
    }

    private mutating func memory(for length: Int) -> UnsafeMutablePointer<Int> {
        if let offsets = unsafe offsets, length <= capacity { return unsafe offsets }
        unsafe offsets?.deallocate()
        capacity = max(length, min(Self.usualLength, bytes.count))
        let allocated = UnsafeMutablePointer<Int>.allocate(capacity: capacity + 8)
        unsafe offsets = allocated
        return unsafe allocated
    }
}

/// A walk through elements in the usual spelling: nothing but whitespace between them, tags without attributes, and no
/// markup in texts but usual references.
///
/// A step that fails leaves the walk behind what it has examined: its caller starts another one.
@safe
struct XMLPlainWalk {
    private let bytes: ByteView
    private let offsets: UnsafePointer<Int>?
    private let count: Int
    fileprivate var position: Int
    /// The end of the latest element or tag.
    private(set) var end: Int

    @inline(always)
    fileprivate init(_ bytes: ByteView, _ offsets: UnsafePointer<Int>?, position: Int, count: Int, end: Int) {
        self.bytes = bytes
        unsafe self.offsets = offsets
        self.position = position
        self.count = count
        self.end = end
    }

    /// Whether the walk has examined all of its piece, so that the next step fails.
    @inline(always)
    var isAtEndOfPiece: Bool { position == count }

    /// Returns the offset of the next `<` or `&` in the piece, or nil if there is none.
    @inline(always)
    private mutating func next() -> Int? {
        guard position < count else { return nil }
        let offset = unsafe offsets.unsafelyUnwrapped[position]
        position &+= 1
        return offset
    }

    /// Moves past a tag without a text.
    @inline(always)
    mutating func skip(_ length: Int, at start: Int) {
        end = start &+ length
    }

    // MARK: Tags

    /// Returns the offset of the next tag and the eight bytes after its `<`, the first one lowest.
    @inline(always)
    mutating func tag() -> (start: Int, bytes: UInt64)? {
        guard let start = next(), isWhitespace(end, start) else { return nil }
        guard unsafe UInt8(truncatingIfNeeded: bytes.uncheckedWord(at: start)) == UInt8(ascii: "<") else { return nil }
        return (start, unsafe bytes.uncheckedWord(at: start &+ 1))
    }

    /// Returns whether there is only whitespace, if anything, between two offsets.
    @inline(always)
    private func isWhitespace(_ start: Int, _ end: Int) -> Bool {
        let length = end &- start
        if 1...8 ~= length {
            // A line feed and tabs, as in most documents.
            let others = unsafe bytes.uncheckedWord(at: start) ^ 0x0909_0909_0909_090A
            if others &<< UInt64(64 &- 8 &* length) == 0 { return true }
        }
        return Self.isAnyWhitespace(start, end, in: bytes)
    }

    @inline(never)
    private static func isAnyWhitespace(_ start: Int, _ end: Int, in bytes: ByteView) -> Bool {
        bytes[start..<end].isWhitespace
    }

    // MARK: Texts

    /// Returns the text of an element whose start tag is at an offset, and moves past its end tag.
    @inline(always)
    mutating func text(of element: XMLElement, at start: Int) -> XMLText? {
        guard var place = next() else { return nil }
        var markup = XMLText.Markup.none
        if !hasEndTag(of: element, at: place) {
            guard let end = endOfReferences(at: place), hasEndTag(of: element, at: end) else { return nil }
            place = end
            markup = .references
        }
        end = place &+ element.endTagLength
        // The start tag has no markup but its own, so the next is past it.
        let range = unsafe Range(uncheckedBounds: (start &+ element.startTagLength, place))
        return XMLText(range: range, markup: markup)
    }

    /// Returns the offset of the first markup after usual references, of which the first is at an offset; nil if
    /// there is none.
    @inline(always)
    private mutating func endOfReferences(at place: Int) -> Int? {
        guard unsafe UInt8(truncatingIfNeeded: bytes.uncheckedWord(at: place)) == UInt8(ascii: "&") else { return nil }
        position = unsafe Self.endOfReferences(in: bytes, offsets, from: position &- 1, to: count)
        return next()
    }

    /// Returns the first position, from that of a `&` on, of other markup than a usual reference.
    @inline(never)
    private static func endOfReferences(
        in bytes: ByteView,
        _ offsets: UnsafePointer<Int>?,
        from start: Int,
        to count: Int
    ) -> Int {
        guard let offsets = unsafe offsets else { return count }
        var position = start
        while position < count, unsafe XMLEntity(reference: bytes.uncheckedWord(at: offsets[position])) != nil {
            position &+= 1
        }
        return position
    }

    @inline(always)
    private func hasEndTag(of element: XMLElement, at place: Int) -> Bool {
        // The first eight bytes, or all if there are fewer; the longest tag has ten.
        let opening = UInt64(UInt8(ascii: "<")) | UInt64(UInt8(ascii: "/")) << 8
        let start = opening | XMLTag.start(of: element) << 16
        let word = unsafe bytes.uncheckedWord(at: place)
        guard element.endTagLength > 8 else { return word.lowBytes(element.endTagLength) == start }
        guard word == start else { return false }
        return unsafe bytes.uncheckedWord(at: place &+ 2).starts(with: XMLTag.start(of: element))
    }

    /// Returns the text of an empty element whose tag is at an offset, and moves past it.
    @inline(always)
    mutating func noText(of element: XMLElement, at start: Int) -> XMLText {
        skip(element.endTagLength, at: start)
        return XMLText(range: unsafe Range(uncheckedBounds: (end, end)), markup: .none)
    }

    /// Returns the container without elements whose tag is at an offset, and moves past it; nil for any other tag.
    @inline(always)
    mutating func emptyContainer(_ tag: UInt64, at start: Int) -> XMLNesting.Container? {
        if tag.starts(with: XMLTag.empty(.array)) {
            skip(XMLElement.array.endTagLength, at: start)
            return .array
        }
        guard tag.starts(with: XMLTag.empty(.dictionary)) else { return nil }
        skip(XMLElement.dictionary.endTagLength, at: start)
        return .dictionary
    }
}
