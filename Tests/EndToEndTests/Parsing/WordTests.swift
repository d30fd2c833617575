import TestSupport
import Testing

@Suite("Arguments as values and keys")
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

    @Test("canonically equivalent keys are two different keys")
    func equivalentKeys() throws {
        let prefs = try PrefsCommand()
        try prefs.change("set", "\u{E9}", "one")
        try prefs.change("set", "e\u{301}", "two", errors: .message(["canonically equivalent to key"]))
        expect(try prefs.run("get", "\u{E9}", "e\u{301}"), prints: "one\ntwo\n")
    }

    @Test(
        "a value from a file loses one final line break",
        arguments: ["text", "text\n", "a\nb\n", "text\n\n", "\n", ""]
    )
    func valueFile(text: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write(text, to: "work/value")
        let stored = text.hasSuffix("\n") ? String(text.dropLast()) : text
        try prefs.change("set", "new", "--value-file", "value")
        expect(try prefs.run("get", "new"), prints: stored + "\n")
        expect(try prefs.run(["set", "other", "--value-file", "-"], input: Array(text.utf8)), prints: "")
        expect(try prefs.run("get", "other"), prints: stored + "\n")
        #expect(try prefs.type(of: "new") == "string")
    }

    @Test("the type of an untyped value from a file is inferred as for an argument")
    func inferredValueFile() throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run(["set", "new", "--value-file", "-"], input: Array("42\n".utf8)), prints: "")
        #expect(try prefs.type(of: "new") == "integer")
        expect(try prefs.run(["set", "flag", "--value-file", "-"], input: Array("42\n".utf8)), prints: "", exit: 3)
    }

    @Test("a data value from a file contains the bytes of the file")
    func dataFile() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let bytes = (0...255).map { UInt8($0) } + [10]
        try prefs.directory.write(bytes, to: "work/value")
        try prefs.change("set", "new", "--value-file", "value", "--data")
        let raw = try prefs.run("get", "new", "--raw")
        #expect(raw.ending == .exited(0))
        #expect(raw.output == bytes)
    }

    @Test(
        "a data value from a file is decoded if an option names its encoding",
        arguments: [("--base64", "AQI=\n"), ("--hex", "0102\n")]
    )
    func encodedDataFile(option: String, text: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write(text, to: "work/value")
        try prefs.change("set", "new", "--value-file", "value", option, "--data")
        #expect(try prefs.value(of: "new") == "AQI=")
    }

    @Test("a missing value file gives exit code 4, and nothing is written")
    func missingValueFile() throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run("set", "new", "--value-file", "gone"), prints: "", exit: 4, errors: .message(["gone"]))
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
    }

    @Test("text that is not UTF-8 is an error", arguments: ["\\377", "a\\300\\200", "\\355\\240\\200"])
    func invalidText(bytes: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        let script = #""$1" set new --string "$(printf "$2")""#
        let outcome = try Subprocess(
            "/bin/sh",
            ["-c", script, "sh", prefs.binary, bytes],
            environment: prefs.environment
        ).run()
        #expect(outcome.ending == .exited(2) || outcome.ending == .exited(3), "\(outcome)")
        #expect(outcome.errorText.hasPrefix("prefs: "))
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
    }
}
