/// The objects of a binary property list, each found by its reference: its place in the offset table.
struct BinaryObjectTable {
    let bytes: ByteView
    let trailer: BinaryTrailer

    init(_ document: ByteView) throws(PropertyListError) {
        bytes = document
        trailer = try BinaryTrailer(document)
    }

    /// The number of references that an object holds: of a dictionary's keys, then of its values, or of an array's
    /// elements.
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
        try reference(bytes.bigEndian(at: offset, width: trailer.referenceWidth), at: offset)
    }

    /// The reference that a number stands for, which is stored at an offset within a container.
    @inline(__always)
    func reference(_ stored: UInt64, at offset: Int) throws(PropertyListError) -> Int {
        guard stored < UInt64(truncatingIfNeeded: trailer.objectCount) else {
            throw PropertyListError(.invalidReference(stored), atByte: offset)
        }
        return Int(truncatingIfNeeded: stored)
    }

    /// The object of a reference, which is below their number.
    func object(_ reference: Int) throws(PropertyListError) -> BinaryObject {
        try object(at: try offset(of: reference))
    }

    /// The object that starts at an offset, one of those in the offset table.
    @inline(__always)
    func object(at offset: Int) throws(PropertyListError) -> BinaryObject {
        if let text = shortASCIIString(at: offset, startingWith: bytes.word(at: offset)) {
            return BinaryObject(kind: .string, offset: offset, count: text.count, contents: text)
        }
        let marker = bytes[offset]
        guard let kind = PropertyListKind(binaryMarker: marker),
            let (count, start) = count(of: kind, at: offset),
            // The first condition keeps the product within range.
            count <= trailer.offsetTable - start,
            case let length = count * elementLength(of: kind, marker), length <= trailer.offsetTable - start
        else {
            throw PropertyListError(.invalidObject(marker: marker), atByte: offset)
        }
        return BinaryObject(kind: kind, offset: offset, count: count, contents: start..<start + length)
    }

    /// The text of an object, whose first eight bytes are given, where it is a string in ASCII whose count takes a byte
    /// at most, as most keys are; nil of any other.
    @inline(__always)
    func shortASCIIString(at offset: Int, startingWith word: UInt64) -> Range<Int>? {
        let headerLength: Int
        let count: Int
        if word & 0xFFFF == Self.asciiStringWithByteCount {
            (headerLength, count) = (3, Int(word >> 16 & 0xFF))
        } else {
            (headerLength, count) = (1, Int(word & 0xFF) &- Int(BinaryMarker.asciiString))
            guard 0..<Int(BinaryMarker.extendedCount) ~= count else { return nil }
        }
        let start = offset &+ headerLength
        return count <= trailer.offsetTable &- start ? unsafe Range(uncheckedBounds: (start, start &+ count)) : nil
    }

    /// What a string in ASCII whose count is an integer of a byte starts with, the first byte lowest.
    private static var asciiStringWithByteCount: UInt64 {
        UInt64(BinaryMarker.integer) << 8 | UInt64(BinaryMarker.asciiString | BinaryMarker.extendedCount)
    }

    /// Where the offset table has the offset of an object, whose reference is below their number: so nothing overflows.
    @inline(__always)
    func entry(of reference: Int) -> Int {
        trailer.offsetTable &+ reference &* trailer.offsetWidth
    }

    @inline(__always)
    func offset(of reference: Int) throws(PropertyListError) -> Int {
        let entry = entry(of: reference)
        return try self.offset(bytes.bigEndian(at: entry, width: trailer.offsetWidth), at: entry)
    }

    /// The offset that a number stands for, which is stored at an entry of the offset table.
    @inline(__always)
    func offset(_ stored: UInt64, at entry: Int) throws(PropertyListError) -> Int {
        guard stored >= UInt64(BinaryTrailer.headerLength), stored < UInt64(trailer.offsetTable) else {
            throw PropertyListError(.invalidOffset(stored), atByte: entry)
        }
        return Int(stored)
    }

    /// The bytes of each element, or of each of the units that the marker counts.
    private func elementLength(of kind: PropertyListKind, _ marker: UInt8) -> Int {
        switch kind {
        case .string: marker & 0xF0 == BinaryMarker.utf16String ? 2 : 1
        case .array: trailer.referenceWidth
        case .dictionary: 2 * trailer.referenceWidth
        default: 1
        }
    }

    /// The number of elements or bytes that a marker announces, and where they start.
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

    /// The count that an integer object of 1 to 8 bytes holds, and where it ends.
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
