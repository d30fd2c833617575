import TestSupport
import Testing

@Suite("Schemas of suites: install, uninstall, list, show")
struct SchemaVerbTests {
    private let prefs: PrefsCommand

    init() throws {
        prefs = try PrefsCommand.withSchema()
        try prefs.directory.write(PrefsCommand.editorSchema, to: "work/editor.schema.json")
    }

    /// Runs a command, expects no standard output, and compares its messages.
    private func expectMessages(
        _ messages: [String],
        exit: Int32,
        of arguments: String...,
        input: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try prefs.run(arguments, input: Array(input.utf8))
        expect(outcome, prints: "", exit: exit, errors: .optional, sourceLocation: sourceLocation)
        let lines = messages.map { ($0.hasPrefix("note: ") ? "" : "prefs: ") + $0 + "\n" }
        #expect(outcome.errorText == lines.joined(), sourceLocation: sourceLocation)
    }

    @Test("install copies the file unchanged to the user's schema directory, which it creates")
    func install() throws {
        try prefs.change("schema", "install", "editor.schema.json")
        #expect(try prefs.directory.text(of: "data/prefs/schemas/editor.schema.json") == PrefsCommand.editorSchema)
        #expect(try prefs.directory.mode(of: "data/prefs/schemas") == 0o700)
        #expect(try prefs.directory.mode(of: "data/prefs/schemas/editor.schema.json") == 0o600)
        #expect(try prefs.directory.names(in: "data/prefs/schemas") == ["editor.schema.json"])
        expect(try prefs.run("get", "-s", "editor", "fontSize"), prints: "12\n")
        expect(
            try prefs.run("set", "-s", "editor", "fontSize", "200"),
            prints: "",
            exit: 3,
            errors: .message(["200 exceeds the maximum of 72"])
        )
    }

    @Test("an option or else the file's name selects the suite, and XDG_DATA_HOME selects the directory")
    func suites() throws {
        var prefs = prefs
        try prefs.change("schema", "install", "editor.schema.json", "-s", "viewer")
        try prefs.change("schema", "install", "editor.schema.json", "-g")
        try prefs.change("schema", "install", "./editor.schema.json")
        #expect(
            try prefs.directory.names(in: "data/prefs/schemas").sorted()
                == [".GlobalPreferences.schema.json", "editor.schema.json", "viewer.schema.json"]
        )
        let input = Array(#"{"type": "object"}"#.utf8)
        expect(try prefs.run(["schema", "install", "-", "-s", "piped"], input: input), prints: "")
        #expect(try prefs.directory.bytes(of: "data/prefs/schemas/piped.schema.json") == input)
        prefs.environment["XDG_DATA_HOME"] = nil
        expect(
            try prefs.run("schema", "install", "-v", "editor.schema.json"),
            prints: "",
            errors: .message(["wrote \(prefs.schemaPath(of: "editor", in: "home/.local/share"))\n"])
        )
        #expect(prefs.directory.exists("home/.local/share/prefs/schemas/editor.schema.json"))
    }

    @Test("install without a valid suite name is an error, and the message says how to give one")
    func nameless() throws {
        try expectMessages(
            [
                """
                my schema.json: the name does not say which suite the schema is for
                hint: prefs schema install 'my schema.json' -s SUITE
                """
            ],
            exit: 2,
            of: "schema",
            "install",
            "my schema.json"
        )
        try expectMessages(
            [
                """
                standard input: the name does not say which suite the schema is for
                hint: prefs schema install - -s SUITE
                """
            ],
            exit: 2,
            of: "schema",
            "install",
            "-"
        )
        try expectMessages(
            [
                """
                invalid suite name '../x': it contains '/'
                hint: --file PATH names any file
                """
            ],
            exit: 2,
            of: "schema",
            "install",
            "editor.schema.json",
            "-s",
            "../x"
        )
    }

    @Test("an invalid schema is not installed and is reported with its line, and the existing schema stays")
    func refused() throws {
        try prefs.change("schema", "install", "editor.schema.json", "-s", "t")
        try expectMessages(
            ["cannot read the schema nope.json: no such file or directory"],
            exit: 4,
            of: "schema",
            "install",
            "nope.json",
            "-s",
            "t"
        )
        try expectMessages(
            ["standard input:1:18: expected , or }, found ]", "note: nothing was installed"],
            exit: 4,
            of: "schema",
            "install",
            "-",
            "-s",
            "t",
            input: #"{"type": "object"]"#
        )
        try expectMessages(
            [
                "standard input:1:1: the schema of a suite must have the type object",
                "note: nothing was installed",
            ],
            exit: 4,
            of: "schema",
            "install",
            "-",
            "-s",
            "t",
            input: #"{"type": "array"}"#
        )
        try expectMessages(
            [
                "note: standard input:3:37: ignored keyword 'multiplier'",
                "standard input:2:25: invalid default of 'a': \"x\" is of type string, not integer",
                "standard input:3:23: invalid default of 'b': 5 exceeds the maximum of 3",
                "note: nothing was installed",
            ],
            exit: 3,
            of: "schema",
            "install",
            "-",
            "-s",
            "t",
            input: """
                {"properties": {
                  "a": {"default": "x", "type": "integer"},
                  "b": {"default": 5, "maximum": 3, "multiplier": 5}
                }}
                """
        )
        expect(try prefs.run("schema", "show"), prints: PrefsCommand.editorSchema)
    }

    @Test("an ignored keyword is a note, and the schema is installed")
    func ignoredKeywords() throws {
        let schema =
            "{\"type\": \"object\",\n \"examples\": {}, \"$schema\": \"https://example.com/schema\"}"
        try prefs.directory.write(schema, to: "work/t.schema.json")
        try expectMessages(
            [
                "note: t.schema.json:2:2: ignored keyword 'examples'",
                "note: t.schema.json:2:18: ignored $schema 'https://example.com/schema'",
            ],
            exit: 0,
            of: "schema",
            "install",
            "t.schema.json"
        )
        #expect(try prefs.directory.text(of: "data/prefs/schemas/t.schema.json") == schema)
        try expectMessages([], exit: 0, of: "schema", "install", "t.schema.json", "-q")
    }

    @Test("uninstall removes the user's schema, and keeps the system's schema, which it names")
    func uninstall() throws {
        try prefs.change("schema", "install", "editor.schema.json")
        try expectMessages(
            ["note: removed \(prefs.schemaPath(of: "editor"))"],
            exit: 0,
            of: "schema",
            "uninstall",
            "-s",
            "editor",
            "-v"
        )
        #expect(try prefs.directory.names(in: "data/prefs/schemas").isEmpty)
        let none = """
            suite 'editor' has no schema
            hint: 'prefs schema infer -s editor' prints a first one
            """
        try expectMessages([none], exit: 1, of: "schema", "uninstall", "-s", "editor")
        try expectMessages([none], exit: 1, of: "schema", "show", "-s", "editor")
        try expectMessages([none], exit: 1, of: "schema", "check", "-s", "editor")
        try expectMessages([], exit: 1, of: "schema", "uninstall", "-q", "-s", "editor")

        try prefs.writeSchema("{}", in: "system")
        let path = prefs.schemaPath(in: "system")
        try expectMessages(
            [
                """
                cannot remove the schema of suite 't': \(path) belongs to the system
                hint: --no-schema ignores it
                """
            ],
            exit: 1,
            of: "schema",
            "uninstall"
        )
        try prefs.change("schema", "install", "editor.schema.json", "-s", "t")
        try expectMessages(
            ["note: suite 't' now has the system's schema \(path)"],
            exit: 0,
            of: "schema",
            "uninstall"
        )
        #expect(prefs.directory.exists("system/prefs/schemas/t.schema.json"))
    }

    @Test("list prints the first schema of each suite, in byte order, and ignores other files")
    func list() throws {
        var prefs = prefs
        expect(try prefs.run("schema", "list"), prints: "")
        expect(try prefs.run("schema", "list", "--json"), prints: "{}\n")
        let other = prefs.directory.path(of: "other")
        prefs.environment["XDG_DATA_DIRS"] = "\(prefs.directory.path(of: "system")):\(other)"
        try prefs.writeSchema("{}", of: "b")
        try prefs.writeSchema("{}", of: "b", in: "system")
        try prefs.writeSchema("{}", of: "a", in: "system")
        try prefs.writeSchema("{}", of: "a", in: "other")
        try prefs.writeSchema("not JSON", of: "Z", in: "other")
        try prefs.directory.write("{}", to: "data/prefs/schemas/c.json")
        try prefs.directory.write("{}", to: "data/prefs/schemas/.schema.json")
        try prefs.directory.makeDirectory("data/prefs/schemas/d.schema.json")
        let lines = [
            "Z\t\(prefs.schemaPath(of: "Z", in: "other"))", "a\t\(prefs.schemaPath(of: "a", in: "system"))",
            "b\t\(prefs.schemaPath(of: "b"))",
        ]
        expect(try prefs.run("schema", "list"), prints: lines.map { $0 + "\n" }.joined())
        expect(try prefs.run("schema", "list", "-z"), prints: lines.map { $0 + "\0" }.joined())
        expect(
            try prefs.run("schema", "list", "--json"),
            prints: """
                {"Z":"\(prefs.schemaPath(of: "Z", in: "other"))","a":"\(prefs.schemaPath(of: "a", in: "system"))",\
                "b":"\(prefs.schemaPath(of: "b"))"}

                """
        )
    }

    @Test("list and install follow a symbolic link to a schema, and uninstall removes the link")
    func link() throws {
        try prefs.directory.write("{}", to: "work/mine.json")
        try prefs.directory.makeDirectory("data/prefs/schemas")
        try prefs.directory.symlink("data/prefs/schemas/t.schema.json", to: prefs.directory.path(of: "work/mine.json"))
        expect(try prefs.run("schema", "list"), prints: "t\t\(prefs.schemaPath())\n")
        try prefs.change("schema", "install", "editor.schema.json", "-s", "t")
        #expect(try prefs.directory.text(of: "work/mine.json") == PrefsCommand.editorSchema)
        try prefs.change("schema", "uninstall")
        #expect(try prefs.directory.text(of: "work/mine.json") == PrefsCommand.editorSchema)
        #expect(!prefs.directory.exists("data/prefs/schemas/t.schema.json"))
    }

    @Test("a directory at the path of the schema is an error, and stays")
    func directory() throws {
        try prefs.directory.makeDirectory("data/prefs/schemas/t.schema.json")
        try expectMessages(
            ["\(prefs.schemaPath()): is a directory"],
            exit: 5,
            of: "schema",
            "install",
            "editor.schema.json",
            "-s",
            "t"
        )
        try expectMessages(
            ["cannot remove \(prefs.schemaPath()): is a directory; nothing was changed"],
            exit: 5,
            of: "schema",
            "uninstall"
        )
    }

    @Test(
        "an action rejects arguments and options that it does not use",
        arguments: [
            (["schema"], "missing argument ACTION\nhint: usage: prefs schema [OPTIONS] ACTION [FILE...]"),
            (["schema", "instal", "f"], "'instal' is not the name of an action\nhint: did you mean 'install'?"),
            (
                ["schema", "get"],
                "'get' is not the name of an action\nhint: write one of install, uninstall, list, show, check, infer, docs"
            ),
            (["schema", "install"], "missing argument FILE\nhint: usage: prefs schema install [OPTIONS] FILE"),
            (
                ["schema", "install", "a", "b"],
                "unexpected argument 'b'\nhint: usage: prefs schema install [OPTIONS] FILE"
            ),
            (["schema", "show", "t"], "unexpected argument 't'\nhint: usage: prefs schema show [OPTIONS]"),
            (["schema", "infer", "t"], "unexpected argument 't'\nhint: usage: prefs schema infer [OPTIONS]"),
            (
                ["schema", "show", "--json"],
                "option '--json' does not apply to 'show'\nhint: usage: prefs schema show [OPTIONS]"
            ),
            (
                ["schema", "list", "-s", "t"],
                "option '-s' does not apply to 'list'\nhint: usage: prefs schema list [OPTIONS]"
            ),
            (
                ["schema", "uninstall", "-f", "x"],
                "option '-f' does not apply to 'uninstall'\nhint: usage: prefs schema uninstall [OPTIONS]"
            ),
            (
                ["schema", "check", "x.json", "-s", "t"],
                "option '-s' cannot be combined with files"
            ),
            (["schema", "check", "-", "-"], "standard input ('-') is given twice"),
        ]
    )
    func usage(arguments: [String], message: String) throws {
        let outcome = try prefs.run(arguments)
        expect(outcome, prints: "", exit: 2)
        #expect(outcome.errorText == "prefs: \(message)\n")
    }
}
