import TestSupport
import Testing

@Suite("Inferring a schema")
struct SchemaInferTests {
    private let prefs: PrefsCommand

    init() throws {
        prefs = try PrefsCommand.withSchema(suite: SuiteXML.contract)
    }

    @Test("an inferred schema installs without a message, and the suite conforms to it")
    func install() throws {
        try prefs.change("schema", "infer", "-o", "t.schema.json")
        try prefs.change("schema", "install", "t.schema.json")
        expect(try prefs.run("check"), prints: "", errors: .nothing)
        expect(
            try prefs.run("set", "flag", "--int", "1"),
            prints: "",
            exit: 3,
            errors: .message(["cannot set 'flag': 1 is of type integer, not bool (\(prefs.schemaPath()):"]
            )
        )
        try prefs.change("set", "new", "anything")
        expect(try prefs.run("list", "--all", "fl*"), prints: "flag\ttrue\tchanged\n")
    }

    @Test("an inferred schema is printed, or written to a file")
    func output() throws {
        let input = Array(#"{"a": 1, "b": [{"$date": "2030-01-31T11:00:00Z"}]}"#.utf8)
        let schema = """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "type": "object",
              "properties": {
                "a": {
                  "type": "integer"
                },
                "b": {
                  "type": "array",
                  "items": {
                    "type": "string",
                    "format": "date-time"
                  }
                }
              }
            }

            """
        expect(try prefs.run(["schema", "infer", "-f", "-"], input: input), prints: schema)
        let outcome = try prefs.run(["schema", "infer", "-f", "-", "-o", "a.json", "-v"], input: input)
        expect(outcome, prints: "", errors: .message(["note: wrote a.json\n"]))
        #expect(try prefs.directory.text(of: "work/a.json") == schema)
        expect(
            try prefs.run("schema", "infer", "-s", "never"),
            prints: """
                {
                  "$schema": "https://json-schema.org/draft/2020-12/schema",
                  "type": "object"
                }

                """
        )
    }

    @Test("no schema is inferred from a file that cannot be read")
    func unreadable() throws {
        try prefs.write("<plist><dict><key>a", to: "t")
        let outcome = try prefs.run("schema", "infer")
        expect(outcome, prints: "", exit: 4, errors: .message(["config/t.plist:1:20: unexpected end"]))
    }
}
