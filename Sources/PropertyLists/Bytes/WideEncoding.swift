/// The encodings of text beside UTF-8: UTF-16 and UTF-32, in either byte order.
struct WideEncoding: Equatable {
    enum ByteOrder: String {
        case bigEndian = "BE"
        case littleEndian = "LE"
    }

    /// The bytes of a code unit: 2 in UTF-16, 4 in UTF-32.
    let width: Int
    let byteOrder: ByteOrder

    private init(width: Int, _ byteOrder: ByteOrder) {
        self.width = width
        self.byteOrder = byteOrder
    }

    /// The encoding that the first bytes of a text announce; nil for UTF-8.
    ///
    /// Like CoreFoundation, this goes by the byte order mark. Without one it takes, after appendix F of XML 1.0, the `<`
    /// that a document starts with in wide characters.
    init?(detecting text: ByteView) {
        let start = (0..<4).map { $0 < text.count ? text[$0] : 1 }
        switch (start[0], start[1], start[2], start[3]) {
        case (0, 0, 0xFE, 0xFF), (0, 0, 0, 0x3C): self.init(width: 4, .bigEndian)
        case (0xFF, 0xFE, 0, 0), (0x3C, 0, 0, 0): self.init(width: 4, .littleEndian)
        case (0xFE, 0xFF, _, _), (0, 0x3C, _, _): self.init(width: 2, .bigEndian)
        case (0xFF, 0xFE, _, _), (0x3C, 0, _, _): self.init(width: 2, .littleEndian)
        default: return nil
        }
    }

    /// The name without a byte order, which a text needs a mark for: `UTF-16`.
    var name: String { "UTF-\(8 * width)" }

    /// The name that says the byte order: `UTF-16LE`.
    var nameWithByteOrder: String { name + byteOrder.rawValue }

    // MARK: Code units

    /// The code unit at an offset; nil where fewer bytes are left.
    func unit(at offset: Int, of text: ByteView) -> UInt32? {
        guard text.count - offset >= width else { return nil }
        let number = text.littleEndian(at: offset, width: width)
        return UInt32(truncatingIfNeeded: byteOrder == .littleEndian ? number : reversed(number))
    }

    func append(_ unit: UInt32, to bytes: inout [UInt8]) {
        let number = UInt64(unit)
        bytes.append(bigEndian: byteOrder == .bigEndian ? number : reversed(number), width: width)
    }

    /// The code unit of the same bytes in the other order.
    private func reversed(_ unit: UInt64) -> UInt64 {
        unit.byteSwapped >> UInt64(64 - 8 * width)
    }
}
