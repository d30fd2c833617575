/// The elements of an XML property list, as Apple's PropertyList-1.0.dtd names them.
///
/// The raw value is the name's ASCII, the first letter in the lowest byte: what one load of a tag brings.
enum XMLElement: UInt64 {
    case key = 0x79_656B
    case dictionary = 0x7463_6964
    case date = 0x6574_6164
    case data = 0x6174_6164
    case real = 0x6C61_6572
    case `true` = 0x6575_7274
    case array = 0x79_6172_7261
    case `false` = 0x65_736C_6166
    case plist = 0x74_7369_6C70
    case string = 0x676E_6972_7473
    case integer = 0x72_6567_6574_6E69

    /// The element of that name; nil where property lists have none.
    init?(name: ByteView) {
        guard 1...XMLElement.longestName ~= name.count else { return nil }
        self.init(letters: name.littleEndian(at: 0, width: name.count), count: name.count)
    }

    /// The element of the name that a word's bytes spell, the first of them lowest; nil where property lists have none.
    ///
    /// - Parameter count: the number of bytes, which the word does not tell where the last of them is a NUL.
    @inline(__always)
    init?(letters word: UInt64, count: Int) {
        self.init(rawValue: word)
        guard nameLength == count else { return nil }
    }

    /// The element whose start tag stands at the start of some bytes; nil where none does, spelled the plainest way.
    ///
    /// - Parameter tag: the bytes behind the `<`, the first of them lowest.
    @inline(__always)
    init?(startTag tag: UInt64) {
        let length = tag.firstIndex(of: UInt8(ascii: ">"))
        guard 1..<8 ~= length else { return nil }
        self.init(letters: tag.lowBytes(length), count: length)
    }

    /// The letters of the longest name.
    static let longestName = 7

    /// Whether its text spells a value without further values in it.
    var isScalar: Bool {
        switch self {
        case .string, .integer, .real, .true, .false, .date, .data: true
        case .key, .dictionary, .array, .plist: false
        }
    }

    /// The number of letters in the name.
    @inline(always)
    var nameLength: Int { 8 - rawValue.leadingZeroBitCount / 8 }

    /// The bytes of the start tag, spelled without white space and attributes.
    @inline(always)
    var startTagLength: Int { nameLength &+ 2 }

    /// The bytes of the end tag, spelled without white space, and of an empty element's tag.
    @inline(always)
    var endTagLength: Int { nameLength &+ 3 }

    /// The name, as it stands in a tag.
    var name: StaticString {
        switch self {
        case .string: "string"
        case .key: "key"
        case .integer: "integer"
        case .true: "true"
        case .false: "false"
        case .dictionary: "dict"
        case .array: "array"
        case .real: "real"
        case .date: "date"
        case .data: "data"
        case .plist: "plist"
        }
    }
}
