/// The objects of a binary property list, found by reference: an object's index in the offset table.
struct BinaryObjectTable {
    let bytes: ByteView
    let trailer: BinaryTrailer

    init(_ document: ByteView) throws(PropertyListError) {
        bytes = document
        trailer = try BinaryTrailer(document)
    }

    /// Returns the number of references in an object: to an array's elements, or to a dictionary's keys and then its
    /// values.
    func referenceCount(of object: BinaryObject) -> Int {
        switch object.kind {
        case .array: object.count
        case .dictionary: 2 * object.count
        default: 0
        }
    }

    @inline(__always)
    func reference(_ position: Int, of container: BinaryObject) throws(PropertyListError) -> Int {
        try reference(at: container.contents.lowerBound + position * trailer.referenceWidth)
    }

    @inline(__always)
    func reference(at offset: Int) throws(PropertyListError) -> Int {
        let stored = bytes.bigEndian(at: offset, width: trailer.referenceWidth)
        guard stored < UInt64(truncatingIfNeeded: trailer.objectCount) else {
            throw PropertyListError(.invalidReference(stored), atByte: offset)
        }
        return Int(truncatingIfNeeded: stored)
    }

    /// Returns the object of a reference, which must be less than the number of objects.
    func object(_ reference: Int) throws(PropertyListError) -> BinaryObject {
        try object(at: try offset(of: reference))
    }

    /// Returns the object at an offset, which must come from the offset table.
    @inline(__always)
    func object(at offset: Int) throws(PropertyListError) -> BinaryObject {
        let marker = bytes[offset]
        guard let kind = PropertyListKind(binaryMarker: marker),
            let (count, start) = count(of: kind, at: offset),
            // The first condition prevents an overflow of the product.
            count <= trailer.offsetTable - start,
            case let length = count * elementLength(of: kind, marker), length <= trailer.offsetTable - start
        else {
            throw PropertyListError(.invalidObject(marker: marker), atByte: offset)
        }
        return BinaryObject(kind: kind, offset: offset, count: count, contents: start..<start + length)
    }

    /// Returns the offset of a reference's object; throws `invalidOffset` if no object can be there.
    @inline(__always)
    func offset(of reference: Int) throws(PropertyListError) -> Int {
        // The reference is less than the number of objects, so nothing overflows.
        let entry = trailer.offsetTable &+ reference &* trailer.offsetWidth
        let stored = bytes.bigEndian(at: entry, width: trailer.offsetWidth)
        guard stored >= UInt64(BinaryTrailer.headerLength), stored < UInt64(trailer.offsetTable) else {
            throw PropertyListError(.invalidOffset(stored), atByte: entry)
        }
        return Int(stored)
    }

    /// Returns the length in bytes of each element, or of each unit that the marker counts.
    private func elementLength(of kind: PropertyListKind, _ marker: UInt8) -> Int {
        switch kind {
        case .string: marker & 0xF0 == BinaryMarker.utf16String ? 2 : 1
        case .array: trailer.referenceWidth
        case .dictionary: 2 * trailer.referenceWidth
        default: 1
        }
    }

    /// Returns the number of elements or bytes that a marker announces, and their offset.
    @inline(__always)
    private func count(of kind: PropertyListKind, at offset: Int) -> (count: Int, start: Int)? {
        let low = Int(bytes[offset] & 0x0F)
        switch kind {
        case .boolean: return (0, offset + 1)
        case .integer, .real, .date: return (1 << low, offset + 1)
        case .uid: return (low + 1, offset + 1)
        default: return low == Int(BinaryMarker.extendedCount) ? extendedCount(at: offset + 1) : (low, offset + 1)
        }
    }

    /// Returns the count in an integer object of 1 to 8 bytes, and the offset after the object.
    private func extendedCount(at offset: Int) -> (count: Int, start: Int)? {
        guard offset < trailer.offsetTable, case BinaryMarker.integer...BinaryMarker.integer + 3 = bytes[offset] else {
            return nil
        }
        let width = 1 << Int(bytes[offset] & 0x0F)
        guard width < trailer.offsetTable - offset,
            let count = Int(exactly: bytes.bigEndian(at: offset + 1, width: width))
        else { return nil }
        return (count, offset + 1 + width)
    }
}
