import TestSupport
import Testing

@Suite("The history and other processes")
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

    @Test("a directory whose name is not UTF-8 is not taken for another one")
    func notUTF8() throws {
        let outcome = try run(
            """
            for name in a b; do
                mkdir "$(printf "$name\\377")" && cd "$(printf "$name\\377")" || exit
                prefs set -f c.plist k 1 2>&1
                cd ..
            done
            cd "$(printf 'b\\377')" && prefs undo -f c.plist; echo "$?"
            """,
            try PrefsCommand()
        )
        #expect(outcome.text.split(separator: "\n").count { $0.contains("c.plist is not in the history") } == 2)
        #expect(outcome.text.hasSuffix("1\n"))
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
