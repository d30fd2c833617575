import TestSupport
import Testing

@testable import CommandGrammar

@Suite("Search texts")
struct SearchTextTests {
    @Test(
        "a text is found only with the same characters",
        arguments: [
            ("", "", true), ("", "a", true), ("a", "", false), ("ab", "aab", true), ("aab", "aaab", true),
            ("abab", "abacabab", true), ("ababc", "abababc", true), ("a*", "aa", false), ("A", "a", false),
            ("é", "e\u{301}", false), ("e", "e\u{301}", true), ("\0", "a\0b", true),
        ]
    )
    func literal(pattern: String, text: String, isFound: Bool) {
        #expect(SearchText(pattern).occurs(in: text) == isFound)
    }

    @Test(
        "a text is found in any case if case is ignored",
        arguments: [
            ("STRASSE", "straße", true), ("straẞe", "STRASSE", true), ("ΟΔΟΣ", "οδος", true), ("σ", "ς", true),
            ("é", "É", true), ("k", "\u{212A}", true), ("I", "i", true), ("ı", "I", true), ("жук", "ЖУК", true),
            ("a", "ä", false), ("é", "E", false), ("1", "!", false),
        ]
    )
    func anyCase(pattern: String, text: String, isFound: Bool) {
        #expect(SearchText(pattern, ignoresCase: true).occurs(in: "x\(text)y") == isFound)
    }

    @Test("a text is found as the standard library finds its bytes")
    func random() {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<5_000 {
            let pattern = letters(atMost: 6, using: &generator)
            let text = letters(atMost: 24, using: &generator)
            let starts = text.indices.map { text[$0...].starts(with: pattern) }
            #expect(
                SearchText(String(pattern)).occurs(in: String(text)) == (pattern.isEmpty || starts.contains(true)),
                "\(String(pattern)) in \(String(text))"
            )
        }
    }

    private func letters(atMost limit: Int, using generator: inout SeededGenerator) -> [Character] {
        (0..<Int.random(in: 0...limit, using: &generator)).map { _ in Bool.random(using: &generator) ? "a" : "b" }
    }
}
