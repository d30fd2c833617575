import TestSupport
import Testing

@Suite("Checking suites and seeds against a schema")
struct SchemaViolationCheckTests {
    static let schema = """
        {"properties": {
          "size": {"type": "integer", "maximum": 72},
          "list": {"type": "array", "items": {"type": "string"}},
          "when": {"type": "string", "format": "date-time"}
         },
         "required": ["size", "must"], "additionalProperties": false}
        """

    static let suite = """
        <plist><dict>
        <key>nope</key> <true/>
        <key>list</key> <array> <string/>
          <integer>1</integer> <real>-0.0</real></array>
        <key>size</key> <integer>99</integer>
        </dict></plist>
        """

    @Test("each violation is a line with its places in the suite and the schema, in the order of the suite")
    func violations() throws {
        let suite = try SchemaSuite(Self.schema, suite: Self.suite)
        try suite.expect(
            "check",
            prints: """
                SUITE:1:8: required key 'must' is missing (SCHEMA:6:2)
                SUITE:2:17: 'nope': unknown key (SCHEMA:6:32)
                SUITE:4:3: 'list' at '/1': 1 is of type integer, not string (SCHEMA:3:39)
                SUITE:4:24: 'list' at '/2': negative zero: UserDefaults would lose the sign when it writes the file
                SUITE:4:24: 'list' at '/2': -0.0 is of type float, not string (SCHEMA:3:39)
                SUITE:5:17: 'size': 99 exceeds the maximum of 72 (SCHEMA:2:31)

                """,
            exit: 3
        )
        try suite.expect(
            "check",
            "--no-schema",
            prints:
                "SUITE:4:24: 'list' at '/2': negative zero: UserDefaults would lose the sign when it writes the file\n",
            exit: 3
        )
    }

    @Test("a violation as JSON contains its keyword and the keyword's place")
    func json() throws {
        let suite = try SchemaSuite(#"{"properties": {"k": {"maximum": 1}, "n": false}}"#, suite: "{k = (1); n = 2;}")
        let bytes = "<dict><key>n</key><true/><key>k</key><integer>2</integer></dict>"
        try suite.prefs.write(bytes, to: "t")
        try suite.expect(
            "check",
            "--json",
            prints: """
                [{"file":"SUITE","line":1,"column":19,"offset":18,"path":["n"],"message":"the schema allows no value here",\
                "schema":{"file":"SCHEMA","line":1,"column":43,"offset":42},"code":3},\
                {"file":"SUITE","line":1,"column":38,"offset":37,"path":["k"],"message":"2 exceeds the maximum of 1",\
                "keyword":"maximum","schema":{"file":"SCHEMA","line":1,"column":23,"offset":22},"code":3}]

                """,
            exit: 3
        )
    }

    @Test("places in a binary suite are offsets, and OpenStep text has no places")
    func formats() throws {
        let suite = try SchemaSuite(#"{"properties": {"k": {"type": "string"}}}"#)
        try suite.expect("set", "k", "--int", "5", "--no-schema")
        try suite.expect("convert", "../config/t.plist", "-o", "b.plist", "--format", "binary")
        try suite.expect(
            "check",
            "b.plist",
            "--schema",
            suite.schemaPath,
            prints: "b.plist: at byte 13: 'k': 5 is of type integer, not string (SCHEMA:1:23)\n",
            exit: 3
        )
        try suite.prefs.directory.write("{ k = (a); }", to: "work/text")
        try suite.expect(
            "check",
            "text",
            "--schema",
            suite.schemaPath,
            prints: "text: 'k': [\"a\"] is of type array, not string (SCHEMA:1:23)\n",
            exit: 3
        )
    }

    @Test("a named file is checked only against a named schema, and a string in JSON can represent a date")
    func operands() throws {
        let suite = try SchemaSuite(Self.schema, suite: Self.suite)
        let path = suite.prefs.directory.path(of: "config/t.plist")
        try suite.expect(
            "check",
            path,
            prints:
                "SUITE:4:24: 'list' at '/2': negative zero: UserDefaults would lose the sign when it writes the file\n",
            exit: 3
        )
        try suite.prefs.directory.write(
            #"{"size": 5, "must": 1, "when": "2025-01-31T12:00:00Z"}"#,
            to: "work/seed.json"
        )
        try suite.expect(
            "check",
            "seed.json",
            "--schema",
            suite.schemaPath,
            prints:
                "seed.json:1:21: 'must': unknown key (SCHEMA:6:32)\n",
            exit: 3
        )
        try suite.expect(
            "check",
            "-",
            "--schema",
            suite.schemaPath,
            prints: """
                standard input:1:1: required key 'must' is missing (SCHEMA:6:2)
                standard input:1:10: 'size': "x" is of type string, not integer (SCHEMA:2:12)
                standard input:1:23: 'when': "soon" is of type string, not date (SCHEMA:4:30)

                """,
            exit: 3,
            input: #"{"size": "x", "when": "soon"}"#
        )
    }

    @Test("an empty suite lacks the required keys, and a missing suite gives exit code 4")
    func missing() throws {
        let schema = #"{"required": ["a"]}"#
        let empty = try SchemaSuite(schema)
        try empty.expect("check", prints: "SUITE:4:1: required key 'a' is missing (SCHEMA:1:2)\n", exit: 3)
        try empty.expect("check", "--no-schema")
        let missing = try SchemaSuite(schema, suite: nil)
        for words in [["check"], ["check", "--no-schema"]] {
            let outcome = try missing.prefs.run(words)
            expect(outcome, prints: "", exit: 4, errors: .message(["t.plist: no such file or directory"]))
        }
    }

    @Test("a file is checked against the schema of the suite that --suite names")
    func schemaOfSuite() throws {
        let suite = try SchemaSuite(
            #"{"required": ["a", "b"], "properties": {"a": {"type": "string", "maxLength": 1}}}"#
        )
        try suite.prefs.directory.write("{\"a\": 5}", to: "work/seed.json")
        try suite.expect("check", "seed.json")
        for words in [["seed.json", "-s", "t"], ["--suite=t", "seed.json", "good.json"]] {
            try suite.prefs.directory.write(#"{"a": "x", "b": 1}"#, to: "work/good.json")
            let outcome = try suite.prefs.run(["check"] + words)
            let lines = """
                seed.json:1:1: required key 'b' is missing (SCHEMA:1:2)
                seed.json:1:7: 'a': 5 is of type integer, not string (SCHEMA:1:47)

                """
            expect(outcome, prints: lines.replacing("SCHEMA", with: suite.schemaPath), exit: 3, errors: .nothing)
        }
        try suite.expect("check", "seed.json", "-s", "t", "--no-schema")
    }

    @Test("a malformed schema gives exit code 4, and the files are still checked")
    func malformedSchema() throws {
        let suite = try SchemaSuite(#"{"minimum": "x"}"#, suite: Self.suite)
        try suite.expect(
            "check",
            prints:
                "SUITE:4:24: 'list' at '/2': negative zero: UserDefaults would lose the sign when it writes the file\n",
            message: "SCHEMA:1:13: 'minimum' must be a number\nhint: --no-schema ignores it",
            exit: 4
        )
    }

    @Test("an ignored keyword is mentioned only by 'schema check'")
    func notes() throws {
        let suite = try SchemaSuite("{\"properties\": {\n\"k\": {\"multiplier\": 1}}}")
        try suite.expect("check")
        try suite.expect("schema", "check", suite.schemaPath, message: "SCHEMA:2:7: ignored keyword 'multiplier'")
    }
}
