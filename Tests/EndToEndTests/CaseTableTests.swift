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

/// A case of the contract: commands that run one after another on a new suite `t`.
struct ContractCase: Sendable, CustomTestStringConvertible {
    let steps: [CaseStep]

    init(_ steps: CaseStep...) {
        self.steps = steps
    }

    var testDescription: String {
        steps.map { $0.arguments.joined(separator: " ") }.joined(separator: "; ")
    }

    static let reading: [ContractCase] = [
        ContractCase(CaseStep(["get", "general.launchCount"], "3\n")),
        ContractCase(CaseStep(["get", "general"], exit: 1, errors: .message(["general"]))),
        ContractCase(CaseStep(["get", "when"], "1970-01-01T00:00:00Z\n")),
        ContractCase(CaseStep(["get", "blob"], "AQI=\n")),
        ContractCase(CaseStep(["get", "ratio"], "1.5\n")),
        ContractCase(CaseStep(["get", "win"], "{\"f\":[1,2,{\"w\":9}]}\n")),
        ContractCase(CaseStep(["get", "name", "flag"], "Ada\ntrue\n")),
        ContractCase(CaseStep(["get", "name", "nope"], exit: 1, errors: .message(["nope"]))),
        ContractCase(CaseStep(["get", "name", "nope", "--default", "7"], "Ada\n7\n")),
        ContractCase(CaseStep(["get", "name", "flag", "--json"], "{\"name\":\"Ada\",\"flag\":true}\n")),
        ContractCase(CaseStep(["get", "win", "--at", "/f/2/w"], "9\n")),
        ContractCase(CaseStep(["get", "win", "--at", "/f/9"], exit: 1, errors: .message(["'win' at '/f/9'"]))),
        ContractCase(CaseStep(["get", "win", "--at", "f"], exit: 2, errors: .message(["'f'", "/frame/0/width"]))),
        ContractCase(CaseStep(["get", "a/b"], "s\n")),
        ContractCase(CaseStep(["get", "nope", "--default", "7"], "7\n")),
        ContractCase(CaseStep(["get", "-q", "nope"], exit: 1, errors: .nothing)),
        ContractCase(CaseStep(["get", "name", "--json"], "\"Ada\"\n")),
        ContractCase(CaseStep(["get", "name", "--expect", "integer"], exit: 3, errors: .message(["name"]))),
        ContractCase(CaseStep(["exists", "name"], errors: .nothing)),
        ContractCase(CaseStep(["exists", "nope"], exit: 1, errors: .optional)),
        ContractCase(CaseStep(["keys"], "a/b\nblob\nflag\ngeneral.launchCount\nname\nratio\nwhen\nwin\n")),
        ContractCase(CaseStep(["keys", "-s", "never"], errors: .missingSuite("never"))),
        ContractCase(CaseStep(["dump", "-s", "never", "--json"], "{}\n", errors: .missingSuite("never"))),
        ContractCase(CaseStep(["find", "Ada"], "t\tname\tAda\n")),
        ContractCase(CaseStep(["get", "x", "-s", "../esc"], exit: 2, errors: .message(["../esc"]))),
        ContractCase(CaseStep(["-s", "t", "get", "name"], exit: 2, errors: .message(["prefs get -s t name"]))),
    ]

    static let writing: [ContractCase] = [
        ContractCase(CaseStep(["set", "new", "true"]), CaseStep(["type", "new"], "bool\n")),
        ContractCase(
            CaseStep(["set", "zip", "007"], errors: .numberAsString("zip", "--int")),
            CaseStep(["type", "zip"], "string\n")
        ),
        ContractCase(
            CaseStep(["set", "x", "1.0"]),
            CaseStep(["type", "x"], "float\n"),
            CaseStep(["get", "x"], "1.0\n")
        ),
        ContractCase(CaseStep(["set", "x", "--string", "-int"]), CaseStep(["get", "x"], "-int\n")),
        ContractCase(CaseStep(["set", "new", "-bool", "YES"]), CaseStep(["get", "new"], "true\n")),
        ContractCase(CaseStep(["set", "--", "-k", "v"]), CaseStep(["get", "--", "-k"], "v\n")),
        ContractCase(CaseStep(["set", "k", "-1"]), CaseStep(["get", "k"], "-1\n")),
        ContractCase(
            CaseStep(["set", "win", "--at", "/f/-", "--int", "5"]),
            CaseStep(["get", "win", "--at", "/f/3"], "5\n")
        ),
        ContractCase(
            CaseStep(["set", "win", "--at", "/x/y", "1", "--parents"]),
            CaseStep(["get", "win", "--at", "/x"], "{\"y\":1}\n")
        ),
        ContractCase(
            CaseStep(["set", "--pairs", "a=1", "b=x=y"]),
            CaseStep(["get", "a", "b"], "1\nx=y\n"),
            CaseStep(["type", "a"], "integer\n")
        ),
        ContractCase(
            CaseStep(["reset", "win", "--at", "/f/1"]),
            CaseStep(["get", "win"], "{\"f\":[1,{\"w\":9}]}\n")
        ),
        ContractCase(CaseStep(["toggle", "flag"], "false\n"), CaseStep(["get", "flag"], "false\n")),
        ContractCase(CaseStep(["toggle", "new"], "true\n"), CaseStep(["toggle", "new"], "false\n")),
        ContractCase(CaseStep(["increment", "general.launchCount"], "4\n")),
        ContractCase(CaseStep(["increment", "new"], "1\n"), CaseStep(["type", "new"], "integer\n")),
        ContractCase(CaseStep(["append", "new", "x"], "[\"x\"]\n"), CaseStep(["get", "new"], "[\"x\"]\n")),
        ContractCase(CaseStep(["reset", "nope"])),
        ContractCase(CaseStep(["reset", "name"]), CaseStep(["get", "name"], exit: 1)),
    ]

    static let refused: [ContractCase] = [
        ContractCase(CaseStep(["rename", "name", "flag"], exit: 7, errors: .message(["flag", "--force"]))),
        ContractCase(CaseStep(["set", "win", "--at", "/x/y", "1"], exit: 1, errors: .message(["'/x'", "--parents"]))),
        ContractCase(
            CaseStep(["set", "name", "Bob", "--if-equals", "Eve"], exit: 7, errors: .message(["Ada", "Eve"]))
        ),
        ContractCase(
            CaseStep(["set", "name", "Bob", "--if-unset"], exit: 7, errors: .message(["name"])),
            CaseStep(["get", "name"], "Ada\n")
        ),
        ContractCase(CaseStep(["set", "name", "Bob", "--dry-run"], "~ name \"Ada\" -> \"Bob\"\n")),
        ContractCase(CaseStep(["toggle", "name"], exit: 3, errors: .message(["name", "string", "bool"]))),
        ContractCase(
            CaseStep(
                ["increment", "general.launchCount", "0.5"],
                exit: 3,
                errors: .message(["general.launchCount", "0.5", "integer"])
            )
        ),
        ContractCase(CaseStep(["set", "flag", "maybe"], exit: 3, errors: .message(["flag", "maybe"]))),
        ContractCase(CaseStep(["set", "n", "--int", "12abc"], exit: 3, errors: .message(["12abc"]))),
        ContractCase(
            CaseStep(
                ["set", "n", "--int", "99999999999999999999"],
                exit: 3,
                errors: .message(["99999999999999999999"])
            )
        ),
        ContractCase(CaseStep(["set", "d", "--date", "yesterday"], exit: 3, errors: .message(["yesterday"]))),
        ContractCase(CaseStep(["set", "j", "--json", "[1,null]"], exit: 3, errors: .message(["null"]))),
    ]
}

@Suite("The contract's cases")
struct CaseTableTests {
    private static let verbs = [
        "get", "set", "reset", "toggle", "increment", "append", "list", "dump", "drop", "suites",
        "path", "explain", "find", "watch", "edit", "rename", "copy", "apply", "diff", "convert", "check",
    ]

    @Test("reading does not change the suite", arguments: ContractCase.reading)
    func reading(row: ContractCase) throws {
        try checkUnchanged(row)
    }

    @Test("the next command sees a change", arguments: ContractCase.writing)
    func writing(row: ContractCase) throws {
        try check(row, PrefsCommand.withContractSuite())
    }

    @Test("a change that fails and a dry run do not change the suite", arguments: ContractCase.refused)
    func refused(row: ContractCase) throws {
        try checkUnchanged(row)
    }

    @Test("a suite equals its own dump")
    func diffOfDump() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write(try prefs.run("dump").output, to: "work/f")
        expect(try prefs.run("diff", "f"), prints: "")
    }

    @Test("a seed that is applied twice changes nothing the second time")
    func applyTwice() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write("{\"name\": \"Bob\", \"new\": [1.5]}", to: "work/seed.json")
        expect(try prefs.run("apply", "seed.json"), prints: "~ name \"Ada\" -> \"Bob\"\n+ new [1.5]\n2 changed\n")
        expect(try prefs.run("apply", "seed.json"), prints: "0 changed\n")
    }

    @Test("a seed with an invalid value writes nothing")
    func applyBadSeed() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write("{\"new\": 1, \"bad\": null}", to: "work/bad.json")
        try prefs.directory.age("work/bad.json")
        expect(try prefs.run("apply", "bad.json"), prints: "", exit: 4, errors: .message(["bad.json:1:19", "null"]))
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
    }

    @Test("reading a corrupt file gives exit code 4")
    func readingCorruptFile() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write("<plist><dict><key>a", to: "work/corrupt.plist")
        try prefs.directory.age("work/corrupt.plist")
        expect(
            try prefs.run("get", "x", "--file", "corrupt.plist"),
            prints: "",
            exit: 4,
            errors: .message(["corrupt.plist"])
        )
    }

    @Test("writing to a corrupt file gives exit code 4 and keeps its bytes")
    func writingCorruptFile() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write("<plist><dict><key>a", to: "work/corrupt.plist")
        try prefs.directory.age("work/corrupt.plist")
        expect(
            try prefs.run("set", "x", "y", "--file", "corrupt.plist"),
            prints: "",
            exit: 4,
            errors: .message(["corrupt.plist"])
        )
        #expect(try prefs.directory.text(of: "work/corrupt.plist") == "<plist><dict><key>a")
        #expect(try prefs.directory.names(in: "work") == ["corrupt.plist"])
    }

    @Test("requested help goes to standard output")
    func help() throws {
        let prefs = try PrefsCommand()
        for arguments in [["--help"], ["-h"], ["help"]] {
            let outcome = try prefs.run(arguments)
            expect(outcome)
            #expect(outcome.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 31)
            #expect(outcome.text.contains("prefs help --all"))
        }
        let outcome = try prefs.run("help", "--all")
        expect(outcome)
        for verb in Self.verbs {
            #expect(outcome.text.contains("\n  \(verb) "))
        }
    }

    @Test("a command line without arguments is a usage error, and a hint names the help")
    func noArguments() throws {
        let outcome = try PrefsCommand().run()
        #expect(outcome.ending == .exited(2))
        #expect(outcome.text == "")
        #expect(outcome.errorText == "prefs: no command given\nhint: run 'prefs help'\n")
    }

    @Test(
        "each command has help",
        arguments: Self.verbs
    )
    func helpOfVerb(verb: String) throws {
        let prefs = try PrefsCommand()
        let help = try prefs.run("help", verb)
        expect(help)
        #expect(help.text.contains("prefs \(verb)"))
        let option = try prefs.run(verb, "--help")
        expect(option, prints: help.text)
    }

    @Test("--version prints one line")
    func version() throws {
        let outcome = try PrefsCommand().run("--version")
        expect(outcome)
        #expect(outcome.text.hasSuffix("\n"))
        #expect(outcome.text.split(separator: "\n").count == 1)
    }

    private func check(_ row: ContractCase, _ prefs: PrefsCommand) throws {
        for step in row.steps {
            let comment: Comment = "prefs \(step.arguments.joined(separator: " "))"
            expect(
                try prefs.run(step.arguments),
                prints: step.output,
                exit: step.exit,
                errors: step.errors,
                comment
            )
        }
    }

    private func checkUnchanged(_ row: ContractCase) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try check(row, prefs)
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
    }
}
