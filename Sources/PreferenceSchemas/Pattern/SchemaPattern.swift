/// A regular expression of the JSON Schema keyword `pattern`, matched in time proportional to at most text times
/// pattern.
///
/// The dialect is ECMA-262 with the `u` flag, as JSON Schema specifies (draft 2020-12, core, section 6.4). Only the
/// part that a finite automaton can match is supported, so that no text makes a pattern slow. The sections in
/// parentheses (22.2.1 is the grammar), the productions and the operations are those of ECMA-262.
///
/// - Characters: each matches itself, as one Unicode scalar; `.` matches any but the line terminators U+000A, U+000D,
///   U+2028 and U+2029 (CompileAtom, 12.3).
/// - Classes: `[a-z]`, `[^a-z]`, `[]`, which matches no scalar, and `[^]`, which matches any (CharacterClass).
/// - Sets: `\d` and `\w` for ASCII, `\s` for whitespace and line terminators, and their complements `\D`, `\W` and `\S`
///   (CharacterClassEscape, 12.2, 12.3).
/// - Escapes: `\t`, `\n`, `\v`, `\f`, `\r`, `\0`, `\cA` to `\cZ`, `\xHH`, `\uHHHH` (two can be a surrogate pair),
///   `\u{H...}`, and a backslash before one of `^ $ \ . * + ? ( ) [ ] { } | /`; in a class also `\b` and `\-`
///   (CharacterEscape, ClassEscape). Half of a surrogate pair is valid, but no text contains one.
/// - Assertions: `^` and `$` match at the ends of the whole text, never of a line; `\b` and `\B` (CompileAssertion).
/// - Groups `( )` and `(?: )`, which are equivalent without captures, and alternatives `|` (Disjunction).
/// - Quantifiers `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`, and their lazy forms, which match the same texts (Quantifier).
///
/// Errors name the unsupported features of ECMA-262: back-references, look-ahead and look-behind, named groups,
/// `\p{...}` and flags in groups. Invalid grammar is also an error, as are groups nested deeper than 100, and a pattern
/// of more than 10,000 steps. Each counted repetition is written out as steps.
struct SchemaPattern: Sendable {
    let source: String
    private let program: PatternProgram

    init(_ source: String) throws(SchemaPatternProblem) {
        self.source = source
        program = try PatternParser.program(of: source)
    }

    /// Returns whether a part of the text matches: a pattern is not anchored (JSON Schema core, section 6.4).
    func matches(_ text: String) -> Bool {
        program.matches(text)
    }
}

extension SchemaPattern: Hashable {
    /// Returns whether both have the same scalars: canonically equivalent patterns match different texts.
    static func == (left: Self, right: Self) -> Bool {
        left.source.unicodeScalars.elementsEqual(right.source.unicodeScalars)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(source)
    }
}

/// An error in a pattern, with its offset in Unicode scalars from the start.
enum SchemaPatternProblem: Error, Hashable, Sendable {
    /// A feature of ECMA-262 that is not supported here.
    case unsupported(SchemaPatternFeature, offset: Int)
    case tooDeep(limit: Int, offset: Int)
    /// The pattern has more steps than the limit, with counted repetitions written out.
    case tooLarge(limit: Int, offset: Int)
    case unclosedGroup(offset: Int)
    case unopenedGroup(offset: Int)
    case unclosedClass(offset: Int)
    /// A quantifier whose greatest count is less than its least.
    ///
    /// The text of this case and those below is the pattern's own spelling.
    case reversedQuantifier(String, offset: Int)
    /// A group with an invalid start, such as `(?P`.
    case invalidGroup(String, offset: Int)
    /// A range in a class whose end comes before its start.
    case reversedRange(String, offset: Int)
    /// A range in a class from or to a set such as `\d`.
    case setInRange(String, offset: Int)
    /// A quantifier after nothing, an assertion or another quantifier.
    case nothingToRepeat(String, offset: Int)
    /// One of `{ } ]` in a place where it has no meaning.
    case unescaped(Unicode.Scalar, offset: Int)
    /// A backslash and the text after it, as far as it was parsed, with the correct spelling in words.
    case invalidEscape(String, expected: String, offset: Int)
}

/// A feature of ECMA-262 that is not supported here, by its name.
enum SchemaPatternFeature: String, Hashable, Sendable {
    /// `\1` or `\k<name>`.
    case backreference = "back-reference"
    /// `(?=...)` or `(?!...)`.
    case lookahead = "look-ahead"
    /// `(?<=...)` or `(?<!...)`.
    case lookbehind = "look-behind"
    /// `(?<name>...)`.
    case namedGroup = "named group"
    /// `\p{...}` or `\P{...}` with a script, or with a name that is unknown.
    case unicodeProperty = "Unicode property"
    /// `(?i:...)` and similar groups.
    case flags = "group with flags"
}

extension SchemaPatternProblem: CustomStringConvertible {
    /// The place and the problem: `at offset 3: unclosed group`.
    var description: String {
        let (offset, words): (Int, String) =
            switch self {
            case .unsupported(let feature, let offset): (offset, "unsupported \(feature.rawValue)")
            case .tooDeep(let limit, let offset): (offset, "groups nest deeper than \(limit)")
            case .tooLarge(let limit, let offset): (offset, "expands to more than \(limit) steps")
            case .unclosedGroup(let offset): (offset, "unclosed group")
            case .unopenedGroup(let offset): (offset, "unmatched )")
            case .invalidGroup(let text, let offset): (offset, "invalid group \(text)")
            case .unclosedClass(let offset): (offset, "unclosed class")
            case .reversedRange(let text, let offset): (offset, "range \(text) is out of order")
            case .setInRange(let text, let offset): (offset, "range \(text) has a set as an end")
            case .nothingToRepeat(let text, let offset): (offset, "nothing to repeat before \(text)")
            case .reversedQuantifier(let text, let offset): (offset, "quantifier \(text) is out of order")
            case .unescaped(let scalar, let offset): (offset, "unescaped \(scalar)")
            case .invalidEscape(let text, let expected, let offset):
                (offset, "invalid escape \(text); write \(expected)")
            }
        return "at offset \(offset): \(words)"
    }
}
