import TestSupport
import Testing

@Suite("Merging three files")
struct MergeTests {
    private static let base = SuiteXML.document(["a": "<integer>1</integer>", "b": "<integer>1</integer>"])
    private static let ours = SuiteXML.document(["a": "<integer>2</integer>", "b": "<integer>1</integer>"])
    private static let theirs = SuiteXML.document([
        "a": "<integer>1</integer>", "b": "<integer>3</integer>", "c": "<array><true/></array>",
    ])
    private static let opposed = SuiteXML.document(["a": "<string>x</string>"])

    private func command(_ base: String = base, _ ours: String = ours, _ theirs: String = theirs) throws -> PrefsCommand
    {
        let prefs = try PrefsCommand()
        for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] {
            try prefs.directory.write(text, to: "work/\(name)")
        }
        return prefs
    }

    @Test("the result replaces OURS, and the other files stay")
    func replaced() throws {
        let prefs = try command()
        try prefs.directory.setMode(0o640, of: "work/ours")
        expect(try prefs.run("merge", "base", "ours", "theirs"), prints: "")
        expect(try prefs.run("dump", "-f", "ours", "--json"), prints: "{\"a\":2,\"b\":3,\"c\":[true]}\n")
        #expect(try prefs.directory.text(of: "work/base") == Self.base)
        #expect(try prefs.directory.text(of: "work/theirs") == Self.theirs)
        #expect(try prefs.directory.mode(of: "work/ours") == 0o640)
        let identity = try prefs.directory.identity(of: "work/ours")
        expect(try prefs.run("merge", "base", "ours", "theirs", "-v"), prints: "")
        #expect(try prefs.directory.identity(of: "work/ours") == identity)
    }

    /// Options, with the output of a merge in which both sides have changed one value.
    static let conflicts: [(options: [String], output: String, writes: Bool)] = [
        ([], "! a 1 -> 2 (ours), \"x\" (theirs)\n", true),
        (["-z"], "! a 1 -> 2 (ours), \"x\" (theirs)\0", true),
        (["--json"], "[{\"key\":\"a\",\"pointer\":\"\",\"base\":1,\"ours\":2,\"theirs\":\"x\"}]\n", true),
        (["--dry-run"], "- b 1\n! a 1 -> 2 (ours), \"x\" (theirs)\n", false),
        (
            ["--dry-run", "--json"],
            "[{\"key\":\"b\",\"old\":1},{\"key\":\"a\",\"pointer\":\"\",\"base\":1,\"ours\":2,\"theirs\":\"x\"}]\n",
            false
        ),
        (["-o", "merged"], "! a 1 -> 2 (ours), \"x\" (theirs)\n", false),
    ]

    @Test("a conflict keeps our value, is printed, and exits with 1", arguments: conflicts)
    func conflict(options: [String], output: String, writes: Bool) throws {
        let prefs = try command(Self.base, Self.ours, Self.opposed)
        let outcome = try prefs.run(["merge", "base", "ours", "theirs"] + options)
        let message = "prefs: ours: merged with 1 conflict; kept OURS there\n"
        expect(outcome, prints: output, exit: 1, errors: .message([message]))
        let merged = options.contains("-o") ? "merged" : "ours"
        let changed = writes || merged == "merged"
        expect(try prefs.run("dump", "-f", merged, "--json"), prints: changed ? "{\"a\":2}\n" : "{\"a\":2,\"b\":1}\n")
        #expect(try prefs.directory.text(of: "work/ours") == Self.ours || writes)
    }

    @Test("on standard output there is the merged document alone")
    func standardOutput() throws {
        let prefs = try command(Self.base, Self.ours, Self.opposed)
        let outcome = try prefs.run("merge", "base", "ours", "theirs", "-o", "-")
        #expect(outcome.text.hasPrefix("<?xml") && outcome.text.hasSuffix("</plist>\n"))
        #expect(outcome.errorText.hasPrefix("! a 1 -> 2 (ours), \"x\" (theirs)\nprefs: "))
        #expect(try prefs.directory.text(of: "work/ours") == Self.ours)
    }

    @Test("a side without the value is named, and so is the place within a dictionary")
    func lines() throws {
        let document = { (text: String) in SuiteXML.document(["d": "<dict>\(text)</dict>"]) }
        let prefs = try command(
            document("<key>x</key><integer>1</integer><key>y</key><integer>1</integer>"),
            document("<key>y</key><integer>2</integer><key>z</key><integer>2</integer>"),
            document("<key>x</key><integer>3</integer><key>z</key><integer>3</integer>")
        )
        expect(
            try prefs.run("merge", "base", "ours", "theirs"),
            prints: """
                ! d /y 1 -> 2 (ours), removed (theirs)
                ! d /z 2 (ours), 3 (theirs)
                ! d /x 1 -> removed (ours), 3 (theirs)

                """,
            exit: 1
        )
    }

    @Test(
        "a base that is empty or does not exist is an empty dictionary",
        arguments: ["empty", "/dev/null", "nothing"]
    )
    func emptyBase(base: String) throws {
        let prefs = try command()
        try prefs.directory.write("", to: "work/empty")
        expect(
            try prefs.run("merge", base, "ours", "theirs"),
            prints: "! a 2 (ours), 1 (theirs)\n! b 1 (ours), 3 (theirs)\n",
            exit: 1
        )
        expect(try prefs.run("dump", "-f", "ours", "--json"), prints: "{\"a\":2,\"b\":1,\"c\":[true]}\n")
    }

    @Test("files of different formats are merged into the format of OURS", arguments: ["binary", "openstep", "json"])
    func formats(format: String) throws {
        let prefs = try command()
        try prefs.change("convert", "ours", "--format", format, "-o", "other")
        try prefs.change("convert", "theirs", "--format", "typed-json", "-o", "theirs.json")
        try prefs.change("merge", "base", "other", "theirs.json")
        expect(try prefs.run("dump", "-f", "other", "--json"), prints: "{\"a\":2,\"b\":3,\"c\":[true]}\n")
        try prefs.change("convert", "other", "--format", format, "-o", "again")
        let isSame =
            try prefs.directory.bytes(of: "work/other").prefix(8) == prefs.directory.bytes(of: "work/again").prefix(8)
        #expect(isSame)
    }

    /// What BASE, OURS and THEIRS are, with the exit code and parts of the message.
    static let refusals: [(base: String, ours: String, theirs: String, exit: Int32, message: String)] = [
        ("<plist>", ours, theirs, 4, "prefs: base:1:8: unexpected end"),
        (base, "<plist>", theirs, 4, "prefs: ours:1:8: unexpected end"),
        (base, ours, "<plist>", 4, "prefs: theirs:1:8: unexpected end"),
        (base, ours, "", 4, "prefs: theirs:1:1: the document is empty"),
        (base, "", theirs, 4, "prefs: ours:1:1: the document is empty"),
        (base, "{a = 1; /* a */}", theirs, 3, "prefs: ours:1:9: cannot write as openstep: "),
    ]

    @Test("a refused merge writes nothing", arguments: refusals)
    func refused(base: String, ours: String, theirs: String, exit: Int32, message: String) throws {
        let prefs = try command(base, ours, theirs)
        let outcome = try prefs.run("merge", "base", "ours", "theirs", "--no-schema")
        #expect(outcome.ending == .exited(exit), "\(outcome)")
        #expect(outcome.errorText.hasPrefix(message), "\(outcome)")
        #expect(try prefs.directory.text(of: "work/ours") == ours)
        #expect(try prefs.directory.names(in: "work") == ["base", "ours", "theirs"])
    }

    @Test("a file that cannot be read is an error, and so is a directory")
    func unreadable() throws {
        let prefs = try command()
        expect(try prefs.run("merge", "base", "nope", "theirs"), exit: 4, errors: .message(["cannot read nope: "]))
        expect(try prefs.run("merge", "base", "ours", "."), exit: 4, errors: .message(["cannot read .: "]))
        expect(try prefs.run("merge", "base", "ours"), exit: 2, errors: .message(["missing argument THEIRS"]))
        #expect(try prefs.directory.text(of: "work/ours") == Self.ours)
    }

    @Test("without git, a merge driver writes theirs beside ours, and never over another file")
    func withoutGit() throws {
        var prefs = try command(Self.base, Self.ours, "<plist>")
        prefs.environment["PATH"] = "/nowhere"
        for (name, copy) in [("sub/app.plist", "sub/app.plist.theirs"), ("ours", "ours.theirs-2")] {
            try prefs.directory.write("mine", to: "work/ours.theirs")
            let outcome = try prefs.run("merge", "base", "ours", "theirs", "--path=\(name)")
            expect(
                outcome,
                prints: "",
                exit: 1,
                errors: .message(["cannot merge \(name): theirs:1:8: ", "and \(copy) is THEIRS\n"])
            )
            #expect(try prefs.directory.text(of: "work/\(copy)") == "<plist>")
        }
        #expect(try prefs.directory.text(of: "work/ours") == Self.ours)
        #expect(try prefs.directory.text(of: "work/ours.theirs") == "mine")
    }

    @Test(
        "for a merge driver, git merges the lines of files that are not property lists",
        .enabled(if: InstalledProgram.areInstalled("git"), "git is not installed"),
        arguments: [
            ("<plist>", ours, theirs, "base:1:8: ", "resolve the conflict markers in p"),
            (base, "", theirs, "ours:1:1: ", "resolve the conflict markers in p"),
            (base, ours, "", "theirs:1:1: ", "resolve the conflict markers in p"),
            ("a\nb\nc\n", "a\nb\nC\n", "A\nb\nc\n", "base:1:1: ", "git has merged its lines: check p"),
        ]
    )
    func lineMerge(base: String, ours: String, theirs: String, reason: String, hint: String) throws {
        let prefs = try command(base, ours, theirs)
        let outcome = try prefs.run("merge", "base", "ours", "theirs", "--path=p")
        expect(outcome, prints: "", exit: 1, errors: .message(["cannot merge p: \(reason)", "\nhint: git", hint]))
        let merged = try prefs.directory.text(of: "work/ours")
        let sides = merged.split(separator: "\n").filter { $0.hasPrefix("<<<<<<<") || $0.hasPrefix(">>>>>>>") }
        #expect(merged == "A\nb\nC\n" || sides == ["<<<<<<< ours", ">>>>>>> theirs"], "\(merged)")
        #expect(try prefs.directory.names(in: "work") == ["base", "ours", "theirs"])
    }

    @Test("roots that are not dictionaries are single values")
    func otherRoots() throws {
        let array = { (text: String) in "<plist><array><!-- \(text) --><string>\(text)</string></array></plist>" }
        let prefs = try command(array("a"), array("a"), array("b"))
        expect(try prefs.run("merge", "base", "ours", "theirs"), prints: "")
        expect(try prefs.run("convert", "ours", "--format", "json"), prints: "[\"b\"]\n")
        try prefs.directory.write(array("c"), to: "work/theirs")
        expect(
            try prefs.run("merge", "base", "ours", "theirs"),
            prints: "! [\"a\"] -> [\"b\"] (ours), [\"c\"] (theirs)\n",
            exit: 1
        )
    }

    @Test("a secret is not printed: by the schema of an option, or of the suite that has the file's name")
    func secrets() throws {
        let suite = try SchemaSuite(SecretTests.schema, suite: SecretTests.suite)
        let prefs = suite.prefs
        let versions = ["base": "hunter", "t.plist": "hunter2", "theirs": "hunter3"]
        for (name, secret) in versions {
            try prefs.directory.write(SecretTests.suite.replacing("hunter", with: secret), to: "work/\(name)")
        }
        for options in [[], ["--json"], ["--dry-run"]] {
            let outcome = try prefs.run(["merge", "base", "t.plist", "theirs"] + options)
            #expect(outcome.ending == .exited(1))
            #expect(outcome.text.contains("(secret)") && !outcome.text.contains("hunter"), "\(outcome)")
        }
        try prefs.directory.rename("work/t.plist", to: "work/x")
        #expect(try prefs.run("merge", "base", "x", "theirs").text.contains("hunter"))
        #expect(try !prefs.run("merge", "base", "x", "theirs", "-s", "t").text.contains("hunter"))
        expect(try prefs.run("merge", "base", "x", "theirs", "-s", "../t"), exit: 2)
        // git could not go on without its driver, so a broken schema does not end it.
        try prefs.directory.write("{", to: "work/broken.json")
        let outcome = try prefs.run("merge", "base", "x", "theirs", "--schema", "broken.json", "--path", "x")
        expect(outcome, exit: 1, errors: .message(["prefs: broken.json:1:2: ", "x: merged with 5 conflicts"]))
        #expect(!outcome.text.contains("hunter"))
    }
}
