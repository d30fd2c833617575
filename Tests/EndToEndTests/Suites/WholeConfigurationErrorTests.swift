import TestSupport
import Testing

/// One command of a case, with its whole standard output, its exit code and its standard error.
struct CaseStep: Sendable {
    let arguments: [String]
    let output: String
    let exit: Int32
    let errors: ErrorOutput

    init(_ arguments: [String], _ output: String = "", exit: Int32 = 0, errors: ErrorOutput = .asExit) {
        self.arguments = arguments
        self.output = output
        self.exit = exit
        self.errors = errors
    }
}

@Suite("Whole configurations that cannot be applied, and copies of suites")
struct WholeConfigurationErrorTests {
    /// The value of the suite `b` in a document, with the exit code and parts of the message.
    static let bad: [(value: String, exit: Int32, parts: [String])] = [
        ("5", 4, ["seed.json:2:6: suite 'b' is of type integer, not dictionary", "leave out --all-suites"]),
        (#"{"k": null}"#, 4, ["seed.json:2:12", "null"]),
        (#"{"k": 1}, "../b": {}"#, 4, ["seed.json:2:24: invalid suite name '../b'"]),
        (#"{"k": 1}, "": {}"#, 4, ["invalid suite name ''"]),
        (#"{"k": 1}, "b": {}"#, 4, ["duplicate key 'b'"]),
        (#"{"fontSize": 100}"#, 3, ["seed.json:2:19: cannot set 'fontSize'", "b.schema.json"]),
        (#"{"fontSize": 100, "theme": "red"}"#, 3, ["'fontSize'", "'theme'"]),
        (
            #"{"fontSize": 100}, "z": {"theme": "red"}"#, 3,
            ["seed.json:2:19", "b.schema.json", "seed.json:2:40", "z.schema"]
        ),
        (#"{}, "commented": {"new": "2"}"#, 3, ["commented.plist", "comments would be lost"]),
        (#"{}, "corrupt": {"k": 2}"#, 4, ["corrupt.plist", "--replace-corrupt"]),
    ]

    @Test("no suite is written before all are checked, also in a dry run", arguments: bad)
    func validation(value: String, exit: Int32, parts: [String]) throws {
        let prefs = try PrefsCommand.withSchema()
        for suite in ["b", "z"] {
            try prefs.writeSchema(PrefsCommand.editorSchema, of: suite)
        }
        try prefs.write("/* why */ { k = 1; }", to: "commented")
        try prefs.write("<plist>", to: "corrupt")
        try prefs.directory.write("{\"a\": {\"k\": 1},\n\"b\": \(value)}\n", to: "work/seed.json")
        try prefs.directory.age("work/seed.json")
        for options in [[], ["--dry-run"], ["--check"]] {
            let outcome = try prefs.run(["apply", "--all-suites", "seed.json"] + options)
            expect(outcome, prints: "", exit: exit, errors: .message(parts))
        }
        #expect(try prefs.directory.names(in: "config") == ["commented.plist", "corrupt.plist"])
    }

    @Test("a corrupt suite gives exit code 4, and nothing is printed")
    func corrupt() throws {
        let prefs = try WholeConfigurationTests.command()
        try prefs.write("<plist>", to: "corrupt")
        let message = ErrorOutput.message(["corrupt.plist"])
        expect(try prefs.run("dump", "--all-suites"), prints: "", exit: 4, errors: message)
        expect(try prefs.run("dump", "--all-suites", "-o", "out"), prints: "", exit: 4, errors: message)
        expect(
            try prefs.run("diff", "--all-suites", "-", input: Array("{}".utf8)),
            prints: "",
            exit: 4,
            errors: message
        )
        #expect(try prefs.directory.names(in: "work") == [])
    }

    /// The suites `a` to `d`, of which `b` is a link to another directory, and a seed that changes all but `c`.
    private static func commandWithLink() throws -> PrefsCommand {
        let prefs = try PrefsCommand()
        for suite in ["a", "c", "d"] {
            try prefs.write(#"{"k": 1}"#, to: suite)
        }
        try prefs.directory.write(#"{"k": 1}"#, to: "other/b.plist")
        try prefs.directory.symlink("config/b.plist", to: "../other/b.plist")
        try prefs.directory.write(#"{"a":{"k":2},"b":{"k":2},"c":{"k":1},"d":{"k":2}}"#, to: "work/seed.json")
        return prefs
    }

    @Test("if a lock times out, the message and the output tell what was written, and the same command writes the rest")
    func lockInTheMiddle() throws {
        let prefs = try Self.commandWithLink()
        let line = ["apply", "--all-suites", "seed.json", "--lock-timeout", "0", "--json"]
        try prefs.directory.withLock(of: "other") {
            expect(
                try prefs.run(line),
                prints: #"{"a":[{"key":"k","old":1,"new":2}]}"# + "\n",
                exit: 6,
                errors: .message([
                    "other/b.plist", "prefs: suites written: 'a'; not written: 'b', 'd'\nhint: run the same",
                ])
            )
        }
        expect(
            try prefs.run(line),
            prints: #"{"a":[],"b":[{"key":"k","old":1,"new":2}],"c":[],"d":[{"key":"k","old":1,"new":2}]}"# + "\n"
        )
        try prefs.directory.withLock(of: "config") {
            expect(try prefs.run(line), exit: 6, errors: .message(["prefs: no suite was written; not written: 'a'\n"]))
        }
    }

    @Test("if a file cannot be replaced, the exit code is 5, and the same command writes the rest")
    func hardLinkInTheMiddle() throws {
        let prefs = try Self.commandWithLink()
        try prefs.directory.link("work/second", to: "other/b.plist")
        expect(
            try prefs.run("apply", "--all-suites", "seed.json"),
            prints: "a\t~ k 1 -> 2\na: 1 changed\n",
            exit: 5,
            errors: .message(["2 hard links", "suites written: 'a'; not written: 'b', 'd'"])
        )
        expect(
            try prefs.run("apply", "--all-suites", "seed.json", "--break-hard-links"),
            prints: "b\t~ k 1 -> 2\nd\t~ k 1 -> 2\na: 0 changed\nb: 1 changed\nc: 0 changed\nd: 1 changed\n"
        )
    }

    static let refused: [CaseStep] =
        [
            CaseStep(
                ["apply", "--all-suites"],
                exit: 2,
                errors: .message(["prefs apply [OPTIONS] --all-suites FILE|DIRECTORY"])
            ),
            CaseStep(["apply", "--all-suites", "a", "b"], exit: 2, errors: .message(["'b'"])),
            CaseStep(["apply", "--all-suites", "nope"], exit: 4, errors: .message(["nope", "no such file"])),
            CaseStep(
                ["apply", "--all-suites", "-s", "t", "-"],
                exit: 2,
                errors: .message(["'--all-suites' and '-s'"])
            ),
            CaseStep(["apply", "--all-suites", "-", "--schema", "x"], exit: 2, errors: .message(["--schema"])),
            CaseStep(["diff", "--all-suites"], exit: 2, errors: .message(["FILE|DIRECTORY"])),
            CaseStep(["diff", "--all-suites", "--against", "t"], exit: 2, errors: .message(["--against"])),
            CaseStep(["diff", "--keep-going", "twice"], exit: 2, errors: .message(["needs '--all-suites'"])),
            CaseStep(["dump", "--keep-going"], exit: 2, errors: .message(["needs '--all-suites'"])),
            CaseStep(
                ["apply", "--all-suites", "twice", "--keep-going"],
                exit: 2,
                errors: .message(["needs '--check'"])
            ),
            CaseStep(["dump", "--all-suites", "x"], exit: 2, errors: .message(["'x'"])),
            CaseStep(["apply", "--all-suites", "twice"], exit: 2, errors: .message(["'x' has two files in twice"])),
            CaseStep(["apply", "--all-suites", "pipe"], exit: 4, errors: .message(["pipe/x.json: is a FIFO"])),
            CaseStep(["apply", "--all-suites", "array"], exit: 4, errors: .message(["array/x.json", "type array"])),
        ]
        + ["-g", "--system", "--by-host"].map { option in
            CaseStep(["dump", "--all-suites", option], exit: 2, errors: .message([option]))
        }

    @Test("an invalid command line or directory is an error, and nothing is written", arguments: refused)
    func refusal(step: CaseStep) throws {
        let prefs = try WholeConfigurationTests.command()
        try prefs.directory.write("{}", to: "work/twice/x.json")
        try prefs.directory.write("{}", to: "work/twice/x.plist")
        try prefs.directory.write("[1]", to: "work/array/x.json")
        try prefs.directory.makeDirectory("work/pipe")
        try prefs.directory.makeNamedPipe("work/fifo")
        try prefs.directory.symlink("work/pipe/x.json", to: "../fifo")
        expect(try prefs.run(step.arguments), prints: step.output, exit: step.exit, errors: step.errors)
        #expect(try WholeConfigurationTests.contents(of: prefs) == WholeConfigurationTests.typed + "\n")
    }

    // MARK: Copies

    @Test("copy --all copies every key to another suite, and refuses keys that exist there")
    func copyAll() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("set", "-s", "u", "name", "Eve")
        let line = ["copy", "--all", "--to-suite", "u"]
        expect(try prefs.run(line), prints: "", exit: 7, errors: .message(["'name' already exists", "--force"]))
        expect(try prefs.run("keys", "-s", "u"), prints: "name\n")
        #expect(try prefs.run(line + ["--force", "--dry-run", "--names-only"]).text.split(separator: "\n").count == 8)
        expect(try prefs.run(line + ["--force"]), prints: "")
        expect(try prefs.run("diff", "--against", "t", "-s", "u"), prints: "")
        try prefs.change("copy", "--all", "--to-suite", "new")
        expect(try prefs.run("diff", "--against", "t", "-s", "new"), prints: "")
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
    }

    @Test(
        "copy --all without a key to copy or a suite to copy to is an error",
        arguments: [
            CaseStep(["copy", "--all"], exit: 2, errors: .message(["--to-suite NAME"])),
            CaseStep(["copy", "--all", "name", "--to-suite", "u"], exit: 2, errors: .message(["'name'"])),
            CaseStep(["copy", "--all", "--glob", "n*", "--to-suite", "u"], exit: 2, errors: .message(["--glob"])),
            CaseStep(["copy", "--all", "--to-suite", "t"], exit: 7, errors: .message(["both suite 't'"])),
            CaseStep(
                ["copy", "-s", "tt", "--all", "--to-suite", "u"],
                exit: 1,
                errors: .message(["no key is set in", "tt.plist, which does not exist"])
            ),
        ]
    )
    func copyNothing(step: CaseStep) throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run(step.arguments), prints: step.output, exit: step.exit, errors: step.errors)
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
    }
}
