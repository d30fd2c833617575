import Testing

@testable import PreferenceCore

@Suite("Texts that are no patterns of a schema")
struct SchemaPatternProblemTests {
    struct Row: CustomTestStringConvertible {
        let pattern: String
        let problem: SchemaPatternProblem
        let description: String

        init(_ pattern: String, _ problem: SchemaPatternProblem, _ description: String) {
            self.pattern = pattern
            self.problem = problem
            self.description = description
        }

        var testDescription: String { pattern.debugDescription }

        func check() {
            #expect(throws: problem) { try SchemaPattern(pattern) }
            #expect(problem.description == description)
        }
    }

    @Test(
        "what ECMA-262 has and patterns do not is named, with its place and what to write instead",
        arguments: [
            Row(
                "(a)🧵\\1",
                .unsupported(.backreference, offset: 4),
                "has a back-reference at offset 4, which is not supported: write out what may stand there"
            ),
            Row(
                "\\k<n>",
                .unsupported(.backreference, offset: 0),
                "has a back-reference at offset 0, which is not supported: write out what may stand there"
            ),
            Row(
                "^(?=a)",
                .unsupported(.lookahead, offset: 1),
                "has a look-ahead at offset 1, which is not supported: write the pattern without it"
            ),
            Row(
                "^(?!a)",
                .unsupported(.lookahead, offset: 1),
                "has a look-ahead at offset 1, which is not supported: write the pattern without it"
            ),
            Row(
                "(?<=a)b",
                .unsupported(.lookbehind, offset: 0),
                "has a look-behind at offset 0, which is not supported: write the pattern without it"
            ),
            Row(
                "(?<!a)b",
                .unsupported(.lookbehind, offset: 0),
                "has a look-behind at offset 0, which is not supported: write the pattern without it"
            ),
            Row(
                "(?<year>\\d{4})",
                .unsupported(.namedGroup, offset: 0),
                "has a named group at offset 0, which is not supported: write ( or (?:"
            ),
            Row(
                "a\\p{Letter}",
                .unsupported(.unicodeProperty, offset: 1),
                "has a Unicode property at offset 1, which is not supported: "
                    + "list the characters in a class such as [a-z]"
            ),
            Row(
                "[a\\P{L}]",
                .unsupported(.unicodeProperty, offset: 2),
                "has a Unicode property at offset 2, which is not supported: "
                    + "list the characters in a class such as [a-z]"
            ),
            Row(
                "(?i:a)",
                .unsupported(.flags, offset: 0),
                "has a group with flags at offset 0, which is not supported: "
                    + "write what they mean, such as [aA] for a letter in both cases"
            ),
            Row(
                "(?-s:.)",
                .unsupported(.flags, offset: 0),
                "has a group with flags at offset 0, which is not supported: "
                    + "write what they mean, such as [aA] for a letter in both cases"
            ),
        ]
    )
    func unsupported(row: Row) {
        row.check()
    }

    @Test(
        "brackets come in pairs",
        arguments: [
            Row(
                "a(b(c)",
                .unclosedGroup(offset: 1),
                "has a group without an end at offset 1: add ), or write \\( for a parenthesis"
            ),
            Row(
                "🧵(?:",
                .unclosedGroup(offset: 1),
                "has a group without an end at offset 1: add ), or write \\( for a parenthesis"
            ),
            Row("a)b(", .unopenedGroup(offset: 1), "has the end of no group at offset 1: write \\) for a parenthesis"),
            Row(
                "(?",
                .invalidGroup("(?", offset: 0),
                "has a group that begins with (? at offset 0: write ( or (?:"
            ),
            Row(
                "a(?P<n>b)",
                .invalidGroup("(?P", offset: 1),
                "has a group that begins with (?P at offset 1: write ( or (?:"
            ),
            Row(
                "ab[c",
                .unclosedClass(offset: 2),
                "has a class without an end at offset 2: add ], or write \\[ for a bracket"
            ),
            Row(
                "[^",
                .unclosedClass(offset: 0),
                "has a class without an end at offset 0: add ], or write \\[ for a bracket"
            ),
            Row(
                "[a-",
                .unclosedClass(offset: 0),
                "has a class without an end at offset 0: add ], or write \\[ for a bracket"
            ),
            Row("a]", .unescaped("]", offset: 1), "has a ] that ends or begins nothing at offset 1: write \\]"),
            Row("a{", .unescaped("{", offset: 1), "has a { that ends or begins nothing at offset 1: write \\{"),
            Row("a}", .unescaped("}", offset: 1), "has a } that ends or begins nothing at offset 1: write \\}"),
            Row("a{,2}", .unescaped("{", offset: 1), "has a { that ends or begins nothing at offset 1: write \\{"),
            Row("a{1,b}", .unescaped("{", offset: 1), "has a { that ends or begins nothing at offset 1: write \\{"),
            Row("{{1}}", .unescaped("{", offset: 0), "has a { that ends or begins nothing at offset 0: write \\{"),
        ]
    )
    func brackets(row: Row) {
        row.check()
    }

    @Test(
        "ranges and counts go upward, and a range is from character to character",
        arguments: [
            Row(
                "[a-zz-a]",
                .reversedRange("z-a", offset: 4),
                "has the range z-a at offset 4, which ends before it begins: exchange its ends"
            ),
            Row(
                "[\\x62-\\u{61}]",
                .reversedRange("\\x62-\\u{61}", offset: 1),
                "has the range \\x62-\\u{61} at offset 1, which ends before it begins: exchange its ends"
            ),
            Row(
                "[\\w-z]",
                .setInRange("\\w-z", offset: 1),
                "has the range \\w-z at offset 1, with a set as one end: write \\- for a hyphen"
            ),
            Row(
                "[ab-\\d]",
                .setInRange("b-\\d", offset: 2),
                "has the range b-\\d at offset 2, with a set as one end: write \\- for a hyphen"
            ),
            Row(
                "a{3,2}",
                .reversedQuantifier("{3,2}", offset: 1),
                "has the quantifier {3,2} at offset 1, whose counts are the wrong way round: exchange them"
            ),
        ]
    )
    func order(row: Row) {
        row.check()
    }

    @Test(
        "a quantifier needs something to repeat, and a place between characters is nothing",
        arguments: [
            ("*", "*", 0), ("a|+", "+", 2), ("(?:?)", "?", 3), ("a**", "*", 2), ("a*??", "?", 3), ("a{1}{2}", "{2}", 4),
            ("^*", "*", 1), ("$+?", "+?", 1), ("\\b{2,3}", "{2,3}", 2), ("\\B?", "?", 2), ("{1,}", "{1,}", 0),
        ]
    )
    func nothingToRepeat(pattern: String, quantifier: String, offset: Int) {
        Row(
            pattern,
            .nothingToRepeat(quantifier, offset: offset),
            "has nothing that \(quantifier) repeats at offset \(offset): write \\ before it if it stands for itself"
        ).check()
    }

    @Test(
        "an escape that means nothing is told how to be written",
        arguments: [
            ("a\\", "\\", "\\\\ for a backslash", 1),
            ("\\-", "\\-", "-, or \\\\- for a backslash before it", 0),
            ("a\\Z", "\\Z", "Z, or \\\\Z for a backslash before it", 1),
            ("[\\1]", "\\1", "1, or \\\\1 for a backslash before it", 1),
            ("[\\B]", "\\B", "B, or \\\\B for a backslash before it", 1),
            ("\\🧵", "\\🧵", "🧵, or \\\\🧵 for a backslash before it", 0),
            ("\\01", "\\0", "\\x00 before a digit", 0),
            ("\\c1", "\\c", "\\cA to \\cZ", 0),
            ("\\c", "\\c", "\\cA to \\cZ", 0),
            ("\\x", "\\x", "\\xHH", 0),
            ("\\x4g", "\\x4", "\\xHH", 0),
            ("\\u004", "\\u004", "\\uHHHH or \\u{H...}", 0),
            ("\\u{}", "\\u{", "\\uHHHH or \\u{H...}", 0),
            ("\\u{61", "\\u{61", "\\uHHHH or \\u{H...}", 0),
            ("\\u{6g}", "\\u{6", "\\uHHHH or \\u{H...}", 0),
            ("\\u{110000}", "\\u{110000", "at most \\u{10FFFF}", 0),
            ("\\u{FFFFFFFFFFFFFFFFFFFF}", "\\u{FFFFFF", "at most \\u{10FFFF}", 0),
        ]
    )
    func escapes(pattern: String, escape: String, expected: String, offset: Int) {
        Row(
            pattern,
            .invalidEscape(escape, expected: expected, offset: offset),
            "has the invalid escape \(escape) at offset \(offset): write \(expected)"
        ).check()
    }
}
