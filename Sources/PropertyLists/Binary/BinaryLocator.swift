/// Finds entries of a binary property list's root dictionary, along the references, without a tree of the others.
///
/// Only what the search touches is checked: the trailer, the root dictionary, its keys and the values that are sought,
/// with all within them. That the rest of a document is sound, only ``BinaryReader`` can say.
struct BinaryLocator {
    private let objects: BinaryObjectTable

    /// The root value of a document; of a root dictionary, only the entries of some keys.
    ///
    /// - Throws: what is wrong with the part of the document that the search touches, as ``BinaryReader`` would.
    static func root(of bytes: ByteView, keys: [String]) throws(PropertyListError) -> PropertyList {
        let locator = BinaryLocator(objects: try BinaryObjectTable(bytes))
        let root = try locator.objects.object(locator.objects.trailer.root)
        guard root.kind == .dictionary else { return try BinaryReader.read(bytes) }
        return .dictionary(try locator.entries(of: keys, in: root))
    }

    /// The entries of some keys, in the order of the document.
    private func entries(
        of keys: [String],
        in dictionary: BinaryObject
    ) throws(PropertyListError) -> PropertyListDictionary {
        var found: [(position: Int, key: String)] = []
        for key in keys {
            if let position = try position(of: key, in: dictionary) {
                found.append((position, key))
            }
        }
        var entries = PropertyListDictionary()
        for (position, key) in found.sorted(by: { $0.position < $1.position }) {
            // The values follow all keys.
            let reference = try objects.reference(dictionary.count + position, of: dictionary)
            entries[key] = try BinaryReader.read(reference, of: objects, depth: 1)
        }
        return entries
    }

    /// Where a dictionary's entry stands, from 0; nil where there is none.
    private func position(of key: String, in dictionary: BinaryObject) throws(PropertyListError) -> Int? {
        try key.utf8Span.span.withByteView { [objects] keyBytes throws(PropertyListError) in
            var found: Int?
            for position in 0..<dictionary.count {
                let offset = dictionary.contents.lowerBound + position * objects.trailer.referenceWidth
                guard try objects.isKey(key, keyBytes, at: offset) else { continue }
                guard found == nil else {
                    throw PropertyListError(.duplicateKey(key), at: SourcePosition(offset: dictionary.offset))
                }
                found = position
            }
            return found
        }
    }
}

extension BinaryObjectTable {
    /// Whether the reference at an offset is to a key.
    @inline(__always)
    fileprivate func isKey(_ key: String, _ keyBytes: ByteView, at offset: Int) throws(PropertyListError) -> Bool {
        let reference = try reference(at: offset)
        if let text = try shortASCIIString(at: self.offset(of: reference)), !bytes[text].hasSameBytes(as: keyBytes) {
            return false
        }
        let object = try object(reference)
        guard object.kind.propertyListKind == .string else {
            throw PropertyListError(.keyNotString(object.kind.propertyListKind), at: SourcePosition(offset: offset))
        }
        // A code unit takes three bytes in UTF-8 at most: a text of another length need not be read.
        guard object.count <= keyBytes.count, keyBytes.count <= 3 * object.count else { return false }
        return try string(object).hasSameBytes(as: key)
    }
}
