import TestSupport
import Testing

@Suite("Output on a terminal", .mayWait)
struct TerminalTests {
    /// Runs a script with a terminal of the given width as standard output, and returns its lines.
    private func run(_ script: String, columns: Int, in prefs: PrefsCommand) throws -> [String] {
        var subprocess = Subprocess(
            "/bin/sh",
            ["-c", "stty cols \(columns) <&1; \(script)", prefs.binary],
            environment: prefs.environment.merging(["TERM": "xterm", "NO_COLOR": "1"]) { $1 },
            workingDirectory: prefs.directory.path(of: "work")
        )
        subprocess.output = .terminal
        let outcome = try subprocess.run()
        #expect(outcome.ending == .exited(0), "\(outcome)")
        return outcome.text.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
    }

    @Test("list fits its lines to the width of the terminal")
    func width() throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run("set", "text", "--string", String(repeating: "0123456789", count: 20)), prints: "")
        for columns in [42, 57, 132] {
            let lines = try run(#""$0" list"#, columns: columns, in: prefs)
            #expect(lines.contains("flag                 true"))
            #expect(lines.map(\.count).max() == columns)
            #expect(lines.allSatisfy { $0.hasSuffix("…") == ($0.count == columns) })
        }
        let piped = try run(#""$0" list flag | cat"#, columns: 30, in: prefs)
        #expect(piped == ["flag\ttrue"])
    }

    @Test("commands that are printed on a terminal set the same keys and values")
    func commands() throws {
        let prefs = try PrefsCommand.withSuite(SuiteXML.contract)
        let text = "it's \u{1B}[2J\u{9B}\u{202E}$x`y`\\\u{2028}"
        try prefs.change("set", "key " + text, "--string", text, errors: .optional)
        let lines = try run(#""$0" dump --format commands"#, columns: 80, in: prefs)
        #expect(!lines.joined().unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(!lines.joined().contains("\u{202E}"))
        try prefs.change("reset", "--all")
        expect(try Shell(prefs).run(lines.joined(separator: "\n")), prints: "", errors: .optional)
        #expect(try prefs.value(of: "key " + text) == text)
        #expect(try prefs.value(of: "name") == "Ada")
    }

    @Test("a value is escaped on a terminal, but not in a pipe")
    func value() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("set", "text", "a\u{1B}[31m\u{202E}b", errors: .message(["strict XML parsers"]))
        #expect(try run(#""$0" get text"#, columns: 80, in: prefs) == [#"a\x1b[31m\u202eb"#])
        #expect(try run(#""$0" get text --json"#, columns: 80, in: prefs) == [#""a\u001b[31m\u202eb""#])
        expect(try prefs.run("get", "text"), prints: "a\u{1B}[31m\u{202E}b\n")
        #expect(
            try run(#""$0" dump --format binary 2>&1 || true"#, columns: 80, in: prefs).joined().contains("-o FILE")
        )
    }

    @Test(
        "progress is printed on standard error while the command waits for a file, and erased at the end",
        arguments: ["suites -l", "find Ada", "check ../config/a.plist ../config/t.plist"]
    )
    func progress(line: String) throws {
        // The command waits for an empty file that another process touches, because it may be incomplete. After a time
        // limit, the command stops waiting.
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write("", to: prefs.file(of: "a"))
        let script = """
            while touch "$XDG_CONFIG_HOME/a.plist"; do sleep 1; done &
            "$0" \(line) 2>&1 >/dev/null
            kill $!
            """
        let lines = try run(script, columns: 80, in: prefs)
        #expect(lines.contains { $0.contains("prefs: 1 of 2\r             \r") }, "\(lines)")
    }
}
