/// Reading of a root dictionary by its keys: all of them are read first, and then the values of some.
///
/// What is wrong with another value stays unnoticed, but for the root dictionary's reference to it.
extension BinaryReader {
    /// The keys of a document's root dictionary, in its order; nil where the root is no dictionary.
    ///
    /// - Throws: what is wrong with the trailer, the root dictionary and its keys.
    static func keys(_ bytes: ByteView) throws(PropertyListError) -> [String]? {
        let objects = try BinaryObjectTable(bytes)
        let root = try objects.object(objects.trailer.root)
        guard root.kind == .dictionary else { return nil }
        var reader = BinaryReader(objects, outerDepth: 0, isWhole: true)
        return try reader.readKeys(of: root)
    }

    /// The root value of a document; of a root dictionary, only the entries of some keys.
    ///
    /// - Throws: what is wrong with the trailer, the root dictionary, its keys and the values that are sought.
    static func root(of bytes: ByteView, keys: SoughtKeys) throws(PropertyListError) -> PropertyList {
        let objects = try BinaryObjectTable(bytes)
        let root = try objects.object(objects.trailer.root)
        guard root.kind == .dictionary else { return try read(bytes) }
        var reader = BinaryReader(objects, outerDepth: 0, isWhole: true)
        return try reader.readEntries(of: root, reference: objects.trailer.root, keys: keys)
    }

    /// The keys of the root dictionary, of which none stands twice.
    private mutating func readKeys(of dictionary: BinaryObject) throws(PropertyListError) -> [String] {
        let width = objects.trailer.referenceWidth
        var keys: [String] = []
        for position in 0..<dictionary.count {
            let offset = dictionary.contents.lowerBound + position * width
            keys.append(try readKey(at: offset))
            // The values follow all keys.
            let valueOffset = offset + dictionary.count * width
            guard try objects.reference(at: valueOffset) != objects.trailer.root else {
                throw PropertyListError(.cycle, at: SourcePosition(offset: valueOffset))
            }
        }
        if let key = keys.duplicate {
            throw PropertyListError(.duplicateKey(key), at: SourcePosition(offset: dictionary.offset))
        }
        return keys
    }

    /// The entries of the root dictionary that are sought.
    private mutating func readEntries(
        of root: BinaryObject,
        reference: Int,
        keys sought: SoughtKeys
    ) throws(PropertyListError) -> PropertyList {
        let keys = try readKeys(of: root)
        var container = try begin(root, reference: reference)
        for (position, key) in keys.enumerated() where sought.contains(key) {
            builder.append(key: key)
            let offset = root.contents.lowerBound + (root.count + position) * objects.trailer.referenceWidth
            if let (object, reference) = try readElement(at: offset, of: &container) {
                openContainers.append(container)
                _ = try readTree(from: object, reference: reference)
                container = openContainers.removeLast()
            }
        }
        return builder.end { .dictionary($0) }
    }
}
