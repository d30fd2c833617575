import TestSupport
import Testing

@testable import PreferenceSchemas

@Suite("Schema patterns compared with other matchers", .mayWait)
struct SchemaPatternOracleTests {
    // The pieces exclude halves of surrogate pairs, because Node.js joins them in some places: tc39/ecma262 issue 2943.
    @Test(
        "random patterns match the same texts as in JavaScript",
        .enabled(if: PatternOracle.javaScript.isInstalled, "needs node in a usual directory")
    )
    func javaScript() throws {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPattern(
            characters: ["a", "b", "é", "🧵", "-", ".", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\n", "\\x61"]
                + ["\\u0062", "\\uD83E\\uDDF5", "\\u{e9}", "\\.", "\\/", "\\cJ", "\\0", "[]", "[^]"],
            members: ["a", "b", "a-b", "é-🧵", "\\d", "\\W", "\\s", "\\S", "^", "\\b", "\\-", "\\u{61}", "[", "."],
            assertions: ["^", "$", "\\b", "\\B"],
            letters: [
                "a", "b", "A", "1", "_", "-", " ", "\n", "\r", "é", "e\u{301}", "🧵", "\u{85}", "\u{2028}", "\u{FEFF}",
            ]
        )
        try compare(random, with: .javaScript, using: &generator)
    }

    // The test avoids what Python defines differently. `$` also matches before a newline at the end. `.` matches all
    // characters except a newline. `\s` is limited to ASCII, as the other sets are. `\B` does not match in the empty
    // text before Python 3.14. Some escapes and `[]` are errors.
    @Test(
        "random patterns match the same texts as in Python",
        .enabled(if: PatternOracle.python.isInstalled, "needs python3 in a usual directory")
    )
    func python() throws {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPattern(
            characters: [
                "a", "b", "é", "🧵", "-", ".", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\x61", "\\u0062", "\\.",
            ],
            members: ["a", "b", "a-b", "é-🧵", "\\d", "\\W", "\\s", "\\S", "\\b", "\\-", "_", "."],
            assertions: ["^", "$", "\\b"],
            letters: ["a", "b", "A", "1", "_", "-", " ", "\t", "é", "e\u{301}", "🧵"]
        )
        try compare(random, with: .python, using: &generator)
    }

    @Test(
        "random pieces are a valid pattern if and only if JavaScript accepts them",
        .enabled(if: PatternOracle.javaScript.isInstalled, "needs node in a usual directory")
    )
    func syntax() throws {
        var generator = SeededGenerator.printingSeed()
        let pieces = [
            "a", "b", "z", "k", "1", "0", ",", "-", "=", "<", ":", "!", "🧵", "/", "(", ")", "(?:", "(?", "[", "]", "[^",
            "{", "}", "{1}", "{1,}", "{2,1}", "{,2}", "*", "+", "?", "|", "^", "$", ".", "\\", "\\b", "\\B", "\\d",
            "\\W",
            "\\s", "\\n", "\\c", "\\cA", "\\0", "\\x", "\\x41", "\\u", "\\u0062", "\\uD83E", "\\uDDF5", "\\u{61}",
            "\\u{",
            "\\u{110000}", "\\-", "\\/", "\\]", "\\é",
        ]
        let texts = ["", "a", "b", "-", "ab1", "é", "A0", "\n", "z,=<"]
        let cases = (0..<10_000).map { _ in
            let count = Int.random(in: 1...6, using: &generator)
            return ((0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined(), texts)
        }
        let answers = try PatternOracle.javaScript.answers(to: cases)
        try #require(answers.count == cases.count)
        var counts = (patterns: 0, refused: 0, errors: 0)
        for ((pattern, texts), answer) in zip(cases, answers) {
            do {
                let ours = try SchemaPattern(pattern)
                #expect(answer == .matches(texts.map(ours.matches)), "\(pattern)")
                counts.patterns += 1
            } catch .unsupported, .tooLarge {
                counts.refused += 1
            } catch {
                #expect(answer == .syntaxError, "the pattern \(pattern) \(error)")
                counts.errors += 1
            }
        }
        // Each outcome must occur, or the test proves nothing.
        #expect(counts.patterns > 1_000 && counts.refused > 10 && counts.errors > 1_000, "\(counts)")
    }

    private func compare(
        _ random: RandomPattern,
        with oracle: PatternOracle,
        using generator: inout SeededGenerator
    ) throws {
        // Of more deeply nested groups, a backtracking matcher would find too many too slow.
        let cases = (0..<1_500).map { _ in
            let pattern = random.pattern(depth: 2, using: &generator)
            return (pattern, (0..<8).map { _ in random.text(using: &generator) })
        }
        let answers = try oracle.answers(to: cases)
        try #require(answers.count == cases.count)
        var (matches, slow) = (0, 0)
        for ((pattern, texts), answer) in zip(cases, answers) {
            let ours = try SchemaPattern(pattern)
            switch answer {
            case .matches(let expected):
                for (text, expected) in zip(texts, expected) {
                    #expect(ours.matches(text) == expected, "\(pattern) on \(text.debugDescription)")
                    matches += expected ? 1 : 0
                }
            case .syntaxError: Issue.record("a syntax error to the other matcher: \(pattern)")
            // Ours must be fast even so.
            case .tooSlow:
                _ = texts.map(ours.matches)
                slow += 1
            }
        }
        // Both answers must occur, or the test proves nothing.
        #expect((1_000..<11_000).contains(matches) && slow < 10, "\(matches), \(slow)")
    }
}
