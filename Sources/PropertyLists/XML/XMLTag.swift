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

    init?(name: ByteView) {
        guard 1...XMLElement.longestName ~= name.count else { return nil }
        self.init(letters: name.littleEndian(at: 0, width: name.count), count: name.count)
    }

    /// The element of the name that so many bytes of a word spell, the first of them lowest; nil if property lists have
    /// none.
    @inline(__always)
    init?(letters word: UInt64, count: Int) {
        self.init(rawValue: word)
        guard nameLength == count else { return nil }
    }

    /// The element whose start tag the bytes behind a `<` begin with, the first of them lowest; nil if they begin with
    /// none, spelled the plainest way.
    @inline(__always)
    init?(startTag tag: UInt64) {
        let length = tag.firstIndex(of: UInt8(ascii: ">"))
        guard 1..<8 ~= length else { return nil }
        self.init(letters: tag.lowBytes(length), count: length)
    }

    static let longestName = 7

    /// Whether its text spells a value without further values in it.
    var isScalar: Bool {
        switch self {
        case .string, .integer, .real, .true, .false, .date, .data: true
        case .key, .dictionary, .array, .plist: false
        }
    }

    @inline(always)
    var nameLength: Int { 8 - rawValue.leadingZeroBitCount / 8 }

    /// The bytes of the start tag, spelled without white space and attributes.
    @inline(always)
    var startTagLength: Int { nameLength &+ 2 }

    /// The bytes of the end tag, spelled without white space, and of an empty element's tag.
    @inline(always)
    var endTagLength: Int { nameLength &+ 3 }

    var name: String {
        let letters = (0..<nameLength).map { UInt8(truncatingIfNeeded: rawValue >> UInt64(8 * $0)) }
        return String(decoding: letters, as: UTF8.self)
    }
}

/// A tag of an XML property list, its attributes left out.
struct XMLTag {
    enum Form {
        /// `<key>`
        case start
        /// `<key/>`
        case empty
        /// `</key>`
        case end
    }

    let element: XMLElement
    let form: Form

    var spelling: String {
        switch form {
        case .start: "<\(element.name)>"
        case .empty: "<\(element.name)/>"
        case .end: "</\(element.name)>"
        }
    }
}

extension XMLTag {
    /// The tag that 1 to 7 bytes between `<` and `>` spell, the first of them lowest; nil if they spell none, or not in
    /// the plainest way.
    @inline(__always)
    init?(plain word: UInt64, length: Int) {
        if let element = XMLElement(letters: word, count: length) {
            self.init(element: element, form: .start)
        } else if word.lowBytes(1) == UInt8(ascii: "/"),
            let element = XMLElement(letters: word >> 8, count: length - 1)
        {
            self.init(element: element, form: .end)
        } else if length > 1, word >> UInt64(8 * (length - 1)) == UInt8(ascii: "/"),
            let element = XMLElement(letters: word.lowBytes(length - 1), count: length - 1)
        {
            self.init(element: element, form: .empty)
        } else {
            return nil
        }
    }
}

/// The bytes of a tag that is spelled without white space and attributes, from behind its `<` on, the first of them
/// lowest: what one load brings, its `>` included.
extension XMLTag {
    /// Those of an element's start tag.
    @inline(__always)
    static func start(of element: XMLElement) -> UInt64 {
        element.rawValue | closing &<< UInt64(8 * element.nameLength)
    }

    /// Those of an element's end tag, whose name has at most six letters.
    @inline(__always)
    static func end(of element: XMLElement) -> UInt64 {
        start(of: element) &<< 8 | slash
    }

    /// Those of an empty element's tag, whose name has at most six letters.
    @inline(__always)
    static func empty(_ element: XMLElement) -> UInt64 {
        element.rawValue | (slash | closing << 8) &<< UInt64(8 * element.nameLength)
    }

    private static var slash: UInt64 { UInt64(UInt8(ascii: "/")) }
    private static var closing: UInt64 { UInt64(UInt8(ascii: ">")) }
}
