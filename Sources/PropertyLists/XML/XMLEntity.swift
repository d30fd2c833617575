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
        self.init(reference: bytes.word(at: offset))
    }

    /// The entity to which a reference refers; nil where the bytes begin with none.
    ///
    /// - Parameter bytes: the first of them lowest.
    @inline(always)
    init?(reference bytes: UInt64) {
        if bytes.starts(with: Self.ampersand.rawValue) {
            self = .ampersand
        } else if bytes.starts(with: Self.lessThan.rawValue) {
            self = .lessThan
        } else if bytes.starts(with: Self.greaterThan.rawValue) {
            self = .greaterThan
        } else if bytes.starts(with: Self.quotationMark.rawValue) {
            self = .quotationMark
        } else if bytes.starts(with: Self.apostrophe.rawValue) {
            self = .apostrophe
        } else {
            return nil
        }
    }

    private init?(nearEndAt offset: Int, in bytes: ByteView) {
        guard let end = bytes.firstOffset(of: UInt8(ascii: ";"), from: offset) else { return nil }
        self.init(rawValue: bytes.littleEndian(at: offset, width: end + 1 - offset))
    }

    /// The length of the reference.
    var referenceLength: Int {
        switch self {
        case .ampersand: 5
        case .lessThan, .greaterThan: 4
        case .quotationMark, .apostrophe: 6
        }
    }

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
