/// The last 32 bytes of a binary property list: the number of objects, and the place and width of their offsets.
///
/// The layout and the checks are those of CoreFoundation's `CFBinaryPList.c`.
struct BinaryTrailer {
    static let length = 32
    /// The number of unused bytes at the start of the trailer.
    static let unusedLength = 6
    /// The first bytes of a document; the next byte is the rest of the version and is ignored.
    static let magic: StaticString = "bplist0"
    /// The length of the header before the objects, in bytes.
    static let headerLength = 8

    /// The width of an offset in the offset table, from 1 to 8 bytes.
    let offsetWidth: Int
    /// The width of a reference in a container, from 1 to 8 bytes.
    let referenceWidth: Int
    let objectCount: Int
    /// The reference of the root object.
    let root: Int
    /// The offset at which the objects end and the offset table starts.
    let offsetTable: Int
}

extension BinaryTrailer {
    /// Reads the trailer of a document and checks each field against the document's length.
    init(_ document: ByteView) throws(PropertyListError) {
        guard document.hasBytes(BinaryTrailer.magic, at: 0) else { throw PropertyListError(.unknownFormat, atByte: 0) }
        let start = document.count - BinaryTrailer.length
        guard start > BinaryTrailer.headerLength else {
            throw PropertyListError(.unexpectedEnd(within: "the trailer"), atByte: document.count)
        }
        func invalid(_ field: String, _ offset: Int) -> PropertyListError {
            PropertyListError(.invalidTrailer(field), atByte: start + offset)
        }
        offsetWidth = Int(document[start + 6])
        referenceWidth = Int(document[start + 7])
        guard 1...8 ~= offsetWidth else { throw invalid("width of offsets", 6) }
        guard 1...8 ~= referenceWidth else { throw invalid("width of references", 7) }

        let objectCount = document.bigEndian(at: start + 8, width: 8)
        let root = document.bigEndian(at: start + 16, width: 8)
        let offsetTable = document.bigEndian(at: start + 24, width: 8)
        guard BinaryTrailer.headerLength + 1..<start ~= Int(clamping: offsetTable) else {
            throw invalid("offset of the object table", 24)
        }
        self.offsetTable = Int(offsetTable)
        // The offsets take all bytes up to the trailer, and each object takes at least one byte.
        let (tableLength, overflows) = objectCount.multipliedReportingOverflow(by: UInt64(offsetWidth))
        guard !overflows, tableLength == start - self.offsetTable,
            objectCount <= self.offsetTable - BinaryTrailer.headerLength
        else { throw invalid("number of objects", 8) }
        self.objectCount = Int(objectCount)
        guard root < objectCount else { throw invalid("root object", 16) }
        self.root = Int(root)
    }

    /// Appends the fields after the unused bytes.
    func append(to output: inout OutputSpan<UInt8>) {
        output.append(UInt8(offsetWidth))
        output.append(UInt8(referenceWidth))
        for field in [objectCount, root, offsetTable] {
            output.append(bigEndian: UInt64(field), width: 8)
        }
    }
}
