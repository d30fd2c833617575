import TestSupport
import Testing

@Suite("Reports on drift")
struct DriftReportTests {
    private let prefs: PrefsCommand

    /// Three homes: Ada's is as the seeds say, Bob has changed a key and a secret, and Eve has a corrupt file.
    init() throws {
        prefs = try PrefsCommand()
        let directory = prefs.directory
        try directory.makeDirectory("seeds")
        try directory.write(#"{"size": 14, "theme": "dark"}"#, to: "seeds/editor.json")
        try directory.write(#"{"proxy": "p", "token": "abc"}"#, to: "seeds/net.json")
        for home in ["ada", "bob", "eve"] {
            try directory.makeDirectory("homes/\(home)/.config")
            expect(try run(in: home, "apply", "--all-suites", directory.path(of: "seeds"), "-q"), prints: "")
        }
        try directory.makeDirectory("homes/bob/.local/share/prefs/schemas")
        let schema = #"{"properties": {"token": {"type": "string", "secret": true}}}"#
        try directory.write(schema, to: "homes/bob/.local/share/prefs/schemas/net.schema.json")
        expect(try run(in: "bob", "set", "-s", "editor", "--pairs", "size=12", "theme=<b>&\"'"), prints: "")
        expect(try run(in: "bob", "set", "-s", "net", "token", "hunter2"), prints: "")
        try directory.write("<plist>\n<dict>", to: "homes/eve/.config/net.plist")
        try directory.age("homes/eve/.config/net.plist")
    }

    private func run(in home: String, _ arguments: String...) throws -> SubprocessOutcome {
        var prefs = prefs
        prefs.environment["HOME"] = self.prefs.directory.path(of: "homes/\(home)")
        prefs.environment["XDG_CONFIG_HOME"] = nil
        prefs.environment["XDG_STATE_HOME"] = nil
        prefs.environment["XDG_DATA_HOME"] = nil
        return try prefs.run(arguments)
    }

    private func report(_ form: String, in home: String) throws -> SubprocessOutcome {
        let seeds = prefs.directory.path(of: "seeds")
        return try run(in: home, "apply", "--check", "--all-suites", seeds, "--report", form)
    }

    @Test(
        "JSON has the home, the state of each suite, what differs, and who changed it last",
        arguments: [
            (
                "ada", 0, ErrorOutput.nothing,
                #"["ada",["editor","same",[],"",0,"PREFS"],["net","same",[],"",0,"PREFS"]]"#
            ),
            (
                "bob", 1, .nothing,
                #"["bob",["editor","drifted",[["size",12,14],["theme","<b>&\"'","dark"]],"",0,"PREFS"],"#
                    + #"["net","drifted",[["token","(secret)","(secret)"]],"",0,"PREFS"]]"#
            ),
            (
                "eve", 4, .message(["homes/eve/.config/net.plist:2:7"]),
                #"["eve",["editor","same",[],"",0,"PREFS"],"#
                    + #"["net","error",[],"net.plist:2:7: unexpected end of the document in <dict>",0,null]]"#
            ),
        ] as [(String, Int32, ErrorOutput, String)]
    )
    func json(home: String, exit: Int32, errors: ErrorOutput, facts: String) throws {
        let program = """
            [(.home | split("/") | last), (.suites[] | [.suite, .state, [.changes[]? | [.key, .old, .new]],
            (.error // "/" | split("/") | last), .managed, .lastChange.process])] | tojson
            """
        let outcome = try report("json", in: home)
        expect(outcome, exit: exit, errors: errors)
        let found = try Subprocess("/usr/bin/jq", ["-r", program], input: outcome.output).run()
        let name = prefs.binary.split(separator: "/").last ?? ""
        #expect(found.text == facts.replacing("PREFS", with: name) + "\n", "\(outcome)")
    }

    @Test("metrics have the home and the suite as labels, and no values; others may read their file")
    func metrics() throws {
        let odd = #"odd "\ home"#
        try prefs.directory.makeDirectory("homes/\(odd)/.config")
        let path = prefs.directory.path(of: "prefs.prom")
        let homes = prefs.directory.path(of: "homes")
        for (home, exit, lines, isChecked) in [
            (
                "bob", 1,
                [
                    "prefs_drifted_keys{HOME/bob\",suite=\"editor\"} 2",
                    "prefs_check_failed{HOME/bob\",suite=\"net\"} 0",
                ], true
            ),
            (
                "eve", 4,
                ["prefs_check_failed{HOME/eve\",suite=\"net\"} 1", "prefs_managed_keys{HOME/eve\",suite=\"net\"} 0"],
                false
            ),
            (odd, 1, [#"prefs_drifted_keys{HOME/odd \"\\ home",suite="net"} 2"#], true),
        ] as [(String, Int32, [String], Bool)] {
            let seeds = prefs.directory.path(of: "seeds")
            let outcome = try run(
                in: home,
                "apply",
                "--check",
                "--all-suites",
                seeds,
                "--report",
                "prometheus",
                "-o",
                path
            )
            expect(outcome, prints: "", exit: exit, errors: exit == 4 ? .message([]) : .nothing)
            let text = try prefs.directory.text(of: "prefs.prom")
            let found = text.split(separator: "\n").map(String.init)
            for line in lines + ["# TYPE prefs_drifted_keys gauge"] {
                #expect(found.contains(line.replacing("HOME", with: "home=\"\(homes)")), "\(line) in \(text)")
            }
            let drifted = found.contains { $0.hasPrefix("prefs_drifted_keys{") && $0.contains(#"suite="net""#) }
            #expect(drifted == isChecked)
            #expect(!text.contains("hunter2") && !text.contains("dark") && text.hasSuffix("\n"))
        }
        #expect(try prefs.directory.mode(of: "prefs.prom") & 0o044 == 0o044)
    }

    @Test("a file of JSON has values, so only its user may read it")
    func privacy() throws {
        let path = prefs.directory.path(of: "report.json")
        let seeds = prefs.directory.path(of: "seeds")
        _ = try run(in: "ada", "apply", "--check", "--all-suites", seeds, "--report", "json", "-o", path)
        #expect(try prefs.directory.mode(of: "report.json") == 0o600)
    }

    @Test("a parse error does not quote what the file contains")
    func quotedValue() throws {
        let text = "<plist version=\"1.0\"><dict><key>token</key><integer>hunter3</integer></dict></plist>"
        try prefs.directory.write(text, to: "homes/eve/.config/net.plist")
        try prefs.directory.age("homes/eve/.config/net.plist")
        let outcome = try report("json", in: "eve")
        expect(outcome, exit: 4, errors: .message(["net.plist:1:", "what it contains is not shown"]))
        #expect(!"\(outcome)".contains("hunter3"))
    }

    @Test(
        "mistakes are named",
        arguments: [
            (["--homes", "/home/*"], "unknown option '--homes'"),
            (["--report", "html"], "write one of json, prometheus"), (["--report", "json", "--json"], "'--json'"),
            (["-o", "x"], "'-o' needs '--report'"),
        ]
    )
    func mistakes(options: [String], message: String) throws {
        let seeds = prefs.directory.path(of: "seeds")
        let outcome = try prefs.run(["apply", "--check", "--all-suites", seeds] + options)
        expect(outcome, prints: "", exit: 2, errors: .message([message]))
    }
}
