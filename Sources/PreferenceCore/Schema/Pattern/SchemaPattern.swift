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
    /// The pattern as it is spelled.
    let source: String
    private let program: PatternProgram

    /// The pattern that a text spells.
    ///
    /// - Throws: what is wrong with it, or is not supported, and where.
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
