import TestSupport
import Testing

@Suite("Describing a key")
struct DescribeTests {
    private let prefs: PrefsCommand

    init() throws {
        prefs = try PrefsCommand.withSchema(
            PrefsCommand.editorSchema,
            suite: SuiteXML.document([
                "size": "<integer>14</integer>", "theme": "<string>dark</string>", "zip": "<string>a\tb</string>",
            ])
        )
    }

    private var file: String { prefs.directory.path(of: "config/t.plist") }

    private func expectLines(
        _ lines: [String],
        of arguments: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    )
        throws
    {
        let outcome = try prefs.run(["describe"] + arguments)
        let facts = ExplainedKey(outcome.text).facts
        expect(
            outcome.printing(facts),
            prints: lines.map { $0 + "\n" }.joined(),
            errors: .nothing,
            sourceLocation: sourceLocation
        )
    }

    private func described(_ arguments: String...) throws -> SubprocessOutcome {
        let outcome = try prefs.run(["describe"] + arguments)
        return outcome.printing(ExplainedKey(json: outcome.text).facts)
    }

    @Test("describe prints a line each for the type, the default, the value, its origin and the schema's rules")
    func lines() throws {
        let schema = "schema\t\(prefs.schemaPath())"
        try expectLines(
            [
                "type\tinteger", "default\t12", "value\t14", "origin\t\(file)", "range\tfrom 6 to 72",
                "summary\tThe size of letters, in points.", "formerly\tfont.size, size", schema,
            ],
            of: "fontSize"
        )
        try expectLines(
            [
                "type\tstring", "default\tlight", "value\tdark", "origin\t\(file)", "allowed\t\"light\", \"dark\"",
                "summary\tThe theme", schema,
            ],
            of: "theme"
        )
        try expectLines(
            ["type\tbool", "default\ttrue", "value\ttrue", "origin\tdefault", schema],
            of: "wrap"
        )
        try expectLines(["type\tdate", schema], of: "opened")
        try expectLines(["type\tstring", "pattern\t^[0-9]+$", "readOnly\ttrue", schema], of: "build")
        try expectLines(
            [
                "type\tstring", "length\tat least 1 character", "summary\tUse the user's name.", "deprecated\ttrue",
                schema,
            ],
            of: "author"
        )
        try expectLines(["type\tany", "deprecated\ttrue", schema], of: "old")
        try expectLines(
            ["type\tarray", "count\tat most 4 elements", "elements\tfloat, above 0", schema],
            of: "margins"
        )
    }

    @Test("describe prints the type, the value and the file if there is no schema")
    func schemaless() throws {
        let lines = ["type\tstring", "value\ta\\tb", "origin\t\(file)"]
        try expectLines(lines, of: "zip")
        try expectLines(lines, of: "--no-schema", "zip")
        try expectLines(lines, of: "--file", file, "zip")
        try expectLines(["type\tinteger", "value\t14", "origin\t\(file)"], of: "size")
        try prefs.change("set", "-s", "other", "k", "1.5")
        try expectLines(
            ["type\tfloat", "value\t1.5", "origin\t\(prefs.directory.path(of: "config/other.plist"))"],
            of: "-s",
            "other",
            "k"
        )
    }

    @Test("describe --json prints an object, whose values keep their types")
    func json() throws {
        expect(
            try described("fontSize", "--json"),
            prints: """
                {"key":"fontSize","type":"integer","default":12,"value":14,"origin":"\(file)","range":"from 6 to 72",\
                "summary":"The size of letters, in points.","formerly":["font.size","size"],\
                "schema":"\(prefs.schemaPath())"}

                """
        )
        expect(
            try described("theme", "--json"),
            prints: """
                {"key":"theme","type":"string","default":"light","value":"dark","origin":"\(file)",\
                "allowed":["light","dark"],"summary":"The theme","schema":"\(prefs.schemaPath())"}

                """
        )
        expect(
            try described("old", "--json"),
            prints: #"{"key":"old","type":"any","deprecated":true,"schema":"\#(prefs.schemaPath())"}"# + "\n"
        )
        try prefs.set("when", ["--date", "2030-01-31T11:00:00Z"])
        expect(
            try described("when", "--typed"),
            prints: """
                {"key":"when","type":"date","value":{"$date":"2030-01-31T11:00:00Z"},"origin":"\(file)"}

                """
        )
        try prefs.set("n", ["--float", "nan"])
        expect(try prefs.run("describe", "n", "--json"), prints: "", exit: 3, errors: .message(["'n'", "--typed"]))
    }

    @Test("--null ends records with NUL, and --schema selects a schema")
    func options() throws {
        let text = try prefs.run("describe", "zip", "-z").text
        #expect(text.hasPrefix("type\tstring\0value\ta\tb\0origin\t\(file)\0unset\t"))
        try prefs.directory.write(#"{"properties": {"zip": {"title": "A\nB"}}}"#, to: "work/s.json")
        try expectLines(
            ["type\tstring", "value\ta\\tb", "origin\t\(file)", "summary\tA\\nB", "schema\ts.json"],
            of: "zip",
            "--schema",
            "s.json"
        )
    }

    @Test("standard input is read once, even if a key has former names")
    func standardInput() throws {
        let input = Array(#"{"size": 7}"#.utf8)
        let schema = prefs.schemaPath()
        expect(try prefs.run(["get", "fontSize", "-f", "-", "--schema", schema], input: input), prints: "7\n")
        expect(
            try prefs.run(["explain", "fontSize", "-f", "-", "--schema", schema], input: input),
            prints: """
                type\tinteger
                default\t12
                value\t7
                origin\t-
                range\tfrom 6 to 72
                summary\tThe size of letters, in points.
                formerly\tfont.size, size
                schema\t\(schema)
                wins\t-\tinteger\t7\tsize
                hidden\t\(schema)\tinteger\t12

                """
        )
        expect(
            try prefs.run(["list", "--all", "*ize", "-f", "-", "--schema", schema], input: input),
            prints: "fontSize\t7\tchanged\n"
        )
        let outcome = try prefs.run(["describe", "fontSize", "-f", "-", "--schema", schema], input: input)
        expect(outcome, errors: .nothing)
        #expect(outcome.text.hasPrefix("type\tinteger\ndefault\t12\nvalue\t7\norigin\t-\n"))
    }

    @Test("an unknown key gives exit code 1, its files, and a suggestion if there is one")
    func unknown() throws {
        for (arguments, message) in [
            (["nope"], "'nope' is not set in suite 't'"),
            (["fontsize"], "'fontsize' is not set in suite 't'\nhint: did you mean 'fontSize'?"),
            (["font.size"], "'font.size' is not set in suite 't'\nhint: it was renamed to 'fontSize'"),
            (["wrap", "--no-schema"], "'wrap' is not set in suite 't'"),
        ] {
            let outcome = try prefs.run(["describe"] + arguments)
            #expect(outcome.ending == .exited(1))
            #expect(ExplainedKey(outcome.text).facts == "")
            #expect(outcome.errorText == "prefs: \(message)\n")
        }
        #expect(try prefs.run("describe", "-q", "nope").errorText == "")
    }

    @Test("a malformed schema gives exit code 4 and its line")
    func malformed() throws {
        try prefs.writeSchema("{\"properties\": []}")
        let outcome = try prefs.run("describe", "theme")
        expect(outcome, prints: "", exit: 4, errors: .message(["\(prefs.schemaPath()):1:16: ", "--no-schema"]))
    }
}
