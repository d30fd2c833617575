import TestSupport
import Testing

/// The command and a `UserDefaults` program that share a configuration directory.
struct SharedDirectory {
    let prefs: PrefsCommand
    let userDefaults: RealUserDefaults

    init() throws {
        prefs = try PrefsCommand()
        userDefaults = try RealUserDefaults()
    }

    /// Runs the `UserDefaults` program, expects it to succeed, and returns its lines.
    func peer(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
        var subprocess = userDefaults.subprocess(arguments, environment: prefs.environment)
        subprocess.workingDirectory = prefs.directory.path(of: "work")
        let outcome = try subprocess.run()
        #expect(outcome.ending == .exited(0), "\(arguments): \(outcome)", sourceLocation: sourceLocation)
        return outcome.text.split(separator: "\n").map(String.init)
    }

    /// Runs the `UserDefaults` program, and returns the type and the typed JSON of the value that it prints.
    func peerValue(
        _ arguments: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> (type: String, text: String) {
        var subprocess = userDefaults.subprocess(arguments, environment: prefs.environment)
        subprocess.workingDirectory = prefs.directory.path(of: "work")
        let outcome = try subprocess.run()
        #expect(outcome.ending == .exited(0), "\(arguments): \(outcome)", sourceLocation: sourceLocation)
        let fields = outcome.text.split(separator: "\n").first?.split(separator: "\t", maxSplits: 1) ?? []
        return (String(fields.first ?? ""), String(fields.last ?? ""))
    }
}

@Suite("Compatibility with UserDefaults", .mayWait)
struct UserDefaultsTests {
    @Test("each value that UserDefaults wrote is read with its type")
    func reading() throws {
        let shared = try SharedDirectory()
        _ = try shared.peer("write", "s")
        let keys = try shared.peer("keys")
        var members: [String] = []
        for key in keys {
            let (type, text) = try shared.peerValue("read", "s", key)
            expect(try shared.prefs.run("type", key, "-s", "s"), prints: type + "\n", "\(key)")
            let typed = try shared.prefs.run("get", key, "-s", "s", "--typed")
            expect(typed, prints: text + "\n", "\(key)")
            members.append("\"\(key)\":\(text)")
        }
        expect(try shared.prefs.run("keys", "-s", "s"), prints: keys.map { $0 + "\n" }.joined())
        let dump = try shared.prefs.run("dump", "-s", "s", "--typed")
        expect(dump)
        #expect(compact(dump.text) == "{" + members.joined(separator: ",") + "}")
    }

    @Test("get prints the text of each value that UserDefaults wrote")
    func readingText() throws {
        let shared = try SharedDirectory()
        _ = try shared.peer("write", "s")
        let texts: KeyValuePairs = [
            "bool true": "true", "bool false": "false", "integer": "3", "negative": "-42",
            "integer maximum": "18446744073709551615", "integer minimum": "-9223372036854775808", "double": "1.5",
            "double tenth": "0.1", "double whole": "2.0", "float": "0.25", "not a number": "nan", "infinity": "inf",
            "string": "Ada", "empty string": "", "markup": "<a href=\"x\">&amp;</a>'", "unicode é 日本": "👋🏽 e\u{301} é",
            "control": "tab\tline\nreturn\rnul\0end\u{1}", "date": "2023-11-14T22:13:20Z",
            "date before": "1969-12-31T00:00:00Z", "bytes": "AAH+/w==", "empty data": "", "empty array": "[]",
            "empty dictionary": "{}", "dictionary": "{\"a\":{\"deep\":{\"deeper\":\"x\"}},\"b\":1,\"empty\":{}}",
        ]
        for (key, text) in texts {
            expect(try shared.prefs.run("get", key, "-s", "s"), prints: text + "\n", "\(key)")
        }
    }

    @Test("a URL that is set as Any is read as the path that UserDefaults stores")
    func url() throws {
        let shared = try SharedDirectory()
        _ = try shared.peer("set", "s", "url", "k", "https://example.com/p?q=1")
        expect(try shared.prefs.run("get", "k", "-s", "s"), prints: "/p\n")
        expect(try shared.prefs.run("type", "k", "-s", "s"), prints: "string\n")
    }

    /// Arguments after `set KEY`, with the type and the typed JSON that `UserDefaults` reads.
    static let written: [(words: [String], type: String, text: String)] = [
        (["Ada"], "string", "\"Ada\""), (["--string", ""], "string", "\"\""),
        (["--string", "<&>\"' ]]> &amp;"], "string", "\"<&>\\\"' ]]> &amp;\""),
        (["--string", "tab\tline\nreturn\r\u{1}"], "string", "\"tab\\tline\\nreturn\\r\\u0001\""),
        (["--string", " 👋🏽 e\u{301} é "], "string", "\" 👋🏽 e\u{301} é \""), (["007"], "string", "\"007\""),
        (["0"], "integer", "0"), (["-1"], "integer", "-1"), (["2147483648"], "integer", "2147483648"),
        (["9223372036854775807"], "integer", "{\"$integer\":\"9223372036854775807\"}"),
        (["-9223372036854775808"], "integer", "{\"$integer\":\"-9223372036854775808\"}"),
        (["18446744073709551615"], "integer", "{\"$integer\":\"18446744073709551615\"}"), (["1.5"], "float", "1.5"),
        (["--float", "2"], "float", "2.0"), (["0.1"], "float", "0.1"), (["--float", "1e100"], "float", "1e+100"),
        (["--float", "nan"], "float", "{\"$real\":\"nan\"}"), (["--float", "inf"], "float", "{\"$real\":\"inf\"}"),
        (["--float", "-inf"], "float", "{\"$real\":\"-inf\"}"), (["true"], "bool", "true"),
        (["--bool", "no"], "bool", "false"), (["--int", "1"], "integer", "1"),
        (["--date", "2023-11-14T23:13:20+01:00"], "date", "{\"$date\":\"2023-11-14T22:13:20Z\"}"),
        (["--date", "1969-12-31T00:00:00.25Z"], "date", "{\"$date\":\"1969-12-31T00:00:00Z\"}"),
        (["--data", "AAH+/w=="], "data", "{\"$data\":\"AAH+/w==\"}"), (["--data", ""], "data", "{\"$data\":\"\"}"),
        (["-array"], "array", "[]"), (["-array", "a", "b"], "array", "[\"a\",\"b\"]"), (["-dict"], "dictionary", "{}"),
        (["-dict", "b", "x", "a", "y"], "dictionary", "{\"a\":\"y\",\"b\":\"x\"}"),
        (
            ["--json", "[1,2.5,true,\"x\",[[]],{\"k\":{\"$data\":\"AQI=\"},\"a\":{}}]"], "array",
            "[1,2.5,true,\"x\",[[]],{\"a\":{},\"k\":{\"$data\":\"AQI=\"}}]"
        ),
    ]

    @Test("UserDefaults reads each value that the command sets with its type", arguments: written)
    func writing(words: [String], type: String, text: String) throws {
        let shared = try SharedDirectory()
        _ = try shared.peer("set", "s", "string", "before", "x")
        let errors: ErrorOutput =
            words == ["18446744073709551615"]
            ? .tooLarge("k")
            : words == ["007"]
                ? .numberAsString("k", "--int")
                : words.last?.contains(".25Z") == true
                    ? .fractionLost("k")
                    : words.last?.contains("\u{1}") == true ? .message(["strict XML parsers"]) : .nothing
        expect(try shared.prefs.run(["set", "-s", "s", "k"] + words), prints: "", errors: errors)
        let value = try shared.peerValue("read", "s", "k")
        #expect(value.type == type)
        #expect(value.text == text)
        #expect(try shared.peerValue("read", "s", "before").text == "\"x\"")
    }

    @Test("a suite that the command creates equals that of UserDefaults byte for byte")
    func layout() throws {
        let shared = try SharedDirectory()
        _ = try shared.peer("write", "theirs")
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        for key in try shared.peer("keys").shuffled(using: &random) {
            let text = try shared.peerValue("read", "theirs", key).text
            let errors =
                text.contains("18446744073709551615")
                ? ErrorOutput.tooLarge(key) : key == "control" ? .message(["strict XML parsers"]) : .nothing
            let outcome = try shared.prefs.run("set", "-s", "ours", key, "--json", text)
            expect(outcome, prints: "", errors: errors, "\(key)")
        }
        // UserDefaults writes a carriage return as it is, which strict XML parsers read as a line feed.
        let theirs = try shared.prefs.directory.text(of: "config/theirs.plist").replacing("\r", with: "&#13;")
        let ours = try shared.prefs.directory.text(of: "config/ours.plist")
        #expect(ours.utf8.elementsEqual(theirs.utf8), "seed \(seed): \(ours)")
        expect(try shared.prefs.run("dump", "-s", "theirs"), prints: theirs)
    }

    /// Arguments after `set k`, with the type and the text that the `UserDefaults` program sets.
    static let spellings: [(words: [String], type: String, text: String)] =
        [
            "0", "1", "-1", "0.1", "1.5", "100", "1e15", "1e16", "1e17", "1e21", "1e22", "1e100", "1e-5", "0.0001",
            "0.00001", "123456789.125", "3.141592653589793", "0.3333333333333333", "1.7976931348623157e308", "4.9e-324",
            "nan", "inf", "-inf",
        ].map { (["--float", $0], "double", $0) } + [
            (["--string", "a]]>b"], "string", "a]]>b"),
            (["--string", "\u{7F}\u{85}\u{2028}"], "string", "\u{7F}\u{85}\u{2028}"),
            (["--date", "1600-02-29T00:00:00Z"], "date", "-11670998400"),
            (["--date", "0001-01-01T00:00:00Z"], "date", "-62135596800"),
            (["--date", "9999-12-31T23:59:59Z"], "date", "253402300799"),
        ]

    @Test("a value is written exactly as UserDefaults writes it", arguments: spellings)
    func spelling(words: [String], type: String, text: String) throws {
        let shared = try SharedDirectory()
        _ = try shared.peer("set", "theirs", type, "k", text)
        expect(try shared.prefs.run(["set", "-s", "ours", "k"] + words), prints: "")
        let theirs = try shared.prefs.directory.bytes(of: "config/theirs.plist")
        let ours = try shared.prefs.directory.bytes(of: "config/ours.plist")
        #expect(ours == theirs, "\(String(decoding: ours, as: UTF8.self))")
    }

    @Test("keys are in the order of UserDefaults")
    func keyOrder() throws {
        let shared = try SharedDirectory()
        let keys = ["b", "B", "a", "_", "10", "9", "", "é", "e\u{301}x", "z", "~", "日本", "😀", "\u{FFFD}", "a b", "a.b"]
        for key in keys {
            _ = try shared.peer("set", "theirs", "int", key, "1")
        }
        for key in keys.reversed() {
            expect(try shared.prefs.run("set", "-s", "ours", "--", key, "1"), prints: "")
        }
        let theirs = try shared.prefs.directory.bytes(of: "config/theirs.plist")
        let ours = try shared.prefs.directory.bytes(of: "config/ours.plist")
        #expect(ours == theirs, "\(String(decoding: ours, as: UTF8.self))")
    }

    @Test("the command and UserDefaults write by turns, and neither loses a key of the other")
    func turns() throws {
        let shared = try SharedDirectory()
        for number in 0..<8 {
            _ = try shared.peer("set", "s", "int", "theirs\(number)", "\(number)")
            expect(try shared.prefs.run("set", "-s", "s", "ours\(number)", "\(number)"), prints: "")
        }
        for number in 0..<8 {
            expect(try shared.prefs.run("get", "-s", "s", "theirs\(number)"), prints: "\(number)\n")
            #expect(try shared.peerValue("read", "s", "ours\(number)").text == "\(number)")
        }
        expect(try shared.prefs.run("reset", "-s", "s", "theirs0"), prints: "")
        _ = try shared.peer("remove", "s", "ours0")
        #expect(try shared.prefs.run("keys", "-s", "s").text.split(separator: "\n").count == 14)
    }

    @Test("after reset --all, UserDefaults reads an empty suite and can write to it")
    func resetAll() throws {
        let shared = try SharedDirectory()
        _ = try shared.peer("set", "s", "int", "k", "1")
        expect(try shared.prefs.run("reset", "--all", "-s", "s"), prints: "")
        #expect(try shared.prefs.directory.text(of: "config/s.plist") == SuiteXML.empty)
        _ = try shared.peer("set", "s", "bool", "again", "true")
        expect(try shared.prefs.run("list", "-s", "s"), prints: "again\ttrue\n")
    }

    @Test(
        "files that Foundation wrote are read and changed, and Foundation can still read them",
        arguments: ["binary", "xml"]
    )
    func files(format: String) throws {
        let shared = try SharedDirectory()
        _ = try shared.peer(format, "a.plist")
        let before = try shared.prefs.directory.bytes(of: "work/a.plist")
        let keys = try shared.peer("keys")
        for key in keys {
            let (type, text) = try shared.peerValue("read-file", "a.plist", key)
            expect(try shared.prefs.run("type", key, "-f", "a.plist"), prints: type + "\n", "\(key)")
            // A dictionary keeps the order of its file, and Foundation does not sort the keys of a binary file.
            if type != "dictionary" {
                expect(try shared.prefs.run("get", key, "-f", "a.plist", "--typed"), prints: text + "\n", "\(key)")
            }
        }
        expect(try shared.prefs.run("set", "string", "Bob", "-f", "a.plist"), prints: "")
        expect(try shared.prefs.run("set", "new é", "--json", "[{\"a\":1}]", "-f", "a.plist"), prints: "")
        expect(try shared.prefs.run("reset", "long data", "-f", "a.plist"), prints: "")
        #expect(try shared.prefs.directory.bytes(of: "work/a.plist").starts(with: before.prefix(8)))
        for key in keys where !["string", "long data"].contains(key) {
            let (type, text) = try shared.peerValue("read-file", "a.plist", key)
            expect(try shared.prefs.run("type", key, "-f", "a.plist"), prints: type + "\n", "\(key)")
            if type != "dictionary" {
                expect(try shared.prefs.run("get", key, "-f", "a.plist", "--typed"), prints: text + "\n", "\(key)")
            }
        }
        #expect(try shared.peerValue("read-file", "a.plist", "string").text == "\"Bob\"")
        #expect(try shared.peerValue("read-file", "a.plist", "new é").text == "[{\"a\":1}]")
    }
}
