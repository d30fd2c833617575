import Testing

@testable import PreferenceSchemas

@Suite("Invalid schema patterns")
struct SchemaPatternProblemTests {
    private func expect(_ pattern: String, _ problem: SchemaPatternProblem, _ description: String) {
        #expect(throws: problem) { try SchemaPattern(pattern) }
        #expect(problem.description == description)
    }

    @Test(
        "the error for an unsupported feature of ECMA-262 gives its name and its offset",
        arguments: [
            ("(a)🧵\\1", .backreference, "back-reference", 4), ("\\k<n>", .backreference, "back-reference", 0),
            ("^(?=a)", .lookahead, "look-ahead", 1), ("^(?!a)", .lookahead, "look-ahead", 1),
            ("(?<=a)b", .lookbehind, "look-behind", 0), ("(?<!a)b", .lookbehind, "look-behind", 0),
            ("(?<year>\\d{4})", .namedGroup, "named group", 0),
            ("a\\p{Script=Greek}", .unicodeProperty, "Unicode property", 1),
            ("[a\\P{Nope}]", .unicodeProperty, "Unicode property", 2),
            ("(?i:a)", .flags, "group with flags", 0), ("(?-s:.)", .flags, "group with flags", 0),
        ] as [(String, SchemaPatternFeature, String, Int)]
    )
    func unsupported(pattern: String, feature: SchemaPatternFeature, name: String, offset: Int) {
        expect(
            pattern,
            .unsupported(feature, offset: offset),
            "at offset \(offset): unsupported \(name)"
        )
    }

    @Test("a group without an end is an error", arguments: [("a(b(c)", 1), ("🧵(?:", 1)])
    func unclosedGroups(pattern: String, offset: Int) {
        expect(
            pattern,
            .unclosedGroup(offset: offset),
            "at offset \(offset): unclosed group"
        )
    }

    @Test("a class without an end is an error", arguments: [("ab[c", 2), ("[^", 0), ("[a-", 0)])
    func unclosedClasses(pattern: String, offset: Int) {
        expect(
            pattern,
            .unclosedClass(offset: offset),
            "at offset \(offset): unclosed class"
        )
    }

    @Test("a group with an invalid beginning is an error", arguments: [("(?", "(?", 0), ("a(?P<n>b)", "(?P", 1)])
    func groupStarts(pattern: String, start: String, offset: Int) {
        expect(
            pattern,
            .invalidGroup(start, offset: offset),
            "at offset \(offset): invalid group \(start)"
        )
    }

    @Test("the end of a group that has not begun is an error")
    func unopenedGroup() {
        let problem = "at offset 1: unmatched )"
        expect("a)b(", .unopenedGroup(offset: 1), problem)
    }

    @Test(
        "an unescaped bracket that belongs to nothing is an error",
        arguments: [
            ("a]", "]", 1), ("a{", "{", 1), ("a}", "}", 1), ("a{,2}", "{", 1), ("a{1,b}", "{", 1), ("{{1}}", "{", 0),
        ] as [(String, Unicode.Scalar, Int)]
    )
    func unescaped(pattern: String, bracket: Unicode.Scalar, offset: Int) {
        expect(
            pattern,
            .unescaped(bracket, offset: offset),
            "at offset \(offset): unescaped \(bracket)"
        )
    }

    @Test(
        "a reversed range is an error",
        arguments: [("[a-zz-a]", "z-a", 4), ("[\\x62-\\u{61}]", "\\x62-\\u{61}", 1)]
    )
    func reversedRanges(pattern: String, range: String, offset: Int) {
        expect(
            pattern,
            .reversedRange(range, offset: offset),
            "at offset \(offset): range \(range) is out of order"
        )
    }

    @Test("a range with a set as an end is an error", arguments: [("[\\w-z]", "\\w-z", 1), ("[ab-\\d]", "b-\\d", 2)])
    func setsInRanges(pattern: String, range: String, offset: Int) {
        expect(
            pattern,
            .setInRange(range, offset: offset),
            "at offset \(offset): range \(range) has a set as an end"
        )
    }

    @Test("a quantifier with reversed counts is an error")
    func reversedCounts() {
        let problem = "at offset 1: quantifier {3,2} is out of order"
        expect("a{3,2}", .reversedQuantifier("{3,2}", offset: 1), problem)
    }

    @Test(
        "a quantifier with nothing to repeat is an error, and a position cannot be repeated",
        arguments: [
            ("*", "*", 0), ("a|+", "+", 2), ("(?:?)", "?", 3), ("a**", "*", 2), ("a*??", "?", 3), ("a{1}{2}", "{2}", 4),
            ("^*", "*", 1), ("$+?", "+?", 1), ("\\b{2,3}", "{2,3}", 2), ("\\B?", "?", 2), ("{1,}", "{1,}", 0),
        ]
    )
    func nothingToRepeat(pattern: String, quantifier: String, offset: Int) {
        expect(
            pattern,
            .nothingToRepeat(quantifier, offset: offset),
            "at offset \(offset): nothing to repeat before \(quantifier)"
        )
    }

    @Test(
        "the error for an invalid escape tells how to write it",
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
        expect(
            pattern,
            .invalidEscape(escape, expected: expected, offset: offset),
            "at offset \(offset): invalid escape \(escape); write \(expected)"
        )
    }
}
