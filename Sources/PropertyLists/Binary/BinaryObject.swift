/// The first byte of an object: its kind in the high four bits, and a size or a value in the low four.
enum BinaryMarker {
    static let simple: UInt8 = 0x00
    static let integer: UInt8 = 0x10
    static let real: UInt8 = 0x20
    static let date: UInt8 = 0x30
    static let data: UInt8 = 0x40
    static let asciiString: UInt8 = 0x50
    static let utf16String: UInt8 = 0x60
    static let uid: UInt8 = 0x80
    static let array: UInt8 = 0xA0
    static let set: UInt8 = 0xC0
    static let dictionary: UInt8 = 0xD0

    /// The two values of `simple` that property lists use.
    static let falseValue: UInt8 = 0x08
    static let trueValue: UInt8 = 0x09

    /// The low four bits if the count follows as an integer object.
    static let extendedCount: UInt8 = 0x0F
}

extension PropertyListKind {
    /// Creates the kind of an object from its marker; nil if a property list has no such object.
    ///
    /// A set is read as an array.
    @inline(__always)
    init?(binaryMarker marker: UInt8) {
        let low = marker & 0x0F
        switch marker & 0xF0 {
        case BinaryMarker.simple where marker == BinaryMarker.falseValue || marker == BinaryMarker.trueValue:
            self = .boolean
        case BinaryMarker.integer where low <= 4: self = .integer
        case BinaryMarker.real where low == 2 || low == 3: self = .real
        case BinaryMarker.date where low == 3: self = .date
        case BinaryMarker.data: self = .data
        case BinaryMarker.asciiString, BinaryMarker.utf16String: self = .string
        case BinaryMarker.uid: self = .uid
        case BinaryMarker.array, BinaryMarker.set: self = .array
        case BinaryMarker.dictionary: self = .dictionary
        default: return nil
        }
    }
}

/// An object of a binary property list: its kind and its bytes, which are known to be within the document.
struct BinaryObject {
    let kind: PropertyListKind
    let offset: Int
    /// The number of bytes, UTF-16 code units, elements or entries.
    let count: Int
    /// The range of the value, after the marker and the count.
    let contents: Range<Int>

    var range: Range<Int> { offset..<contents.upperBound }

    var isContainer: Bool { kind.isContainer }
}

extension BinaryObjectTable {
    func scalar(_ object: BinaryObject) throws(PropertyListError) -> PropertyList {
        let start = object.contents.lowerBound
        switch object.kind {
        case .boolean:
            return .boolean(bytes[object.offset] == BinaryMarker.trueValue)
        case .integer:
            return .integer(try integer(object))
        case .real where object.count == 4:
            return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bytes.bigEndian(at: start, width: 4)))))
        case .real:
            return .real(Double(bitPattern: bytes.bigEndian(at: start, width: 8)))
        case .date:
            let seconds = Double(bitPattern: bytes.bigEndian(at: start, width: 8))
            return .date(PropertyListDate(secondsSinceReferenceDate: seconds))
        case .data:
            return .data(bytes[object.contents].copy)
        case .string:
            return .string(try string(object))
        case .uid:
            return .uid(try uid(object))
        case .array, .dictionary:
            preconditionFailure("a container is no scalar")
        }
    }

    func string(_ object: BinaryObject) throws(PropertyListError) -> String {
        if bytes[object.offset] & 0xF0 == BinaryMarker.asciiString {
            let contents = bytes[object.contents]
            // Some programs, such as old versions of iTunes, mark other text as ASCII.
            return String(ascii: contents) ?? String(latin1: contents)
        }
        return String(bigEndianUTF16: bytes[object.contents])
    }

    /// Returns whether an object is a string in UTF-16 with an unpaired surrogate.
    func hasLoneSurrogate(_ object: BinaryObject) -> Bool {
        guard bytes[object.offset] & 0xF0 == BinaryMarker.utf16String else { return false }
        let units = bytes[object.contents]
        // In each place of one, the string has U+FFFD.
        return String(bigEndianUTF16: units).utf16.enumerated().contains { position, unit in
            unit == 0xFFFD && units.codeUnit(at: 2 * position) != 0xFFFD
        }
    }

    /// Returns the keys of a dictionary in their order.
    func keys(of dictionary: BinaryObject) throws(PropertyListError) -> [String] {
        var keys: [String] = []
        for position in 0..<dictionary.count {
            keys.append(try string(object(try reference(position, of: dictionary))))
        }
        return keys
    }

    /// Returns whether an object is a string that is marked as ASCII, but contains other bytes.
    func isLatin1(_ object: BinaryObject) -> Bool {
        bytes[object.offset] & 0xF0 == BinaryMarker.asciiString && !bytes[object.contents].isASCII
    }

    /// Returns an object's integer; integers of 1, 2 and 4 bytes are unsigned, those of 8 and 16 bytes are signed.
    private func integer(_ object: BinaryObject) throws(PropertyListError) -> PropertyListInteger {
        let start = object.contents.lowerBound
        switch object.count {
        case 8:
            return PropertyListInteger(Int64(bitPattern: bytes.bigEndian(at: start, width: 8)))
        case 16:
            let high = UInt128(bytes.bigEndian(at: start, width: 8))
            let number = Int128(bitPattern: high << 64 | UInt128(bytes.bigEndian(at: start + 8, width: 8)))
            guard let integer = PropertyListInteger(exactly: number) else {
                throw error(.integerOutOfRange(String(number)), in: object)
            }
            return integer
        default:
            return PropertyListInteger(bytes.bigEndian(at: start, width: object.count))
        }
    }

    private func uid(_ object: BinaryObject) throws(PropertyListError) -> UInt64 {
        var number: UInt128 = 0
        for offset in object.contents {
            number = number << 8 | UInt128(bytes[offset])
        }
        guard let identifier = UInt64(exactly: number) else {
            throw error(.integerOutOfRange(String(number)), in: object)
        }
        return identifier
    }

    private func error(_ problem: PropertyListProblem, in object: BinaryObject) -> PropertyListError {
        PropertyListError(problem, atByte: object.offset)
    }
}
