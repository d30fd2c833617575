import TestSupport
import Testing

@Suite("Volatile and ignored keys")
struct VolatileKeyTests {
    private static let schema = """
        {"properties": {"theme": {"type": "string", "default": "light"}}, \
        "patternProperties": {"^window\\\\.": {"volatile": true}}}
        """

    private func command() throws -> PrefsCommand {
        let suite = SuiteXML.document(["theme": "<string>dark</string>", "window.x": "<integer>1</integer>"])
        let prefs = try PrefsCommand.withSchema(Self.schema, suite: suite)
        try prefs.directory.write(#"{"theme": "blue", "window.x": 2}"#, to: "work/seed.json")
        return prefs
    }

    @Test("diff, dump --changed and --check leave out what the schema calls volatile, unless --volatile is given")
    func leftOut() throws {
        let prefs = try command()
        let lines = ["~ theme \"dark\" -> \"blue\"\n", "~ window.x 1 -> 2\n"]
        let note = "left alone, volatile by the schema: 'window.x'\nhint: --volatile includes them"
        for (line, output, errors) in [
            (["diff", "seed.json", "--format", "changes", "-q", "--names-only"], "", ErrorOutput.asExit),
            (["diff", "seed.json", "--names-only"], "theme\n", .nothing),
            (["diff", "seed.json", "--names-only", "--volatile"], "theme\nwindow.x\n", .nothing),
            (["diff", "seed.json", "--names-only", "--volatile", "--ignore", "t*"], "window.x\n", .nothing),
            (["apply", "seed.json", "--check"], lines[0] + "1 would change\n", .note(note)),
            (["apply", "seed.json", "--check", "--volatile"], lines.joined() + "2 would change\n", .nothing),
        ] {
            expect(try prefs.run(line), prints: output, exit: output.isEmpty ? 2 : 1, errors: errors)
        }
        expect(try prefs.run("diff", "seed.json", "--ignore", "theme"), prints: "")
        expect(try prefs.run("dump", "--changed", "--typed"), prints: "{\"theme\":\"dark\"}\n")
        expect(
            try prefs.run("dump", "--changed", "--typed", "--volatile"),
            prints: "{\"theme\":\"dark\",\"window.x\":1}\n"
        )
        expect(try prefs.run("dump", "--changed", "--ignore", "t*", "--typed"), prints: "{}\n")
    }

    @Test("apply leaves them alone, also with --prune, with a note if a seed has another value")
    func applied() throws {
        let prefs = try command()
        let note = "left alone, volatile by the schema: 'window.x'\nhint: --volatile includes them"
        expect(
            try prefs.run("apply", "seed.json", "--prune"),
            prints: "~ theme \"dark\" -> \"blue\"\n1 changed\n",
            errors: .note(note)
        )
        expect(try prefs.run("apply", "-", "--prune", input: Array("{}".utf8)), prints: "- theme \"blue\"\n1 changed\n")
        expect(try prefs.run("apply", "seed.json", "-q", "--volatile"), prints: "")
        expect(try prefs.run("list"), prints: "theme\tblue\nwindow.x\t2\n")
        expect(try prefs.run("apply", "seed.json"), prints: "0 changed\n")
        expect(
            try prefs.run("apply", "-", "--prune", "--ignore", "theme", "--volatile", input: Array("{}".utf8)),
            prints: "- window.x 2\n1 changed\n"
        )
    }

    @Test("a former name of such a key, or of one that --ignore names, is left alone too")
    func formerNames() throws {
        let schema = #"{"properties": {"x": {"volatile": true, "formerly": ["old.x"]}, "y": {"formerly": ["old.y"]}}}"#
        let suite = SuiteXML.document(["old.x": "<integer>1</integer>", "old.y": "<integer>2</integer>"])
        let prefs = try PrefsCommand.withSchema(schema, suite: suite)
        let empty = Array("{}".utf8)
        expect(try prefs.run("apply", "-", "--prune", "--ignore", "y", input: empty), prints: "0 changed\n")
        expect(try prefs.run("apply", "-", "--prune", input: empty), prints: "- old.y 2\n1 changed\n")
        expect(try Shell(prefs).run("prefs record -- prefs reset old.x"), prints: "{}\n")
    }

    @Test("apply --secrets names a volatile key that it leaves alone")
    func secretSeed() throws {
        let prefs = try command()
        let secrets = Array(#"{"window.x": 7}"#.utf8)
        expect(
            try prefs.run("apply", "seed.json", "--ignore", "*", "--secrets", "-", input: secrets),
            prints: "0 changed\n",
            errors: .note("left alone, volatile by the schema: 'window.x'\nhint: --volatile includes them")
        )
    }

    @Test("explain names a volatile key, and the keyword must be a bool")
    func explained() throws {
        let prefs = try command()
        #expect(try prefs.run("explain", "window.x").text.contains("volatile\ttrue\n"))
        try prefs.directory.write(#"{"properties": {"a": {"volatile": 1}}}"#, to: "work/schema.json")
        expect(
            try prefs.run("schema", "check", "schema.json"),
            prints: "schema.json:1:35: 'volatile' must be true or false\n",
            exit: 4,
            errors: .nothing
        )
    }

    @Test("record leaves them out, and watch prints them")
    func recorded() throws {
        let prefs = try command()
        let shell = try Shell(prefs)
        let change = "prefs set --pairs theme=red window.x=5"
        expect(try shell.run("prefs record -- \(change)"), prints: "{\"theme\":\"red\"}\n")
        expect(
            try shell.run("prefs reset --all; prefs record --volatile -- \(change)"),
            prints: "{\"theme\":\"red\",\"window.x\":5}\n"
        )
        let watch = try RunningWatch(prefs, ["--ignore", "theme"])
        expect(try shell.run("prefs set theme blue; prefs set window.x 6"), prints: "")
        try watch.awaitLine("~ window.x 5 -> 6")
        try watch.end(prints: ["~ window.x 5 -> 6"])
    }
}
