import TestSupport
import Testing

@Suite("Checking schemas")
struct SchemaCheckTests {
    private let prefs: PrefsCommand

    init() throws {
        prefs = try PrefsCommand.withSchema(PrefsCommand.editorSchema)
    }

    @Test("valid schemas have no findings, installed or in files")
    func sound() throws {
        expect(try prefs.run("schema", "check"), prints: "", errors: .nothing)
        expect(try prefs.run("schema", "check", "--json"), prints: "[]\n", errors: .nothing)
        let path = prefs.schemaPath()
        let outcome = try prefs.run(["schema", "check", "-v", path, "-"], input: Array("{}".utf8))
        expect(outcome, prints: "", errors: .message([]))
        #expect(
            outcome.errorText
                == "note: \(path): no problems found\nnote: standard input: no problems found\n"
        )
    }

    @Test(
        "a document that is not a schema gives exit code 4 and the line",
        arguments: [
            ("", "1:1: unexpected end of the document"),
            ("[]", "1:1: the schema of a suite must have the type object"),
            ("{\n\"minimum\": \"x\"}", "2:12: 'minimum' must be a number"),
            (
                #"{"properties": {"a": {"type": "int"}}}"#,
                """
                1:31: 'type' must be a type (boolean, integer, number, string, array, object, null) or an array of \
                unique types
                """
            ),
            (
                ##"{"properties": {"a": {"$ref": "#/$defs/x"}}}"##,
                ##"""
                1:23: unresolved reference '#/$defs/x': no such place in the document
                """##
            ),
            (
                ##"{"$defs": {"a": {"$ref": "#/$defs/a"}}, "properties": {"k": {"$ref": "#/$defs/a"}}}"##,
                "1:18: circular reference '#/$defs/a'"
            ),
        ]
    )
    func malformed(document: String, finding: String) throws {
        try prefs.writeSchema(document)
        expect(
            try prefs.run("schema", "check"),
            prints: "\(prefs.schemaPath()):\(finding)\n",
            exit: 4,
            errors: .nothing
        )
    }

    @Test("a default that violates its own rule gives exit code 3, and an ignored keyword is only a note")
    func defaults() throws {
        let document = """
            {"properties": {
              "a": {"default": 5, "maximum": 3, "multiplier": 2},
              "b": {"default": ["x", 1], "items": {"type": "string"}}
            }}
            """
        try prefs.directory.write(document, to: "work/bad.json")
        try prefs.directory.write(#"{"examples": []}"#, to: "work/odd.json")
        let note = "note: bad.json:2:37: ignored keyword 'multiplier'\n"
        let outcome = try prefs.run("schema", "check", "bad.json")
        let lines = [
            "bad.json:2:23: invalid default of 'a': 5 exceeds the maximum of 3",
            "bad.json:3:40: invalid default of 'b': 1 is of type integer, not string",
        ]
        expect(outcome, prints: lines.map { $0 + "\n" }.joined(), exit: 3, errors: .optional)
        #expect(outcome.errorText == note)
        expect(
            try prefs.run("schema", "check", "-q", "-z", "bad.json"),
            prints: lines.map { $0 + "\0" }.joined(),
            exit: 3,
            errors: .nothing
        )
        expect(
            try prefs.run("schema", "check", "-q", "--json", "bad.json"),
            prints: """
                [{"file":"bad.json","line":2,"column":23,"offset":39,\
                "message":"invalid default of 'a': 5 exceeds the maximum of 3","code":3},\
                {"file":"bad.json","line":3,"column":40,"offset":110,\
                "message":"invalid default of 'b': 1 is of type integer, not string","code":3}]

                """,
            exit: 3,
            errors: .nothing
        )
        let odd = try prefs.run("schema", "check", "odd.json")
        expect(odd, prints: "", errors: .message([]))
        #expect(
            odd.errorText == "note: odd.json:1:2: ignored keyword 'examples'\n"
        )
    }

    @Test("all files are checked, and the worst finding determines the exit code")
    func several() throws {
        try prefs.directory.write(#"{"properties": {"a": {"default": 5, "maximum": 3}}}"#, to: "work/bad.json")
        let outcome = try prefs.run(["schema", "check", "nope", "-", "bad.json"], input: Array("{".utf8))
        expect(
            outcome,
            prints: """
                standard input:1:2: unexpected end of the document in an object
                bad.json:1:37: invalid default of 'a': 5 exceeds the maximum of 3

                """,
            exit: 4,
            errors: .optional
        )
        #expect(outcome.errorText == "prefs: cannot read the schema nope: no such file or directory\n")
    }
}
