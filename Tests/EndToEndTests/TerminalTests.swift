import TestSupport
import Testing

@Suite("On a terminal")
struct TerminalTests {
    /// Runs a script whose standard output is a terminal of so many columns.
    private func run(_ script: String, columns: Int, in prefs: PrefsCommand) throws -> [String] {
        var subprocess = Subprocess(
            "/bin/sh",
            ["-c", "stty cols \(columns) <&1; \(script)", prefs.binary],
            environment: prefs.environment.merging(["TERM": "xterm", "NO_COLOR": "1"]) { $1 },
            workingFolder: prefs.folder.path(of: "work")
        )
        subprocess.output = .terminal
        let outcome = try subprocess.run()
        #expect(outcome.ending == .exited(0), "\(outcome)")
        return outcome.text.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
    }

    @Test("list is as wide as the terminal, whatever that is")
    func width() throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run("set", "text", String(repeating: "0123456789", count: 20)), prints: "")
        for columns in [42, 57, 132] {
            let lines = try run(#""$0" list"#, columns: columns, in: prefs)
            #expect(lines.contains("flag                 true"))
            #expect(lines.map(\.count).max() == columns)
            #expect(lines.allSatisfy { $0.hasSuffix("…") == ($0.count == columns) })
        }
        let piped = try run(#""$0" list flag | cat"#, columns: 30, in: prefs)
        #expect(piped == ["flag\ttrue"])
    }

    @Test(
        "progress stands on standard error while a file keeps the command waiting, and is gone at the end",
        arguments: ["suites -l", "find Ada", "check ../config/a.plist ../config/t.plist"]
    )
    func progress(line: String) throws {
        // A file without bytes might be half written as long as somebody touches it, or until patience ends.
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.folder.write("", to: prefs.file(of: "a"))
        let script = """
            while touch "$XDG_CONFIG_HOME/a.plist"; do sleep 1; done &
            "$0" \(line) 2>&1 >/dev/null
            kill $!
            """
        let lines = try run(script, columns: 80, in: prefs)
        #expect(lines.contains { $0.hasPrefix("prefs: 1 of 2\r             \r") }, "\(lines)")
    }
}
