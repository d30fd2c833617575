import TestSupport
import Testing

@Suite("Listing keys and values")
struct ListTests {
    @Test("list prints a line for each key, in byte order of keys")
    func lines() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let lines = [
            "a/b\ts", "blob\tAQI=", "flag\ttrue", "general.launchCount\t3", "name\tAda", "ratio\t1.5",
            "when\t1970-01-01T00:00:00Z", "win\t{\"f\":[1,2,{\"w\":9}]}",
        ]
        expect(try prefs.run("list"), prints: lines.map { $0 + "\n" }.joined())
        expect(try prefs.run("list", "-z"), prints: lines.map { $0 + "\0" }.joined())
        expect(try prefs.run("list", "--null"), prints: lines.map { $0 + "\0" }.joined())
    }

    @Test(
        "a pattern matches the whole key",
        arguments: [
            ("name", "name"), ("n*", "name"), ("*a*", "a/b flag general.launchCount name ratio"), ("am", ""),
            ("*", "a/b blob flag general.launchCount name ratio when win"), ("w*n", "when win"), ("NAME", ""),
            ("general.*", "general.launchCount"), ("generalxlaunchCount", ""), ("*/*", "a/b"), ("", ""),
        ]
    )
    func pattern(glob: String, keys: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        let outcome = try prefs.run("list", glob)
        expect(outcome)
        #expect(outcome.text.split(separator: "\n").map { $0.prefix { $0 != "\t" } }.joined(separator: " ") == keys)
    }

    @Test("several patterns print each key once")
    func patterns() throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run("list", "n*", "name", "fl*"), prints: "flag\ttrue\nname\tAda\n")
    }

    @Test("-l adds the type and the file of the value")
    func long() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let outcome = try prefs.run("list", "-l", "name")
        expect(outcome)
        let fields = outcome.text.split(separator: "\n").first?.split(separator: "\t").map(String.init) ?? []
        #expect(fields.first == "name")
        #expect(fields.contains("Ada"))
        #expect(fields.contains("string"))
        #expect(fields.contains { $0.contains("t") && !["string", "Ada", "name"].contains($0) })
    }

    static let escapes: [(stored: String, shown: String)] = [
        ("a\\b", "a\\\\b"), ("a\tb", "a\\tb"), ("a\nb", "a\\nb"), ("a\rb", "a\\rb"), ("\\t", "\\\\t"),
        ("a\u{0}b", "a\\0b"), ("a b\u{1}é\"'", "a b\u{1}é\"'"),
    ]

    @Test("characters that would break a line are escaped in keys and values", arguments: escapes)
    func escape(stored: String, shown: String) throws {
        let text = stored.replacing("&", with: "&amp;")
        let prefs = try PrefsCommand.withSuite(SuiteXML.document([text: "<string>\(text)</string>"]))
        expect(try prefs.run("list"), prints: "\(shown)\t\(shown)\n")
        expect(try prefs.run("keys"), prints: shown + "\n")
    }

    @Test("-z ends records with NUL and escapes nothing", arguments: escapes.filter { !$0.stored.contains("\0") })
    func null(stored: String, shown: String) throws {
        let prefs = try PrefsCommand.withSuite(SuiteXML.document([stored: "<string>\(stored)</string>"]))
        expect(try prefs.run("list", "-z"), prints: "\(stored)\t\(stored)\0")
        expect(try prefs.run("keys", "-z"), prints: stored + "\0")
        expect(try prefs.run("get", "-z", "--", stored), prints: stored + "\0")
    }

    @Test("a value that contains NUL cannot be printed with -z")
    func nullInValue() throws {
        let prefs = try PrefsCommand.withSuite(SuiteXML.document(["k": "<string>a\u{0}b</string>"]))
        expect(try prefs.run("list", "-z"), prints: "", exit: 3, errors: .message(["k", "--json"]))
        expect(try prefs.run("get", "k"), prints: "a\u{0}b\n")
        expect(try prefs.run("get", "k", "--json"), prints: "\"a\\u0000b\"\n")
    }

    @Test("keys are in byte order, not in the order of a language")
    func byteOrder() throws {
        let keys = ["é", "z", "a", "Z", "", "e\u{301}", "10", "9", "\u{10000}", "\u{FFFD}", "_", "~"]
        let prefs = try PrefsCommand()
        for key in keys {
            try prefs.change("set", "--", key, "v", errors: .optional)
        }
        let sorted = keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        expect(try prefs.run("keys"), prints: sorted.map { $0 + "\n" }.joined())
        expect(try prefs.run("list"), prints: sorted.map { "\($0)\tv\n" }.joined())
    }

    @Test("list prints no control character of a key or a value on a terminal")
    func terminal() throws {
        let prefs = try PrefsCommand.withSuite(
            SuiteXML.document(["k\u{7}": "<string>red \u{1B}[31m \u{9B}31m</string>"])
        )
        var subprocess = prefs.subprocess(["list"])
        subprocess.environment["NO_COLOR"] = "1"
        subprocess.environment["TERM"] = "xterm"
        subprocess.output = .terminal
        let outcome = try subprocess.run()
        #expect(outcome.ending == .exited(0))
        #expect(outcome.text.contains("red"))
        let controls = outcome.text.unicodeScalars.filter {
            $0.properties.generalCategory == .control && $0 != "\r" && $0 != "\n" && $0 != "\t"
        }
        #expect(controls.isEmpty, "\(outcome)")
    }

    @Test("neither a pipe nor a terminal with NO_COLOR gets colour")
    func colour() throws {
        let prefs = try PrefsCommand.withContractSuite()
        for arguments in [["list"], ["list", "-l"], ["suites", "-l"], ["dump"], ["--help"], ["get", "nope"]] {
            var subprocess = prefs.subprocess(arguments)
            subprocess.environment["TERM"] = "xterm-256color"
            let piped = try subprocess.run()
            #expect(!(piped.output + piped.errorOutput).contains(0x1B), "prefs \(arguments)")
            subprocess.output = .terminal
            subprocess.environment["NO_COLOR"] = "1"
            let outcome = try subprocess.run()
            #expect(!(outcome.output + outcome.errorOutput).contains(0x1B), "prefs \(arguments)")
        }
    }
}
