/// A regular expression of the `pattern` keyword of JSON Schema, matched in time that is at most text times pattern.
///
/// The dialect is that of ECMA-262 with the `u` flag, as JSON Schema asks (draft 2020-12, core, section 6.4), in the part
/// of it that a finite automaton can match: so none is slow on some texts alone. In brackets stand sections (22.2.1 is
/// the grammar), productions and operations of ECMA-262.
///
/// - Characters: each for itself, as one Unicode scalar; `.` is any but the line terminators U+000A, U+000D, U+2028 and
///   U+2029 (CompileAtom, 12.3).
/// - Classes: `[a-z]`, `[^a-z]`, `[]` which is nothing and `[^]` which is anything (CharacterClass).
/// - Sets: `\d` and `\w` of ASCII, `\s` of white space and line terminators, and the others of each, `\D`, `\W` and `\S`
///   (CharacterClassEscape, 12.2, 12.3).
/// - Escapes: `\t`, `\n`, `\v`, `\f`, `\r`, `\0`, `\cA` to `\cZ`, `\xHH`, `\uHHHH`, of which two may be a surrogate pair,
///   `\u{H...}`, and a backslash before one of `^ $ \ . * + ? ( ) [ ] { } | /`; in a class also `\b` and `\-`
///   (CharacterEscape, ClassEscape). Half of a surrogate pair is understood, and is in no text.
/// - Places: `^` and `$` are the ends of the whole text, never of a line; `\b` and `\B` (CompileAssertion).
/// - Groups `( )` and `(?: )`, which are the same where nothing is captured, and alternatives `|` (Disjunction).
/// - Quantifiers `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`, and their lazy forms, which match the same texts (Quantifier).
///
/// The rest of ECMA-262 is refused by its name: back-references, look-ahead and look-behind, named groups, `\p{...}` and
/// flags in groups. So is what its grammar refuses, groups that nest deeper than 100, and a pattern of more than 10,000
/// steps, each repetition that is counted being written out.
struct SchemaPattern: Sendable {
    let source: String
    private let program: PatternProgram

    init(_ source: String) throws(SchemaPatternProblem) {
        self.source = source
        program = try PatternParser.program(of: source)
    }

    /// Whether the text holds a match anywhere: a pattern is not anchored (JSON Schema core, section 6.4).
    func matches(_ text: String) -> Bool {
        program.matches(text)
    }
}

extension SchemaPattern: Hashable {
    /// Whether both are spelled with the same scalars: canonically equivalent patterns match different texts.
    static func == (left: Self, right: Self) -> Bool {
        left.source.unicodeScalars.elementsEqual(right.source.unicodeScalars)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(source)
    }
}

/// Why a text is no pattern: what is wrong with it, and where, in Unicode scalars from its start.
enum SchemaPatternProblem: Error, Hashable, Sendable {
    /// ECMA-262 has this, and patterns here do not.
    case unsupported(SchemaPatternFeature, offset: Int)
    case tooDeep(limit: Int, offset: Int)
    /// The pattern takes more steps than the limit, with its counted repetitions written out.
    case tooLarge(limit: Int, offset: Int)
    case unclosedGroup(offset: Int)
    case unopenedGroup(offset: Int)
    case unclosedClass(offset: Int)
    /// A quantifier whose greatest count is less than its least; this text and those below are as the pattern spells them.
    case reversedQuantifier(String, offset: Int)
    /// A group that begins as none does: `(?P`.
    case invalidGroup(String, offset: Int)
    /// A range in a class whose end comes before its start.
    case reversedRange(String, offset: Int)
    /// A range in a class from or to a set such as `\d`.
    case setInRange(String, offset: Int)
    /// A quantifier behind nothing, an assertion or another quantifier.
    case nothingToRepeat(String, offset: Int)
    /// One of `{ } ]` that has no meaning where it stands.
    case unescaped(Unicode.Scalar, offset: Int)
    /// A backslash and what follows, as far as it was understood, and what to write instead, in words.
    case invalidEscape(String, expected: String, offset: Int)
}

/// What ECMA-262 has and patterns here do not, by its name.
enum SchemaPatternFeature: String, Hashable, Sendable {
    /// `\1` or `\k<name>`.
    case backreference = "back-reference"
    /// `(?=...)` or `(?!...)`.
    case lookahead = "look-ahead"
    /// `(?<=...)` or `(?<!...)`.
    case lookbehind = "look-behind"
    /// `(?<name>...)`.
    case namedGroup = "named group"
    /// `\p{...}` or `\P{...}`.
    case unicodeProperty = "Unicode property"
    /// `(?i:...)` and the like.
    case flags = "group with flags"
}
