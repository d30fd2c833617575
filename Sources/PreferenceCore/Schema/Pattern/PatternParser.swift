/// Reads a pattern into a program, by the grammar of ECMA-262, 22.2.1, with the `u` flag.
///
/// It recurses into groups alone, and those have a limit.
struct PatternParser {
    /// How deep groups may nest.
    private static let maximumDepth = 100

    private let scalars: [Unicode.Scalar]
    private(set) var offset = 0
    private var depth = 0

    /// The program of a pattern.
    ///
    /// - Throws: what is wrong with the pattern, and where.
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

    /// The next scalar; nil at the end of the pattern.
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

    /// Reads the next scalar; nil at the end of the pattern.
    mutating func next() -> Unicode.Scalar? {
        defer { offset = min(offset + 1, scalars.count) }
        return peek
    }

    /// Skips some scalars if they are next.
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
