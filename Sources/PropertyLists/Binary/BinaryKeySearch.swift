/// Finds where keys stand among those of a binary property list's root dictionary.
///
/// It goes along three stretches of the document, mostly each from its start to its end: the references of the keys,
/// the offset table's entries for them, and the texts.
struct BinaryKeySearch {
    private struct Key {
        let text: String
        let bytes: [UInt8]
        var position: Int?
    }

    private var keys: [Key]
    /// The lengths of the keys, each a bit: those that are 64 apart have the same.
    private let lengths: UInt64
    /// The bytes in the middle of the keys, as the lengths.
    private let middles: UInt64
    /// The bytes of the longest object that can be one of the keys.
    private let longestObject: Int

    private var references: DocumentWindow
    private var offsets: DocumentWindow
    private var texts: DocumentWindow
    /// How often one of the three has moved, or a piece been missing.
    private var moves = 0
    /// The entries of the root dictionary that have been looked at.
    private var nextPosition = 0

    /// How often the windows may move for nothing.
    private static let fewMoves = 64

    /// How many keys there are at least, on average, between two moves.
    private static let fewestKeysOfMove = 128

    /// The bytes of memory that the search takes for its windows.
    static let memoryLength = 3 * DocumentWindow.length

    /// - Parameter place: where in the memory the windows stand, of which none shows anything; nil where every byte of
    ///   the document is in its own place.
    init(for keys: [String], inDocumentOf length: Int, windowsAt place: Int?) {
        self.keys = keys.map { Key(text: $0, bytes: Array($0.utf8)) }
        lengths = self.keys.reduce(0) { $0 | 1 &<< UInt64($1.bytes.count) }
        // An empty key has none, and what follows it is any.
        middles = self.keys.reduce(0) { $0 | ($1.bytes.isEmpty ? .max : 1 &<< UInt64($1.bytes[$1.bytes.count / 2])) }
        // A code unit of UTF-16 takes two bytes.
        longestObject = BinaryObject.headerLength + 2 * (self.keys.map { $0.bytes.count }.max() ?? 0)
        if let place {
            references = .none(at: place)
            offsets = .none(at: place + DocumentWindow.length)
            texts = .none(at: place + 2 * DocumentWindow.length)
        } else {
            references = .whole(of: length)
            offsets = references
            texts = references
        }
    }

    /// The positions and texts of the keys that have been found, in the order of the document.
    var found: [(position: Int, text: String)] {
        keys.compactMap { key in key.position.map { ($0, key.text) } }.sorted { $0.position < $1.position }
    }

    /// Looks at the entries that are left, and returns what it takes to go on; nil at the end.
    mutating func advance(
        along root: BinaryObject,
        of objects: BinaryObjectTable,
        in memory: ByteView,
        _ pieces: FetchedPieces
    ) throws(PropertyListError) -> LocatorOutcome? {
        // The objects may stand in such an order that a window seldom shows the next one.
        guard moves <= Self.fewMoves + nextPosition / Self.fewestKeysOfMove else { return .needsReader }
        moves += 1
        let references = references.view(of: memory)
        let offsets = offsets.view(of: memory)
        let texts = texts.view(of: memory)
        let trailer = objects.trailer
        var position = nextPosition
        defer { nextPosition = position }
        while true {
            position = passOthers(from: position, of: root, in: objects, references, offsets, texts)
            guard position < root.count else { return nil }
            let place = root.contents.lowerBound + position * trailer.referenceWidth
            guard let stored = references.bigEndian(at: place, width: trailer.referenceWidth) else {
                return .needs(self.references.move(to: place, inDocumentOf: pieces.length))
            }
            let entry = objects.entry(of: try objects.reference(stored, at: place))
            guard let stored = offsets.bigEndian(at: entry, width: trailer.offsetWidth) else {
                return .needs(self.offsets.move(to: entry, inDocumentOf: pieces.length))
            }
            let offset = try objects.offset(stored, at: entry)
            guard let start = texts.word(at: offset) else {
                return .needs(self.texts.move(to: offset, inDocumentOf: pieces.length))
            }
            if let text = objects.shortASCIIString(at: offset, startingWith: start) {
                guard let bytes = texts[text] else {
                    return .needs(self.texts.move(to: offset, inDocumentOf: pieces.length))
                }
                for index in keys.indices where bytes.hasSameBytes(as: keys[index].bytes) {
                    guard bytes.isASCII else { throw PropertyListError(.notASCII, atByte: offset) }
                    try found(index, at: position, of: root)
                }
            } else if let missing = pieces.missing(at: offset, count: longestObject, expecting: DocumentWindow.length) {
                return .needs(missing)
            } else {
                for index in keys.indices where try objects.isKey(keys[index].text, at: offset, referredToAt: place) {
                    try found(index, at: position, of: root)
                }
            }
            position += 1
        }
    }

    /// Passes over keys that are plainly others than those that are sought, as nearly all are, and returns the position
    /// of the first that has to be looked at closely, or is not at hand.
    @inline(never)  // so that its loop has the registers for itself
    private func passOthers(
        from first: Int,
        of root: BinaryObject,
        in objects: BinaryObjectTable,
        _ references: DocumentWindow.View,
        _ offsets: DocumentWindow.View,
        _ texts: DocumentWindow.View
    ) -> Int {
        let trailer = objects.trailer
        var place = root.contents.lowerBound + first * trailer.referenceWidth
        for position in first..<root.count {
            guard let reference = references.bigEndian(at: place, width: trailer.referenceWidth),
                reference < UInt64(truncatingIfNeeded: trailer.objectCount),
                case let entry = objects.entry(of: Int(truncatingIfNeeded: reference)),
                let stored = offsets.bigEndian(at: entry, width: trailer.offsetWidth),
                case let offset = Int(truncatingIfNeeded: stored), offset >= BinaryTrailer.headerLength,
                let start = texts.word(at: offset),
                let text = objects.shortASCIIString(at: offset, startingWith: start),
                isToldApart(text, in: texts) || !isSought(texts[text])
            else { return position }
            place &+= trailer.referenceWidth
        }
        return root.count
    }

    /// Whether a text is told from all keys by its length, as most are, or by the byte in its middle.
    @inline(__always)
    private func isToldApart(_ text: Range<Int>, in texts: DocumentWindow.View) -> Bool {
        guard lengths &>> UInt64(truncatingIfNeeded: text.count) & 1 != 0 else { return true }
        guard let middle = texts.byte(at: text.lowerBound &+ text.count / 2) else { return false }
        return middles &>> UInt64(middle) & 1 == 0
    }

    /// Whether a text that the windows show, or not, may be that of a key.
    @inline(never)  // in the loop, which seldom comes to it
    private func isSought(_ text: ByteView?) -> Bool {
        guard let text else { return true }
        return keys.contains { text.hasSameBytes(as: $0.bytes) }
    }

    private mutating func found(_ index: Int, at position: Int, of root: BinaryObject) throws(PropertyListError) {
        guard keys[index].position == nil else {
            throw PropertyListError(.duplicateKey(keys[index].text), atByte: root.offset)
        }
        keys[index].position = position
    }
}

extension BinaryObjectTable {
    /// Whether the object at an offset, to which the reference at a place refers, is a key.
    fileprivate func isKey(_ key: String, at offset: Int, referredToAt place: Int) throws(PropertyListError) -> Bool {
        let object = try object(at: offset)
        guard object.kind == .string else { throw PropertyListError(.keyNotString(object.kind), atByte: place) }
        // A code unit takes three bytes in UTF-8 at most: a text of another length need not be read.
        guard object.count <= key.utf8.count, key.utf8.count <= 3 * object.count else { return false }
        return try string(object).hasSameBytes(as: key)
    }
}
