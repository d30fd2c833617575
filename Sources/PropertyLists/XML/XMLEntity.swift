/// A usual reference: to an entity that XML 1.0 predefines, section 4.6, or to a carriage return, as this package
/// writes it.
///
/// The raw value is its reference in ASCII, the first character in the lowest byte, as one load reads it.
enum XMLEntity: UInt64 {
    case ampersand = 0x3B_706D_6126
    case lessThan = 0x3B74_6C26
    case greaterThan = 0x3B74_6726
    case quotationMark = 0x3B_746F_7571_26
    case apostrophe = 0x3B_736F_7061_26
    case carriageReturn = 0x3B_3331_2326

    /// Creates the entity whose reference is at the start of the bytes, the first one lowest; returns nil for other
    /// bytes.
    @inline(always)
    init?(reference bytes: UInt64) {
        switch bytes {
        case _ where bytes.starts(with: Self.ampersand.rawValue): self = .ampersand
        case _ where bytes.starts(with: Self.lessThan.rawValue): self = .lessThan
        case _ where bytes.starts(with: Self.greaterThan.rawValue): self = .greaterThan
        case _ where bytes.starts(with: Self.quotationMark.rawValue): self = .quotationMark
        case _ where bytes.starts(with: Self.apostrophe.rawValue): self = .apostrophe
        case _ where bytes.starts(with: Self.carriageReturn.rawValue): self = .carriageReturn
        default: return nil
        }
    }

    @inline(always)
    var referenceLength: Int { 8 - rawValue.leadingZeroBitCount / 8 }

    var character: Unicode.Scalar {
        switch self {
        case .ampersand: "&"
        case .lessThan: "<"
        case .greaterThan: ">"
        case .quotationMark: "\""
        case .apostrophe: "'"
        case .carriageReturn: "\r"
        }
    }
}

extension XMLContent {
    /// Reads the character of a reference, XML 1.0 production 67: a usual one, or another numeric one.
    @inline(__always)
    func reference(at cursor: inout ByteCursor) throws(PropertyListError) -> Unicode.Scalar {
        let start = cursor.offset
        guard let entity = XMLEntity(reference: cursor.bytes.paddedWord(at: start)) else {
            return try numericReference(at: &cursor)
        }
        cursor.move(to: start + entity.referenceLength)
        return entity.character
    }

    /// Reads the character of a numeric reference, XML 1.0 production 66; throws `unknownEntity` for any other.
    private func numericReference(at cursor: inout ByteCursor) throws(PropertyListError) -> Unicode.Scalar {
        let start = cursor.offset
        guard let end = cursor.bytes.firstOffset(of: UInt8(ascii: ";"), from: start), end - start <= longestReference
        else {
            throw error(.unknownEntity(cursor.bytes[start...].shown(atMost: 12)), at: start)
        }
        let name = String(validating: cursor.bytes[start + 1..<end]) ?? ""
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        // The initialiser of a number would accept a sign. CoreFoundation refuses more digits.
        guard name.hasPrefix("#"), digits.utf8.count <= 8, digits.utf8.allSatisfy({ $0.hexadecimalDigit != nil }),
            let scalar = UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
        else { throw error(.unknownEntity("&\(name);"), at: start) }
        cursor.move(to: end + 1)
        return scalar
    }
}

/// The maximum length of a reference up to its semicolon, with room for the name of an unknown entity.
private let longestReference = 40
