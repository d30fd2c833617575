import TestSupport
import Testing

@Suite("Schema rules in every command that writes")
struct SchemaRuleTests {
    static let schema = """
        {"type": "object",
         "properties": {
          "size": {"type": "integer", "minimum": 6, "maximum": 72, "default": 12},
          "ratio": {"type": "number", "default": 1},
          "theme": {"type": "string", "enum": ["light", "dark"], "formerly": ["skin"]},
          "when": {"type": "string", "format": "date-time"},
          "blob": {"type": "string", "contentEncoding": "base64"},
          "names": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
          "win": {"type": "object", "properties": {"w": {"type": "number"}, "id": {"readOnly": true}}, "required": ["w"],
                  "additionalProperties": false},
          "lock": {"type": "string", "readOnly": true},
          "either": {"type": ["string", "number"]},
          "link": {"type": "string", "format": "uri"},
          "flag": {"type": "boolean"},
          "never": false
         },
         "additionalProperties": false}
        """

    private func suite(_ entries: KeyValuePairs<String, String> = [:]) throws -> SchemaSuite {
        try SchemaSuite(Self.schema, suite: SuiteXML.document(entries))
    }

    // MARK: Values

    @Test(
        "a value that violates a rule is an error with the rule, the value and the allowed values",
        arguments: [
            (["size", "73"], "cannot set 'size': 73 exceeds the maximum of 72 (SCHEMA:3:45)"),
            (["size", "--int", "-1"], "cannot set 'size': -1 is less than the minimum of 6 (SCHEMA:3:31)"),
            (
                ["size", "x"],
                "cannot set 'size': 'x' is not an integer (SCHEMA)\nhint: write digits, as in 42"
            ),
            (
                ["size", "--string", "7"],
                #"cannot set 'size': "7" is of type string, not integer (SCHEMA:3:12)"#
            ),
            (
                ["size", "--float", "7.5"],
                "cannot set 'size': 7.5 is of type float, not integer (SCHEMA:3:12)"
            ),
            (
                ["theme", "drak"],
                #"cannot set 'theme': "drak" is not one of "light", "dark" (SCHEMA:5:31)"#
            ),
            (
                ["theme", "--int", "1"],
                "cannot set 'theme': 1 is of type integer, not string (SCHEMA:5:13)\n"
                    + #"prefs: cannot set 'theme': 1 is not one of "light", "dark" (SCHEMA:5:31)"#
            ),
            (
                ["when", "soon"],
                "cannot set 'when': 'soon' is not a date (SCHEMA)\nhint: write RFC 3339, as in 2025-01-31T12:00:00Z"
            ),
            (
                ["when", "--string", "2025-01-31T12:00:00Z"],
                #"cannot set 'when': "2025-01-31T12:00:00Z" is of type string, not date (SCHEMA:6:30)"#
            ),
            (
                ["blob", "?"],
                "cannot set 'blob': '?' is not base64 data (SCHEMA)\nhint: write base64, as in AQI=, or digits after --hex"
            ),
            (
                ["blob", "--hex", "1"],
                "cannot set 'blob': '1' is not hexadecimal data (SCHEMA)\nhint: write pairs of hexadecimal digits"
            ),
            (
                ["link", "www"],
                #"cannot set 'link': "www" is not a URI with a scheme, as in 'https://example.com/' (SCHEMA:13:30)"#
            ),
            (
                ["names", "-array", "a", "b", "c", "d"],
                "cannot set 'names': the array has 4 elements, more than the maximum of 3 (SCHEMA:8:59)"
            ),
            (
                ["names", "-array", "-int", "1"],
                "cannot set 'names' at '/0': 1 is of type integer, not string (SCHEMA:8:40)"
            ),
            (
                ["win", "{}"],
                "cannot set 'win': required key 'w' is missing (SCHEMA:9:96)"
            ),
            (
                ["win", "-dict", "w", "x"],
                "cannot set 'win' at '/w': 'x' is not a float (SCHEMA)\nhint: write 1.5, 1e-3, nan, inf or -inf"
            ),
            (
                ["win", "-dict", "w", "1", "h", "2"],
                "cannot set 'win' at '/h': unknown key (SCHEMA:10:11)"
            ),
            (
                ["win", "--at", "/w/x", "1", "--parents"],
                #"cannot set 'win' at '/w': {"x":1} is of type dictionary, not float (SCHEMA:9:50)"#
            ),
            (["never", "1"], "cannot set 'never': the schema allows no value here (SCHEMA:15:12)"),
            (["lock", "x"], "cannot change 'lock': it is read-only (SCHEMA)"),
            (["siz", "7"], "unknown key 'siz' (SCHEMA)\nhint: did you mean 'size'?"),
            (["skin", "dark"], "unknown key 'skin' (SCHEMA)\nhint: it was renamed to 'theme'"),
            (["elephant", "1"], "unknown key 'elephant' (SCHEMA)"),
        ]
    )
    func refused(row: (words: [String], message: String)) throws {
        let suite = try suite()
        let before = try suite.prefs.directory.bytes(of: "config/t.plist")
        let outcome = try suite.prefs.run(["set"] + row.words)
        #expect(outcome.errorText.replacing(suite.schemaPath, with: "SCHEMA") == "prefs: \(row.message)\n")
        expect(outcome, prints: "", exit: 3)
        #expect(try suite.prefs.directory.bytes(of: "config/t.plist") == before)
        let dryRun = try suite.prefs.run(["set", "--dry-run"] + row.words)
        #expect(dryRun.errorText == outcome.errorText && dryRun.ending == .exited(3))
    }

    @Test(
        "an untyped value gets the schema's type, and a typed value keeps its own",
        arguments: [
            (["size", "7"], "7"), (["size", "--float", "7"], "7.0"), (["ratio", "5"], "5.0"),
            (["ratio", "--int", "5"], "5"),
            (["ratio", "-int", "5"], "5"), (["either", "5"], "5.0"), (["either", "x"], #""x""#),
            (["either", "2.5"], "2.5"),
            (["flag", "on"], "true"), (["flag", "1"], "true"),
            (["when", "2025-01-31T13:00:00+01:00"], #"{"$date":"2025-01-31T12:00:00Z"}"#),
            (["blob", "AQI="], #"{"$data":"AQI="}"#), (["blob", "--hex", "0102"], #"{"$data":"AQI="}"#),
            (["names", #"["a"]"#], #"["a"]"#), (["names", "-array", "1", "true"], #"["1","true"]"#),
            (["win", #"{"w":5}"#], #"{"w":5.0}"#), (["win", "-dict", "w", "5"], #"{"w":5.0}"#),
            (["win", "--json", #"{"w":5}"#], #"{"w":5.0}"#),
            (["when", "--json", #""2025-01-31T12:00:00Z""#], #"{"$date":"2025-01-31T12:00:00Z"}"#),
            (["link", "https://example.com/"], #""https://example.com/""#),
        ]
    )
    func types(row: (words: [String], value: String)) throws {
        let suite = try suite()
        try suite.prefs.set(row.words[0], Array(row.words.dropFirst()))
        #expect(try suite.prefs.value(of: row.words[0], "--typed") == row.value)
    }

    @Test("--at, --pairs and --if-equals use the types of the schema too")
    func places() throws {
        let suite = try suite(["win": "<dict><key>w</key><real>1</real></dict>"])
        try suite.expect("set", "win", "--at", "/w", "5")
        #expect(try suite.prefs.value(of: "win") == #"{"w":5.0}"#)
        try suite.expect(
            "set",
            "win",
            "--at",
            "/h",
            "5",
            message:
                "cannot set 'win' at '/h': unknown key (SCHEMA:10:11)",
            exit: 3
        )
        try suite.expect("set", "--pairs", "ratio=5", "names=[\"a\"]", "either=x")
        #expect(try suite.prefs.value(of: "ratio") == "5.0")
        try suite.expect(
            "set",
            "--pairs",
            "size=7",
            "theme=drak",
            message:
                #"cannot set 'theme': "drak" is not one of "light", "dark" (SCHEMA:5:31)"#,
            exit: 3
        )
        try suite.expect("exists", "size", exit: 1)
        try suite.expect("set", "ratio", "6", "--if-equals", "5")
        #expect(try suite.prefs.value(of: "ratio") == "6.0")
        try suite.expect("set", "names", "--at", "/-", "7")
        #expect(try suite.prefs.value(of: "names") == #"["a","7"]"#)
    }

    @Test("toggle, increment and append start from the default, and follow the rules")
    func updates() throws {
        let suite = try suite()
        try suite.expect("increment", "size", prints: "13\n")
        try suite.expect(
            "increment",
            "size",
            "100",
            message: "cannot set 'size': 113 exceeds the maximum of 72 (SCHEMA:3:45)",
            exit: 3
        )
        try suite.expect("increment", "ratio", prints: "2.0\n")
        try suite.expect("increment", "either", prints: "1.0\n")
        try suite.expect("toggle", "flag", prints: "true\n")
        try suite.expect("append", "names", "1", "true", prints: #"["1","true"]\#n"#)
        try suite.expect(
            "append",
            "names",
            "--int",
            "1",
            message: "cannot set 'names' at '/2': 1 is of type integer, not string (SCHEMA:8:40)",
            exit: 3
        )
        try suite.expect(
            "append",
            "names",
            "c",
            "d",
            message:
                "cannot set 'names': the array has 4 elements, more than the maximum of 3 (SCHEMA:8:59)",
            exit: 3
        )
        try suite.expect("toggle", "nope", message: "unknown key 'nope' (SCHEMA)", exit: 3)
    }

    // MARK: Existing values

    @Test("an existing invalid value can be replaced or reset, and stays if another key changes")
    func badBefore() throws {
        let suite = try suite([
            "names": "<array><integer>1</integer></array>", "nope": "<true/>", "size": "<integer>900</integer>",
            "win": "<dict><key>h</key><true/></dict>",
        ])
        try suite.expect("set", "ratio", "2")
        try suite.expect("append", "names", "a", prints: #"[1,"a"]\#n"#)
        try suite.expect("set", "nope", "false")
        try suite.expect("set", "win", "--at", "/h", "false")
        try suite.expect(
            "set",
            "size",
            "901",
            message: "cannot set 'size': 901 exceeds the maximum of 72 (SCHEMA:3:45)",
            exit: 3
        )
        try suite.expect("set", "size", "9")
        try suite.expect("reset", "nope")
        try suite.expect("reset", "win", "--at", "/h")
        try suite.expect("reset", "names", "--at", "/0")
        try suite.expect("list", prints: "names\t[\"a\"]\nratio\t2.0\nsize\t9\nwin\t{}\n")
        try suite.expect("reset", "--all")
        try suite.expect("list")
    }

    @Test("a read-only key or a read-only part of a value cannot be set, renamed or removed")
    func readOnly() throws {
        let suite = try suite([
            "lock": "<string>a</string>",
            "win": "<dict><key>id</key><integer>1</integer><key>w</key><real>1</real></dict>",
        ])
        let message = "cannot change 'lock': it is read-only (SCHEMA)"
        for line in [
            ["set", "lock", "b"], ["reset", "lock"], ["reset", "--all"], ["rename", "lock", "link"],
            ["copy", "link", "lock", "--force"],
        ] {
            if line[0] == "copy" { try suite.expect("set", "link", "a:b") }
            let outcome = try suite.prefs.run(line)
            #expect(outcome.errorText.replacing(suite.schemaPath, with: "SCHEMA") == "prefs: \(message)\n", "\(line)")
            expect(outcome, prints: "", exit: 3)
        }
        try suite.expect("set", "lock", "a")
        let part = "cannot change 'win' at '/id': it is read-only (SCHEMA)"
        try suite.expect("set", "win", "--at", "/id", "2", message: part, exit: 3)
        try suite.expect("reset", "win", message: part, exit: 3)
        try suite.expect("set", "win", "--at", "/w", "2")
        try suite.expect("set", "lock", "b", "--no-schema")
        try suite.expect("apply", "-", "--prune", message: part, exit: 3, input: #"{"lock": "b"}"#)
    }

    // MARK: Former names

    @Test("a key is found, changed and reset under its former names")
    func formerNames() throws {
        let suite = try suite(["skin": "<string>dark</string>"])
        try suite.expect("get", "theme", prints: "dark\n")
        try suite.expect(
            "set",
            "theme",
            "light",
            "--if-unset",
            message: "'theme' already exists",
            exit: 7
        )
        try suite.expect("set", "theme", "light", "--if-equals", "dark")
        try suite.expect("list", prints: "theme\tlight\n")
        try suite.prefs.write(SuiteXML.document(["skin": "<string>dark</string>"]), to: "t")
        try suite.expect("reset", "theme", "--strict")
        try suite.expect("list")
        try suite.expect("reset", "theme", "--strict", message: "'theme' is not set in SUITE", exit: 1)
        // A key with a former name can be renamed to its current name.
        try suite.prefs.write(SuiteXML.document(["skin": "<string>dark</string>"]), to: "t")
        try suite.expect("rename", "skin", "theme")
        try suite.expect("list", prints: "theme\tdark\n")
    }

    // MARK: Keys

    @Test("copy and rename check the new key against the schema of its suite")
    func copyAndRename() throws {
        let suite = try suite(["old": "<integer>7</integer>", "text": "<string>x</string>"])
        try suite.expect("rename", "old", "size")
        try suite.expect(
            "rename",
            "text",
            "ratio",
            message: #"cannot set 'ratio': "x" is of type string, not float (SCHEMA:4:13)"#,
            exit: 3
        )
        try suite.expect(
            "rename",
            "text",
            "them",
            message: "unknown key 'them' (SCHEMA)\nhint: did you mean 'theme'?",
            exit: 3
        )
        try suite.expect("copy", "size", "ratio", "--dry-run", prints: "+ ratio 7\n")
        try suite.expect("copy", "size", "--to-suite", "other")
        try suite.prefs.write(SuiteXML.document(["size": "<integer>99</integer>"]), to: "other")
        try suite.expect(
            "copy",
            "-s",
            "other",
            "size",
            "--to-suite",
            "t",
            "--force",
            message: "cannot set 'size': 99 exceeds the maximum of 72 (SCHEMA:3:45)",
            exit: 3
        )
    }

    @Test("a key that the schema lacks is set without a message if other keys are allowed")
    func otherKeys() throws {
        let suite = try SchemaSuite(#"{"properties": {"size": {"type": "integer"}}}"#)
        try suite.expect("set", "siz", "x")
        try suite.expect("get", "siz", prints: "x\n")
    }

    // MARK: Seeds

    @Test("apply checks all values before it writes, and reports the place of an error in the seed")
    func seeds() throws {
        let suite = try SchemaSuite(
            #"{"properties": {"a": {"type": "integer"}, "b": {"type": "string", "format": "date-time"}, "c": {"type": "number"}}, "required": ["a"], "additionalProperties": false}"#
        )
        let directory = suite.prefs.directory
        try directory.write("{\n \"a\": 1,\n \"c\": \"x\"\n}\n", to: "work/seed.json")
        try suite.expect(
            "apply",
            "seed.json",
            message: #"seed.json:3:7: cannot set 'c': "x" is of type string, not float (SCHEMA:1:97)"#,
            exit: 3
        )
        try suite.expect("list")
        try suite.expect(
            "apply",
            "-",
            message: "standard input:1:15: unknown key 'C' (SCHEMA)\nhint: did you mean 'c'?",
            exit: 3,
            input: #"{"a": 1, "C": 2}"#
        )
        try suite.expect(
            "apply",
            "-",
            message: "cannot change the suite: required key 'a' is missing (SCHEMA:1:117)",
            exit: 3,
            input: #"{"c": 2}"#
        )
        try directory.write(SuiteXML.document(["a": "<string>1</string>"]), to: "work/seed.plist")
        try suite.expect(
            "apply",
            "seed.plist",
            message: #"seed.plist:6:2: cannot set 'a': "1" is of type string, not integer (SCHEMA:1:23)"#,
            exit: 3
        )
        let seed = #"{"a": 2, "b": "2025-01-31T12:00:00Z", "c": 3}"#
        let lines = "+ a 2\n+ b {\"$date\":\"2025-01-31T12:00:00Z\"}\n+ c 3.0\n"
        try suite.expect("apply", "-", "--dry-run", prints: lines + "3 would change\n", input: seed)
        try suite.expect("apply", "-", prints: lines + "3 changed\n", input: seed)
        try suite.expect("apply", "-", prints: "0 changed\n", input: seed)
        try suite.expect(
            "apply",
            "-",
            "--prune",
            message: "cannot change the suite: required key 'a' is missing (SCHEMA:1:117)",
            exit: 3,
            input: #"{"c": 3}"#
        )
        // A single change may leave a required key unset. Otherwise, the first change could not be made.
        try suite.expect("reset", "a")
        try suite.expect("set", "c", "4")
    }

    @Test("an edit that violates a rule is kept, and the message has its line")
    func edit() throws {
        let suite = try suite(["size": "<integer>7</integer>"])
        var subprocess = suite.prefs.subprocess(["edit"])
        subprocess.environment["VISUAL"] = "sed -i 's/7/99/'"
        let outcome = try subprocess.run()
        let text = outcome.errorText.replacing(suite.schemaPath, with: "SCHEMA")
        #expect(
            text.contains(
                ":6:2: cannot set 'size': 99 exceeds the maximum of 72 (SCHEMA:3:45); your text is in "
            )
        )
        expect(outcome, prints: "", exit: 3)
        subprocess.environment["VISUAL"] = "sed -i 's/7/9/'"
        expect(try subprocess.run(), prints: "")
        #expect(try suite.prefs.value(of: "size") == "9")
    }

    // MARK: Selection of the schema

    @Test("--no-schema ignores the schema, --schema selects another, and --file uses no other")
    func choice() throws {
        let suite = try suite()
        try suite.expect("set", "size", "99", "--no-schema")
        try suite.prefs.directory.write(#"{"properties": {"size": {"maximum": 5}}}"#, to: "work/other.json")
        try suite.expect(
            "set",
            "size",
            "6",
            "--schema",
            "other.json",
            message: "cannot set 'size': 6 exceeds the maximum of 5 (other.json:1:26)",
            exit: 3
        )
        try suite.expect("set", "size", "200", "-f", "../config/t.plist")
        try suite.expect(
            "set",
            "size",
            "6",
            "-f",
            "../config/t.plist",
            "--schema",
            "other.json",
            message: "cannot set 'size': 6 exceeds the maximum of 5 (other.json:1:26)",
            exit: 3
        )
        try suite.expect("get", "ratio", prints: "1.0\n")
        try suite.expect("get", "ratio", "--no-schema", message: "'ratio' is not set in suite 't'", exit: 1)
    }

    @Test("a malformed or missing schema gives exit code 4 and its place, and an ignored keyword is not mentioned")
    func malformed() throws {
        let suite = try SchemaSuite("{\"properties\":\n {\"size\": {\"type\": \"int\"}}}")
        let message =
            "SCHEMA:2:20: 'type' must be a type (boolean, integer, number, string, array, object, null) or an array of unique types\nhint: --no-schema ignores it"
        try suite.expect("set", "size", "1", message: message, exit: 4)
        try suite.expect("get", "size", message: message, exit: 4)
        try suite.expect("check", message: message, exit: 4)
        try suite.expect("set", "other", "1")
        try suite.expect("set", "size", "1", "--no-schema")
        try suite.expect(
            "set",
            "size",
            "1",
            "--schema",
            "nope.json",
            message: "cannot read the schema nope.json: no such file or directory\nhint: --no-schema ignores it",
            exit: 4
        )
        try suite.prefs.directory.write(#"{"properties": {"size": {"contains": {}}}}"#, to: "work/other.json")
        try suite.expect(
            "set",
            "size",
            "2",
            "--schema",
            "other.json"
        )
    }
}
