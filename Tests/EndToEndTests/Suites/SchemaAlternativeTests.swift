import TestSupport
import Testing

@Suite("Alternatives and conditions in a schema")
struct SchemaAlternativeTests {
    static let schema = """
        {"properties": {
          "height": {"anyOf": [{"type": "integer", "maximum": 72}, {"const": "auto"}], "default": "auto"},
          "rulers": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]},
          "cursor": {"oneOf": [{"const": "line"}, {"const": "block"}]},
          "expires": {"type": "string", "anyOf": [{"format": "date-time"}, {"enum": ["never"]}]},
          "mode": {"enum": ["plain", "tls"]},
          "port": {"type": "integer"}, "certificate": {"type": "string"}
         },
         "patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false,
         "if": {"properties": {"mode": {"const": "tls"}}, "required": ["mode"]},
         "then": {"required": ["certificate"], "properties": {"port": {"minimum": 1024}}}}
        """

    @Test(
        "a VALUE without a type has the type of the alternative that it satisfies",
        arguments: [
            ("height", "14", "14"), ("height", "auto", #""auto""#), ("rulers", "80", #""80""#),
            ("rulers", "[80]", #""[80]""#), ("cursor", "block", #""block""#), ("expires", "never", #""never""#),
            ("expires", "2030-01-31T12:00:00Z", #"{"$date":"2030-01-31T12:00:00Z"}"#), ("x-size", "5", #""5""#),
        ]
    )
    func types(row: (key: String, value: String, stored: String)) throws {
        let suite = try SchemaSuite(Self.schema)
        try suite.expect("set", row.key, row.value)
        try suite.expect("get", "--typed", row.key, prints: row.stored + "\n")
    }

    @Test(
        "a value that satisfies no alternative is refused with the likely one, or else with all of them",
        arguments: [
            (["height", "80"], "cannot set 'height': 80 exceeds the maximum of 72 (SCHEMA:2:44)"),
            (
                ["height", "big"],
                #"cannot set 'height': "big" matches none of 2 alternatives: integer, at most 72 | "auto" (SCHEMA:2:14)"#
            ),
            (
                ["rulers", "--json", #"[1,"x"]"#],
                #"cannot set 'rulers' at '/1': "x" is of type string, not integer (SCHEMA:3:72)"#
            ),
            (
                ["cursor", "blok"],
                #"cannot set 'cursor': "blok" matches none of 2 alternatives: "line" | "block" (SCHEMA:4:14)"#
            ),
            (["x-size", "--int", "5"], "cannot set 'x-size': 5 is of type integer, not string (SCHEMA:9:32)"),
            (["prt", "5"], "unknown key 'prt' (SCHEMA)\nhint: did you mean 'port'?"),
        ]
    )
    func refusals(row: (words: [String], message: String)) throws {
        let suite = try SchemaSuite(Self.schema)
        let outcome = try suite.prefs.run(["set"] + row.words)
        #expect(
            outcome.errorText.replacing(suite.schemaPath, with: "SCHEMA") == "prefs: \(row.message)\n"
        )
        #expect(outcome.ending == .exited(3))
    }

    @Test("a condition on the suite counts for the keys that change, and as a whole in a check")
    func conditions() throws {
        let suite = try SchemaSuite(Self.schema)
        try suite.expect("set", "port", "80")
        try suite.expect("set", "mode", "tls")
        try suite.expect(
            "set",
            "port",
            "81",
            message: "cannot set 'port': 81 is less than the minimum of 1024 (SCHEMA:11:64)",
            exit: 3
        )
        try suite.expect("set", "--pairs", "mode=plain", "port=81")
        try suite.expect("check")
        try suite.expect("set", "--pairs", "mode=tls", "port=2000")
        let outcome = try suite.prefs.run(["check"])
        #expect(outcome.text.contains("required key 'certificate' is missing"))
        #expect(outcome.ending == .exited(3))
    }

    @Test("a seed is refused if a condition on the suite does not allow it")
    func seeds() throws {
        let suite = try SchemaSuite(Self.schema)
        try suite.expect("set", "port", "80")
        try suite.expect(
            "apply",
            "-",
            message: "cannot set 'port': 80 is less than the minimum of 1024 (SCHEMA:11:64)",
            exit: 3,
            input: #"{"mode": "tls", "certificate": "c", "height": 5}"#
        )
        let seed = #"{"mode": "tls", "certificate": "c", "port": 2000}"#
        #expect(try suite.prefs.run(["apply", "-"], input: Array(seed.utf8)).ending == .exited(0))
    }

    @Test("the alternatives are described and completed")
    func description() throws {
        let suite = try SchemaSuite(Self.schema)
        let facts = try ExplainedKey(suite.prefs.run("explain", "height").text).facts
        #expect(
            facts.hasPrefix(
                """
                type\tinteger or string
                default\tauto
                value\tauto
                origin\tdefault
                alternatives\tinteger, at most 72 | "auto"
                schema\t
                """
            )
        )
        let outcome = try suite.prefs.run(["explain", "--json", "cursor"])
        #expect(outcome.text.contains(#""allowed":["line","block"]"#))
    }
}
