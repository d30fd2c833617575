import TestSupport
import Testing

@Suite("The history and other processes", .mayWait)
struct HistoryProcessTests {
    /// Runs a script in the working directory, in which `prefs` is the command.
    private func run(_ script: String, _ prefs: PrefsCommand) throws -> SubprocessOutcome {
        let function = "prefs() { '\(prefs.binary)' \"$@\"; }\n"
        var shell = Subprocess(
            "/bin/bash",
            ["-c", function + script],
            environment: prefs.environment,
            workingDirectory: prefs.directory.path(of: "work")
        )
        shell.keptDirectory = prefs.directory
        return try shell.run()
    }

    @Test("a record has the user, the program and the machine")
    func author() throws {
        let prefs = try PrefsCommand()
        let outcome = try run("prefs set a 1; prefs history --json >history; id -un; uname -n", prefs)
        let lines = outcome.text.split(separator: "\n")
        let author = #""user":"\#(lines[0])","process":"prefs","host":"\#(lines[1])""#
        #expect(try prefs.directory.text(of: "work/history").contains(author))
    }

    @Test("each of several undos at once takes back another change")
    func undosAtOnce() throws {
        let prefs = try PrefsCommand()
        let outcome = try run(
            """
            for number in 1 2 3 4 5 6 7 8; do prefs set "k$number" 1; done
            for number in 1 2 3 4 5; do prefs undo -q >/dev/null & done
            wait
            prefs keys | tr '\\n' ' '
            for number in 1 2 3; do prefs redo -q >/dev/null & done
            wait
            prefs keys | tr '\\n' ' '
            """,
            prefs
        )
        #expect(outcome.text == "k1 k2 k3 k1 k2 k3 k4 k5 k6 ")
    }
}
