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
        try give("homes/ada", "homes/bob", "homes/eve")
        for path in [".", "homes"] { try directory.setMode(0o755, of: path) }
    }

    /// Gives homes to a user other than root, if the tests run as root.
    private func give(_ homes: String...) throws {
        guard OtherUser.isAvailable else { return }
        let paths = homes.map { prefs.directory.path(of: $0) }
        let outcome = try Subprocess("/bin/chown", ["-hR", "65534:65534"] + paths).run()
        #expect(outcome.ending == .exited(0), "\(outcome)")
    }

    private func run(in home: String, _ arguments: String...) throws -> SubprocessOutcome {
        try run(in: home, arguments)
    }

    private func run(in home: String, _ arguments: [String]) throws -> SubprocessOutcome {
        var prefs = prefs
        prefs.environment["HOME"] = self.prefs.directory.path(of: "homes/\(home)")
        prefs.environment["XDG_CONFIG_HOME"] = nil
        prefs.environment["XDG_STATE_HOME"] = nil
        prefs.environment["XDG_DATA_HOME"] = nil
        return try prefs.run(arguments)
    }

    private func report(_ form: String, of homes: String = "*", _ options: String...) throws -> SubprocessOutcome {
        let pattern = prefs.directory.path(of: "homes/\(homes)")
        let seeds = prefs.directory.path(of: "seeds")
        return try prefs.run(
            ["apply", "--check", "--all-suites", seeds, "--homes", pattern, "--report", form] + options
        )
    }

    @Test("JSON has the state of each suite in each home, what differs, and who changed it last")
    func json() throws {
        let program = """
            .suites[] | [(.home | split("/") | last), .suite, .state, [.changes[]? | [.key, .old, .new]],
            (.error // "/" | split("/") | last), .managed, .lastChange.process] | tojson
            """
        let outcome = try report("json")
        expect(outcome, exit: 4, errors: .message(["homes/eve/.config/net.plist:2:7"]))
        let facts = try Subprocess("/usr/bin/jq", ["-r", program], input: outcome.output).run()
        #expect(
            facts.text == #"""
                ["ada","editor","same",[],"",0,"prefs"]
                ["ada","net","same",[],"",0,"prefs"]
                ["bob","editor","drifted",[["size",12,14],["theme","<b>&\"'","dark"]],"",0,"prefs"]
                ["bob","net","drifted",[["token","(secret)","(secret)"]],"",0,"prefs"]
                ["eve","editor","same",[],"",0,"prefs"]
                ["eve","net","error",[],"net.plist:2:7: unexpected end of the document in <dict>",0,null]

                """#,
            "\(outcome)"
        )
    }

    @Test(
        "the exit code says whether anything has drifted, or could not be checked",
        arguments: [
            ("ada", 0), ("bob", 1), ("[ab]*", 1), ("eve", 4),
        ]
    )
    func exitCodes(homes: String, code: Int32) throws {
        expect(try report("json", of: homes, "-q"), exit: code, errors: .optional)
    }

    @Test("metrics have the homes and suites as labels, and no values; others may read their file")
    func metrics() throws {
        try prefs.directory.makeDirectory(#"homes/odd "\ home/.config"#)
        try give(#"homes/odd "\ home"#)
        let path = prefs.directory.path(of: "prefs.prom")
        expect(try report("prometheus", of: "*", "-o", path), prints: "", exit: 4)
        let text = try prefs.directory.text(of: "prefs.prom")
        let homes = prefs.directory.path(of: "homes")
        let lines = text.split(separator: "\n").map(String.init)
        for line in [
            "# TYPE prefs_drifted_keys gauge",
            #"prefs_drifted_keys{home="\#(homes)/ada",suite="editor"} 0"#,
            #"prefs_drifted_keys{home="\#(homes)/bob",suite="editor"} 2"#,
            #"prefs_drifted_keys{home="\#(homes)/odd \"\\ home",suite="net"} 2"#,
            #"prefs_check_failed{home="\#(homes)/bob",suite="net"} 0"#,
            #"prefs_check_failed{home="\#(homes)/eve",suite="net"} 1"#,
            #"prefs_managed_keys{home="\#(homes)/eve",suite="net"} 0"#,
        ] {
            #expect(lines.contains(line), "\(line) in \(text)")
        }
        #expect(!lines.contains { $0.hasPrefix(#"prefs_drifted_keys{home="\#(homes)/eve",suite="net"}"#) })
        #expect(!text.contains("hunter2") && !text.contains("dark") && text.hasSuffix("\n"))
        #expect(try prefs.directory.mode(of: "prefs.prom") & 0o044 == 0o044)
    }

    @Test("the page needs no other file, escapes values, and shows no secret; only its user may read it")
    func page() throws {
        expect(try report("html", of: "*", "-o", prefs.directory.path(of: "drift.html")), prints: "", exit: 4)
        let text = try prefs.directory.text(of: "drift.html")
        for part in [
            "<!DOCTYPE html>", "3 homes, 6 suites, 2 drifted, 1 with errors", "~ size 12 -&#62; 14",
            #"~ theme &#34;&#60;b&#62;&#38;\&#34;'&#34; -&#62; &#34;dark&#34;"#, "~ token (secret) -&#62; (secret)",
            "As the seed says: editor, net", "unexpected end of the document in &#60;dict&#62;",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        for part in ["<script", "href", "src=", "url(", "@import", "hunter2", "abc"] {
            #expect(!text.contains(part), "\(part) in \(text)")
        }
        #expect(try prefs.directory.mode(of: "drift.html") == 0o600)
        let parser = "import sys, html.parser; html.parser.HTMLParser().feed(sys.stdin.read())"
        let parsed = try Subprocess("/usr/bin/python3", ["-c", parser], input: Array(text.utf8)).run()
        #expect(parsed.ending == .exited(0), "\(parsed)")
    }

    @Test("without --homes, the report is on the user's own home")
    func ownHome() throws {
        let seeds = prefs.directory.path(of: "seeds")
        let outcome = try run(in: "bob", "apply", "--check", "--all-suites", seeds, "--report", "prometheus")
        expect(outcome, exit: 1, errors: .nothing)
        #expect(outcome.text.contains(#"bob",suite="editor"} 2"#), "\(outcome)")
    }

    @Test("root checks a home with the rights of its owner", .enabled(if: OtherUser.isAvailable))
    func rights() throws {
        let directory = prefs.directory
        let secret = #"{"size": "from root's file"}"#
        try directory.write(secret, to: "root.json")
        try directory.setMode(0o600, of: "root.json")
        try directory.rename("homes/eve/.config/editor.plist", to: "homes/eve/old.plist")
        try directory.symlink("homes/eve/.config/editor.plist", to: directory.path(of: "root.json"))
        try give("homes/eve")
        let report = try report("json", of: "eve")
        expect(report, exit: 4, errors: .message(["permission denied"]))
        #expect(!report.text.contains("from root"))
        // Afterwards, prefs has its own rights again.
        expect(try self.report("json", of: "*", "-o", directory.path(of: "report.json")), prints: "", exit: 4)
        #expect(try directory.mode(of: "report.json") == 0o600)
    }

    @Test("what is secret in one home, or was when it had another path, is hidden in all")
    func secrets() throws {
        let directory = prefs.directory
        try directory.write(#"{"proxy": "hidden by name"}"#, to: "secrets.json")
        let words = ["--replace-corrupt", "--secrets", directory.path(of: "secrets.json")]
        expect(try run(in: "eve", ["apply", "-q", "-s", "net"] + words), errors: .optional)
        try directory.rename("homes/eve", to: "homes/moved")
        expect(try run(in: "ada", ["set", "-s", "net", "--pairs", "token=of Ada", "proxy=of Ada"]), prints: "")
        try give("homes/moved", "homes/ada")
        for form in ["json", "html"] {
            let outcome = try report(form, of: "*", "-q")
            expect(outcome, exit: 1, errors: .optional)
            for secret in ["of Ada", "hidden by name", "abc"] {
                #expect(!outcome.text.contains(secret), "\(outcome)")
            }
        }
    }

    @Test("a parse error does not quote what the file contains")
    func quotedValue() throws {
        let text = "<plist version=\"1.0\"><dict><key>token</key><integer>hunter3</integer></dict></plist>"
        try prefs.directory.write(text, to: "homes/eve/.config/net.plist")
        try prefs.directory.age("homes/eve/.config/net.plist")
        let outcome = try report("json", of: "eve")
        expect(outcome, exit: 4, errors: .message(["net.plist:1:", "what it contains is not shown"]))
        #expect(!"\(outcome)".contains("hunter3"))
    }

    @Test("an entry that is no home stops no report, and a home of root is an error")
    func oddHomes() throws {
        try prefs.directory.write("", to: "homes/file")
        let pattern = prefs.directory.path(of: "homes/*/.conf*")
        let seeds = prefs.directory.path(of: "seeds")
        let words = ["apply", "--check", "--all-suites", seeds, "--homes", pattern, "--report", "json", "-q"]
        expect(try prefs.run(words), exit: 1, errors: .optional)
        guard OtherUser.isAvailable else { return }
        try prefs.directory.makeDirectory("homes/root's/.config")
        expect(try report("json", of: "root*"), exit: 4, errors: .message(["root's belongs to root"]))
    }

    @Test(
        "mistakes are named",
        arguments: [
            (["--homes", "homes/*", "--report", "json"], 2, "'homes/*' does not begin with '/'"),
            (["--homes", "/no such place/*", "--report", "json"], 4, "no directory matches '/no such place/*'"),
            (["--homes", "/*"], 2, "'--homes' needs '--report'"),
            (["--report", "htm"], 2, "write one of json, prometheus, html"),
            (["--report", "json", "--json"], 2, "'--json'"),
            (["-o", "x"], 2, "'-o' needs '--report'"),
        ]
    )
    func mistakes(options: [String], code: Int32, message: String) throws {
        let seeds = prefs.directory.path(of: "seeds")
        let outcome = try prefs.run(["apply", "--check", "--all-suites", seeds] + options)
        expect(outcome, prints: "", exit: code, errors: .message([message]))
    }
}
