import TestSupport
import Testing

/// Help on a terminal of 24 rows, which script(1) provides.
@Suite("Help through a pager", .enabled(if: InstalledProgram.areInstalled("script"), "script is not installed"))
struct PagerTests {
    /// Returns what a terminal with some rows shows of a command line.
    private func shown(_ line: String, rows: Int = 24, pager: String? = nil) throws -> [String] {
        let prefs = try PrefsCommand()
        let command = "stty rows \(rows) cols 80; exec \(prefs.binary) \(line)"
        var environment = prefs.environment.merging(["TERM": "xterm", "SHELL": "/bin/sh"]) { $1 }
        environment["PAGER"] = pager
        let outcome = try Subprocess(
            try #require(InstalledProgram.path(of: "script")),
            ["-qec", command, "/dev/null"],
            environment: environment,
            workingDirectory: prefs.directory.path(of: "work")
        ).run()
        #expect(outcome.ending == .exited(0), "\(outcome)")
        return outcome.text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    @Test("a page that does not fit is shown by $PAGER")
    func pager() throws {
        let lines = try shown("help set", pager: "cat -n")
        #expect(lines[0] == "     1\tprefs set - Set a key to a value")
        #expect(lines.count > 60)
    }

    @Test(
        "a page is printed if it fits, or if there is no such program",
        arguments: [(24, ""), (200, "cat -n"), (24, "no-such-pager"), (24, "cat")]
    )
    func plain(rows: Int, pager: String) throws {
        let lines = try shown("help set", rows: rows, pager: pager)
        #expect(lines[0] == "prefs set - Set a key to a value")
        #expect(lines.count > 60)
        #expect(try shown("set -h", pager: "cat -n")[0] == "prefs set - Set a key to a value")
    }
}
