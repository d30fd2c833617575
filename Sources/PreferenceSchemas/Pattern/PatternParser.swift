import PropertyLists

/// Parses a pattern into a program, by the grammar of ECMA-262, 22.2.1, with the `u` flag.
///
/// The parser recurses only into groups, whose depth has a limit.
struct PatternParser {
    private static let maximumDepth = 100

    private let scalars: [Unicode.Scalar]
    private var offset = 0
    private var depth = 0

    static func program(of source: String) throws(SchemaPatternProblem) -> PatternProgram {
        var parser = PatternParser(scalars: Array(source.unicodeScalars))
        let program = try parser.readAlternatives()
        guard parser.peek == nil else { throw .unopenedGroup(offset: parser.offset) }
        return program
    }

    // MARK: Structure

    /// Parses up to the end of a group or of the pattern.
    private mutating func readAlternatives() throws(SchemaPatternProblem) -> PatternProgram {
        var alternatives: [PatternProgram] = []
        var count = 0
        repeat {
            let start = offset
            let alternative = try readSequence()
            count += alternative.count + (alternatives.isEmpty ? 0 : 2)
            try checkSize(count, from: start)
            alternatives.append(alternative)
        } while skip("|")
        return PatternProgram(anyOf: alternatives)
    }

    private mutating func readSequence() throws(SchemaPatternProblem) -> PatternProgram {
        var sequence = PatternProgram()
        while let first = peek, first != "|", first != ")" {
            let start = offset
            let term = try readTerm()
            try checkSize(sequence.count + term.count, from: start)
            sequence += term
        }
        return sequence
    }

    private mutating func readTerm() throws(SchemaPatternProblem) -> PatternProgram {
        if let assertion = skip(oneOf: Self.assertions) {
            return [.assert(assertion)]
        }
        let start = offset
        let atom = try readAtom()
        guard let quantifier = try readQuantifier() else { return atom }
        guard let repeated = atom.repeated(quantifier) else { throw tooLarge(from: start) }
        return repeated
    }

    private mutating func readAtom() throws(SchemaPatternProblem) -> PatternProgram {
        let start = offset
        if try readQuantifier() != nil {
            throw .nothingToRepeat(text(from: start), offset: start)
        }
        switch peek {
        case "(": return try readGroup()
        case "[": return [.take(try readClass())]
        case "\\": return [.take(try readEscape())]
        case "]", "{", "}": throw .unescaped(scalars[offset], offset: offset)
        case ".":
            offset += 1
            return [.take(.lineTerminator.inverted)]
        case let scalar?:
            offset += 1
            return [.take(CodePointSet(scalar.value))]
        case nil: return []
        }
    }

    private mutating func readGroup() throws(SchemaPatternProblem) -> PatternProgram {
        let start = offset
        try readGroupStart()
        guard depth < Self.maximumDepth else { throw .tooDeep(limit: Self.maximumDepth, offset: start) }
        depth += 1
        let program = try readAlternatives()
        depth -= 1
        guard skip(")") else { throw .unclosedGroup(offset: start) }
        return program
    }

    // MARK: Size

    private func checkSize(_ count: Int, from start: Int) throws(SchemaPatternProblem) {
        guard count <= PatternProgram.limit else { throw tooLarge(from: start) }
    }

    private func tooLarge(from start: Int) -> SchemaPatternProblem {
        .tooLarge(limit: PatternProgram.limit, offset: start)
    }

    // MARK: Scalars

    private var peek: Unicode.Scalar? {
        offset < scalars.count ? scalars[offset] : nil
    }

    /// The next scalar as an ASCII byte; nil if it is not ASCII.
    private var peekedASCII: UInt8? {
        peek.flatMap { $0.isASCII ? UInt8($0.value) : nil }
    }

    private func text(from start: Int) -> String {
        String(String.UnicodeScalarView(scalars[start..<offset]))
    }

    private mutating func next() -> Unicode.Scalar? {
        defer { offset = min(offset + 1, scalars.count) }
        return peek
    }

    private mutating func skip(_ expected: String) -> Bool {
        guard scalars[offset...].starts(with: expected.unicodeScalars) else { return false }
        offset += expected.unicodeScalars.count
        return true
    }

    /// Skips the first matching spelling, and returns its meaning.
    private mutating func skip<Meaning>(oneOf spellings: KeyValuePairs<String, Meaning>) -> Meaning? {
        for (spelling, meaning) in spellings where skip(spelling) {
            return meaning
        }
        return nil
    }
}

extension PatternParser {
    private static let assertions: KeyValuePairs<String, PatternAssertion> = [
        "^": .start, "$": .end, "\\b": .wordBoundary, "\\B": .noWordBoundary,
    ]

    /// The unsupported group features, by their spelling after `(?`.
    private static let groupFeatures: KeyValuePairs<String, SchemaPatternFeature> = [
        "=": .lookahead, "!": .lookahead, "<=": .lookbehind, "<!": .lookbehind, "<": .namedGroup,
        "i": .flags, "m": .flags, "s": .flags, "-": .flags,
    ]

    private static let quantifiers: KeyValuePairs<String, PatternQuantifier> = [
        "*": PatternQuantifier(least: 0, greatest: nil), "+": PatternQuantifier(least: 1, greatest: nil),
        "?": PatternQuantifier(least: 0, greatest: 1),
    ]

    private mutating func readGroupStart() throws(SchemaPatternProblem) {
        let start = offset
        if skip("(?:") { return }
        guard skip("(?") else {
            _ = skip("(")
            return
        }
        if let feature = skip(oneOf: Self.groupFeatures) {
            throw .unsupported(feature, offset: start)
        }
        _ = next()
        throw .invalidGroup(text(from: start), offset: start)
    }

    private mutating func readQuantifier() throws(SchemaPatternProblem) -> PatternQuantifier? {
        var quantifier = skip(oneOf: Self.quantifiers)
        if quantifier == nil {
            quantifier = try readCounts()
        }
        if quantifier != nil {
            _ = skip("?")
        }
        return quantifier
    }

    private mutating func readCounts() throws(SchemaPatternProblem) -> PatternQuantifier? {
        let start = offset
        guard skip("{"), let least = readCount() else {
            offset = start
            return nil
        }
        let greatest = skip(",") ? readCount() : least
        guard skip("}") else {
            offset = start
            return nil
        }
        if let greatest, greatest < least {
            throw .reversedQuantifier(text(from: start), offset: start)
        }
        return PatternQuantifier(least: least, greatest: greatest)
    }

    /// Parses a decimal number; if it is too great for an `Int`, the result is `Int.max`.
    private mutating func readCount() -> Int? {
        let start = offset
        while peekedASCII?.decimalDigit != nil {
            offset += 1
        }
        return offset == start ? nil : Int(text(from: start)) ?? .max
    }
}

extension PatternParser {
    private mutating func readClass() throws(SchemaPatternProblem) -> CodePointSet {
        let start = offset
        _ = skip("[")
        let isInverted = skip("^")
        var ranges: [ClosedRange<UInt32>] = []
        while !skip("]") {
            ranges += try readClassRanges(in: start)
        }
        let set = CodePointSet(ranges)
        return isInverted ? set.inverted : set
    }

    /// Parses a member of the class that starts at an offset, or a range of members.
    private mutating func readClassRanges(
        in classStart: Int
    ) throws(SchemaPatternProblem) -> [ClosedRange<UInt32>] {
        let start = offset
        let first = try readClassMember(in: classStart)
        let hyphen = offset
        // A hyphen at the end of its class is a literal hyphen.
        guard skip("-"), peek != "]" else {
            offset = hyphen
            return first.ranges
        }
        let last = try readClassMember(in: classStart)
        guard let lower = first.onlyMember, let upper = last.onlyMember else {
            throw .setInRange(text(from: start), offset: start)
        }
        guard lower <= upper else { throw .reversedRange(text(from: start), offset: start) }
        return [lower...upper]
    }

    private mutating func readClassMember(in classStart: Int) throws(SchemaPatternProblem) -> CodePointSet {
        if skip("\\b") {
            return CodePointSet(0x08)
        }
        if skip("\\-") {
            return CodePointSet(0x2D)
        }
        if peek == "\\" {
            return try readEscape(inClass: true)
        }
        guard let scalar = next() else { throw .unclosedClass(offset: classStart) }
        return CodePointSet(scalar.value)
    }
}

extension PatternParser {
    private mutating func readEscape(inClass: Bool = false) throws(SchemaPatternProblem) -> CodePointSet {
        let start = offset
        _ = skip("\\")
        let codePoint: UInt32?
        let expected: String
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
        case let scalar? where "^$\\.*+?()[]{}|/".unicodeScalars.contains(scalar): return CodePointSet(scalar.value)
        case "p": return try readProperty(from: start)
        case "P": return try readProperty(from: start).inverted
        case let scalar? where !inClass && (scalar == "k" || ("1"..."9").contains(scalar)):
            throw .unsupported(.backreference, offset: start)
        case "0": (codePoint, expected) = (peekedASCII?.decimalDigit == nil ? 0 : nil, "\\x00 before a digit")
        case "c": (codePoint, expected) = (readControl(), "\\cA to \\cZ")
        case "x": (codePoint, expected) = (readHexadecimal(digits: 2), "\\xHH")
        case "u": (codePoint, expected) = skip("{") ? readBracedCodePoint() : (readCodeUnits(), "\\uHHHH or \\u{H...}")
        case let scalar?: (codePoint, expected) = (nil, "\(scalar), or \\\\\(scalar) for a backslash before it")
        case nil: (codePoint, expected) = (nil, "\\\\ for a backslash")
        }
        guard let codePoint else { throw .invalidEscape(text(from: start), expected: expected, offset: start) }
        return CodePointSet(codePoint)
    }

    /// Parses the name of a Unicode property after `\\p`.
    private mutating func readProperty(from start: Int) throws(SchemaPatternProblem) -> CodePointSet {
        var name = ""
        if skip("{") {
            while let scalar = next(), scalar != "}" { name.unicodeScalars.append(scalar) }
        }
        guard let set = CodePointSet(unicodeProperty: name) else {
            throw .unsupported(.unicodeProperty, offset: start)
        }
        return set
    }

    private mutating func readControl() -> UInt32? {
        guard let letter = peekedASCII, letter.isASCIILetter else { return nil }
        offset += 1
        return UInt32(letter % 0x20)
    }

    /// Parses the four digits after `\u`, and a second `\u` with its digits if the two are a surrogate pair.
    private mutating func readCodeUnits() -> UInt32? {
        guard let first = readHexadecimal(digits: 4) else { return nil }
        let end = offset
        guard (0xD800...0xDBFF).contains(first), skip("\\u"), let second = readHexadecimal(digits: 4),
            (0xDC00...0xDFFF).contains(second)
        else {
            offset = end
            return first
        }
        return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }

    /// Parses the digits and the closing brace of `\u{H...}`; stops at the first digit that exceeds U+10FFFF.
    private mutating func readBracedCodePoint() -> (UInt32?, expected: String) {
        var codePoint: UInt32?
        while let digit = readHexadecimal(digits: 1) {
            let longer = (codePoint ?? 0) << 4 | digit
            guard longer <= CodePointSet.greatest else { return (nil, "at most \\u{10FFFF}") }
            codePoint = longer
        }
        return (codePoint != nil && skip("}") ? codePoint : nil, "\\uHHHH or \\u{H...}")
    }

    private mutating func readHexadecimal(digits: Int) -> UInt32? {
        var number: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = peekedASCII?.hexadecimalDigit else { return nil }
            offset += 1
            number = number << 4 | UInt32(digit)
        }
        return number
    }
}
