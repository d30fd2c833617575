internal import PropertyLists

extension PatternParser {
    /// Reads a character that stands for itself, or a dot.
    mutating func readCharacter() -> CodePointSet {
        switch next() {
        case "."?: .lineTerminator.inverted
        case let scalar?: CodePointSet(scalar.value)
        case nil: CodePointSet([])
        }
    }

    /// Reads a backslash and what belongs to it.
    mutating func readEscape(inClass: Bool = false) throws(SchemaPatternProblem) -> CodePointSet {
        let start = offset
        _ = skip("\\")
        switch next() {
        case "d": return .digit
        case "D": return .digit.inverted
        case "w": return .word
        case "W": return .word.inverted
        case "s": return .space
        case "S": return .space.inverted
        case "t": return CodePointSet(0x09)
        case "n": return CodePointSet(0x0A)
        case "v": return CodePointSet(0x0B)
        case "f": return CodePointSet(0x0C)
        case "r": return CodePointSet(0x0D)
        case "0": return CodePointSet(try readEndOfNull(from: start))
        case "c": return CodePointSet(try readControl(from: start))
        case "x": return CodePointSet(try readByte(from: start))
        case "u": return CodePointSet(try readCodePoint(from: start))
        case let scalar? where Self.syntaxCharacters.contains(scalar): return CodePointSet(scalar.value)
        case "p", "P": throw .unsupported(.unicodeProperty, offset: start)
        case let scalar? where !inClass && (scalar == "k" || ("1"..."9").contains(scalar)):
            throw .unsupported(.backreference, offset: start)
        case let scalar?:
            throw invalidEscape(from: start, expected: "\(scalar), or \\\\\(scalar) for a backslash before it")
        case nil:
            throw invalidEscape(from: start, expected: "\\\\ for a backslash")
        }
    }

    /// What has a meaning of its own, and the solidus.
    private static let syntaxCharacters: Set<Unicode.Scalar> = [
        "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/",
    ]

    private func invalidEscape(from start: Int, expected: String) -> SchemaPatternProblem {
        .invalidEscape(text(from: start), expected: expected, offset: start)
    }

    /// Reads what follows `\0`, which may be no digit.
    private mutating func readEndOfNull(from start: Int) throws(SchemaPatternProblem) -> UInt32 {
        guard peekedASCII?.decimalDigit == nil else {
            throw invalidEscape(from: start, expected: "\\x00 before a digit")
        }
        return 0
    }

    /// Reads what follows `\c`.
    private mutating func readControl(from start: Int) throws(SchemaPatternProblem) -> UInt32 {
        guard let letter = peek, ("a"..."z").contains(letter) || ("A"..."Z").contains(letter) else {
            throw invalidEscape(from: start, expected: "\\cA to \\cZ")
        }
        _ = next()
        return letter.value % 0x20
    }

    /// Reads what follows `\x`.
    private mutating func readByte(from start: Int) throws(SchemaPatternProblem) -> UInt32 {
        guard let byte = readHexadecimal(digits: 2) else { throw invalidEscape(from: start, expected: "\\xHH") }
        return byte
    }

    /// Reads what follows `\u`, with a second `\u` where the two are a surrogate pair.
    private mutating func readCodePoint(from start: Int) throws(SchemaPatternProblem) -> UInt32 {
        if skip("{") {
            return try readBracedCodePoint(from: start)
        }
        guard let first = readHexadecimal(digits: 4) else {
            throw invalidEscape(from: start, expected: "\\uHHHH or \\u{H...}")
        }
        let end = offset
        guard (0xD800...0xDBFF).contains(first), skip("\\u"), let second = readHexadecimal(digits: 4),
            (0xDC00...0xDFFF).contains(second)
        else {
            goBack(to: end)
            return first
        }
        return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }

    /// Reads the digits of `\u{H...}`, and its end.
    private mutating func readBracedCodePoint(from start: Int) throws(SchemaPatternProblem) -> UInt32 {
        var codePoint: UInt32?
        while let digit = readHexadecimalDigit() {
            codePoint = (codePoint ?? 0) << 4 | digit
            guard codePoint ?? 0 <= CodePointSet.greatest else {
                throw invalidEscape(from: start, expected: "at most \\u{10FFFF}")
            }
        }
        guard let codePoint, skip("}") else {
            throw invalidEscape(from: start, expected: "\\uHHHH or \\u{H...}")
        }
        return codePoint
    }

    /// Reads a number of so many digits; nil where there are fewer.
    private mutating func readHexadecimal(digits: Int) -> UInt32? {
        var number: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = readHexadecimalDigit() else { return nil }
            number = number << 4 | digit
        }
        return number
    }

    private mutating func readHexadecimalDigit() -> UInt32? {
        guard let digit = peekedASCII?.hexadecimalDigit else { return nil }
        _ = next()
        return UInt32(digit)
    }
}
