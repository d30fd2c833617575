/// A regular expression of the `pattern` keyword of JSON Schema, matched in time that is at most text times pattern.
///
/// The dialect is that of ECMA-262 with the `u` flag, as JSON Schema asks (draft 2020-12, core, section 6.4), in the
/// part of it that a finite automaton can match. So no pattern is slow, whatever the text. Sections below are of ECMA-262.
///
/// - Characters: each for itself, as one Unicode scalar; `.` is any but the line terminators U+000A, U+000D, U+2028 and
///   U+2029 (22.2.2.7).
/// - Classes: `[a-z]`, `[^a-z]`, the empty `[]` and `[^]` (22.2.2.9).
/// - Sets: `\d` and `\w` of ASCII, `\s` of white space and line terminators (12.2, 12.3), and `\D`, `\W`, `\S`
///   (22.2.1, CharacterClassEscape).
/// - Escapes: `\t`, `\n`, `\v`, `\f`, `\r`, `\0`, `\cA` to `\cZ`, `\xHH`, `\uHHHH`, where two may be a surrogate pair,
///   `\u{H...}`, and a backslash before one of `^ $ \ . * + ? ( ) [ ] { } | /`; in a class also `\b` and `\-`
///   (22.2.1, CharacterEscape and ClassEscape). Half of a surrogate pair is understood, and in no text.
/// - Places: `^` and `$` are the ends of the whole text, never of a line; `\b` and `\B` (22.2.2.4).
/// - Groups `( )` and `(?: )`, which are the same where nothing is captured, and alternatives `|`.
/// - Quantifiers `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`, and their lazy forms, which match the same texts (22.2.2.3).
///
/// The rest of ECMA-262 is refused by name: back-references, look-ahead and look-behind, named groups, `\p{...}` and
/// flags in groups. So are what its grammar refuses, groups more than 100 deep, and patterns that are too large once
/// their counted repetitions are written out.
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
