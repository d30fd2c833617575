import Testing

@testable import PreferenceSchemas

@Suite("Schema patterns")
struct SchemaPatternMatchingTests {
    @Test(
        "a character matches itself, as one scalar, anywhere in the text",
        arguments: [
            PatternCase("", matches: ["", "a"]),
            PatternCase("es", matches: ["es", "expression"], not: ["", "e", "se", "ES"]),
            PatternCase("é", matches: ["caf\u{E9}"], not: ["cafe\u{301}", "e"]),
            PatternCase("e\u{301}", matches: ["cafe\u{301}"], not: ["caf\u{E9}"]),
            PatternCase("e", matches: ["cafe\u{301}"]),
            PatternCase("🧵", matches: ["a🧵b"], not: ["🧶", ""]),
            PatternCase("^🐲*$", matches: ["", "🐲", "🐲🐲"], not: ["🐉", "🐉🐲"]),
            PatternCase("a-b/c", matches: ["a-b/c"]),
            PatternCase("a\nb", matches: ["a\nb"], not: ["a\\nb", "a\r\nb"]),
            PatternCase("\u{0}", matches: ["\u{0}"], not: [""]),
            PatternCase("^.$", matches: ["a", "🧵", "\u{85}", "\u{B}"], not: ["", "ab", "e\u{301}"]),
            PatternCase(".", not: ["", "\n", "\r", "\r\n", "\u{2028}", "\u{2029}"]),
        ]
    )
    func characters(row: PatternCase) throws {
        try row.check()
    }

    @Test(
        "a class matches its members and ranges, or all other characters",
        arguments: [
            PatternCase("^[abc]$", matches: ["a", "b", "c"], not: ["", "d", "ab", "A"]),
            PatternCase("^\\p{Letter}+$", matches: ["a", "É", "日", "ß"], not: ["", "1", "_", "a b"]),
            PatternCase("^\\P{L}$", matches: ["1", "👋"], not: ["a", "é"]),
            PatternCase("^[\\p{Nd}x]$", matches: ["1", "५", "x"], not: ["a", "½"]),
            PatternCase("^\\p{gc=Lu}\\p{White_Space}\\p{Any}$", matches: ["A b", "Ω\n1"], not: ["a b"]),
            PatternCase("^[^abc]$", matches: ["d", "\n", "^", "🧵"], not: ["", "a", "dd"]),
            PatternCase("^[a-cx-z]$", matches: ["a", "b", "c", "x", "z"], not: ["d", "w", "-"]),
            PatternCase("^[^a-cx-z]$", matches: ["d", "w", "-"], not: ["a", "b", "z"]),
            PatternCase("^[c-ea-db]$", matches: ["a", "b", "c", "d", "e"], not: ["f", "`"]),
            PatternCase("^[🐀-🐂]$", matches: ["🐀", "🐁", "🐂"], not: ["🐃", "a"]),
            PatternCase("^[a-]$", matches: ["a", "-"], not: ["b"]),
            PatternCase("^[-a]$", matches: ["a", "-"], not: ["b"]),
            PatternCase("^[!--]$", matches: ["!", "+", "-"], not: ["."]),
            PatternCase("^[a\\-c]$", matches: ["a", "-", "c"], not: ["b"]),
            PatternCase("^[\\d-]$", matches: ["7", "-"], not: ["a"]),
            PatternCase("^[a^]$", matches: ["a", "^"], not: ["b"]),
            PatternCase("^[\\^a]$", matches: ["a", "^"], not: ["b"]),
            PatternCase("^[.*+?(){}|[$/]$", matches: ["(", "{", "[", "$", "."], not: ["a", "]", "\\"]),
            PatternCase("^[\\]\\\\]$", matches: ["]", "\\"], not: ["["]),
            PatternCase("^[\\w.]$", matches: ["a", "_", "."], not: ["-", "é"]),
            PatternCase("^[^\\w.]$", matches: ["-", "é"], not: ["a", "_", "."]),
            PatternCase("^[\\s\\S]$", matches: ["\n", "a", "\u{10FFFF}"], not: [""]),
            PatternCase("^[\\b]$", matches: ["\u{8}"], not: ["b"]),
            PatternCase("^[\\x41-\\u0043]$", matches: ["A", "B", "C"], not: ["D", "x"]),
            PatternCase("[]", not: ["", "a"]),
            PatternCase("^[^]$", matches: ["a", "\n"], not: [""]),
            PatternCase("^[\\u{0}-\\u{10FFFF}]$", matches: ["\u{0}", "\u{10FFFF}"]),
            PatternCase("[^\\u{0}-\\u{10FFFF}]", not: ["", "a", "\u{10FFFF}"]),
        ]
    )
    func classes(row: PatternCase) throws {
        try row.check()
    }

    @Test(
        "an escape is a character set of ECMA-262, or one character",
        arguments: [
            PatternCase("^\\d$", matches: ["0", "9"], not: ["a", "\u{9E8}", "\u{FF11}"]),
            PatternCase("^\\D$", matches: ["a", "\u{9E8}"], not: ["0", "9"]),
            PatternCase("^\\w$", matches: ["a", "Z", "0", "_"], not: ["-", "é", "ß", "\u{212A}"]),
            PatternCase("^\\W$", matches: ["-", "é", " "], not: ["a", "_"]),
            PatternCase(
                "^\\s$",
                matches: ["\t", "\n", "\u{B}", "\u{C}", "\r", " ", "\u{A0}", "\u{1680}", "\u{2000}", "\u{200A}"]
                    + ["\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{3000}", "\u{FEFF}"],
                not: ["\u{85}", "\u{180E}", "\u{200B}", "\u{2060}", "s"]
            ),
            PatternCase("^\\S$", matches: ["\u{85}", "\u{200B}", "s"], not: [" ", "\u{FEFF}", "\u{2028}"]),
            PatternCase("^\\t\\n\\v\\f\\r\\0$", matches: ["\t\n\u{B}\u{C}\r\u{0}"], not: ["tnvfr0"]),
            PatternCase("^\\cA\\cz\\cJ$", matches: ["\u{1}\u{1A}\n"], not: ["cAczcJ"]),
            PatternCase("^\\x41\\x7e$", matches: ["A~"], not: ["x41x7e"]),
            PatternCase("^\\u0041\\u00E9$", matches: ["A\u{E9}"], not: ["Ae\u{301}"]),
            PatternCase("^\\uD83E\\uDDF5$", matches: ["🧵"], not: ["🧶"]),
            PatternCase("^[\\uD83E\\uDDF5-\\uD83E\\uDDF6]$", matches: ["🧵", "🧶"], not: ["a"]),
            PatternCase("^\\u{41}\\u{1F9F5}\\u{000000000062}$", matches: ["A🧵b"]),
            PatternCase("\\u{D83E}\\u{DDF5}", not: ["🧵"]),
            PatternCase("\\uD83E", not: ["🧵", "\u{FFFD}", "?"]),
            PatternCase("^\\uD83Ea|b$", matches: ["b"], not: ["a"]),
            PatternCase("^\\uD83E\\u0041|b$", matches: ["b"], not: ["A"]),
            PatternCase("[^\\uD800-\\uDFFF]", matches: ["🧵", "a"], not: [""]),
            PatternCase("^\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/$", matches: ["^$\\.*+?()[]{}|/"]),
        ]
    )
    func escapes(row: PatternCase) throws {
        try row.check()
    }

    @Test(
        "an assertion matches at an end of the whole text, or at an ASCII word boundary",
        arguments: [
            PatternCase("^ab", matches: ["ab", "abc"], not: ["cab", "c\nab"]),
            PatternCase("ab$", matches: ["ab", "cab"], not: ["abc", "ab\n", "ab\nc"]),
            PatternCase("^$", matches: [""], not: ["a", "\n"]),
            PatternCase("a^b", not: ["ab", "a\nb", "a^b"]),
            PatternCase("a$b|$^", matches: [""], not: ["ab", "a$b"]),
            PatternCase("(^a|b$)", matches: ["ax", "xb"], not: ["xa", "bx"]),
            PatternCase(
                "\\bcat\\b",
                matches: ["cat", "a cat!", "é cat", "écaté"],
                not: ["cats", "bobcat", "_cat", "cat1"]
            ),
            PatternCase("\\Bcat\\B", matches: ["scats"], not: ["cat", "cats", "scat"]),
            PatternCase("\\b", matches: ["a"], not: ["", " ", "é"]),
            PatternCase("\\B", matches: ["", " ", "ab"], not: ["a"]),
            PatternCase("(\\b)+a", matches: ["a", " a"], not: ["b"]),
        ]
    )
    func assertions(row: PatternCase) throws {
        try row.check()
    }

    @Test(
        "a group is one unit, and an alternative extends to the end of its group",
        arguments: [
            PatternCase("^(ab)+$", matches: ["ab", "abab"], not: ["", "aba", "abb"]),
            PatternCase("^(?:ab)+$", matches: ["ab", "abab"], not: ["", "aba", "abb"]),
            PatternCase("^(?:(?:a)(b)(?:\\.))$", matches: ["ab."], not: ["ab", "(ab."]),
            PatternCase("^(a|bc|d)$", matches: ["a", "bc", "d"], not: ["", "b", "abc", "ad"]),
            PatternCase("^a|b$", matches: ["ax", "xb"], not: ["xa", "bx"]),
            PatternCase("^(a|)$", matches: ["a", ""], not: ["b"]),
            PatternCase("^(|a|)b$", matches: ["ab", "b"], not: ["aab"]),
            PatternCase("^()$", matches: [""], not: ["a"]),
            PatternCase("|", matches: ["", "a"]),
            PatternCase("^((a|b)(c|(d|e)f))$", matches: ["ac", "bdf", "aef"], not: ["ad", "cc", "ab"]),
        ]
    )
    func groups(row: PatternCase) throws {
        try row.check()
    }

    @Test(
        "a quantifier repeats the preceding part, and a lazy one gives the same answer",
        arguments: ["", "?"].flatMap { lazy in
            [
                PatternCase("^a*\(lazy)$", matches: ["", "a", "aaa"], not: ["b", "ab"]),
                PatternCase("^a+\(lazy)$", matches: ["a", "aaa"], not: ["", "ab"]),
                PatternCase("^a?\(lazy)$", matches: ["", "a"], not: ["aa"]),
                PatternCase("^a{2}\(lazy)$", matches: ["aa"], not: ["", "a", "aaa"]),
                PatternCase("^a{2,}\(lazy)$", matches: ["aa", "aaaaa"], not: ["", "a"]),
                PatternCase("^a{1,3}\(lazy)$", matches: ["a", "aa", "aaa"], not: ["", "aaaa"]),
                PatternCase("^a{0,2}\(lazy)$", matches: ["", "a", "aa"], not: ["aaa"]),
                PatternCase("^a{0,}\(lazy)$", matches: ["", "a", "aaa"], not: ["b"]),
                PatternCase("^a{0}\(lazy)b$", matches: ["b"], not: ["ab", "a"]),
                PatternCase("^a{1}\(lazy)b{1,1}\(lazy)$", matches: ["ab"], not: ["aab", "abb", "b"]),
                PatternCase("^a{002,03}\(lazy)$", matches: ["aa", "aaa"], not: ["a", "aaaa"]),
                PatternCase("^(ab|c){2,3}\(lazy)$", matches: ["abc", "cc", "ccab"], not: ["ab", "cccc"]),
                PatternCase("^[ab]{2}\(lazy)\\d+\(lazy)$", matches: ["ab1", "bb12"], not: ["a1", "abc1"]),
                PatternCase("^(a{2}){2}\(lazy)$", matches: ["aaaa"], not: ["aa", "aaa"]),
                PatternCase("^(){3,99999999999999999999}\(lazy)$", matches: [""], not: ["a"]),
            ]
        }
    )
    func quantifiers(row: PatternCase) throws {
        try row.check()
    }

    @Test("patterns are equal if their sources consist of the same scalars")
    func equality() throws {
        #expect(try SchemaPattern("a+") == SchemaPattern("a+"))
        #expect(try SchemaPattern("a+") != SchemaPattern("aa*"))
        #expect(try SchemaPattern("\u{E9}") != SchemaPattern("e\u{301}"))
        #expect(try Set([SchemaPattern("a"), SchemaPattern("a"), SchemaPattern("b")]).count == 2)
        #expect(try SchemaPattern("^a{2}$").source == "^a{2}$")
    }
}
