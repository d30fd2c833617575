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

    /// The tag as messages show it.
    var spelling: String {
        switch form {
        case .start: "<\(element.name)>"
        case .empty: "<\(element.name)/>"
        case .end: "</\(element.name)>"
        }
    }
}

extension XMLTag {
    /// The tag that a few bytes spell, which stand between `<` and `>`; nil where they spell none, or not in the
    /// plainest way.
    ///
    /// - Parameters:
    ///   - word: the bytes, the first of them lowest.
    ///   - length: their number, from 1 to 7.
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

/// The bytes of a tag that is spelled without white space and attributes, from behind its `<` on, the first of them lowest:
/// what one load brings, its `>` included.
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
