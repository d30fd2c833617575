/// An object of a binary property list: its kind and its bytes, which are known to be there.
struct BinaryObject {
    enum Kind {
        case boolean
        case integer
        case real
        case date
        case data
        case asciiString
        case utf16String
        case uid
        /// An array, or a set, which is read as one.
        case array
        /// References of keys, then of as many values.
        case dictionary

        /// The kind of object that starts with a marker; nil where it is none of a property list.
        @inline(__always)
        init?(marker: UInt8) {
            let low = marker & 0x0F
            switch marker & 0xF0 {
            case BinaryMarker.simple where marker == BinaryMarker.falseValue || marker == BinaryMarker.trueValue:
                self = .boolean
            case BinaryMarker.integer where low <= 4: self = .integer
            case BinaryMarker.real where low == 2 || low == 3: self = .real
            case BinaryMarker.date where low == 3: self = .date
            case BinaryMarker.data: self = .data
            case BinaryMarker.asciiString: self = .asciiString
            case BinaryMarker.utf16String: self = .utf16String
            case BinaryMarker.uid: self = .uid
            case BinaryMarker.array, BinaryMarker.set: self = .array
            case BinaryMarker.dictionary: self = .dictionary
            default: return nil
            }
        }

        var propertyListKind: PropertyListKind {
            switch self {
            case .boolean: .boolean
            case .integer: .integer
            case .real: .real
            case .date: .date
            case .data: .data
            case .asciiString, .utf16String: .string
            case .uid: .uid
            case .array: .array
            case .dictionary: .dictionary
            }
        }
    }

    /// The bytes of the largest header: the marker, and a count with a marker of its own.
    static let headerLength = 10

    let kind: Kind
    /// Where the marker stands, the first byte.
    let offset: Int
    /// The number of bytes, UTF-16 code units, elements or entries.
    let count: Int
    /// Where the value is, behind the marker and the count.
    let contents: Range<Int>

    /// All bytes, the marker included.
    var range: Range<Int> { offset..<contents.upperBound }

    var isContainer: Bool {
        kind == .array || kind == .dictionary
    }
}
