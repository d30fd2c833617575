import TestSupport
import Testing

@Suite("Schemas in list --all, explain and notes")
struct SchemaReadingVerbTests {
    private let prefs: PrefsCommand

    init() throws {
        prefs = try PrefsCommand.withSchema(
            PrefsCommand.editorSchema,
            suite: SuiteXML.document([
                "scale": "<integer>1</integer>", "size": "<integer>14</integer>", "theme": "<string>dark</string>",
                "zip": "<string>007</string>",
            ])
        )
    }

    private var file: String { prefs.directory.path(of: "config/t.plist") }

    private func expectLines(
        _ lines: [String],
        exit: Int32 = 0,
        of arguments: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var outcome = try prefs.run(arguments)
        if arguments.first == "explain" { outcome = outcome.printing(ExplainedKey(outcome.text).layers) }
        expect(outcome, prints: lines.map { $0 + "\n" }.joined(), exit: exit, sourceLocation: sourceLocation)
    }

    @Test(
        "a schema that --schema names and that cannot be read is an error, also if the line does not need it",
        arguments: [
            ["get", "size"], ["get", "size", "--type"], ["exists", "size"], ["list", "--names-only"], ["path"],
            ["redo"],
            ["history"], ["record", "-s", "a", "-s", "b"],
        ]
    )
    func unreadable(line: [String]) throws {
        let error = ErrorOutput.message(["cannot read the schema nope.json: no such file or directory"])
        let words = line + ["--schema", "nope.json"] + (line[0] == "record" ? ["--", "true"] : [])
        expect(try prefs.run(words), prints: "", exit: 4, errors: error)
        try prefs.directory.write("[]", to: "work/nope.json")
        expect(try prefs.run(words), prints: "", exit: 4, errors: .message(["nope.json"]))
    }

    // MARK: list --all

    @Test("list --all prints the keys that are set and those of the schema, each with its state")
    func all() throws {
        try expectLines(
            [
                "author\t\tunset", "build\t\tunset", "fontSize\t14\tchanged", "margins\t\tunset", "old\t\tunset",
                "opened\t\tunset", "scale\t1\tsame", "theme\tdark\tchanged", "wrap\ttrue\tdefault", "zip\t007\tchanged",
            ],
            of: "list",
            "--all"
        )
        try expectLines(
            [
                "author\t\tstring\t-\tunset", "scale\t1\tinteger\t\(file)\tsame",
                "theme\tdark\tstring\t\(file)\tchanged",
                "wrap\ttrue\tbool\tdefault\tdefault",
            ],
            of: "list",
            "--all",
            "-l",
            "*a*o*",
            "theme",
            "*cale",
            "w*"
        )
        expect(
            try prefs.run("list", "--all", "--json"),
            prints: #"{"fontSize":14,"scale":1,"theme":"dark","wrap":true,"zip":"007"}"# + "\n"
        )
        expect(
            try prefs.run("list", "--all", "-z", "w*", "o*"),
            prints: "old\t\tunset\0opened\t\tunset\0wrap\ttrue\tdefault\0"
        )
    }

    @Test("list without --all prints only the keys in the files")
    func plain() throws {
        let lines = ["scale\t1", "size\t14", "theme\tdark", "zip\t007"]
        try expectLines(lines, of: "list")
        try expectLines(lines.map { $0 + "\tchanged" }, of: "list", "--all", "--no-schema")
        try expectLines(lines.map { $0 + "\tchanged" }, of: "list", "--all", "--file", file)
        try prefs.directory.write(#"{"properties": {"zip": {"default": "007"}}}"#, to: "work/s.json")
        try expectLines(
            ["zip\t007\tsame"],
            of: "list",
            "--all",
            "--file",
            file,
            "--schema",
            "s.json",
            "z*"
        )
    }

    @Test("list --all prints a value under a former name once, and both values if the current name is set too")
    func formerNames() throws {
        try expectLines(["fontSize\t14\tchanged"], of: "list", "--all", "*ize")
        try expectLines(["fontSize\t14\tchanged"], of: "list", "--all", "font*")
        try expectLines(["fontSize\t14\tchanged"], of: "list", "--all", "fontSize")
        try prefs.change("set", "font.size", "9", "--no-schema")
        try expectLines(["fontSize\t9\tchanged", "size\t14\tchanged"], of: "list", "--all", "*ize")
        try prefs.change("set", "fontSize", "12", "--no-schema")
        try expectLines(
            ["font.size\t9\tchanged", "fontSize\t12\tsame", "size\t14\tchanged"],
            of: "list",
            "--all",
            "*ize"
        )
    }

    // MARK: explain

    /// Returns the lines of `explain` for the states of the suite's own file and of the schema.
    ///
    /// The schema's line is the last one. It is missing if its state is nil.
    private func layers(_ suite: String, _ schema: String?) -> [String] {
        let config = prefs.directory.path(of: "config")
        let state = suite.split(separator: "\t", maxSplits: 1).map(String.init)
        let user = [
            "unset\t\(config)/ByHost/t..plist", ([state[0], file] + state.dropFirst()).joined(separator: "\t"),
            "unset\t\(config)/ByHost/.GlobalPreferences..plist", "unset\t\(config)/.GlobalPreferences.plist",
        ]
        let system = ["ByHost/t", "t", "ByHost/.GlobalPreferences", ".GlobalPreferences"]
        let standard = schema.map { text in
            let parts = text.split(separator: "\t", maxSplits: 1).map(String.init)
            return "\(parts[0])\t\(prefs.schemaPath())\t\(parts[1])"
        }
        return user + system.map { "unset\t/usr/local/etc/\($0).plist" } + [standard].compactMap(\.self)
    }

    @Test("explain prints the default of the schema as the last layer")
    func defaultLayer() throws {
        try expectLines(layers("unset", "default\tbool\ttrue"), of: "explain", "wrap")
        try expectLines(layers("wins\tstring\tdark", "hidden\tstring\tlight"), of: "explain", "theme")
        try expectLines(layers("wins\tstring\t007", nil), of: "explain", "zip")
        try expectLines(layers("unset", nil), of: "explain", "author")
        try expectLines(layers("unset", nil), exit: 1, of: "explain", "wrap", "--no-schema")
        try expectLines(["wins\t\(file)\tstring\tdark"], of: "explain", "theme", "--only")
        #expect(
            try ExplainedKey(
                json: prefs.run("explain", "theme", "--only", "--schema", prefs.schemaPath(), "--json").text
            ).layers
                == """
                [{"state":"wins","file":"\(file)","type":"string","value":"dark"},\
                {"state":"hidden","file":"\(prefs.schemaPath())","type":"string","value":"light"}]
                """
        )
        #expect(
            try ExplainedKey(
                json: prefs.run("explain", "wrap", "--only", "--schema", prefs.schemaPath(), "--json").text
            ).layers
                == """
                [{"state":"unset","file":"\(file)"},\
                {"state":"default","file":"\(prefs.schemaPath())","type":"bool","value":true}]
                """
        )
    }

    @Test("explain and get search each file for all names of a key before the next file, as an app does")
    func renamed() throws {
        try expectLines(layers("wins\tinteger\t14\tsize", "hidden\tinteger\t12"), of: "explain", "fontSize")
        expect(try prefs.run("get", "fontSize"), prints: "14\n")
        #expect(
            try ExplainedKey(
                json: prefs.run("explain", "fontSize", "--only", "--schema", prefs.schemaPath(), "--json").text
            ).layers
                == """
                [{"state":"wins","file":"\(file)","type":"integer","value":14,"key":"size"},\
                {"state":"hidden","file":"\(prefs.schemaPath())","type":"integer","value":12}]
                """
        )
        try prefs.change("set", "fontSize", "9", "--global")
        let lines = try ExplainedKey(prefs.run("explain", "fontSize").text).layers.split(separator: "\n")
        #expect(lines[1] == "wins\t\(file)\tinteger\t14\tsize")
        #expect(lines[3] == "hidden\t\(prefs.directory.path(of: "config/.GlobalPreferences.plist"))\tinteger\t9")
        expect(try prefs.run("get", "fontSize"), prints: "14\n")
    }

    // MARK: Notes

    @Test("a command that sets a deprecated key prints a note, with the schema's description if there is one")
    func deprecated() throws {
        let path = prefs.schemaPath()
        let note = "note: 'author' is deprecated: Use the user's name. (\(path))\n"
        for arguments in [
            ["set", "author", "Ada", "--dry-run"], ["set", "author", "Ada"],
            ["set", "--pairs", "author=Eve", "wrap=no"],
            ["apply", "seed.json"],
        ] {
            try prefs.directory.write(#"{"author": "Grace"}"#, to: "work/seed.json")
            let outcome = try prefs.run(arguments)
            #expect(outcome.ending == .exited(0))
            #expect(outcome.errorText == note, "\(arguments)")
        }
        let bare = try prefs.run("set", "old", "1")
        #expect(bare.errorText == "note: 'old' is deprecated (\(path))\n")
        for arguments in [
            ["set", "author", "Grace"], ["set", "-q", "author", "Ada"], ["set", "--no-schema", "author", "Eve"],
            ["set", "wrap", "yes"], ["get", "author"], ["reset", "author"],
        ] {
            expect(try prefs.run(arguments), errors: .nothing, "\(arguments)")
        }
    }
}
