import TestSupport
import Testing

@Suite("Conditional changes")
struct ConditionTests {
    private let prefs: PrefsCommand

    init() throws {
        prefs = try PrefsCommand.withContractSuite()
    }

    @Test(
        "a change is made if its condition is true",
        arguments: [
            ["name", "Bob", "--if-equals", "Ada"], ["general.launchCount", "4", "--if-equals", "3"],
            ["flag", "no", "--if-equals", "YES"], ["ratio", "2", "--if-equals", "1.50"],
            ["when", "1971-01-01T00:00:00Z", "--if-equals", "1970-01-01T01:00:00+01:00"],
            ["blob", "AQ==", "--if-equals", "AQI="], ["blob", "01", "--hex", "--if-equals", "0102"],
            ["win", "{}", "--if-equals", #"{ "f": [1, 2, {"w": 9}] }"#],
            ["win", "3", "--at", "/f/0", "--if-equals", "1"],
            ["name", "--if-equals", "Ada", "--string", "--if-equals"], ["new", "x", "--if-unset"],
            ["win", "x", "--at", "/new", "--if-unset"], ["--if-unset", "--pairs", "new=1", "other=2"],
        ]
    )
    func holds(words: [String]) throws {
        expect(try prefs.run(["set"] + words), prints: "")
        #expect(try prefs.directory.text(of: "config/t.plist") != SuiteXML.contract)
    }

    @Test(
        "a change gives exit code 7 and is not made if its condition is false",
        arguments: [
            (["name", "Bob", "--if-equals", "ada"], ["'name'", "'Ada'", "'ada'"]),
            (["name", "--string", "3", "--if-equals", ""], ["'name'", "'Ada'"]),
            (["general.launchCount", "--string", "4", "--if-equals", "3"], ["integer '3'", "string '3'"]),
            (["new", "x", "--if-equals", ""], ["'new'", "not set"]), (["name", "Ada", "--if-unset"], ["'name'"]),
            (["win", "3", "--at", "/f/0", "--if-equals", "2"], ["'win' at '/f/0'"]),
            (["win", "3", "--at", "/f/0", "--if-unset"], ["'win' at '/f/0'"]),
            (["--pairs", "new=1", "name=Bob", "--if-unset"], ["'name'"]),
        ] as [([String], [String])]
    )
    func doesNotHold(words: [String], mentions: [String]) throws {
        expect(try prefs.run(["set", "-q"] + words), prints: "", exit: 7, errors: .message(mentions))
        #expect(try prefs.directory.text(of: "config/t.plist") == SuiteXML.contract)
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
    }

    @Test("a condition applies only to the file that is written")
    func oneFile() throws {
        try prefs.write(SuiteXML.document(["shared": "<true/>"]), to: ".GlobalPreferences")
        try prefs.change("set", "shared", "false", "--if-unset")
        expect(try prefs.run("get", "shared", "--only"), prints: "false\n")
    }

    @Test("only one of 20 concurrent programs sets a key with --if-unset")
    func race() throws {
        let programs = try (0..<20).map { number in
            try prefs.subprocess(["set", "winner", "\(number)", "--if-unset", "--lock-timeout", "60"]).start()
        }
        var winners: [Int] = []
        for (number, program) in programs.enumerated() {
            let outcome = try program.finish()
            switch outcome.ending {
            case .exited(0): winners.append(number)
            default: expect(outcome, prints: "", exit: 7)
            }
        }
        #expect(winners.count == 1)
        expect(try prefs.run("get", "winner"), prints: winners.map { "\($0)\n" }.joined())
    }

    @Test("--pairs sets all pairs or none")
    func pairs() throws {
        for words in [
            ["new=1", "flag=maybe"], ["flag=maybe", "new=1"], ["general.launchCount=4", "win=[]"],
            ["new=1", "when=now"],
        ] {
            expect(try prefs.run(["set", "--pairs"] + words), prints: "", exit: 3)
            #expect(try prefs.directory.text(of: "config/t.plist") == SuiteXML.contract)
        }
        let note = ErrorOutput.note("the name of a key is ''\nhint: --pairs takes KEY=VALUE")
        try prefs.change("set", "--pairs", "name=", "=x", "flag=no", "new=true", "--", "-k=-1", "a b=c=d", errors: note)
        expect(try prefs.run("get", "name", "", "flag", "--", "-k", "a b"), prints: "\nx\nfalse\n-1\nc=d\n")
        expect(try prefs.run("type", "new"), prints: "bool\n")
    }

    @Test(
        "a dry run prints the change and does not make it",
        arguments: [
            (["new", "5"], "+ new 5\n"), (["name", "Ada"], ""), (["a\tb", "x\ny"], "+ a\\tb \"x\\ny\"\n"),
            (
                ["when", "2001-01-01T00:00:00Z"],
                ##"~ when {"$date":"1970-01-01T00:00:00Z"} -> {"$date":"2001-01-01T00:00:00Z"}"## + "\n"
            ),
            (["win", "--at", "/f/2", "-array"], #"~ win /f/2 {"w":9} -> []"# + "\n"),
            (["win", "--at", "/f/-", "5"], "+ win /f/3 5\n"),
            (["list", "-array", "a", "--int", "-1"], #"+ list ["a",-1]"# + "\n"),
            (["--pairs", "z=1", "flag=0", "a=x"], "+ a \"x\"\n~ flag true -> false\n+ z 1\n"),
        ] as [([String], String)]
    )
    func dryRun(words: [String], lines: String) throws {
        expect(try prefs.run(["set", "--dry-run"] + words), prints: lines)
        #expect(try prefs.directory.text(of: "config/t.plist") == SuiteXML.contract)
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
    }

    @Test("a dry run creates no file and no directory")
    func dryRunOfNewSuite() throws {
        var prefs = prefs
        expect(try prefs.run("set", "a", "1", "-s", "never", "--dry-run"), prints: "+ a 1\n")
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
        prefs.environment["XDG_CONFIG_HOME"] = prefs.directory.path(of: "none")
        expect(try prefs.run("set", "a", "1", "--dry-run"), prints: "+ a 1\n")
        #expect(!prefs.directory.exists("none"))
    }

    @Test("a dry run fails if the change would fail")
    func dryRunFailing() throws {
        expect(try prefs.run("set", "flag", "maybe", "--dry-run"), prints: "", exit: 3)
        expect(try prefs.run("set", "name", "x", "--dry-run", "--if-unset"), prints: "", exit: 7)
        expect(try prefs.run("set", "win", "x", "--dry-run", "--at", "/x/y"), prints: "", exit: 1)
    }
}
