extension OpenStepReader {
    /// Reads a string with or without quotation marks; an error message names its role.
    ///
    /// - Parameter endsPairs: whether CoreFoundation takes anything but a string for the end of the pairs.
    mutating func readString(expected role: String, endsPairs: Bool = false) throws(PropertyListError) -> String {
        guard let first = cursor.peek, first.isOpenStepQuote || first.isOpenStepWord else {
            throw unexpected(expected: role)
        }
        if first.isOpenStepQuote {
            return try readQuotedString(endingWith: first)
        }
        let start = cursor.offset
        cursor.skip(while: \.isOpenStepWord)
        let word = cursor.bytes[start..<cursor.offset]
        if hazards != nil, let place = (0..<word.count).first(where: { !word[$0].isCoreFoundationWord }) {
            let character = word[place...].shown(atMost: 1)
            note(endsPairs && place == 0 ? .unquotedPair(character) : .unquoted(character), at: start + place)
        }
        return word.shown(atMost: word.count)
    }

    private mutating func readQuotedString(endingWith quote: UInt8) throws(PropertyListError) -> String {
        let literal = cursor.offset
        cursor.move(to: literal + 1)
        var text: [UInt8] = []
        while true {
            let start = cursor.offset
            cursor.skip { $0 != quote && $0 != UInt8(ascii: "\\") }
            let plain = cursor.bytes[start..<cursor.offset]
            tokenStart = cursor.offset
            if cursor.skip(UInt8(ascii: "\\")) {
                plain.append(to: &text)
                try readEscape(into: &text)
                continue
            }
            tokenStart = literal
            guard cursor.skip(quote) else { throw error(.unexpectedEnd(within: "a string")) }
            // Most strings contain no escape, and are copied once.
            if text.isEmpty {
                return try checked(String(validating: plain))
            }
            plain.append(to: &text)
            return try checked(String(validating: text))
        }
    }

    private func checked(_ string: String?) throws(PropertyListError) -> String {
        guard let string else { throw error(.invalidUTF8) }
        return string
    }

    /// Reads what follows a backslash; a character without a special meaning represents itself.
    private mutating func readEscape(into text: inout [UInt8]) throws(PropertyListError) {
        switch cursor.next() {
        case UInt8(ascii: "a"): text.append(0x07)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "v"): text.append(0x0B)
        case UInt8(ascii: "U"): text.append(contentsOf: String(try readCodePoint()).utf8)
        case UInt8(ascii: "u"):
            if continuesLowercaseEscape() {
                text.append(contentsOf: String(try readCodePoint()).utf8)
            } else {
                text.append(UInt8(ascii: "u"))
            }
        case let digit? where digit.octalDigit != nil: text.append(contentsOf: String(readOctal()).utf8)
        case let character?: text.append(character)
        case nil: throw error(.unexpectedEnd(within: "a string"))
        }
    }

    /// Returns whether `\u`, which the cursor is past, starts an escape as in GNUstep: four digits follow.
    ///
    /// Otherwise it is a letter, as always in CoreFoundation.
    private mutating func continuesLowercaseEscape() -> Bool {
        let start = cursor.offset
        let end = min(start + 4, cursor.bytes.count)
        guard (start..<end).count(where: { cursor.bytes[$0].hexadecimalDigit != nil }) == 4 else {
            note(.malformedEscape("\\u", readAs: UInt32(UInt8(ascii: "u"))), at: start - 2)
            return false
        }
        note(.lowercaseEscape, at: start - 2)
        return true
    }

    /// Reads the digits of a `\U` escape, or both escapes of a surrogate pair.
    private mutating func readCodePoint() throws(PropertyListError) -> Unicode.Scalar {
        let unit = readCodeUnit()
        if let scalar = Unicode.Scalar(unit) {
            return scalar
        }
        guard UTF16.isLeadSurrogate(unit),
            cursor.skip("\\U") || cursor.skip("\\u") && continuesLowercaseEscape(),
            case let trail = readCodeUnit(), UTF16.isTrailSurrogate(trail)
        else { throw error(.loneSurrogate) }
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    /// Reads up to four digits; fewer are a smaller number, as in CoreFoundation.
    private mutating func readCodeUnit() -> UInt16 {
        let start = cursor.offset
        var unit: UInt16 = 0
        while cursor.offset < start + 4, let digit = cursor.peek?.hexadecimalDigit {
            _ = cursor.next()
            unit = unit << 4 | UInt16(digit)
        }
        if cursor.offset < start + 4 {
            noteMalformedEscape(from: start - 2, readAs: UInt32(unit))
        }
        return unit
    }

    private mutating func noteMalformedEscape(from start: Int, readAs scalar: UInt32) {
        guard hazards != nil else { return }
        let escape = cursor.bytes[start..<cursor.offset]
        note(.malformedEscape(escape.shown(atMost: escape.count), readAs: scalar), at: start)
    }

    /// Reads the one to three digits that follow a backslash; the cursor is already past the first.
    ///
    /// They are a byte of NeXTSTEP's encoding, as in CoreFoundation, which keeps the low eight bits of a greater
    /// number. GNUstep reads them as a Unicode scalar, but writes them only for ASCII, for which both are the same.
    private mutating func readOctal() -> Unicode.Scalar {
        var number = 0
        cursor.move(to: tokenStart + 1)
        while cursor.offset <= tokenStart + 3, let digit = cursor.peek?.octalDigit {
            number = number << 3 | digit
            cursor.move(to: cursor.offset + 1)
        }
        let character = NextStepEncoding.character(for: UInt8(truncatingIfNeeded: number))
        if number > NextStepEncoding.greatestByte {
            noteMalformedEscape(from: tokenStart, readAs: character.value)
        }
        return character
    }
}

extension UInt8 {
    var octalDigit: Int? {
        decimalDigit.flatMap { $0 < 8 ? $0 : nil }
    }
}

extension ByteCursor {
    /// Skips whitespace and comments, and returns the offset of the first comment, if any.
    ///
    /// Stops before a comment that has no end.
    @discardableResult
    mutating func skipOpenStepSpace() -> Int? {
        var firstComment: Int?
        while true {
            skip(while: \.isOpenStepSpace)
            if skipLineSeparator() { continue }
            let start = offset
            guard skipOpenStepComment() else { return firstComment }
            firstComment = firstComment ?? start
        }
    }

    /// Skips a comment, and returns false if there is no complete one.
    ///
    /// A comment that starts with `//` ends at a line break or at the end of the document.
    mutating func skipOpenStepComment() -> Bool {
        if skip("//") {
            while let byte = peek, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r"), !skipLineSeparator() {
                move(to: offset + 1)
            }
            return true
        }
        guard bytes.hasBytes("/*", at: offset), let end = bytes.firstOffset(of: "*/", from: offset + 2) else {
            return false
        }
        move(to: end + 2)
        return true
    }

    /// Skips U+2028 or U+2029, which CoreFoundation counts as whitespace and as the end of a line.
    private mutating func skipLineSeparator() -> Bool {
        guard peek == 0xE2 else { return false }
        return skip("\u{2028}") || skip("\u{2029}")
    }

    /// Skips data or a typed value of GNUstep.
    mutating func skipOpenStepData() {
        if skip("<[") {
            move(to: bytes.firstOffset(of: "]>", from: offset).map { $0 + 2 } ?? bytes.count)
            return
        }
        while !skip(UInt8(ascii: ">")), next() != nil {
            skipOpenStepSpace()
        }
    }

    /// Skips a string without decoding its escapes; returns false if none follows or it has no end.
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
    /// Whether this separates tokens: a space, tab, line feed, vertical tab, form feed or carriage return.
    var isOpenStepSpace: Bool {
        self == UInt8(ascii: " ") || 0x09...0x0D ~= self
    }

    /// Whether this encloses a string; CoreFoundation accepts either mark, GNUstep only the double one.
    var isOpenStepQuote: Bool {
        self == UInt8(ascii: "\"") || self == UInt8(ascii: "'")
    }

    /// Whether this can be part of a string without quotation marks, by GNUstep's set.
    ///
    /// CoreFoundation's set is a part of it.
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

    /// Whether this can be part of a string without quotation marks, by CoreFoundation's set.
    fileprivate var isCoreFoundationWord: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"),
            UInt8(ascii: "$"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default:
            decimalDigit != nil
        }
    }
}

/// The NeXTSTEP encoding, by which octal escapes name characters.
enum NextStepEncoding {
    /// The characters for the bytes from 0x80, from Unicode's table NEXTSTEP.TXT; 0xFE and 0xFF have none.
    private static let upperHalf: [Unicode.Scalar] = Array(
        """
        \u{A0}ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏ\
        ÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷\
        ©¡¢£\u{2044}¥ƒ§¤’“«‹›\u{FB01}\u{FB02}\
        ®–†‡·¦¶•‚„”»…‰¬¿\
        ¹\u{2CB}´\u{2C6}\u{2DC}¯\u{2D8}\u{2D9}¨²\u{2DA}¸³\u{2DD}\u{2DB}\u{2C7}\
        —±¼½¾àáâãäåçèéêë\
        ìÆíªîïðñŁØŒºòóôõ\
        öæùúûıüýłøœßþÿ
        """.unicodeScalars
    )

    /// The greatest byte that has a character.
    static let greatestByte = 0xFD

    /// Returns the character of a byte; CoreFoundation reads one that has none as NUL.
    static func character(for byte: UInt8) -> Unicode.Scalar {
        if byte < 0x80 {
            return Unicode.Scalar(byte)
        }
        return byte <= greatestByte ? upperHalf[Int(byte) - 0x80] : "\0"
    }
}
