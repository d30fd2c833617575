/// How a document in OpenStep text or JSON is written, or one that a change adds to.
struct TextStyle: EntryStyle {
    enum Syntax {
        case openStep
        case json
    }

    let syntax: Syntax
    /// The line breaks; without them, the blanks between two entries.
    var indentation: Indentation
    /// What separates a key from its value.
    var assignment: [UInt8]
    /// Whether a string has quotation marks that could do without them, as a key and as a value; JSON's always have.
    var quotesKeys = false
    var quotesValues = false
    /// Whether words of more than letters and digits have no quotation marks.
    private(set) var hasLongWords = false
    /// Whether characters beyond ASCII are escaped.
    private(set) var escapesNonASCII = false

    /// The layout of GNUstep and macOS: one element a line, indented by four spaces a level, in ASCII.
    static let openStep = TextStyle(
        syntax: .openStep,
        indentation: Indentation(unit: Array("    ".utf8)),
        assignment: Array(" = ".utf8),
        escapesNonASCII: true
    )

    /// JSON with each element on its own line, indented by two spaces a level, or without whitespace.
    static func json(pretty: Bool) -> TextStyle {
        TextStyle(
            syntax: .json,
            indentation: pretty ? Indentation(unit: Array("  ".utf8)) : Indentation(unit: [], lineEnd: []),
            assignment: Array((pretty ? ": " : ":").utf8)
        )
    }

    /// Appends what precedes an element of a container: a line break, or blanks between two.
    mutating func breakLine(before position: Int, depth: Int, in output: inout [UInt8]) {
        if !indentation.lineEnd.isEmpty {
            output += indentation.lineBreak(depth: depth)
        } else if position > 0 {
            output += indentation.ofEntries
        }
    }

    /// Appends the line break before the end of a container.
    mutating func breakLine(beforeEndAt depth: Int, in output: inout [UInt8]) {
        if !indentation.lineEnd.isEmpty {
            output += indentation.lineBreak(depth: depth)
        }
    }

    /// Returns whether a string can be without quotation marks, for each program that reads OpenStep text.
    ///
    /// Beside letters and digits, `_`, `.` and `/` are part of words for CoreFoundation, GNUstep and Window Maker alike,
    /// but only Xcode and people write words with them.
    func isWord(_ string: some Collection<UInt8>) -> Bool {
        var last: UInt8 = 0
        for byte in string {
            let isLong = byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/")
            guard byte.isLetterOrDigit || isLong && hasLongWords, byte != UInt8(ascii: "/") || last != byte else {
                return false
            }
            last = byte
        }
        return last != 0
    }
}

extension TextStyle {
    /// Finds the style of a document that parses without an error.
    ///
    /// - Parameter isWide: whether its encoding has every character, and none is escaped for its sake.
    init(of bytes: ByteView, _ syntax: Syntax, isWide: Bool) {
        self = syntax == .openStep ? .openStep : .json(pretty: true)
        var keys = Strings()
        var values = Strings()
        var cursor = ByteCursor(bytes)
        _ = cursor.skip("\u{FEFF}")
        while !cursor.isAtEnd {
            cursor.skipOpenStepSpace()
            let start = cursor.offset
            guard cursor.skipOpenStepString() else {
                if cursor.peek == UInt8(ascii: "<") { cursor.skipOpenStepData() } else { _ = cursor.next() }
                continue
            }
            let string = bytes[start..<cursor.offset]
            cursor.skipOpenStepSpace()
            if cursor.peek == UInt8(ascii: "=") { keys.count(string) } else { values.count(string) }
        }
        quotesKeys = keys.quoted > keys.bare
        quotesValues = values.quoted > values.bare
        hasLongWords = keys.hasLongWords || values.hasLongWords
        escapesNonASCII = (keys.hasEscapes || values.hasEscapes) && !keys.hasOthers && !values.hasOthers && !isWide
    }

    /// What is known of the strings of a document.
    private struct Strings {
        /// The number of words with and without quotation marks.
        var quoted = 0
        var bare = 0
        var hasLongWords = false
        /// Whether one has characters that are escaped by their number, or others beyond ASCII.
        var hasEscapes = false
        var hasOthers = false

        mutating func count(_ string: ByteView) {
            guard string[0].isOpenStepQuote else {
                bare += 1
                hasLongWords = hasLongWords || !(0..<string.count).allSatisfy { string[$0].isLetterOrDigit }
                return
            }
            if string.isQuotedWord { quoted += 1 }
            hasOthers = hasOthers || !string.isASCII
            var offset = 0
            while let escape = string.firstOffset(of: UInt8(ascii: "\\"), from: offset) {
                // A string does not end with half an escape.
                let byte = string[escape + 1]
                hasEscapes =
                    hasEscapes || byte == UInt8(ascii: "U") || byte == UInt8(ascii: "u") || byte.octalDigit != nil
                offset = escape + 2
            }
        }
    }
}

extension ByteView {
    /// Whether this string of OpenStep text has quotation marks, but consists of letters and digits.
    var isQuotedWord: Bool {
        count > 2 && self[0].isOpenStepQuote && (1..<count - 1).allSatisfy { self[$0].isLetterOrDigit }
    }
}

extension TextStyle {
    static func comment(at offset: Int, in bytes: ByteView) -> (end: Int, endsLine: Bool)? {
        var cursor = ByteCursor(bytes)
        cursor.move(to: offset)
        return cursor.skipOpenStepComment() ? (cursor.offset, bytes.hasBytes("//", at: offset)) : nil
    }

    func text(of value: PropertyList, depth: Int, like old: ByteView?) throws(PropertyListError) -> [UInt8] {
        switch syntax {
        case .json:
            return try JSONWriter(value, .typed, in: self, hasPlainIntegers: true, depth: depth).output
        case .openStep:
            var style = self
            if let old, case .string = value { style.quotesValues = quotes(like: old) ?? quotesValues }
            return try OpenStepWriter(value, in: style, depth: depth).output
        }
    }

    func text(ofKey key: String, like old: ByteView?) -> [UInt8] {
        var output: [UInt8] = []
        switch syntax {
        case .json: output.append(jsonString: key, escapingNonASCII: escapesNonASCII)
        case .openStep:
            output.append(openStepString: key, in: self, isQuoted: old.flatMap(quotes) ?? quotesKeys)
        }
        return output
    }

    /// Returns whether a string has quotation marks in place of another one; nil if that has them because it must.
    private func quotes(like old: ByteView) -> Bool? {
        if old.isQuotedWord { true } else if old.count > 0, old[0].isOpenStepWord { false } else { nil }
    }

    func assignment(depth: Int) -> [UInt8] { assignment }

    func isAssignment(_ byte: UInt8) -> Bool { byte == UInt8(ascii: syntax == .json ? ":" : "=") }

    func separator(inDictionary isDictionary: Bool) -> UInt8? {
        isDictionary && syntax == .openStep ? UInt8(ascii: ";") : UInt8(ascii: ",")
    }

    func isForm(_ value: PropertyList) -> Bool {
        if syntax == .json, case .dictionary(let dictionary) = value { dictionary.jsonForm != nil } else { false }
    }
}
