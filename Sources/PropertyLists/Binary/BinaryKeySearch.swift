/// A search for the positions of keys in a binary property list's root dictionary.
///
/// The search scans three parts of the document: the references of the keys, the offset table's entries for them, and
/// the texts. It scans each part mostly from start to end.
struct BinaryKeySearch {
    private struct Key {
        let text: String
        /// The bytes of the key in a string that is marked as ASCII; nil if only UTF-16 can represent it.
        let bytes: [UInt8]?
        var position: Int?

        func isSpelled(_ text: ByteView) -> Bool {
            bytes.map { text.hasSameBytes(as: $0) } ?? false
        }
    }

    private var keys: [Key]
    /// The lengths of the keys, one bit each; lengths that differ by a multiple of 64 share a bit.
    private let lengths: UInt64
    /// The middle bytes of the keys, one bit each, as in `lengths`.
    private let middles: UInt64
    /// The length of the longest object that can be one of the keys, in bytes.
    private let longestObject: Int

    private var references: DocumentWindow
    private var offsets: DocumentWindow
    private var texts: DocumentWindow
    /// The number of times that a window moved or a piece was missing.
    private var moves = 0
    /// The number of the root dictionary's entries that were examined.
    private var nextPosition = 0

    /// The number of moves that are always allowed.
    private static let fewMoves = 64

    /// The fewest examined keys for each further move, on average.
    private static let minKeysPerMove = 128

    /// The memory that the search needs for its windows, in bytes.
    static let memoryLength = 3 * DocumentWindow.length

    /// - Parameter place: the offset of the windows in the memory, which are empty at first; nil if the memory contains
    ///   the whole document.
    init(for keys: [String], inDocumentOf length: Int, windowsAt place: Int?) {
        self.keys = keys.map { Key(text: $0, bytes: $0.latin1) }
        let bytes = self.keys.compactMap { $0.bytes }
        lengths = bytes.reduce(0) { $0 | 1 &<< UInt64($1.count) }
        // An empty key has no middle byte, and any byte can follow it.
        middles = bytes.reduce(0) { $0 | ($1.isEmpty ? .max : 1 &<< UInt64($1[$1.count / 2])) }
        // A UTF-16 code unit takes two bytes.
        longestObject = BinaryObject.headerLength + 2 * (keys.map { $0.utf8.count }.max() ?? 0)
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

    /// The positions and texts of the found keys, in document order.
    var found: [(position: Int, text: String)] {
        keys.compactMap { key in key.position.map { ($0, key.text) } }.sorted { $0.position < $1.position }
    }

    /// Examines the remaining entries; returns what the search needs to continue, or nil at the end.
    mutating func advance(
        along root: BinaryObject,
        of objects: BinaryObjectTable,
        in memory: ByteView,
        _ pieces: FetchedPieces
    ) throws(PropertyListError) -> LocatorOutcome<PropertyList>? {
        // In some object orders, a window rarely contains the next object. Then a reader takes over.
        guard moves <= Self.fewMoves + nextPosition / Self.minKeysPerMove else { return .needsReader }
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
                for index in keys.indices where keys[index].isSpelled(bytes) {
                    found(index, at: position)
                }
            } else if let missing = pieces.missing(at: offset, count: longestObject, expecting: DocumentWindow.length) {
                return .needs(missing)
            } else {
                for index in keys.indices where try objects.isKey(keys[index].text, at: offset, referredToAt: place) {
                    found(index, at: position)
                }
            }
            position += 1
        }
    }

    /// Skips keys that clearly do not match, as nearly all do not, and returns the position of the first other key.
    ///
    /// The search must examine that key closely, or no window contains it.
    @inline(never)  // leaves all registers to its loop
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
                differsFromEveryKey(text, in: texts) || !isSought(texts[text])
            else { return position }
            place &+= trailer.referenceWidth
        }
        return root.count
    }

    /// Returns whether a text differs from all keys in its length, as most do, or in its middle byte.
    @inline(__always)
    private func differsFromEveryKey(_ text: Range<Int>, in texts: DocumentWindow.View) -> Bool {
        guard lengths &>> UInt64(truncatingIfNeeded: text.count) & 1 != 0 else { return true }
        guard let middle = texts.byte(at: text.lowerBound &+ text.count / 2) else { return false }
        return middles &>> UInt64(middle) & 1 == 0
    }

    /// Returns whether a text can be one of the keys; true for nil, a text that no window contains.
    @inline(never)  // keeps a rare call out of the loop
    private func isSought(_ text: ByteView?) -> Bool {
        guard let text else { return true }
        return keys.contains { $0.isSpelled(text) }
    }

    /// Records a position of a key; of a duplicate key, the first counts.
    private mutating func found(_ index: Int, at position: Int) {
        keys[index].position = keys[index].position ?? position
    }
}

extension BinaryObjectTable {
    /// Returns whether the object at an offset is a key; throws `keyNotString` if the object is not a string.
    ///
    /// - Parameter place: the offset of the reference to the object, for the error.
    fileprivate func isKey(_ key: String, at offset: Int, referredToAt place: Int) throws(PropertyListError) -> Bool {
        let object = try object(at: offset)
        guard object.kind == .string else { throw PropertyListError(.keyNotString(object.kind), atByte: place) }
        // A UTF-16 code unit takes at most three bytes in UTF-8, so a text of another length need not be decoded.
        guard object.count <= key.utf8.count, key.utf8.count <= 3 * object.count else { return false }
        return try string(object).hasSameBytes(as: key)
    }
}
