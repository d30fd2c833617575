/// Finds entries of a binary property list's root dictionary, along the references, without a tree of the others.
///
/// Only what the search touches is checked: the trailer, the root dictionary, its keys and the values that are sought,
/// with all within them. That the rest of a document is sound, only ``BinaryReader`` can say: to look at it would cost
/// more than the search.
///
/// Of a large document few bytes are touched. Where not all are at hand, the search stops at the first that it misses,
/// and goes on from there.
package struct BinaryLocator {
    /// How far a search has come.
    package enum Outcome {
        /// It goes on when these bytes of the document are at hand.
        case needs(Range<Int>)
        /// The root value; of a root dictionary, only the entries of the keys.
        case found(PropertyList)
    }

    private struct Key {
        let text: String
        let length: Int
        /// Where the entry stands in the root dictionary, from 0.
        var position: Int?
    }

    private var keys: [Key]
    private var pieces: PiecesAtHand
    /// What the search waits for.
    private var needed: Range<Int>?
    /// The entries of the root dictionary that have been looked at.
    private var nextPosition = 0
    /// How often a value that is sought was found to have parts that are not at hand.
    private var fetchedParts = 0

    /// How many keys are looked for at most: as each entry is compared with each of them, of more ``BinaryReader`` makes
    /// shorter work.
    package static let mostKeys = 16

    /// How many parts of a value are fetched one by one before the whole document is.
    private static let mostParts = 8

    /// The bytes of the largest header of an object.
    private static let headerLength = 10

    /// A search in a document of which no byte is at hand.
    ///
    /// - Parameter length: the bytes of the document.
    package init(for keys: [String], inDocumentOf length: Int) {
        self.init(for: keys, .none(of: length))
    }

    private init(for keys: [String], _ pieces: PiecesAtHand) {
        self.keys = keys.map { Key(text: $0, length: $0.utf8.count) }
        self.pieces = pieces
    }

    /// The root value of a document; of a root dictionary, only the entries of some keys.
    ///
    /// - Throws: what is wrong with the part of the document that the search touches, as ``BinaryReader`` would.
    static func root(of bytes: ByteView, keys: [String]) throws(PropertyListError) -> PropertyList {
        var locator = BinaryLocator(for: keys, .all(of: bytes.count))
        guard case .found(let root) = try locator.advance(in: bytes) else {
            preconditionFailure("every byte is at hand")
        }
        return root
    }

    /// Goes on with the search.
    ///
    /// - Parameter document: as many bytes as the document has; those that were needed so far have to be its own.
    /// - Throws: as ``root(of:keys:)``.
    package mutating func advance(in document: Span<UInt8>) throws(PropertyListError) -> Outcome {
        if let needed {
            pieces.add(needed)
        }
        let outcome = try document.withByteView { bytes throws(PropertyListError) in try advance(in: bytes) }
        if case .needs(let range) = outcome {
            needed = range
        }
        return outcome
    }

    private mutating func advance(in bytes: ByteView) throws(PropertyListError) -> Outcome {
        let trailer = max(0, bytes.count - BinaryTrailer.length)
        if let missing = pieces.missing(at: 0, count: BinaryTrailer.headerLength)
            ?? pieces.missing(at: trailer, count: BinaryTrailer.length)
        {
            return .needs(missing)
        }
        let objects = try BinaryObjectTable(bytes)
        if let missing = try missing(toReadHeaderOf: objects.trailer.root, of: objects) {
            return .needs(missing)
        }
        let root = try objects.object(objects.trailer.root)
        guard root.kind == .dictionary else {
            if let missing = pieces.missing(at: 0, count: bytes.count) {
                return .needs(missing)
            }
            return .found(try BinaryReader.read(bytes))
        }
        if let missing = try findKeys(of: root, in: objects) {
            return .needs(missing)
        }
        for position in keys.compactMap(\.position) {
            if let missing = try missing(toReadValueAt: position, of: root, in: objects) {
                return .needs(missing)
            }
        }
        return .found(.dictionary(try entries(of: root, in: objects)))
    }

    // MARK: Keys

    /// Looks at the entries that have not been looked at.
    ///
    /// - Returns: what is missing to go on; nil at the end.
    private mutating func findKeys(
        of root: BinaryObject,
        in objects: BinaryObjectTable
    ) throws(PropertyListError) -> Range<Int>? {
        let width = objects.trailer.referenceWidth
        // A code unit of UTF-16 takes two bytes.
        let longestObject = Self.headerLength + 2 * (keys.map(\.length).max() ?? 0)
        let lengths = keys.map(\.length)
        var (places, entries, texts) = (0..<0, 0..<0, 0..<0)
        for position in nextPosition..<root.count {
            // Where the search stops, it goes on with this entry.
            nextPosition = position
            let place = root.contents.lowerBound + position * width
            if let missing = pieces.missing(at: place, count: 8, beside: &places) {
                return missing
            }
            let reference = try objects.reference(at: place)
            if let missing = pieces.missing(at: objects.entry(of: reference), count: 8, beside: &entries) {
                return missing
            }
            let offset = try objects.offset(of: reference)
            if let missing = pieces.missing(at: offset, count: longestObject, beside: &texts) {
                return missing
            }
            guard let text = objects.shortASCIIString(at: offset) else {
                for index in keys.indices where try objects.isKey(keys[index].text, referredToAt: place) {
                    try found(index, at: position, of: root)
                }
                continue
            }
            // Most keys are told apart by their lengths.
            guard lengths.contains(text.count) else { continue }
            for index in keys.indices where objects.bytes[text].hasSameBytes(as: keys[index].text) {
                try found(index, at: position, of: root)
            }
        }
        nextPosition = root.count
        return nil
    }

    /// Takes down where the entry of a key stands.
    private mutating func found(_ index: Int, at position: Int, of root: BinaryObject) throws(PropertyListError) {
        guard keys[index].position == nil else {
            throw PropertyListError(.duplicateKey(keys[index].text), at: SourcePosition(offset: root.offset))
        }
        keys[index].position = position
    }

    // MARK: Values

    /// The entries of the keys, in the order of the document.
    private func entries(
        of root: BinaryObject,
        in objects: BinaryObjectTable
    ) throws(PropertyListError) -> PropertyListDictionary {
        var entries = PropertyListDictionary()
        let found = keys.compactMap { key in key.position.map { (position: $0, text: key.text) } }
        for (position, key) in found.sorted(by: { $0.position < $1.position }) {
            // The values follow all keys.
            let reference = try objects.reference(root.count + position, of: root)
            entries[key] = try BinaryReader.read(reference, of: objects, depth: 1)
        }
        return entries
    }

    /// What is missing to read the value of an entry, with all within it.
    private mutating func missing(
        toReadValueAt position: Int,
        of root: BinaryObject,
        in objects: BinaryObjectTable
    ) throws(PropertyListError) -> Range<Int>? {
        let place = root.contents.lowerBound + (root.count + position) * objects.trailer.referenceWidth
        if let missing = pieces.missing(at: place, count: 8) {
            return missing
        }
        let everything = pieces.missing(at: 0, count: pieces.length)
        guard everything != nil else { return nil }
        do throws(PropertyListError) {
            guard let missing = try missing(toRead: try objects.reference(at: place), of: objects) else { return nil }
            fetchedParts += 1
            return fetchedParts > Self.mostParts ? everything : missing
        } catch {
            // The reader comes to it by another way, perhaps, and finds something else first.
            return everything
        }
    }

    /// What is missing to read an object with all that it refers to.
    private func missing(
        toRead reference: Int,
        of objects: BinaryObjectTable
    ) throws(PropertyListError) -> Range<Int>? {
        var met: Set<Int> = []
        var pending = [reference]
        while let reference = pending.popLast() {
            guard met.insert(reference).inserted else { continue }
            if let missing = try missing(toReadHeaderOf: reference, of: objects) {
                return missing
            }
            let object = try objects.object(reference)
            if let missing = pieces.missing(at: object.offset, count: object.range.count) {
                return missing
            }
            for position in 0..<objects.referenceCount(of: object) {
                pending.append(try objects.reference(position, of: object))
            }
        }
        return nil
    }

    private func missing(
        toReadHeaderOf reference: Int,
        of objects: BinaryObjectTable
    ) throws(PropertyListError) -> Range<Int>? {
        if let missing = pieces.missing(at: objects.entry(of: reference), count: 8) {
            return missing
        }
        return pieces.missing(at: try objects.offset(of: reference), count: Self.headerLength)
    }
}

extension BinaryObjectTable {
    /// Whether the reference at an offset is to a key.
    fileprivate func isKey(_ key: String, referredToAt offset: Int) throws(PropertyListError) -> Bool {
        let object = try object(try reference(at: offset))
        guard object.kind.propertyListKind == .string else {
            throw PropertyListError(.keyNotString(object.kind.propertyListKind), at: SourcePosition(offset: offset))
        }
        // A code unit takes three bytes in UTF-8 at most: a text of another length need not be read.
        guard object.count <= key.utf8.count, key.utf8.count <= 3 * object.count else { return false }
        return try string(object).hasSameBytes(as: key)
    }
}
