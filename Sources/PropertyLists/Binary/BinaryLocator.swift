/// Finds one value of a binary property list by its path, along the references, without a tree of the others.
///
/// Only what the search touches is checked: the trailer, the containers on the path, the keys of their dictionaries and
/// the value with all within it. That the rest of a document is sound, only ``BinaryReader`` can say.
struct BinaryLocator {
    private let objects: BinaryObjectTable

    /// The value at a path.
    ///
    /// - Parameter path: keys of dictionaries, and places in arrays, from 0 and in decimal digits, from the outermost
    ///   container on; the whole value where it is empty.
    /// - Returns: nil where the path leads to nothing.
    /// - Throws: what is wrong with the part of the document that the search touches, as ``BinaryReader`` would.
    static func value(at path: [String], in bytes: ByteView) throws(PropertyListError) -> PropertyList? {
        let locator = BinaryLocator(objects: try BinaryObjectTable(bytes))
        var reference = locator.objects.trailer.root
        for token in path {
            guard let element = try locator.element(token, of: locator.objects.object(reference)) else { return nil }
            reference = element
        }
        return try BinaryReader.read(reference, of: locator.objects, depth: path.count)
    }

    /// The reference of a container's element; nil where there is none.
    private func element(_ token: String, of container: BinaryObject) throws(PropertyListError) -> Int? {
        let position: Int?
        switch container.kind {
        case .array:
            position = Int(arrayIndex: token).flatMap { $0 < container.count ? $0 : nil }
        case .dictionary:
            // The values follow all keys.
            position = try self.position(of: token, in: container).map { container.count + $0 }
        default:
            position = nil
        }
        guard let position else { return nil }
        return try objects.reference(position, of: container)
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

extension Int {
    /// The number that decimal digits spell, in the one way without a needless zero; nil for any other text.
    fileprivate init?(arrayIndex text: String) {
        guard text.utf8.allSatisfy({ $0.decimalDigit != nil }),
            text.utf8.first != UInt8(ascii: "0") || text.utf8.count == 1
        else {
            return nil
        }
        self.init(text)
    }
}
