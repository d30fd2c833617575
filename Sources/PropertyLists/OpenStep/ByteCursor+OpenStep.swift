extension ByteCursor {
    /// A step over white space and comments; a comment that does not end is left to come next.
    ///
    /// - Returns: where the first comment starts; nil where there is none.
    @discardableResult
    mutating func skipOpenStepSpace() -> Int? {
        var firstComment: Int?
        while true {
            skip(while: \.isOpenStepSpace)
            let start = offset
            guard skipOpenStepComment() else { return firstComment }
            firstComment = firstComment ?? start
        }
    }

    /// A step over a comment that has an end: that of a line, or of the document, where it starts with `//`.
    private mutating func skipOpenStepComment() -> Bool {
        if skip("//") {
            skip { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            return true
        }
        guard bytes.holds("/*", at: offset), let end = bytes.firstOffset(of: "*/", from: offset + 2) else {
            return false
        }
        move(to: end + 2)
        return true
    }

    /// A step over a string, whatever its escapes; false where none comes next, or it does not end.
    mutating func skipOpenStepString() -> Bool {
        let start = offset
        guard let quote = peek, quote.isOpenStepQuote else {
            skip(while: \.isOpenStepWord)
            return offset > start
        }
        move(to: start + 1)
        while let byte = next() {
            if byte == quote {
                return true
            }
            if byte == UInt8(ascii: "\\") {
                _ = next()
            }
        }
        return false
    }
}

extension UInt8 {
    /// Whether this separates tokens: a space, or one of tab, line feed, vertical tab, form feed, carriage return.
    var isOpenStepSpace: Bool {
        self == UInt8(ascii: " ") || 0x09...0x0D ~= self
    }

    /// Whether a string can start and end with this; CoreFoundation takes either mark, GNUstep the double one alone.
    var isOpenStepQuote: Bool {
        self == UInt8(ascii: "\"") || self == UInt8(ascii: "'")
    }

    /// Whether this can belong to a string without quotation marks.
    ///
    /// That is GNUstep's set; CoreFoundation's, letters, digits and `_$/:.-`, is part of it.
    var isOpenStepWord: Bool {
        switch self {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","),
            UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "["),
            UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            false
        default:
            0x21...0x7E ~= self
        }
    }
}
