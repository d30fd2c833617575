/// Finds entries of a binary property list's root dictionary, along the references, without a tree of the others.
///
/// Only what the search touches is checked: the trailer, the root dictionary, its keys and the values that are sought,
/// with all within them. That the rest of a document is sound, only ``BinaryReader`` can say: to look at it would cost
/// more than the search.
///
/// Of a large document few bytes are kept: those of the values that are sought, and a window for each stretch that is
/// looked through.
package struct BinaryLocator: EntryLocator {
    private var keys: BinaryKeySearch
    private var pieces: FetchedPieces
    /// How often a value that is sought was found to have parts that are not at hand.
    private var fetchedParts = 0

    /// How many keys are looked for at most: as each entry is compared with each of them, of more ``BinaryReader``
    /// makes shorter work.
    package static let mostKeys = 16

    /// How many parts of a value are fetched one by one before the document is read whole.
    private static let mostParts = 12

    /// The bytes of memory that a search takes: those of the document first, each in its own place, of which most are
    /// never touched.
    package static func memoryLength(forDocumentOf length: Int) -> Int {
        length + BinaryKeySearch.memoryLength
    }

    /// A search in a document of so many bytes, of which none is at hand.
    package init(for keys: [String], inDocumentOf length: Int) {
        self.keys = BinaryKeySearch(for: keys, inDocumentOf: length, windowsAt: length)
        pieces = .none(of: length)
    }

    private init(for keys: [String], inWholeDocumentOf length: Int) {
        self.keys = BinaryKeySearch(for: keys, inDocumentOf: length, windowsAt: nil)
        pieces = .all(of: length)
    }

    /// The root value of a document; of a root dictionary, only the entries of some keys.
    static func root(of bytes: ByteView, keys: [String]) throws(PropertyListError) -> PropertyList {
        var locator = BinaryLocator(for: keys, inWholeDocumentOf: bytes.count)
        guard case .found(let root) = try locator.advance(in: bytes) else { return try BinaryReader.read(bytes) }
        return root
    }

    package mutating func advance(in memory: Span<UInt8>) throws(PropertyListError) -> LocatorOutcome {
        let outcome = try memory.withByteView { memory throws(PropertyListError) in try advance(in: memory) }
        // A window moves by itself.
        if case .needs(let missing) = outcome, missing.place < pieces.length {
            pieces.add(missing.range)
        }
        return outcome
    }

    private mutating func advance(in memory: ByteView) throws(PropertyListError) -> LocatorOutcome {
        let document = memory[..<pieces.length]
        let trailer = max(0, document.count - BinaryTrailer.length)
        if let missing = pieces.missing(at: 0, count: BinaryTrailer.headerLength)
            ?? pieces.missing(at: trailer, count: BinaryTrailer.length)
        {
            return .needs(missing)
        }
        let objects = try BinaryObjectTable(document)
        if let missing = try missing(toReadHeaderOf: objects.trailer.root, of: objects) {
            return .needs(missing)
        }
        let root = try objects.object(objects.trailer.root)
        guard root.kind == .dictionary else { return .needsReader }
        if let outcome = try keys.advance(along: root, of: objects, in: memory, pieces) {
            return outcome
        }
        let found = keys.found
        for (position, _) in found {
            if let outcome = try advance(toValueAt: position, of: root, in: objects) {
                return outcome
            }
        }
        var entries = PropertyListDictionary()
        for (position, key) in found {
            // The values follow all keys.
            let reference = try objects.reference(root.count + position, of: root)
            entries[key] = try BinaryReader.read(reference, of: objects, depth: 1)
        }
        return .found(.dictionary(entries))
    }

    // MARK: Values

    /// What it takes to read the value of an entry, with all within it; nil if all is at hand.
    private mutating func advance(
        toValueAt position: Int,
        of root: BinaryObject,
        in objects: BinaryObjectTable
    ) throws(PropertyListError) -> LocatorOutcome? {
        let place = root.contents.lowerBound + (root.count + position) * objects.trailer.referenceWidth
        if let missing = pieces.missing(at: place, count: 8) {
            return .needs(missing)
        }
        guard !pieces.areAll else { return nil }
        do throws(PropertyListError) {
            guard let missing = try missing(toRead: try objects.reference(at: place), of: objects) else { return nil }
            fetchedParts += 1
            return fetchedParts > Self.mostParts ? .needsReader : .needs(missing)
        } catch {
            // The reader comes to it by another way, perhaps, and finds something else first.
            return .needsReader
        }
    }

    /// What is missing to read an object with all that it refers to.
    private func missing(
        toRead reference: Int,
        of objects: BinaryObjectTable
    ) throws(PropertyListError) -> DocumentFetch? {
        // A value that has several parts mostly has many, and they stand together.
        let expected = FetchedPieces.pieceLength << max(0, fetchedParts - 4)
        var met: Set<Int> = []
        var pending = [reference]
        // Objects may overlap: those of a sound value have no more bytes than the document.
        var length = 0
        while let reference = pending.popLast() {
            guard met.insert(reference).inserted else { continue }
            if let missing = try missing(toReadHeaderOf: reference, of: objects, expecting: expected) {
                return missing
            }
            let object = try objects.object(reference)
            length += object.range.count
            guard length <= pieces.length else { throw PropertyListError(.overlappingObjects, atByte: object.offset) }
            if let missing = pieces.missing(at: object.offset, count: object.range.count, expecting: expected) {
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
        of objects: BinaryObjectTable,
        expecting expected: Int = 0
    ) throws(PropertyListError) -> DocumentFetch? {
        if let missing = pieces.missing(at: objects.entry(of: reference), count: 8) {
            return missing
        }
        let offset = try objects.offset(of: reference)
        return pieces.missing(at: offset, count: BinaryObject.headerLength, expecting: expected)
    }
}
