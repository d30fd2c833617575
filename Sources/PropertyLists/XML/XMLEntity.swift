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
    @inline(always)
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

/// References in text, XML 1.0 production 66 and 67: to a predefined entity, or numeric.
extension XMLContent {
    /// The character of a reference, XML 1.0 production 67: one of the five that are predefined, or numeric.
    @inline(__always)
    func reference(at cursor: inout ByteCursor) throws(PropertyListError) -> Unicode.Scalar {
        guard let entity = XMLEntity(at: cursor.offset, in: cursor.bytes) else {
            return try numericReference(at: &cursor)
        }
        cursor.move(to: cursor.offset + entity.referenceLength)
        return entity.character
    }

    /// The character of a reference to none of the predefined entities, XML 1.0 production 66.
    private func numericReference(at cursor: inout ByteCursor) throws(PropertyListError) -> Unicode.Scalar {
        let start = cursor.offset
        guard let end = cursor.bytes.firstOffset(of: UInt8(ascii: ";"), from: start), end - start <= longestReference
        else {
            throw error(.unknownEntity(cursor.bytes[start...].shown(atMost: 12)), at: start)
        }
        let name = String(validating: cursor.bytes[start + 1..<end]) ?? ""
        guard let character = character(numbered: name) else {
            throw error(.unknownEntity("&\(name);"), at: start)
        }
        cursor.move(to: end + 1)
        return character
    }

    private func character(numbered name: String) -> Unicode.Scalar? {
        if name.hasPrefix("#x") {
            scalar(digits: name.dropFirst(2), radix: 16)
        } else if name.hasPrefix("#") {
            scalar(digits: name.dropFirst(1), radix: 10)
        } else {
            nil
        }
    }

    private func scalar(digits: Substring, radix: Int) -> Unicode.Scalar? {
        // The number's own initialiser would take a sign.
        guard digits.utf8.allSatisfy({ $0.hexadecimalDigit != nil }) else { return nil }
        return UInt32(digits, radix: radix).flatMap(Unicode.Scalar.init)
    }
}

/// The length of the longest reference, with leading zeros that nobody needs, up to its semicolon.
private let longestReference = 40
