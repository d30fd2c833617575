import PropertyLists
import TestSupport
import Testing

@testable import PrefsCommands

@Suite("Key patterns")
struct GlobTests {
    @Test(
        "a star matches any bytes, any other character matches itself, and the whole key must match",
        arguments: [
            ("", "", true), ("", "a", false), ("a", "a", true), ("a", "A", false), ("a", "ab", false),
            ("a", "ba", false), ("*", "", true), ("*", "abc", true), ("**", "", true), ("a*", "a", true),
            ("a*", "abc", true), ("a*", "ba", false), ("*a", "a", true), ("*a", "cba", true), ("*a", "ab", false),
            ("a*c", "ac", true), ("a*c", "abc", true), ("a*c", "acb", false), ("a*c", "acbc", true),
            ("a*b*c", "a-b-b-c", true), ("a*b*c", "acb", false), ("*a*", "bab", true), ("*a*", "bb", false),
            ("a**b", "ab", true), ("*ab*ab*", "ab", false), ("*ab*ab*", "abab", true), ("*aab", "aaab", true),
            ("general.*", "general.launchCount", true), ("general.*", "generalXlaunchCount", false),
            ("?", "a", false), ("?", "?", true), ("[a]", "a", false), ("[a]", "[a]", true), ("\\*", "*", false),
            ("\\*", "\\x", true), ("é*", "éa", true), ("caf\u{E9}", "cafe\u{301}", false),
            ("*\u{301}", "e\u{301}", true),
            ("*\n*", "a\nb", true), ("* *", "two words", true), ("*", "*", true), ("a*", "a*b*", true),
        ]
    )
    func matching(pattern: String, key: String, isMatch: Bool) {
        #expect(Glob(pattern).matches(key) == isMatch)
    }

    @Test(
        "patterns select the keys that one of them matches, and the additional keys",
        arguments: [
            (["a*"], [], "a ab"), (["a", "b"], [], "a b"), (["*b", "a"], [], "a ab b"), (["a*"], ["c"], "a ab c"),
            (["c", "*b"], ["a"], "a ab b c"), ([""], [], ""), (["*"], [], "a ab b c"),
        ] as [([String], [String], String)]
    )
    func selection(patterns: [String], others: [String], keys: String) throws {
        let sought = try #require(Glob.selection(by: patterns, and: others))
        #expect(["a", "ab", "b", "c"].filter { sought.contains($0) }.joined(separator: " ") == keys)
    }

    @Test("every key is selected if there is no pattern")
    func noPattern() {
        #expect(Glob.selection(by: []) == nil)
        #expect(Glob.selection(by: [], and: ["a"]) == nil)
    }

    @Test("patterns without a star select keys by name")
    func names() {
        #expect(Glob.selection(by: ["b", "a"])?.names == ["b", "a"])
        #expect(Glob.selection(by: ["b", "a*"])?.names == nil)
    }

    @Test("random patterns match the same keys as in an exhaustive matcher")
    func random() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed of the random patterns: \(seed)")
        var generator = SeededGenerator(seed: seed)
        var matches = 0
        for _ in 0..<20_000 {
            let pattern = text(of: ["a", "b", "*", "*", "é"], upTo: 6, using: &generator)
            let key = text(of: ["a", "b", "*", "é"], upTo: 8, using: &generator)
            let expected = naivelyMatches(Array(pattern.utf8)[...], Array(key.utf8)[...])
            #expect(Glob(pattern).matches(key) == expected, "seed \(seed): \(pattern) on \(key)")
            matches += expected ? 1 : 0
        }
        // Both answers must occur, or the test proves nothing.
        #expect((1_000..<19_000).contains(matches), "seed \(seed)")
    }

    @Test("a pattern with many stars takes time in proportion to pattern times key")
    func pathological() {
        let key = String(repeating: "a", count: 3_000)
        #expect(!Glob(String(repeating: "a*", count: 1_000) + "b").matches(key))
        #expect(Glob(String(repeating: "a*", count: 1_000) + "a").matches(key))
        #expect(!Glob(String(repeating: "*", count: 3_000) + "b").matches(key))
        #expect(Glob(String(repeating: "*", count: 3_000)).matches(key))
        #expect(!Glob("*" + String(repeating: "a", count: 1_500) + "b").matches(key))
    }

    private func text(of letters: [String], upTo limit: Int, using generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...limit, using: &generator))
            .map { _ in letters.randomElement(using: &generator) ?? "" }
            .joined()
    }

    private func naivelyMatches(_ pattern: ArraySlice<UInt8>, _ key: ArraySlice<UInt8>) -> Bool {
        guard let first = pattern.first else { return key.isEmpty }
        if first == UInt8(ascii: "*") {
            return naivelyMatches(pattern.dropFirst(), key)
                || (!key.isEmpty && naivelyMatches(pattern, key.dropFirst()))
        }
        return key.first == first && naivelyMatches(pattern.dropFirst(), key.dropFirst())
    }
}
