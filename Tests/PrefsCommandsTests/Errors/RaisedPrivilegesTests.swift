import CommandErrors
import PropertyLists
import Testing

@testable import PrefsCommands

@Suite("Raised privileges")
struct RaisedPrivilegesTests {
    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
        process.hasRaisedPrivileges = true
        try process.write(["flag": true])
    }

    @Test(
        "a command that uses files fails, however the file is named",
        arguments: [
            ["get", "flag"], ["get", "flag", "-f", "FILE"], ["set", "flag", "false", "-f", "FILE"],
            ["apply", "FILE", "-f", "FILE"], ["convert", "FILE", "--format", "json"], ["check", "FILE"],
            ["diff", "FILE", "FILE"], ["edit", "-f", "FILE"], ["schema", "check", "FILE"], ["suites"], ["path"],
            ["get", "flag", "-f", "-"], ["reset", "flag", "-q"],
        ]
    )
    func refusal(words: [String]) throws {
        let before = try process.contents()
        let outcome = process.run(words.map { $0 == "FILE" ? process.path() : $0 })
        #expect(
            outcome
                == .fails(
                    .unreadableFile,
                    "cannot access files: the process has raised privileges (set-user-ID or similar)"
                )
        )
        #expect(try process.contents() == before)
    }

    @Test("completion does not reveal the contents of files")
    func completion() {
        let outcome = process.run("__complete", "zsh", "get", "")
        #expect(outcome == CommandProcess.Outcome(exit: 4))
    }

    @Test(
        "help, the manual and the version are printed",
        arguments: [["--help"], ["help", "set"], ["set", "--help"], ["--version"], ["man"], ["completions", "zsh"]]
    )
    func help(words: [String]) {
        let outcome = process.run(words)
        #expect(outcome.exit == 0)
        #expect(outcome.outputs.count == 1)
        #expect(outcome.errors == "")
    }

    @Test("an invalid command line is reported first")
    func wrongLine() {
        #expect(process.run("get").exit == 2)
    }
}
