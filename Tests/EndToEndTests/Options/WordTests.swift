import TestSupport
import Testing

@Suite("Arguments as values and keys", .mayWait)
struct WordTests {
    static let hostile: [String] = [
        "", "-", "--", "---", "-1", "-.5", "-int", "--int", "-h", "--help", "--version", "-s", "--suite=x", "--string",
        "-array", "--json", "-q", "true", "1", "a=b", "=", "a b", " lead", "trail ", "\t", "\n", "a\nb", "a\r\nb", "\r",
        "tail\n", "\u{1}\u{1B}[31m", "\u{7F}", "<&>", "]]>", "&amp;", "&#65;", "<!--", "<?xml?>", "%s%n", "$HOME",
        "`id`", "\\", "\\t", "\\u0041", "\"", "'", "é", "e\u{301}", "日本", "👩‍👩‍👧‍👦", "\u{FEFF}x", "\u{202E}", "\u{2028}",
        "*", "?", "[", "/", "..", "../x", "~", "a\u{85}b", "\u{10FFFD}", String(repeating: "x", count: 100_000),
    ]

    @Test("--string stores any argument unchanged", arguments: hostile.map(Sample.init))
    func string(sample: Sample<String>) throws {
        let word = sample.value
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("set", "new", "--string", word, errors: .optional)
        #expect(try prefs.type(of: "new") == "string")
        expect(try prefs.run("get", "new"), prints: word + "\n")
        #expect(try prefs.value(of: "name") == "Ada")
    }

    @Test("a key can be any argument, and is used literally", arguments: hostile.filter { $0.count < 1000 })
    func key(word: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("set", "--", word, "value", errors: .optional)
        expect(try prefs.run("get", "--", word), prints: "value\n")
        expect(try prefs.run("exists", "--", word), prints: "")
        #expect(try prefs.run("keys", "-z").text.split(separator: "\0").count == (word.isEmpty ? 8 : 9))
        try prefs.change("reset", "--", word)
        expect(try prefs.run("exists", "--", word), prints: "", exit: 1, errors: .optional)
        expect(
            try prefs.run("dump", "--typed"),
            prints: try PrefsCommand.withContractSuite().run("dump", "--typed").text
        )
    }

    @Test("random text is stored and printed unchanged")
    func randomText() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let prefs = try PrefsCommand.withContractSuite()
        for round in 0..<30 {
            var text = ""
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                // Half of the scalars are ASCII. NUL is left out, because an argument cannot contain it.
                let limit: UInt32 = Bool.random(using: &random) ? 0x7F : 0xFFFD
                if let scalar = Unicode.Scalar(UInt32.random(in: 1...limit, using: &random)) {
                    text.unicodeScalars.append(scalar)
                }
            }
            let comment: Comment = "seed \(seed), round \(round), \(text.debugDescription)"
            expect(try prefs.run("set", "--string", text, "--", "k"), prints: "", errors: .optional, comment)
            expect(try prefs.run("get", "k"), prints: text + "\n", comment)
        }
    }
}
