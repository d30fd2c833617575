/// The last 32 bytes of a binary property list: how many objects there are, and where and how their offsets stand.
///
/// The layout, and what has to fit, are those of CoreFoundation's `CFBinaryPList.c`.
struct BinaryTrailer {
    static let length = 32
    /// The bytes at its start that mean nothing here.
    static let unusedLength = 6
    /// What a document starts with; one more byte completes the version, which does not matter.
    static let magic: StaticString = "bplist0"
    /// Where the objects start.
    static let headerLength = 8

    /// Bytes of an offset in the offset table, from 1 to 8.
    let offsetWidth: Int
    /// Bytes of a reference in a container, from 1 to 8.
    let referenceWidth: Int
    let objectCount: Int
    /// The reference of the outermost object.
    let root: Int
    /// Where the offset table starts, and the objects end.
    let offsetTable: Int
}

extension BinaryTrailer {
    /// The trailer of a document, of which every field fits the number of bytes.
    init(_ document: ByteView) throws(PropertyListError) {
        guard document.holds(BinaryTrailer.magic, at: 0) else { throw PropertyListError(.unknownFormat, atByte: 0) }
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
        // The offsets take all bytes up to the trailer, and each of them points to one byte at least.
        let (tableLength, overflows) = objectCount.multipliedReportingOverflow(by: UInt64(offsetWidth))
        guard !overflows, tableLength == start - self.offsetTable,
            objectCount <= self.offsetTable - BinaryTrailer.headerLength
        else { throw invalid("number of objects", 8) }
        self.objectCount = Int(objectCount)
        guard root < objectCount else { throw invalid("root object", 16) }
        self.root = Int(root)
    }

    /// Appends what follows the bytes that mean nothing.
    func append(to output: inout OutputSpan<UInt8>) {
        output.append(UInt8(offsetWidth))
        output.append(UInt8(referenceWidth))
        for field in [objectCount, root, offsetTable] {
            output.append(bigEndian: UInt64(field), width: 8)
        }
    }
}
