/// A search for entries of a binary property list's root dictionary that does not read the other values.
///
/// The search validates only what it reads: the trailer, the root dictionary, its keys, and the requested values with
/// everything inside them. Only ``BinaryReader`` validates the rest of a document, because that would cost more than
/// the search.
///
/// Of a large document, the search keeps few bytes: those of the requested values, and one window for each part that it
/// scans.
package struct BinaryLocator: EntryLocator {
    private var keys: BinaryKeySearch
    private var pieces: FetchedPieces
    /// The number of times that a requested value had parts that were not fetched yet.
    private var fetchedParts = 0

    /// The most keys that a search looks for.
    ///
    /// The search compares each entry with each key, so ``BinaryReader`` is faster for more keys.
    package static let maxKeys = 16

    /// The most parts of values that are fetched one by one before the whole document is read.
    private static let maxParts = 12

    /// Returns the length of the memory that a search needs, in bytes.
    ///
    /// The memory starts with the document, each byte at its own offset. Most of these bytes are never touched.
    package static func memoryLength(forDocumentOf length: Int) -> Int {
        length + BinaryKeySearch.memoryLength
    }

    /// Creates a search in a document of `length` bytes that have not been fetched yet.
    package init(for keys: [String], inDocumentOf length: Int) {
        self.keys = BinaryKeySearch(for: keys, inDocumentOf: length, windowsAt: length)
        pieces = .none(of: length)
    }

    private init(for keys: [String], inWholeDocumentOf length: Int) {
        self.keys = BinaryKeySearch(for: keys, inDocumentOf: length, windowsAt: nil)
        pieces = .all(of: length)
    }

    /// Returns the root value of a document; if it is a dictionary, only its entries for `keys`.
    static func root(of bytes: ByteView, keys: [String]) throws(PropertyListError) -> PropertyList {
        var locator = BinaryLocator(for: keys, inWholeDocumentOf: bytes.count)
        guard case .found(let root) = try locator.advance(in: bytes) else { return try BinaryReader.read(bytes) }
        return root
    }

    package mutating func advance(in memory: Span<UInt8>) throws(PropertyListError) -> LocatorOutcome<PropertyList> {
        let outcome = try memory.withByteView { memory throws(PropertyListError) in try advance(in: memory) }
        // A window keeps track of its own range.
        if case .needs(let missing) = outcome, missing.place < pieces.length {
            pieces.add(missing.range)
        }
        return outcome
    }

    private mutating func advance(in memory: ByteView) throws(PropertyListError) -> LocatorOutcome<PropertyList> {
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

    /// Returns what the search needs to read an entry's value with everything inside it; nil if all of it was fetched.
    private mutating func advance(
        toValueAt position: Int,
        of root: BinaryObject,
        in objects: BinaryObjectTable
    ) throws(PropertyListError) -> LocatorOutcome<PropertyList>? {
        let place = root.contents.lowerBound + (root.count + position) * objects.trailer.referenceWidth
        if let missing = pieces.missing(at: place, count: 8) {
            return .needs(missing)
        }
        guard !pieces.areAll else { return nil }
        do throws(PropertyListError) {
            guard let missing = try missing(toRead: try objects.reference(at: place), of: objects) else { return nil }
            fetchedParts += 1
            return fetchedParts > Self.maxParts ? .needsReader : .needs(missing)
        } catch {
            // The reader may follow another path and find another error first.
            return .needsReader
        }
    }

    /// Returns the first missing bytes of an object and everything it refers to; nil if none are missing.
    private func missing(
        toRead reference: Int,
        of objects: BinaryObjectTable
    ) throws(PropertyListError) -> DocumentFetch? {
        // A value that has several parts usually has many, and they are close together.
        let expected = FetchedPieces.pieceLength << max(0, fetchedParts - 4)
        var met: Set<Int> = []
        var pending = [reference]
        // Objects can overlap. Those of a valid value are not longer in total than the document.
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
