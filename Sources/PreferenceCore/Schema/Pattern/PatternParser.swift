import PropertyLists

/// Reads a pattern into a program, by the grammar of ECMA-262, 22.2.1, with the `u` flag.
///
/// It recurses into groups alone, and those have a limit.
struct PatternParser {
    private static let maximumDepth = 100

    private let scalars: [Unicode.Scalar]
    private(set) var offset = 0
    private var depth = 0

    static func program(of source: String) throws(SchemaPatternProblem) -> PatternProgram {
        var parser = PatternParser(scalars: Array(source.unicodeScalars))
        let program = try parser.readAlternatives()
        guard parser.peek == nil else { throw .unopenedGroup(offset: parser.offset) }
        return program
    }

    private init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    // MARK: Structure

    /// Reads up to the end of a group, or of the pattern.
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
            sequence.append(term)
        }
        return sequence
    }

    private mutating func readTerm() throws(SchemaPatternProblem) -> PatternProgram {
        if let assertion = readAssertion() {
            return PatternProgram([.assert(assertion)])
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
        return switch peek {
        case "(":
            try readGroup()
        case "[":
            PatternProgram([.take(try readClass())])
        case "\\":
            PatternProgram([.take(try readEscape())])
        case "]", "{", "}":
            throw .unescaped(scalars[offset], offset: offset)
        default:
            PatternProgram([.take(readCharacter())])
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

    var peek: Unicode.Scalar? {
        offset < scalars.count ? scalars[offset] : nil
    }

    /// The next scalar as a byte of ASCII; nil where it is none.
    var peekedASCII: UInt8? {
        peek.flatMap { $0.isASCII ? UInt8($0.value) : nil }
    }

    /// What was read since an offset, as it is spelled.
    func text(from start: Int) -> String {
        String(String.UnicodeScalarView(scalars[start..<offset]))
    }

    mutating func next() -> Unicode.Scalar? {
        defer { offset = min(offset + 1, scalars.count) }
        return peek
    }

    mutating func skip(_ expected: String) -> Bool {
        guard scalars[offset...].starts(with: expected.unicodeScalars) else { return false }
        offset += expected.unicodeScalars.count
        return true
    }

    /// Goes back to an offset where what follows was not what it began as.
    mutating func goBack(to start: Int) {
        offset = start
    }
}

extension PatternParser {
    mutating func readAssertion() -> PatternAssertion? {
        if skip("^") { return .start }
        if skip("$") { return .end }
        if skip("\\b") { return .wordBoundary }
        if skip("\\B") { return .noWordBoundary }
        return nil
    }

    /// Reads what a group begins with.
    mutating func readGroupStart() throws(SchemaPatternProblem) {
        let start = offset
        if skip("(?:") { return }
        guard skip("(?") else {
            _ = skip("(")
            return
        }
        if skip("=") || skip("!") {
            throw .unsupported(.lookahead, offset: start)
        }
        if skip("<=") || skip("<!") {
            throw .unsupported(.lookbehind, offset: start)
        }
        switch next() {
        case "<": throw .unsupported(.namedGroup, offset: start)
        case "i", "m", "s", "-": throw .unsupported(.flags, offset: start)
        default: throw .invalidGroup(text(from: start), offset: start)
        }
    }

    /// Reads a quantifier, lazy or not; nil where there is none.
    mutating func readQuantifier() throws(SchemaPatternProblem) -> PatternQuantifier? {
        let quantifier: PatternQuantifier? =
            if skip("*") {
                PatternQuantifier(least: 0, greatest: nil)
            } else if skip("+") {
                PatternQuantifier(least: 1, greatest: nil)
            } else if skip("?") {
                PatternQuantifier(least: 0, greatest: 1)
            } else {
                try readCounts()
            }
        if quantifier != nil {
            _ = skip("?")
        }
        return quantifier
    }

    /// Reads counts in braces; nil where there are none.
    private mutating func readCounts() throws(SchemaPatternProblem) -> PatternQuantifier? {
        let start = offset
        guard skip("{"), let least = readCount() else {
            goBack(to: start)
            return nil
        }
        let hasComma = skip(",")
        let greatest = hasComma ? readCount() : least
        guard skip("}") else {
            goBack(to: start)
            return nil
        }
        if let greatest, greatest < least {
            throw .reversedQuantifier(text(from: start), offset: start)
        }
        return PatternQuantifier(least: least, greatest: greatest)
    }

    /// Reads a decimal number; one that is too great for an integer counts as the greatest.
    private mutating func readCount() -> Int? {
        var count: Int?
        while let digit = peekedASCII?.decimalDigit {
            let (tenfold, overflow) = (count ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, carry) = tenfold.addingReportingOverflow(digit)
            count = overflow || carry ? .max : sum
            _ = next()
        }
        return count
    }
}

extension PatternParser {
    /// Reads a class, from one bracket to the other.
    mutating func readClass() throws(SchemaPatternProblem) -> CodePointSet {
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

    /// Reads a member of a class that began at an offset, or a range of them.
    private mutating func readClassRanges(
        in classStart: Int
    ) throws(SchemaPatternProblem) -> [ClosedRange<UInt32>] {
        let start = offset
        let first = try readClassMember(in: classStart)
        let hyphen = offset
        // A hyphen that is last in its class stands for itself.
        guard skip("-"), peek != "]" else {
            goBack(to: hyphen)
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
