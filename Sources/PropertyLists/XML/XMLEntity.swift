/// An entity that XML 1.0 predefines, section 4.6: all that there are without a document type.
///
/// The raw value is its reference in ASCII, the first character in the lowest byte: what one load of it brings.
enum XMLEntity: UInt64 {
    case ampersand = 0x3B_706D_6126
    case lessThan = 0x3B74_6C26
    case greaterThan = 0x3B74_6726
    case quotationMark = 0x3B_746F_7571_26
    case apostrophe = 0x3B_736F_7061_26

    /// The entity to which a reference at an offset refers; nil where none is there.
    @inline(__always)
    init?(at offset: Int, in bytes: ByteView) {
        guard bytes.count - offset >= 8 else {
            self.init(nearEndAt: offset, in: bytes)
            return
        }
        let word = bytes.word(at: offset)
        let length = word.firstIndex(of: UInt8(ascii: ";")) + 1
        guard length <= 8 else { return nil }
        self.init(rawValue: word.lowBytes(length))
    }

    private init?(nearEndAt offset: Int, in bytes: ByteView) {
        guard let end = bytes.firstOffset(of: UInt8(ascii: ";"), from: offset) else { return nil }
        self.init(rawValue: bytes.littleEndian(at: offset, width: end + 1 - offset))
    }

    /// The length of the reference.
    var referenceLength: Int { 8 - rawValue.leadingZeroBitCount / 8 }

    var character: Unicode.Scalar {
        switch self {
        case .ampersand: "&"
        case .lessThan: "<"
        case .greaterThan: ">"
        case .quotationMark: "\""
        case .apostrophe: "'"
        }
    }
}
