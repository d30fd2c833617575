import PropertyLists
import TestSupport
import Testing

@testable import PrefsCommands

@Suite("Change lines")
struct ChangeLineTests {
    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
    }

    /// Compares two values of the key `k`, given as typed JSON, or two suites, given as objects with a `k`.
    private func diff(_ old: String, _ new: String, _ options: String...) throws -> CommandProcess.Outcome {
        for (name, text) in [("old", old), ("new", new)] {
            try process.directory.write(text, to: name)
            try process.directory.age(name)
        }
        var outcome = process.run(["diff", process.path(of: "old"), process.path(of: "new")] + options)
        outcome.outputs = [outcome.outputs.joined().replacing(process.directory.path, with: "DIR")]
        return outcome
    }

    /// The header of a comparison of two files.
    private static let header = "--- DIR/old\n+++ DIR/new\n"

    /// Two values of the key `k` in typed JSON, with the lines that turn the first into the second.
    static let changes: [(old: String, new: String, lines: [String])] = [
        // Values without parts, and types
        ("1", "2", ["~ k 1 -> 2"]), ("1", "1.0", ["~ k 1 -> 1.0"]), (#""1""#, "1", [#"~ k "1" -> 1"#]),
        (#"{"$date":"1970-01-01T00:00:00Z"}"#, #""x""#, [#"~ k {"$date":"1970-01-01T00:00:00Z"} -> "x""#]),
        (#"{"$real":"nan"}"#, "0.0", [#"~ k {"$real":"nan"} -> 0.0"#]),

        // Dictionaries
        (#"{"a":1,"b":2}"#, #"{"b":3,"a":1}"#, ["~ k /b 2 -> 3"]),
        (#"{"a":1,"c":2}"#, #"{"a":1,"b":3,"c":4}"#, ["+ k /b 3", "~ k /c 2 -> 4"]),
        (#"{"a":1,"b":2}"#, #"{"b":2}"#, ["- k /a 1"]), ("{}", #"{"a":[1]}"#, ["+ k /a [1]"]),
        (#"{"a":{"b":1}}"#, "{}", [#"- k /a {"b":1}"#]),
        (#"{"é":1,"z":1}"#, #"{"z":2,"é":2}"#, ["~ k /z 1 -> 2", "~ k /é 1 -> 2"]),
        (#"{"a":{"$data":"AQI="}}"#, #"{"a":"AQI="}"#, [#"~ k /a {"$data":"AQI="} -> "AQI=""#]),

        // Arrays of equal length
        ("[1,2,3]", "[1,5,6]", ["~ k /1 2 -> 5", "~ k /2 3 -> 6"]),
        ("[1,2]", "[2,1]", ["~ k /0 1 -> 2", "~ k /1 2 -> 1"]),
        ("[[1],[2]]", "[[1],[3]]", ["~ k /1/0 2 -> 3"]), ("[1]", #"["1"]"#, [#"~ k /0 1 -> "1""#]),

        // Arrays of which one begins with the other
        ("[1]", "[1,2,[3]]", ["+ k /1 2", "+ k /2 [3]"]), ("[1,2,3]", "[1]", ["- k /1 2", "- k /2 3"]),
        ("[]", "[{}]", ["+ k /0 {}"]), (#"["a"]"#, "[]", [#"- k /0 "a""#]), ("[[1]]", "[[1,2]]", ["+ k /0/1 2"]),

        // Other arrays
        ("[1,2]", "[2]", ["~ k [1,2] -> [2]"]), ("[1]", "[2,1]", ["~ k [1] -> [2,1]"]),
        (#"{"a":[1,2,3]}"#, #"{"a":[1,3]}"#, ["~ k /a [1,2,3] -> [1,3]"]),

        // Changes of the type
        (#"{"a":1}"#, "[1]", [#"~ k {"a":1} -> [1]"#]), ("[]", "{}", ["~ k [] -> {}"]),
        (#"{"f":[1,2,{"w":9}]}"#, #"{"f":[1,2,[]]}"#, [#"~ k /f/2 {"w":9} -> []"#]),
        (#"{"a":{"b":1}}"#, #"{"a":"x"}"#, [#"~ k /a {"b":1} -> "x""#]),

        // Several levels
        (
            #"[{"a":[1,{"b":true}]}]"#, #"[{"a":[1,{"b":false,"c":0}]}]"#,
            ["~ k /0/a/1/b true -> false", "+ k /0/a/1/c 0"]
        ),

        // Names that a pointer escapes
        (
            #"{"a/b":1,"c~d":1,"~1":1}"#, #"{"a/b":2,"c~d":2,"~1":2}"#,
            ["~ k /a~1b 1 -> 2", "~ k /c~0d 1 -> 2", "~ k /~01 1 -> 2"]
        ),
        (#"{"":1,"/":{"":1}}"#, #"{"":2,"/":{"":2}}"#, ["~ k / 1 -> 2", "~ k /~1/ 1 -> 2"]),
        (#"{"a\tb":1," ":1}"#, #"{"a\tb":2," ":2}"#, ["~ k /  1 -> 2", #"~ k /a\tb 1 -> 2"#]),
    ]

    @Test("a line names the innermost place that changes, and the header names the files", arguments: changes)
    func places(old: String, new: String, lines: [String]) throws {
        let outcome = try diff(#"{"k":\#(old)}"#, #"{"k":\#(new)}"#)
        let text = Self.header + lines.map { $0 + "\n" }.joined()
        #expect(outcome == CommandProcess.Outcome(exit: 1, outputs: [text]))
    }

    @Test(
        "values that differ only in the order of dictionaries are equal",
        arguments: [(#"{"a":1,"b":[{"c":1,"d":2}]}"#, #"{"b":[{"d":2,"c":1}],"a":1}"#), ("{}", "{}"), ("[]", "[]")]
    )
    func equal(old: String, new: String) throws {
        #expect(try diff(#"{"k":\#(old)}"#, #"{"k":\#(new)}"#) == .prints(""))
        #expect(try diff(#"{"k":\#(old)}"#, #"{"k":\#(new)}"#, "--json") == .prints("[]\n"))
    }

    @Test("the keys of the suite are in byte order and are not parts of the pointer")
    func keys() throws {
        let outcome = try diff(#"{"z":1,"a/b":{"x":1},"é":[],"t\tab":1}"#, #"{"A":1,"a/b":{"x":2},"é":[1],"t\tab":2}"#)
        #expect(
            outcome.outputs == [
                Self.header + "+ A 1\n~ a/b /x 1 -> 2\n~ t\\tab 1 -> 2\n- z 1\n+ é /0 1\n"
            ]
        )
    }

    @Test(
        "with --json, a command prints the changes that it makes",
        arguments: [
            (["reset", "zoom"], #"[{"key":"zoom","old":1.5}]"#), (["reset", "nope"], "[]"),
            (["reset", "--all"], #"[{"key":"name","old":"Ada"},{"key":"zoom","old":1.5}]"#),
            (["rename", "zoom", "scale"], #"[{"key":"scale","new":1.5},{"key":"zoom","old":1.5}]"#),
            (["copy", "zoom", "name", "--force"], #"[{"key":"name","old":"Ada","new":1.5}]"#),
        ]
    )
    func madeChanges(words: [String], output: String) throws {
        let document = #"{"name":"Ada","zoom":1.5}"#
        try process.directory.write(document, to: "suite.json")
        try process.directory.age("suite.json")
        let words = words + ["--file", process.path(of: "suite.json"), "--json"]
        #expect(process.run(words + ["--dry-run"]) == .prints(output + "\n"))
        #expect(try process.directory.text(of: "suite.json") == document)
        #expect(process.run(words) == .prints(output + "\n"))
        #expect((try process.directory.text(of: "suite.json") == document) == (output == "[]"))
    }

    // MARK: Forms

    private static let old = #"{"k":{"a\tb":1,"d":{"$data":"AQI="}},"n\tl":1}"#
    private static let new = #"{"k":{"a\tb":2},"n\tl":1.0}"#

    @Test(
        "-z ends each record with NUL, --names-only prints each key once, and JSON has the whole values",
        arguments: [
            (
                ["-z"],
                "--- DIR/old\0+++ DIR/new\0~ k /a\tb 1 -> 2\0- k /d {\"$data\":\"AQI=\"}\0~ n\tl 1 -> 1.0\0"
            ),
            (["--names-only"], "k\nn\\tl\n"), (["--names-only", "-z"], "k\0n\tl\0"),
            (
                ["--json"],
                #"[{"key":"k","old":{"a\tb":1,"d":{"$data":"AQI="}},"new":{"a\tb":2}},{"key":"n\tl","old":1,"new":1.0}]"#
                    + "\n"
            ),
            (
                ["--typed"],
                #"[{"key":"k","old":{"a\tb":1,"d":{"$data":"AQI="}},"new":{"a\tb":2}},{"key":"n\tl","old":1,"new":1.0}]"#
                    + "\n"
            ),
            (
                ["--color", "always"],
                "\u{1B}[31m--- DIR/old\u{1B}[0m\n\u{1B}[32m+++ DIR/new\u{1B}[0m\n\u{1B}[33m~ k /a\\tb 1 -> 2\u{1B}[0m\n"
                    + "\u{1B}[31m- k /d {\"$data\":\"AQI=\"}\u{1B}[0m\n\u{1B}[33m~ n\\tl 1 -> 1.0\u{1B}[0m\n"
            ),
            (
                ["--color=never"],
                "--- DIR/old\n+++ DIR/new\n~ k /a\\tb 1 -> 2\n- k /d {\"$data\":\"AQI=\"}\n~ n\\tl 1 -> 1.0\n"
            ),
        ]
    )
    func forms(options: [String], output: String) throws {
        _ = try diff(Self.old, Self.new)
        let words = ["diff", process.path(of: "old"), process.path(of: "new")] + options
        let outcome = process.run(words)
        #expect(outcome.outputs.joined().replacing(process.directory.path, with: "DIR") == output)
        #expect(outcome.exit == 1 && outcome.errors == "")
    }

    @Test("a terminal shows changes in colour and escapes control characters")
    func terminal() throws {
        process.isTerminal = true
        process.variables["TERM"] = "xterm"
        let outcome = try diff(#"{"k":{"\u001b":1}}"#, #"{"k":{"\u001b":"\u001b"}}"#)
        let line = "\u{1B}[33m~ k /\\x1b 1 -> \"\\u001b\"\u{1B}[0m\n"
        #expect(outcome.outputs == ["\u{1B}[31m--- DIR/old\u{1B}[0m\n\u{1B}[32m+++ DIR/new\u{1B}[0m\n" + line])
        process.variables["NO_COLOR"] = "1"
        #expect(try diff("{}", #"{"k":1}"#).outputs == [Self.header + "+ k 1\n"])
    }

    // MARK: Dry runs

    @Test(
        "--dry-run of each command that writes prints the lines of its change, and changes nothing",
        arguments: [
            (["set", "win", "--at", "/f/2/w", "10"], "~ win /f/2/w 9 -> 10\n"),
            (["set", "win", "--at", "/f/-", "x"], "+ win /f/3 \"x\"\n"),
            (["set", "win", "--json", #"{"f":[1],"g":2}"#], "- win /f/1 2\n- win /f/2 {\"w\":9}\n+ win /g 2\n"),
            (["set", "new", "-dict", "a", "1"], "+ new {\"a\":1}\n"), (["set", "n", "1"], ""),
            (["toggle", "flag"], "~ flag true -> false\n"), (["toggle", "win", "--at", "/f"], nil),
            (["increment", "win", "5", "--at", "/f/0"], "~ win /f/0 1 -> 6\n"),
            (["append", "win", "a", "--at", "/f"], "+ win /f/3 \"a\"\n"),
            (["append", "l", "a", "b"], "+ l [\"a\",\"b\"]\n"),
            (["reset", "win", "--at", "/f/2"], "- win /f/2 {\"w\":9}\n"),
            (["reset", "win", "--at", "/f/0"], "~ win /f [1,2,{\"w\":9}] -> [2,{\"w\":9}]\n"),
            (["reset", "--all"], "- flag true\n- n 1\n- win {\"f\":[1,2,{\"w\":9}]}\n"),
            (["reset", "--glob", "[fn]*"], "- flag true\n- n 1\n"), (["reset", "nope"], ""),
            (["rename", "n", "m"], "+ m 1\n- n 1\n"), (["copy", "win", "w", "--at", "/f/2"], "+ w {\"w\":9}\n"),
            (["copy", "--glob", "*n", "--to-suite", "u"], "+ n 1\n+ win {\"f\":[1,2,{\"w\":9}]}\n"),
            (["reset", "n", "flag", "--names-only"], "flag\nn\n"),
            (["reset", "n", "flag", "-z"], "- flag true\0- n 1\0"),
            (["increment", "n", "--typed"], #"[{"key":"n","old":1,"new":2}]"# + "\n"),
        ] as [([String], String?)]
    )
    func dryRuns(words: [String], lines: String?) throws {
        try process.write(["flag": true, "n": 1, "win": ["f": [1, 2, ["w": 9]]]])
        let before = try process.directory.identity(of: "t.plist")
        let outcome = process.run(words + ["--dry-run"])
        #expect(outcome.outputs.joined() == lines ?? "")
        #expect(outcome.exit == (lines == nil ? 3 : 0))
        #expect(outcome.errors.isEmpty == (lines != nil))
        #expect(try process.directory.identity(of: "t.plist") == before)
        #expect(!process.directory.exists("u.plist"))
    }
}

extension CommandProcess {
    fileprivate func path(of name: String) -> String { directory.path(of: name) }
}
