import PropertyLists
import TestSupport
import Testing

@testable import CommandGrammar

@Suite("Key patterns")
struct GlobTests {
    @Test(
        "a star matches any text, any other character matches itself, and the whole key must match",
        arguments: [
            ("", "", true), ("", "a", false), ("a", "a", true), ("a", "A", false), ("a", "ab", false),
            ("a", "ba", false), ("*", "", true), ("*", "abc", true), ("**", "", true), ("a*", "a", true),
            ("a*", "abc", true), ("a*", "ba", false), ("*a", "a", true), ("*a", "cba", true), ("*a", "ab", false),
            ("a*c", "ac", true), ("a*c", "abc", true), ("a*c", "acb", false), ("a*c", "acbc", true),
            ("a*b*c", "a-b-b-c", true), ("a*b*c", "acb", false), ("*a*", "bab", true), ("*a*", "bb", false),
            ("a**b", "ab", true), ("*ab*ab*", "ab", false), ("*ab*ab*", "abab", true), ("*aab", "aaab", true),
            ("general.*", "general.launchCount", true), ("general.*", "generalXlaunchCount", false),
            ("é*", "éa", true), ("caf\u{E9}", "cafe\u{301}", false),
            ("*\u{301}", "e\u{301}", true),
            ("*\n*", "a\nb", true), ("* *", "two words", true), ("*", "*", true), ("a*", "a*b*", true),
        ]
    )
    func matching(pattern: String, key: String, isMatch: Bool) {
        #expect(Glob(pattern).matches(key) == isMatch)
    }

    @Test(
        "a question mark matches one scalar of Unicode",
        arguments: [
            ("?", "a", true), ("?", "?", true), ("?", "", false), ("?", "ab", false), ("??", "ab", true),
            ("?", "é", true), ("??", "é", false), ("?", "日", true), ("?", "👩", true), ("?", "e\u{301}", false),
            ("??", "e\u{301}", true), ("?*", "", false), ("*?", "日本", true), ("?*?", "é", false), ("a?c", "aéc", true),
            ("a?c", "ac", false), ("w?n.*", "win.x", true), ("*?.plist", ".plist", false), ("?", "\n", true),
        ]
    )
    func one(pattern: String, key: String, isMatch: Bool) {
        #expect(Glob(pattern).matches(key) == isMatch)
    }

    @Test(
        "brackets match one scalar of a set, or after ! or ^ one of no set",
        arguments: [
            ("[abc]", ["a", "b", "c"], ["", "d", "ab", "A", "[abc]"]), ("[a-c]", ["a", "b", "c"], ["d", "-", "`"]),
            ("[a-cx-z_]", ["b", "y", "_"], ["d", "w", "-"]), ("[!a]", ["b", "!", "é", "日"], ["a", "", "bb"]),
            ("[^a-c]", ["d", "^", "é"], ["a", "b", "c"]), ("[a!]", ["a", "!"], ["b"]), ("[a^]", ["a", "^"], ["b"]),
            ("[]a]", ["]", "a"], ["[", "[]a]"]), ("[!]a]", ["b", "["], ["]", "a"]), ("[a-]", ["a", "-"], ["b"]),
            ("[-a]", ["a", "-"], ["b"]), ("[[]", ["["], ["]", "[[]"]), ("[*?]", ["*", "?"], ["a", ""]),
            ("[é]", ["é"], ["e", "e\u{301}"]), ("[α-ω]", ["α", "λ", "ω"], ["a", "Ω"]), ("[!α-ω]", ["a", "日"], ["λ"]),
            ("[日本]?", ["日本", "本a"], ["日", "語本"]), ("[👩-👫]", ["👪"], ["👬"]),
            ("[a-c][0-9]*", ["b1", "c9.x"], ["b", "d1", "bx"]), ("*[!0-9]", ["a", "1a"], ["1", "a1", ""]),
        ]
    )
    func sets(pattern: String, matches: [String], others: [String]) {
        #expect(matches.filter { !Glob(pattern).matches($0) } == [])
        #expect(others.filter { Glob(pattern).matches($0) } == [])
    }

    @Test(
        "a bracket that is not closed matches itself, and a backslash makes the next character match itself",
        arguments: [
            ("[", "[", true), ("[", "", false), ("[a", "[a", true), ("[a", "a", false), ("[]", "[]", true),
            ("[]", "]", false), ("[!]", "[!]", true), ("[!]", "a", false), ("a[b-*", "a[b-xyz", true),
            ("[a-", "[a-", true), ("]", "]", true), ("[[]a", "[a", true),
            ("\\*", "*", true), ("\\*", "\\x", false), ("\\*", "ab", false), ("\\?", "?", true), ("\\?", "a", false),
            ("\\[a]", "[a]", true), ("\\[a]", "a", false), ("\\\\", "\\", true), ("\\a", "a", true), ("\\é", "é", true),
            ("a\\", "a\\", true), ("a\\", "a", false), ("\\**", "*x", true), ("\\\\*", "\\x", true),
        ]
    )
    func literals(pattern: String, key: String, isMatch: Bool) {
        #expect(Glob(pattern).matches(key) == isMatch)
    }

    @Test(
        "patterns select the keys that one of them matches, and the additional keys",
        arguments: [
            (["a*"], [], "a ab"), (["a", "b"], [], "a b"), (["*b", "a"], [], "a ab b"), (["a*"], ["c"], "a ab c"),
            (["c", "*b"], ["a"], "a ab b c"), ([""], [], ""), (["*"], [], "a ab b c"), (["?"], [], "a b c"),
            (["[b-z]", "??"], [], "ab b c"), (["\\a"], [], "a"), (["[!a]"], ["ab"], "ab b c"),
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

    @Test("patterns without special characters select keys by name", arguments: ["a*", "a?", "[a]", "\\a"])
    func names(pattern: String) {
        #expect(Glob.selection(by: ["b", "a]"])?.names == ["b", "a]"])
        #expect(Glob.selection(by: ["b", pattern])?.names == nil)
    }

    @Test("random patterns match the same keys as in an exhaustive matcher")
    func random() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed of the random patterns: \(seed)")
        var generator = SeededGenerator(seed: seed)
        var matches = 0
        for _ in 0..<20_000 {
            let parts = ["a", "b", "*", "*", "é", "?", "[ab]", "[!a]", "\\*"].random(upTo: 6, using: &generator)
            let letters = ["a", "b", "*", "é"].random(upTo: 8, using: &generator)
            let (pattern, key) = (parts.joined(), letters.joined())
            let expected = naivelyMatches(parts[...], letters[...])
            #expect(Glob(pattern).matches(key) == expected, "seed \(seed): \(pattern) on \(key)")
            matches += expected ? 1 : 0
        }
        // Both answers must occur, or the test proves nothing.
        #expect((1_000..<19_000).contains(matches), "seed \(seed)")
    }

    @Test("a pattern with many stars takes time in proportion to pattern times key")
    func pathological() {
        let start = ContinuousClock.now
        let key = String(repeating: "a", count: 3_000)
        #expect(!Glob(String(repeating: "a*", count: 1_000) + "b").matches(key))
        #expect(Glob(String(repeating: "a*", count: 1_000) + "a").matches(key))
        #expect(!Glob(String(repeating: "*", count: 3_000) + "b").matches(key))
        #expect(Glob(String(repeating: "*", count: 3_000)).matches(key))
        #expect(!Glob("*" + String(repeating: "a", count: 1_500) + "b").matches(key))
        #expect(!Glob(String(repeating: "*[!b]?", count: 500) + "[b]").matches(key))
        #expect(Glob(String(repeating: "*[!b]?", count: 500) + "[a]").matches(key))
        #expect(start.duration(to: .now) < .seconds(30))
    }

    private func naivelyMatches(_ parts: ArraySlice<String>, _ letters: ArraySlice<String>) -> Bool {
        guard let part = parts.first else { return letters.isEmpty }
        if part == "*" {
            return naivelyMatches(parts.dropFirst(), letters)
                || (!letters.isEmpty && naivelyMatches(parts, letters.dropFirst()))
        }
        guard let letter = letters.first else { return false }
        let isMatch =
            switch part {
            case "?": true
            case "[ab]": letter == "a" || letter == "b"
            case "[!a]": letter != "a"
            case "\\*": letter == "*"
            default: letter == part
            }
        return isMatch && naivelyMatches(parts.dropFirst(), letters.dropFirst())
    }
}

extension [String] {
    /// Returns some of the elements, each any number of times.
    fileprivate func random(upTo limit: Int, using generator: inout SeededGenerator) -> [String] {
        (0..<Int.random(in: 0...limit, using: &generator)).compactMap { _ in randomElement(using: &generator) }
    }
}
