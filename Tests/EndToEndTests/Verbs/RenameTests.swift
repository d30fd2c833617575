import TestSupport
import Testing

@Suite("Renaming and copying")
struct RenameTests {
    @Test("a renamed key keeps its value, at its sorted place")
    func rename() throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run("rename", "name", "user.name"), prints: "")
        expect(try prefs.run("get", "user.name"), prints: "Ada\n")
        expect(try prefs.run("exists", "name"), exit: 1, errors: .optional)
        expect(try prefs.run("keys"), prints: "a/b\nblob\nflag\ngeneral.launchCount\nratio\nuser.name\nwhen\nwin\n")
        #expect(
            try prefs.directory.text(of: prefs.file(of: "t")).contains(
                "\t<key>user.name</key>\n\t<string>Ada</string>\n\t<key>when</key>"
            )
        )
    }

    @Test("rename changes only the <key> element in a file that is maintained by hand")
    func place() throws {
        let text = """
            <?xml version='1.0'?>
            <plist version="1.0"><dict>
              <!-- the last --> <key>z</key>   <integer>1</integer> <!-- one -->
              <key>a</key><string>old</string>
            </dict></plist>

            """
        let prefs = try PrefsCommand.withSuite(text)
        try prefs.change("rename", "z", "m & n")
        #expect(
            try prefs.directory.text(of: prefs.file(of: "t")) == text.replacing("<key>z<", with: "<key>m &amp; n<")
        )
    }

    @Test("rename works in each format", arguments: ["binary", "openstep", "typed-json"])
    func formats(format: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("dump", "--format", format, "-o", "f")
        try prefs.change("rename", "win", "window", "-f", "f")
        expect(try prefs.run("get", "window", "-f", "f"), prints: "{\"f\":[1,2,{\"w\":9}]}\n")
        expect(
            try prefs.run("keys", "-f", "f"),
            prints: "a/b\nblob\nflag\ngeneral.launchCount\nname\nratio\nwhen\nwindow\n"
        )
        expect(try prefs.run("check", "f"), prints: "")
    }

    private static let sameSuite = ErrorOutput.message(["source and target are both suite 't'\n"])

    /// Command lines that do not change the suite, with their output, exit code and message.
    static let unchanging: [CaseStep] = [
        CaseStep(["rename", "nope", "x"], exit: 1, errors: .message(["'nope' is not set", "t.plist"])),
        CaseStep(["rename", "-q", "nope", "x"], exit: 1, errors: .nothing),
        CaseStep(["rename", "name", "flag"], exit: 7, errors: .message(["'flag'", "--force"])),
        CaseStep(["rename", "name", "name"], exit: 7, errors: .message(["source and target are both key 'name'"])),
        CaseStep(["rename", "name", "name", "--force"]),
        CaseStep(["rename", "name"], exit: 2, errors: .message(["NEW", "prefs rename [OPTIONS] OLD NEW"])),
        CaseStep(["rename", "name", "b", "--dry-run"], "+ b \"Ada\"\n- name \"Ada\"\n"),
        CaseStep(["rename", "name", "flag", "--dry-run", "--force"], "~ flag true -> \"Ada\"\n- name \"Ada\"\n"),
        CaseStep(
            ["rename", "when", "b", "--dry-run", "--json"],
            """
            [{"key":"b","new":{"$date":"1970-01-01T00:00:00Z"}},{"key":"when","old":{"$date":"1970-01-01T00:00:00Z"}}]

            """
        ),
        CaseStep(["rename", "name", "b", "-f", "-"], exit: 2, errors: .message(["standard input"])),
        CaseStep(["copy", "nope", "x"], exit: 1, errors: .message(["'nope' is not set"])),
        CaseStep(["copy", "nope", "--to-suite", "u"], exit: 1, errors: .message(["'nope' is not set", "t.plist"])),
        CaseStep(["copy", "name", "flag"], exit: 7, errors: .message(["'flag'", "--force"])),
        CaseStep(["copy", "name", "name"], exit: 7, errors: .message(["source and target are both key 'name'"])),
        CaseStep(["copy", "name", "--to-suite", "t"], exit: 7, errors: sameSuite),
        CaseStep(["copy", "--all", "--to-suite", "t"], exit: 7, errors: sameSuite),
        CaseStep(["copy", "--glob", "w*", "--to-suite", "t", "--dry-run"], exit: 7, errors: sameSuite),
        CaseStep(["copy", "--all", "--to-suite", "t", "--force"]),
        CaseStep(["copy", "name", "flag", "--to-suite", "t"], exit: 7, errors: .message(["'flag'", "--force"])),
        CaseStep(["suites", "--rename", "t", "t"], exit: 7, errors: sameSuite),
        CaseStep(["copy", "name"], exit: 2, errors: .message(["NEW"])),
        CaseStep(["copy", "name", "--to-suite", "../x"], exit: 2, errors: .message(["../x"])),
        CaseStep(["copy", "name", "b", "--dry-run"], "+ b \"Ada\"\n"),
        CaseStep(["copy", "name", "--to-suite", "u", "--dry-run"], "+ name \"Ada\"\n"),
    ]

    @Test("a command that fails and a dry run do not change the suite", arguments: unchanging)
    func leavesUnchanged(step: CaseStep) throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run(step.arguments), prints: step.output, exit: step.exit, errors: step.errors)
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
    }

    @Test("--force overwrites a key that is set")
    func force() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("rename", "name", "flag", "--force")
        expect(try prefs.run("get", "flag"), prints: "Ada\n")
        try prefs.change("copy", "ratio", "flag", "--force")
        expect(try prefs.run("get", "flag", "ratio"), prints: "1.5\n1.5\n")
    }

    @Test("--force overwrites one value in a file that is maintained by hand, and keeps the rest")
    func forcedPlace() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let start = "<!-- head -->\n<plist><dict>\n<!-- z --><key>z</key><integer>0x1F</integer>\n"
        try prefs.directory.write(start + "<key>m</key><true/>\n<key>n</key><false/></dict></plist>\n", to: "work/kept")
        try prefs.directory.age("work/kept")
        try prefs.change("rename", "n", "z", "--force", "-f", "kept")
        let end = "<key>m</key><true/>\n</dict></plist>\n"
        #expect(
            try prefs.directory.text(of: "work/kept") == start.replacing("<integer>0x1F</integer>", with: "<false/>")
                + end
        )
    }

    @Test("a copy to another suite does not change the first")
    func otherSuite() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("copy", "win", "--to-suite", "u")
        try prefs.change("copy", "name", "user", "--to-suite", "u")
        expect(
            try prefs.run("dump", "-s", "u", "--json"),
            prints: "{\"user\":\"Ada\",\"win\":{\"f\":[1,2,{\"w\":9}]}}\n"
        )
        expect(try prefs.run("copy", "name", "user", "--to-suite", "u"), prints: "", exit: 7)
        try prefs.change("copy", "flag", "user", "--to-suite", "u", "--force")
        expect(try prefs.run("get", "user", "-s", "u"), prints: "true\n")
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
        try prefs.change("copy", "name", "b", "--to-suite", "t")
        expect(try prefs.run("get", "b"), prints: "Ada\n")
    }

    @Test("one of several concurrent renames of a key succeeds, and the value exists once")
    func atOnce() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let runs = try (0..<12).map { try prefs.subprocess(["rename", "name", "new\($0)"]).start() }
        let endings = try runs.map { try $0.finish().ending }
        #expect(endings.count { $0 == .exited(0) } == 1)
        #expect(endings.count { $0 == .exited(1) } == 11)
        #expect(try prefs.run("list", "new*").text.hasSuffix("\tAda\n"))
        #expect(try prefs.run("keys").text.split(separator: "\n").count == 8)
    }
}
