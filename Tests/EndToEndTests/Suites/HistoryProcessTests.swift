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

    @Test("a change of the history is printed in each form, for the suite that it changed")
    func forms() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("set", "-s", "other", "--pairs", "k=1", "name=Eve")
        try prefs.change("reset", "-s", "other", "k")
        let ids = try prefs.run("history", "-s", "other").text.split(separator: "\n")
            .map { String($0.split(separator: "\t")[1]) }
        for (form, outputs) in [
            ("seed", [#"{"k":{"$unset":true}}"#, #"{"k":1,"name":"Eve"}"#]),
            (
                "commands",
                [
                    "prefs reset '--suite=other' -- 'k'",
                    "prefs set '--suite=other' --int '1' -- 'k'\nprefs set '--suite=other' --string 'Eve' -- 'name'",
                ]
            ),
            (
                "defaults",
                ["defaults delete other k", "defaults write other k -int 1\ndefaults write other name -string Eve"]
            ),
            ("changes", ["- k 1", "+ k 1\n+ name \"Eve\""]),
        ] {
            for (id, output) in zip(ids, outputs) {
                expect(try prefs.run("history", id, "--format", form), prints: output + "\n")
            }
        }
        let outcome = try prefs.run("history", "--format", "seed")
        expect(outcome, prints: "", exit: 2, errors: .message(["missing argument ID"]))
    }
}
