import TestSupport
import Testing

/// A value and an update of it.
///
/// `value` contains the arguments after `set KEY`, and `update` is the command line of the update. `output` is the
/// output of the update, and `stored` is the later output of `get`. `large` tells which of the two values exceed 2^63-1.
struct UpdateCase: Sendable, CustomTestStringConvertible {
    let value: [String]
    let update: [String]
    let output: String
    let stored: String
    let large: (value: Bool, output: Bool)

    init(
        _ value: [String],
        _ update: [String],
        _ output: String,
        stored: String? = nil,
        large: (value: Bool, output: Bool) = (false, false)
    ) {
        self.value = value
        self.update = update
        self.output = output
        self.stored = stored ?? output
        self.large = large
    }

    var testDescription: String { (value + [";"] + update).joined(separator: " ") }

    static let sums: [UpdateCase] = [
        UpdateCase(["--int", "3"], ["increment", "k", "-5"], "-2"),
        UpdateCase(["--int", "3"], ["increment", "k", "--", "-5"], "-2"),
        UpdateCase(["--int", "3"], ["increment", "--", "k", "+4"], "7"),
        UpdateCase(["--int", "-1"], ["increment", "k", "0"], "-1"),
        UpdateCase(
            ["--int", "18446744073709551614"],
            ["increment", "k"],
            "18446744073709551615",
            large: (true, true)
        ),
        UpdateCase(
            ["--int", "9223372036854775808"],
            ["increment", "k", "-1"],
            "9223372036854775807",
            large: (true, false)
        ),
        UpdateCase(["--int", "-9223372036854775807"], ["increment", "k", "-1"], "-9223372036854775808"),
        UpdateCase(
            ["--int", "-9223372036854775808"],
            ["increment", "k", "18446744073709551615"],
            "9223372036854775807"
        ),
        UpdateCase(
            ["--int", "9223372036854775807"],
            ["increment", "k"],
            "9223372036854775808",
            large: (false, true)
        ),
        UpdateCase(["--float", "1.5"], ["increment", "k"], "2.5"),
        UpdateCase(["--float", "1.5"], ["increment", "k", "-.25"], "1.25"),
        UpdateCase(["--float", "0.1"], ["increment", "k", "0.2"], "0.30000000000000004"),
        UpdateCase(["--float", "1"], ["increment", "k", "18446744073709551615"], "1.8446744073709552e+19"),
        UpdateCase(["--float", "1"], ["increment", "k", "1e300"], "1e+300"),
        UpdateCase(["--float", "1"], ["increment", "k", "nan"], "nan"),
        UpdateCase(["--float", "nan"], ["increment", "k"], "nan"),
        UpdateCase(["--float", "1"], ["increment", "k", "inf"], "inf"),
        UpdateCase(["--float", "1"], ["increment", "k", "--", "-inf"], "-inf"),
        UpdateCase(["--float", "inf"], ["increment", "k", "-1e308"], "inf"),
        UpdateCase(["--float", "inf"], ["increment", "k", "--", "-inf"], "nan"),
        UpdateCase(["--float", "1.5"], ["increment", "k", "--json"], "2.5"),
        UpdateCase(["--float", "nan"], ["increment", "k", "--typed"], "{\"$real\":\"nan\"}", stored: "nan"),
        UpdateCase(
            ["--json", "{\"a\":[1,2.5]}"],
            ["increment", "k", "--at", "/a/1"],
            "3.5",
            stored: "{\"a\":[1,3.5]}"
        ),
        UpdateCase(["--json", "{\"a\":[1]}"], ["increment", "k", "--at", "/b"], "1", stored: "{\"a\":[1],\"b\":1}"),
        UpdateCase(["--json", "[1]"], ["increment", "k", "7", "--at", "/-"], "7", stored: "[1,7]"),
    ]

    static let toggles: [UpdateCase] = [
        UpdateCase(["--bool", "yes"], ["toggle", "k"], "false"),
        UpdateCase(["--bool", "no"], ["toggle", "k", "--json"], "true"),
        UpdateCase(
            ["--json", "{\"a/b\":{\"~\":true}}"],
            ["toggle", "k", "--at", "/a~1b/~0"],
            "false",
            stored: "{\"a/b\":{\"~\":false}}"
        ),
        UpdateCase(
            ["--json", "{}"],
            ["toggle", "k", "--at", "/a/b", "--parents"],
            "true",
            stored: "{\"a\":{\"b\":true}}"
        ),
    ]

    static let appends: [UpdateCase] = [
        UpdateCase(["-array"], ["append", "k", "a", "5", "1.5", "true", "007"], "[\"a\",5,1.5,true,\"007\"]"),
        UpdateCase(["-array", "a"], ["append", "k", "--string", "-1"], "[\"a\",\"-1\"]"),
        UpdateCase(
            ["-array"],
            ["append", "--int", "1", "k", "a", "--int", "2", "--string", "--int", "b"],
            "[1,\"a\",2,\"--int\",\"b\"]"
        ),
        UpdateCase(["-array"], ["append", "k", "--type", "int", "1", "--type=float", "2"], "[1,2.0]"),
        UpdateCase(["-array"], ["append", "k", "--json", "[1]", "--json", "{\"a\":1}"], "[[1],{\"a\":1}]"),
        UpdateCase(["-array"], ["append", "k", "x", "-array", "a", "-int", "5"], "[\"x\",[\"a\",5]]"),
        UpdateCase(["-array"], ["append", "k", "-dict", "a", "-bool", "YES"], "[{\"a\":true}]"),
        UpdateCase(["-array"], ["append", "k", "x", "--hex", "--data", "00ff"], "[\"x\",\"AP8=\"]"),
        UpdateCase(["-array"], ["append", "k", "-data", "00ff"], "[\"AP8=\"]"),
        UpdateCase(
            ["-array"],
            ["append", "k", "--date", "1970-01-01T01:00:00+01:00", "--typed"],
            "[{\"$date\":\"1970-01-01T00:00:00Z\"}]",
            stored: "[\"1970-01-01T00:00:00Z\"]"
        ),
        UpdateCase(["-array"], ["append", "k", "--plist", "<plist><true/></plist>"], "[true]"),
        UpdateCase(["-array"], ["append", "k", "--", "-x", "--int"], "[\"-x\",\"--int\"]"),
        UpdateCase(["--json", "{\"a\":[]}"], ["append", "k", "1", "--at", "/a"], "[1]", stored: "{\"a\":[1]}"),
        UpdateCase(["--json", "{}"], ["append", "k", "1", "--at", "/a"], "[1]", stored: "{\"a\":[1]}"),
        UpdateCase(["--json", "[[]]"], ["append", "k", "1", "--at", "/-"], "[1]", stored: "[[],[1]]"),
    ]

    /// Updates that fail, with parts of the message.
    static let refused: [(update: UpdateCase, mentions: [String])] = [
        (
            UpdateCase(["--int", "18446744073709551615"], ["increment", "k"], "", large: (true, false)),
            ["'k'", "+ 1", "integer"]
        ),
        (UpdateCase(["--int", "-9223372036854775808"], ["increment", "k", "-1"], ""), ["'k'", "+ -1", "integer"]),
        (UpdateCase(["--int", "5"], ["increment", "k", "18446744073709551611"], ""), ["'k'", "integer"]),
        (
            UpdateCase(["--int", "5"], ["increment", "k", "18446744073709551616"], ""), ["'k'", "18446744073709551616"]
        ),
        (UpdateCase(["--int", "5"], ["increment", "k", "0.5"], ""), ["'k'", "'0.5'", "integer"]),
        (UpdateCase(["--int", "5"], ["increment", "k", "1.0"], ""), ["'k'", "'1.0'", "integer"]),
        (UpdateCase(["--int", "5"], ["increment", "k", "nan"], ""), ["'k'", "'nan'", "integer"]),
        (UpdateCase(["--float", "1e308"], ["increment", "k", "1e308"], ""), ["'k'", "1e+308", "float"]),
        (UpdateCase(["--float", "1"], ["increment", "k", "1e309"], ""), ["'k'", "1e309", "float"]),
        (UpdateCase(["--float", "1"], ["increment", "k", "abc"], ""), ["'k'", "'abc'", "float"]),
        (UpdateCase(["--float", "1"], ["increment", "k", "inf", "--json"], ""), ["'k'", "inf", "--typed"]),
        (UpdateCase(["--string", "5"], ["increment", "k"], ""), ["'k'", "string", "integer"]),
        (UpdateCase(["--bool", "1"], ["increment", "k"], ""), ["'k'", "bool"]),
        (UpdateCase(["--json", "[1,\"a\"]"], ["increment", "k", "--at", "/1"], ""), ["'k' at '/1'", "string"]),
        (UpdateCase(["--int", "1"], ["toggle", "k"], ""), ["'k'", "integer", "bool"]),
        (UpdateCase(["--string", "true"], ["toggle", "k"], ""), ["'k'", "string", "bool"]),
        (UpdateCase(["--string", "x"], ["append", "k", "y"], ""), ["'k'", "string", "array"]),
        (UpdateCase(["-dict"], ["append", "k", "y"], ""), ["'k'", "dictionary", "array"]),
        (UpdateCase(["-array"], ["append", "k", "1", "--int", "x"], ""), ["'k'", "'x'"]),
        (UpdateCase(["-array"], ["append", "k", "1", "--json", "null"], ""), ["'k'", "null"]),
    ]
}

@Suite("Updating a value")
struct UpdateTests {
    @Test(
        "an update prints the new value and stores it",
        arguments: UpdateCase.sums + UpdateCase.toggles + UpdateCase.appends
    )
    func updates(row: UpdateCase) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.set("k", row.value, errors: row.large.value ? .tooLarge("k") : .nothing)
        let outcome = try prefs.run(row.update)
        expect(outcome, prints: row.output + "\n", errors: row.large.output ? .tooLarge("k") : .nothing)
        expect(try prefs.run("get", "k"), prints: row.stored + "\n")
        expect(try prefs.run("get", "name", "general.launchCount"), prints: "Ada\n3\n")
    }

    @Test("an invalid update gives exit code 3 and does not change the file", arguments: UpdateCase.refused)
    func refused(row: UpdateCase, mentions: [String]) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.set("k", row.value, errors: row.large.value ? .tooLarge("k") : .nothing)
        let identity = try prefs.directory.identity(of: "config/t.plist")
        expect(try prefs.run(row.update), prints: "", exit: 3, errors: .message(mentions))
        #expect(try prefs.directory.identity(of: "config/t.plist") == identity)
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
    }

    @Test("an update of an unset key starts from false, 0 or an empty array")
    func unset() throws {
        let prefs = try PrefsCommand()
        expect(try prefs.run("toggle", "a", "-s", "new"), prints: "true\n")
        expect(try prefs.run("increment", "b", "-s", "new"), prints: "1\n")
        expect(try prefs.run("increment", "c", "-0.5", "-s", "new"), prints: "-0.5\n")
        expect(try prefs.run("append", "d", "x", "y", "-s", "new"), prints: "[\"x\",\"y\"]\n")
        expect(try prefs.run("increment", "e", "--at", "/f", "-s", "new"), prints: "", exit: 1)
        expect(try prefs.run("increment", "e", "--at", "/f", "--parents", "-s", "new"), prints: "1\n")
        let contents = "a\ttrue\nb\t1\nc\t-0.5\nd\t[\"x\",\"y\"]\ne\t{\"f\":1}\n"
        expect(try prefs.run("list", "-s", "new"), prints: contents)
        expect(try prefs.run("increment", "f", "99999999999999999999", "-s", "new"), prints: "", exit: 3)
        expect(try prefs.run("list", "-s", "new"), prints: contents)
    }

    @Test("an update of an unset key starts from the value of a lower layer, unless an option selects one file")
    func lowerLayers() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let shared =
            [
                "on": "<true/>", "count": "<integer>41</integer>", "list": "<array>\n\t<string>a</string>\n</array>",
                "deep":
                    "<dict>\n\t<key>a</key>\n\t<integer>1</integer>\n\t<key>b</key>\n\t<integer>5</integer>\n</dict>",
            ] as KeyValuePairs
        try prefs.write(SuiteXML.document(shared), to: ".GlobalPreferences")
        let layer = try prefs.directory.text(of: "config/.GlobalPreferences.plist")
        expect(try prefs.run("toggle", "on"), prints: "false\n")
        expect(try prefs.run("increment", "count"), prints: "42\n")
        expect(try prefs.run("increment", "count"), prints: "43\n")
        expect(try prefs.run("append", "list", "b"), prints: "[\"a\",\"b\"]\n")
        expect(try prefs.run("increment", "deep", "--at", "/a"), prints: "2\n")
        expect(try prefs.run("get", "deep", "--only"), prints: "{\"a\":2,\"b\":5}\n")
        #expect(try prefs.directory.text(of: "config/.GlobalPreferences.plist") == layer)

        try prefs.change("reset", "on", "count", "list")
        expect(try prefs.run("toggle", "on", "--only"), prints: "true\n")
        expect(try prefs.run("increment", "count", "-f", prefs.directory.path(of: "config/t.plist")), prints: "1\n")
        expect(try prefs.run("append", "list", "b", "--by-host"), prints: "[\"b\"]\n")
        expect(try prefs.run("increment", "count", "--global"), prints: "42\n")
    }

    @Test("an update keeps the format of a file and the bytes around the value")
    func formats() throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run("dump", "--format", "binary", "-o", "../config/b.plist"))
        expect(try prefs.run("append", "win", "x", "--at", "/f", "-s", "b"), prints: "[1,2,{\"w\":9},\"x\"]\n")
        expect(try prefs.run("increment", "general.launchCount", "-s", "b"), prints: "4\n")
        let binary = try prefs.directory.text(of: "config/b.plist")
        #expect(binary.hasPrefix("bplist00"))
        expect(try prefs.run("get", "win", "-s", "b"), prints: "{\"f\":[1,2,{\"w\":9},\"x\"]}\n")

        let commented = SuiteXML.contract.replacing("\t<key>name", with: "\t<!-- who -->\n\t<key>name")
        try prefs.write(commented, to: "t")
        expect(try prefs.run("increment", "general.launchCount"), prints: "4\n")
        let counted = commented.replacing("<integer>3<", with: "<integer>4<")
        #expect(try prefs.directory.text(of: "config/t.plist") == counted)
    }

    @Test("append reads values from files, and -z ends the output with NUL")
    func streams() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let input = Array("two\nlines\n".utf8)
        expect(try prefs.run(["append", "k", "--value-file", "-"], input: input), prints: "[\"two\\nlines\"]\n")
        let bytes = try prefs.run(["append", "k", "--value-file", "-", "--data", "-z"], input: [0, 1])
        expect(bytes, prints: "[\"two\\nlines\",\"AAE=\"]\0")
        expect(try prefs.run("increment", "ratio", "-z"), prints: "2.5\0")
        expect(try prefs.run("toggle", "flag", "--null"), prints: "false\0")
    }

    @Test("the message of an update that cannot be printed says that it was made")
    func outputFull() throws {
        let prefs = try PrefsCommand.withContractSuite()
        var program = prefs.subprocess(["increment", "general.launchCount"])
        program.output = .file("/dev/full")
        expect(try program.run(), exit: 5, errors: .message(["the change was made", "no space left"]))
        expect(try prefs.run("get", "general.launchCount"), prints: "4\n")
    }

    @Test(
        "--dry-run prints the change of an array, and nothing if there is none",
        arguments: [
            (["append", "list", "c", "--typed"], #"[{"key":"list","old":["a","b"],"new":["a","b","c"]}]"#),
            (["append", "list", "a", "--unique", "--typed"], "[]"), (["append", "list", "a", "--unique"], ""),
            (["drop", "list", "a", "--typed"], #"[{"key":"list","old":["a","b"],"new":["b"]}]"#),
            (["drop", "list", "c", "--typed"], "[]"), (["drop", "list", "c"], ""),
            (["drop", "none", "c", "--typed"], "[]"),
        ]
    )
    func rehearsedArray(words: [String], output: String) throws {
        let prefs = try PrefsCommand()
        try prefs.set("list", ["--json", #"["a", "b"]"#])
        expect(try prefs.run(words + ["--dry-run"]), prints: output.isEmpty ? "" : output + "\n")
        #expect(try prefs.value(of: "list", "--json") == #"["a","b"]"#)
    }
}
