/// The tokens of JSON, by RFC 8259 to the letter, one after the other.
struct JSONScanner {
    var cursor: ByteCursor
    /// Where what is being read starts; a problem is one of this place.
    var tokenStart = 0

    /// The tokens of a text in UTF-8.
    init(_ bytes: ByteView) {
        cursor = ByteCursor(bytes)
    }

    /// Skips what may stand before the first token.
    mutating func beginDocument() {
        _ = cursor.skip("\u{FEFF}")
        beginToken()
    }

    /// Skips white space before the next token.
    mutating func beginToken() {
        cursor.skip { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        tokenStart = cursor.offset
    }

    /// The problem that the next character is not what is due, or that there is none.
    ///
    /// - Parameter name: what ends too early where there is none.
    func unexpected(expected: String, within name: String) -> PropertyListProblem {
        cursor.shownCharacter.map { .unexpected($0, expected: expected) } ?? .unexpectedEnd(within: name)
    }
}
