/// An element of an XML property list, as Apple's PropertyList-1.0.dtd names it.
///
/// The raw value is the name in ASCII, the first letter in the lowest byte, as one load of a tag reads it.
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

    /// Creates the element that `count` bytes of a word name, the first one lowest; returns nil if it is unknown.
    @inline(__always)
    init?(letters word: UInt64, count: Int) {
        self.init(rawValue: word)
        guard nameLength == count else { return nil }
    }

    /// Creates the element whose start tag begins the bytes after a `<`, the first one lowest.
    ///
    /// Returns nil for any other bytes, and for a tag in another than the plainest spelling.
    @inline(__always)
    init?(startTag tag: UInt64) {
        let length = tag.firstIndex(of: UInt8(ascii: ">"))
        guard 1..<8 ~= length else { return nil }
        self.init(letters: tag.lowBytes(length), count: length)
    }

    static let longestName = 7

    /// Whether the element's text is a value without further values.
    var isScalar: Bool {
        switch self {
        case .string, .integer, .real, .true, .false, .date, .data: true
        case .key, .dictionary, .array, .plist: false
        }
    }

    @inline(always)
    var nameLength: Int { 8 - rawValue.leadingZeroBitCount / 8 }

    /// The length, in bytes, of the start tag without whitespace and attributes.
    @inline(always)
    var startTagLength: Int { nameLength &+ 2 }

    /// The length, in bytes, of the end tag without whitespace, and of an empty element's tag.
    @inline(always)
    var endTagLength: Int { nameLength &+ 3 }

    var name: String {
        let letters = (0..<nameLength).map { UInt8(truncatingIfNeeded: rawValue >> UInt64(8 * $0)) }
        return String(decoding: letters, as: UTF8.self)
    }
}

/// A tag of an XML property list, without its attributes.
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
    /// Creates the tag that 1 to 7 bytes between `<` and `>` spell, the first one lowest.
    ///
    /// Returns nil if they do not spell a tag in the plainest way.
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

/// The bytes of a tag without whitespace and attributes, after its `<` and including its `>`.
///
/// The first one is lowest, as one load reads them.
extension XMLTag {
    /// Returns the bytes of an element's start tag.
    @inline(__always)
    static func start(of element: XMLElement) -> UInt64 {
        element.rawValue | closing &<< UInt64(8 * element.nameLength)
    }

    /// Returns the bytes of an element's end tag; the name has at most six letters.
    @inline(__always)
    static func end(of element: XMLElement) -> UInt64 {
        start(of: element) &<< 8 | slash
    }

    /// Returns the bytes of an empty element's tag; the name has at most six letters.
    @inline(__always)
    static func empty(_ element: XMLElement) -> UInt64 {
        element.rawValue | (slash | closing << 8) &<< UInt64(8 * element.nameLength)
    }

    private static var slash: UInt64 { UInt64(UInt8(ascii: "/")) }
    private static var closing: UInt64 { UInt64(UInt8(ascii: ">")) }
}
