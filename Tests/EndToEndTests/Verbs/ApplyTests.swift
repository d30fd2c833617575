import TestSupport
import Testing

@Suite("Applying seeds")
struct ApplyTests {
    static let seed = """
        {"a": 1, "b": 2.5, "c": true, "d": "x", "e": {"$date": "1970-01-01T00:00:00Z"}, "f": {"$data": "AQI="}, \
        "g": [1, {"h": {}}]}
        """
    static let lines = """
        + a 1
        + b 2.5
        + c true
        + d "x"
        + e {"$date":"1970-01-01T00:00:00Z"}
        + f {"$data":"AQI="}
        + g [1,{"h":{}}]
        7 changed

        """

    @Test("a seed in any format sets every value with its type", arguments: ["json", "xml", "binary", "openstep"])
    func formats(format: String) throws {
        var prefs = try PrefsCommand()
        prefs.environment["PREFS_SUITE"] = "t"
        try prefs.directory.write(Self.seed, to: "work/seed")
        if format != "json" {
            try prefs.change("convert", "seed", "-o", "seed", "--format", format)
        }
        expect(try prefs.run("apply", "seed"), prints: Self.lines)
        expect(try prefs.run("import", "seed"), prints: "0 changed\n")
        expect(try prefs.run("diff", "seed"), prints: "")
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
        let input = try prefs.directory.bytes(of: "work/seed")
        expect(try prefs.run("apply", "-", "-s", "u", input: input), prints: Self.lines)
    }

    @Test("the later of several seeds wins, and the keys of only one seed are set too")
    func merging() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write("{\"name\": \"Bob\", \"x\": 1}", to: "work/a.json")
        try prefs.directory.write("{ name = Eve; y = 2; }", to: "work/b")
        expect(
            try prefs.run("apply", "a.json", "b"),
            prints: "~ name \"Ada\" -> \"Eve\"\n+ x 1\n+ y \"2\"\n3 changed\n"
        )
        expect(
            try prefs.run("apply", "a.json", "-", input: Array("{\"x\": 1}".utf8)),
            prints: """
                ~ name "Eve" -> "Bob"
                1 changed

                """
        )
    }

    /// Options for the seed {"name":"Bob","new":1} that do not change the suite, with their output and exit code.
    static let rehearsals: [(options: [String], output: String, exit: Int32)] = [
        (["--dry-run"], "~ name \"Ada\" -> \"Bob\"\n+ new 1\n2 would change\n", 0),
        (["--check"], "~ name \"Ada\" -> \"Bob\"\n+ new 1\n2 would change\n", 1),
        (["--check", "-q"], "", 1), (["--check", "-q", "--names-only"], "name\nnew\n", 1),
        (["--check", "--if-unset"], "+ new 1\n1 would change\n", 1),
        (["--check", "-z"], "~ name \"Ada\" -> \"Bob\"\0+ new 1\u{0}2 would change\0", 1),
        (
            ["--dry-run", "--json"],
            """
            [{"key":"name","old":"Ada","new":"Bob"},{"key":"new","new":1}]

            """, 0
        ),
        (
            ["--dry-run", "--prune"],
            """
            - a/b "s"
            - blob {"$data":"AQI="}
            - flag true
            - general.launchCount 3
            ~ name "Ada" -> "Bob"
            + new 1
            - ratio 1.5
            - when {"$date":"1970-01-01T00:00:00Z"}
            - win {"f":[1,2,{"w":9}]}
            9 would change

            """, 0
        ),
    ]

    @Test("--dry-run and --check print what would change, and write nothing", arguments: rehearsals)
    func rehearsal(options: [String], output: String, exit: Int32) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write("{\"name\": \"Bob\", \"new\": 1}", to: "work/seed")
        expect(try prefs.run(["apply", "seed"] + options), prints: output, exit: exit, errors: .nothing)
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
        let other = try prefs.run(["apply", "seed", "-s", "never"] + options)
        #expect(other.text.isEmpty == output.isEmpty)
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
    }

    @Test("--if-unset keeps keys that are set, and --prune removes keys that no seed contains")
    func conditions() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write("{\"name\": \"Bob\", \"new\": 1}", to: "work/seed")
        expect(try prefs.run("apply", "seed", "--if-unset"), prints: "+ new 1\n1 changed\n")
        let pruned = try prefs.run("apply", "seed", "--if-unset", "--prune")
        #expect(pruned.text.hasSuffix("\n7 changed\n"))
        expect(try prefs.run("list"), prints: "name\tAda\nnew\t1\n")
        expect(try prefs.run("apply", "seed", "--prune"), prints: "~ name \"Ada\" -> \"Bob\"\n1 changed\n")
        expect(try prefs.run("apply", "seed", "--check"), prints: "0 would change\n")
    }

    /// The stored value of the key `k`, its value in a JSON seed, and the printed change, or nil if nothing changes.
    static let kept: [(stored: String, seed: String, line: String?)] = [
        ("1.0", "1", nil), ("1.5", "2", "~ k 1.5 -> 2.0"), ("1.5", "2.5", "~ k 1.5 -> 2.5"), ("1", "1", nil),
        ("1", "1.0", nil), ("1", "1e3", "~ k 1 -> 1000"), ("1.0", "9007199254740992", "~ k 1.0 -> 9007199254740992.0"),
        ("{\"a\":1.0}", "{\"a\":1}", nil), ("{\"a\":[1]}", "{\"a\":[1.0]}", nil), ("[1.0]", "[1,1]", "+ k /1 1"),
        ("[1.0,2,[3.5]]", "[1,2,[3]]", "~ k /2/0 3.5 -> 3.0"), ("[1.0]", "[2,1]", "~ k [1.0] -> [2.0,1]"),
        // An array is one value.
        ("[1,2]", "[\"x\",1]", "~ k /0 1 -> \"x\"|~ k /1 2 -> 1"),
        ("[{\"a\":1}]", "[{\"a\":true}]", "~ k /0/a 1 -> true"),
        (#"{"$date":"2001-01-01T00:00:00Z"}"#, #""2001-01-01T00:00:00Z""#, nil),
        (#"{"$data":"AQI="}"#, #""AQID""#, #"~ k {"$data":"AQI="} -> {"$data":"AQID"}"#),
    ]

    @Test("a value in JSON takes the type of the stored one if that represents it exactly", arguments: kept)
    func keptTypes(stored: String, seed: String, line: String?) throws {
        let prefs = try PrefsCommand.withSuite(SuiteXML.empty)
        try prefs.change("set", "k", "--json", stored)
        let lines = line.map { $0.split(separator: "|") } ?? []
        let expected = lines.map { "\($0)\n" }.joined() + "\(min(lines.count, 1)) changed\n"
        expect(try prefs.run("apply", "-", input: Array("{\"k\":\(seed)}".utf8)), prints: expected)
        expect(try prefs.run("apply", "-", "--check", input: Array("{\"k\":\(seed)}".utf8)), prints: "0 would change\n")
    }

    /// The stored value of the key `k`, its value in a JSON seed, and what the message says of the types.
    static let changed: [(stored: String, seed: String, words: String)] = [
        ("14", "\"large\"", "1:7: cannot set 'k': the seed has a string, the suite an integer"),
        ("14", "\"14\"", "the seed has a string, the suite an integer"),
        ("14", "14.5", "the seed has a float, the suite an integer"),
        ("14", "1e30", "the seed has a float, the suite an integer"),
        ("14", "true", "the seed has a bool, the suite an integer"),
        ("true", "1", "the seed has an integer, the suite a bool"),
        ("1.5", "9007199254740993", "the seed has an integer, the suite a float"),
        ("\"1\"", "1", "the seed has an integer, the suite a string"),
        ("\"1\"", "[1]", "the seed has an array, the suite a string"),
        ("[1]", "{\"0\":1}", "the seed has a dictionary, the suite an array"),
        (#"{"$date":"2001-01-01T00:00:00Z"}"#, "\"soon\"", "the seed has a string, the suite a date"),
        (#"{"$data":"AQI="}"#, "\"?\"", "the seed has a string, the suite data"),
        (#"{"a":{"b/c":1}}"#, #"{"a":{"b/c":"1"},"n":1}"#, "cannot set 'k' at '/a/b~1c': the seed has a string"),
    ]

    @Test("a JSON seed does not change the type of a stored value without --change-types", arguments: changed)
    func changedTypes(stored: String, seed: String, words: String) throws {
        let prefs = try PrefsCommand.withSuite(SuiteXML.empty)
        try prefs.change("set", "k", "--json", stored)
        let before = try prefs.directory.text(of: prefs.file(of: "t"))
        let seed = "{\"k\": \(seed), \"new\": 1}"
        let inputs = [(["-"], seed), (["--all-suites", "-"], "{\"t\": \(seed), \"u\": {\"k\": 1}}")]
        for (words, input) in inputs {
            for option in ["--dry-run", "--check", "-v"] {
                let outcome = try prefs.run(["apply"] + words + [option], input: Array(input.utf8))
                let hint = "\nhint: --change-types changes the types of keys\n"
                expect(outcome, prints: "", exit: 3, errors: .message([hint]))
            }
        }
        let outcome = try prefs.run("import", "-", input: Array(seed.utf8))
        expect(outcome, prints: "", exit: 3, errors: .message([words]))
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == before)
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])

        #expect(try prefs.run("apply", "-", "--if-unset", input: Array(seed.utf8)).text == "+ new 1\n1 changed\n")
        expect(try prefs.run("apply", "-", "--change-types", input: Array(seed.utf8)), errors: .nothing)
        expect(try prefs.run("apply", "-", "--check", input: Array(seed.utf8)), prints: "0 would change\n")
    }

    @Test("each changed type has a line, and the hint is given once; the last of several seeds counts")
    func severalTypes() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let seed = #"{"flag": 1, "name": 2, "ratio": "x", "win": {"f": {}, "new": 1}}"#
        try prefs.directory.write(seed, to: "work/seed.json")
        expect(
            try prefs.run("apply", "seed.json"),
            prints: "",
            exit: 3,
            errors: .message([
                """
                prefs: seed.json:1:10: cannot set 'flag': the seed has an integer, the suite a bool
                prefs: seed.json:1:21: cannot set 'name': the seed has an integer, the suite a string
                prefs: seed.json:1:33: cannot set 'ratio': the seed has a string, the suite a float
                prefs: seed.json:1:51: cannot set 'win' at '/f': the seed has a dictionary, the suite an array
                hint: --change-types changes the types of keys

                """
            ])
        )
        let later = Array(#"{"flag": false, "name": "Eve", "ratio": 2, "win": {"f": []}}"#.utf8)
        expect(
            try prefs.run("apply", "seed.json", "-", input: later),
            prints: "~ flag true -> false\n~ name \"Ada\" -> \"Eve\"\n~ ratio 1.5 -> 2.0\n"
                + "- win /f/0 1\n- win /f/1 2\n- win /f/2 {\"w\":9}\n4 changed\n"
        )
    }

    /// Seeds that name the type of what they change, and the places in the note.
    static let named: [(seed: String, places: String)] = [
        (SuiteXML.document(["ratio": "<integer>1</integer>"]), "'ratio'"),
        (SuiteXML.document(["win": "<dict><key>f</key><true/></dict>"]), "'win' at '/f'"),
        (#"{"ratio": {"$date": "2001-01-01T00:00:00Z"}, "name": {"$data": "AQI="}}"#, "'ratio', 'name'"),
        (#"{"name": {"$real": "nan"}}"#, "'name'"), ("{ name = <0102>; }", "'name'"),
    ]

    @Test("a seed that names a type changes it, with a note", arguments: named)
    func namedTypes(seed: String, places: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        let words = places.contains(",") ? "the types of \(places) change" : "the type of \(places) changes"
        for option in ["--dry-run", "-z"] {
            let outcome = try prefs.run("apply", "-", option, input: Array(seed.utf8))
            expect(outcome, errors: .note(words))
            #expect(outcome.text.hasPrefix("~ "))
        }
    }

    @Test("--change-types stores the types of the seed, also of numbers")
    func exactTypes() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("dump", "--typed", "-o", "backup.json")
        let others = SuiteXML.document([
            "ratio": "<integer>1</integer>", "when": "<string>x</string>", "flag": "<integer>1</integer>",
        ])
        expect(try prefs.run("apply", "-", "-q", input: Array(others.utf8)), errors: .nothing)
        expect(try prefs.run("apply", "backup.json", "-q"), exit: 3, errors: .message(["'ratio'", "'flag'"]))
        expect(try prefs.run("apply", "backup.json", "--change-types", "--prune"), errors: .nothing)
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
        let integer = Array(#"{"ratio": 1}"#.utf8)
        expect(try prefs.run("apply", "-", "--change-types", input: integer), prints: "~ ratio 1.5 -> 1\n1 changed\n")
    }

    /// The type of `k` in the schema, its stored value, that in a seed, and the stored result; nil if it is refused.
    static let schemaTypes: [(rule: String, stored: String, seed: String, result: String?)] = [
        (#"{"type": "string"}"#, "14", "\"large\"", "\"large\""),
        (#"{"type": "integer"}"#, "\"14\"", "15", "15"),
        (#"{"type": "integer"}"#, "14.5", "15", "15"),
        (#"{"type": "number"}"#, "14.5", "15", "15.0"),
        (#"{"type": ["number", "integer"]}"#, "14.5", "15", "15.0"),
        (#"{"type": ["integer", "string"]}"#, "14", "\"large\"", "\"large\""),
        (#"{"enum": ["small", "large"]}"#, "14", "\"large\"", "\"large\""),
        (#"{"minimum": 0}"#, "14", "\"large\"", nil),
        (#"{"type": "object"}"#, #"{"a":1}"#, #"{"a":"x"}"#, nil),
        (#"{"type": "object"}"#, #"{"a":1.5}"#, #"{"a":2}"#, #"{"a":2.0}"#),
        (
            #"{"type": "object", "properties": {"a": {"type": "string"}}}"#, #"{"a":1}"#, #"{"a":"x"}"#,
            #"{"a":"x"}"#
        ),
    ]

    @Test("where the schema names the type, the schema decides", arguments: schemaTypes)
    func typesOfSchema(rule: String, stored: String, seed: String, result: String?) throws {
        let prefs = try PrefsCommand.withSuite(SuiteXML.empty)
        try prefs.change("set", "k", "--json", stored)
        try prefs.directory.write("{\"properties\": {\"k\": \(rule)}}", to: "work/schema.json")
        let line = ["apply", "-", "--schema", "schema.json", "-q", "--names-only"]
        let outcome = try prefs.run(line, input: Array("{\"k\": \(seed)}".utf8))
        guard let result else {
            return expect(outcome, prints: "", exit: 3, errors: .message(["the suite an integer"]))
        }
        expect(outcome, prints: "k\n")
        expect(try prefs.run("get", "k", "--typed"), prints: result + "\n")
    }

    @Test("a fraction of a second that the file cannot represent is not drift")
    func fractions() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let seed = Array("{\"when\": {\"$date\": \"1970-01-01T00:00:00.75Z\"}}".utf8)
        expect(try prefs.run("apply", "-", "--check", input: seed), prints: "0 would change\n")
        expect(
            try prefs.run("apply", "-", "-s", "new", input: seed),
            prints: """
                + when {"$date":"1970-01-01T00:00:00Z"}
                1 changed

                """,
            errors: .fractionLost("when")
        )
        expect(try prefs.run("apply", "-", "-s", "new", input: seed), prints: "0 changed\n")
    }

    /// Invalid second seeds, with parts of the message.
    static let badSeeds: [(seed: String, parts: [String])] = [
        ("{\"a\":\n null}", ["bad:2:2", "null"]), ("{\"a\": 1,\n \"a\": 2}", ["bad:2:2", "duplicate key 'a'"]),
        ("{\"a\": 18446744073709551616}", ["bad:1:7", "18446744073709551616"]),
        ("{\"a\": 1e999}", ["bad:1:7", "1e999"]), ("{\"a\": 1,}", ["bad:1:9"]), ("[1]", ["bad", "array"]),
        ("<plist><dict><key>a</key></dict></plist>", ["bad:1:26", "'a'"]), ("", ["bad", "the document is empty"]),
        ("bplist00", ["bad: at byte"]), ("garbage", ["bad:1:1"]),
    ]

    @Test("a seed with an error gives exit code 4 and its place, and nothing is written", arguments: badSeeds)
    func badSeed(seed: String, parts: [String]) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write("{\"good\": 1}", to: "work/good")
        try prefs.directory.write(seed, to: "work/bad")
        try prefs.directory.age("work/bad")
        expect(try prefs.run("apply", "good", "bad"), prints: "", exit: 4, errors: .message(parts))
        let input = try prefs.run("apply", "good", "-", input: Array(seed.utf8))
        expect(input, prints: "", exit: 4, errors: .message(["standard input"]))
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
    }

    /// Command lines that are invalid, or whose seed cannot be read.
    static let refused: [CaseStep] = [
        CaseStep(["apply"], exit: 2, errors: .message(["prefs apply [OPTIONS] FILE..."])),
        CaseStep(["apply", "nope"], exit: 4, errors: .message(["nope", "no such file"])),
        CaseStep(["apply", "."], exit: 4, errors: .message(["directory"])),
        CaseStep(["apply", "-", "-"], exit: 2, errors: .message(["standard input", "twice"])),
        CaseStep(["apply", "seed", "-f", "-"], exit: 2, errors: .message(["standard input"])),
        CaseStep(["apply", "seed", "--check", "--dry-run"], exit: 2, errors: .message(["--check", "--dry-run"])),
        CaseStep(["apply", ""], exit: 4, errors: .message(["no such file"])),
    ]

    @Test("a command that fails does not change the suite", arguments: refused)
    func refusal(step: CaseStep) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write("{\"good\": 1}", to: "work/seed")
        expect(try prefs.run(step.arguments), prints: step.output, exit: step.exit, errors: step.errors)
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
    }

    @Test("a pipe with a path, as the shell creates for <(...), is read to its end")
    func pipe() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let script =
            "\(prefs.binary) apply <(echo '{\"name\":') <(echo '{\"new\": 1}') 2>&1; \(prefs.binary) apply <(echo '{}')"
        var shell = Subprocess("/bin/bash", ["-c", script], environment: prefs.environment)
        shell.keptDirectory = prefs.directory
        let outcome = try shell.run()
        #expect(outcome.text.hasPrefix("prefs: /dev/fd/"))
        #expect(outcome.text.hasSuffix("\n0 changed\n"))
    }

    @Test(
        "10,000 keys are one transaction, in which one new file replaces the old one",
        .enabled(if: Strace.exists)
    )
    func manyKeys() throws {
        var prefs = try PrefsCommand.withContractSuite()
        prefs.environment["PREFS_HISTORY"] = "off"
        let entries = (0..<10_000).map { "\"key\($0)\": \($0)" }.joined(separator: ",")
        try prefs.directory.write("{\(entries)}", to: "work/seed.json")
        let calls = try Strace.calls(["renameat2", "rename", "fsync"], of: prefs, ["apply", "seed.json"])
        #expect(calls.count { $0.contains("renameat2(") } == 1)
        #expect(calls.count { $0.contains("fsync(") } == 2)
        expect(try prefs.run("apply", "seed.json"), prints: "0 changed\n")
        #expect(try prefs.run("keys").text.split(separator: "\n").count == 10_008)
    }
}
