/// The objects of a binary property list, each found by its reference: its place in the offset table.
struct BinaryObjectTable {
    let bytes: ByteView
    let trailer: BinaryTrailer

    init(_ document: ByteView) throws(PropertyListError) {
        bytes = document
        trailer = try BinaryTrailer(document)
    }

    /// The reference that stands at an offset within a container.
    func reference(at offset: Int) throws(PropertyListError) -> Int {
        let reference = bytes.bigEndian(at: offset, width: trailer.referenceWidth)
        guard reference < UInt64(trailer.objectCount) else {
            throw PropertyListError(.invalidReference(reference), at: SourcePosition(offset: offset))
        }
        return Int(reference)
    }

    /// The object of a reference.
    ///
    /// - Precondition: the reference is below the number of objects.
    func object(_ reference: Int) throws(PropertyListError) -> BinaryObject {
        let entry = trailer.offsetTable + reference * trailer.offsetWidth
        let stored = bytes.bigEndian(at: entry, width: trailer.offsetWidth)
        guard let offset = Int(exactly: stored), BinaryTrailer.headerLength..<trailer.offsetTable ~= offset else {
            throw PropertyListError(.invalidOffset(stored), at: SourcePosition(offset: entry))
        }
        guard let object = object(at: offset) else {
            throw PropertyListError(.invalidObject(marker: bytes[offset]), at: SourcePosition(offset: offset))
        }
        return object
    }

    /// The object at an offset; nil where its marker is unknown, or its bytes would reach beyond the object table.
    private func object(at offset: Int) -> BinaryObject? {
        let marker = bytes[offset]
        let low = Int(marker & 0x0F)
        return switch marker & 0xF0 {
        case BinaryMarker.simple where marker == BinaryMarker.falseValue || marker == BinaryMarker.trueValue:
            object(.boolean, at: offset, length: 0)
        case BinaryMarker.integer where low <= 4:
            object(.integer, at: offset, length: 1 << low)
        case BinaryMarker.real where low == 2 || low == 3:
            object(.real, at: offset, length: 1 << low)
        case BinaryMarker.date where low == 3:
            object(.date, at: offset, length: 8)
        case BinaryMarker.uid:
            object(.uid, at: offset, length: low + 1)
        case BinaryMarker.data:
            countedObject(.data, at: offset, elementLength: 1)
        case BinaryMarker.asciiString:
            countedObject(.asciiString, at: offset, elementLength: 1)
        case BinaryMarker.utf16String:
            countedObject(.utf16String, at: offset, elementLength: 2)
        case BinaryMarker.array, BinaryMarker.set:
            countedObject(.array, at: offset, elementLength: trailer.referenceWidth)
        case BinaryMarker.dictionary:
            countedObject(.dictionary, at: offset, elementLength: 2 * trailer.referenceWidth)
        default:
            nil
        }
    }

    private func object(_ kind: BinaryObject.Kind, at offset: Int, length: Int) -> BinaryObject? {
        guard length < trailer.offsetTable - offset else { return nil }
        return BinaryObject(kind: kind, offset: offset, count: length, contents: offset + 1..<offset + 1 + length)
    }

    private func countedObject(_ kind: BinaryObject.Kind, at offset: Int, elementLength: Int) -> BinaryObject? {
        var start = offset + 1
        var count = Int(bytes[offset] & 0x0F)
        if count == BinaryMarker.extendedCount {
            guard let extended = extendedCount(at: start) else { return nil }
            (count, start) = extended
        }
        guard count <= (trailer.offsetTable - start) / elementLength else { return nil }
        return BinaryObject(kind: kind, offset: offset, count: count, contents: start..<start + count * elementLength)
    }

    /// The count that an integer object of 1 to 8 bytes holds, and where it ends.
    private func extendedCount(at offset: Int) -> (count: Int, end: Int)? {
        guard offset < trailer.offsetTable, case BinaryMarker.integer...BinaryMarker.integer + 3 = bytes[offset],
            let integer = object(at: offset),
            let count = Int(exactly: bytes.bigEndian(at: integer.contents.lowerBound, width: integer.count))
        else { return nil }
        return (count, integer.contents.upperBound)
    }
}
