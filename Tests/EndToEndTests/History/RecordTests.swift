import Glibc
import TestSupport
import Testing

@Suite("Recording what a program changes", .mayWait)
struct RecordTests {
    private func shell(_ command: PrefsCommand) throws -> Shell {
        var prefs = command
        prefs.environment["PREFS_SUITE"] = nil
        return try Shell(prefs)
    }

    @Test("a note names the keys that change more than twice")
    func volatileKeys() throws {
        // Of changes in quick succession, some may be seen as one.
        let many = "for number in $(seq 2 40) 1; do prefs set -s u k $number; done"
        expect(
            try shell(.withContractSuite()).run("prefs set -s u k 1; prefs record -- sh -c '\(many)'"),
            prints: "{}\n",
            errors: .message(["note: suite 'u': changed more than twice, probably volatile: 'k'"])
        )
    }

    @Test("a file that a program leaves half-written is recorded after it is complete")
    func halfWritten() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write(SuiteXML.contract.replacing("Ada", with: "Eve"), to: "work/whole")
        let program = """
            head -c 300 whole >"$XDG_CONFIG_HOME/t.plist"
            { prefs list -f whole -q; tail -c +301 whole >>"$XDG_CONFIG_HOME/t.plist"; } >/dev/null &
            """
        expect(
            try shell(prefs).run("prefs record -q --format changes -- sh -c \"$1\"", program),
            prints: "t\t~ name \"Ada\" -> \"Eve\"\n"
        )
    }

    @Test("without a program, a signal ends the recording, and the changes are printed", arguments: [SIGINT, SIGTERM])
    func signals(signal: Int32) throws {
        let prefs = try PrefsCommand.withContractSuite()
        // A pipe without a writer would end the recording before the signal.
        let process = try Shell(prefs).subprocess("exec prefs record -v </dev/null").start()
        try process.read { _, errors in errors.contains("recording 1 suite") }
        try prefs.change("set", "name", "Eve")
        process.send(signal)
        let outcome = try process.finish()
        expect(outcome, prints: "{\"name\":\"Eve\"}\n", errors: .note("recording 1 suite"))
    }

    @Test("on a terminal, the changes are shown as they happen, until Enter", .enabled(if: TmuxSession.exists))
    func terminal() throws {
        var prefs = try PrefsCommand.withContractSuite()
        prefs.environment["PREFS_SUITE"] = nil
        let session = try TmuxSession(prefs)
        try session.start("prefs record -o seed.json")
        try session.waitFor("the start") { $0.contains { $0.hasPrefix("recording 1 suite; Enter ends") } }
        try prefs.change("set", "-s", "t", "name", "Eve")
        try session.waitFor("the change") { screen in
            screen.contains { $0.hasSuffix("~ name \"Ada\" -> \"Eve\"") }
                && screen.contains { $0.hasPrefix("1 change; Enter ends") }
        }
        try session.send("Enter")
        try session.waitFor("the end") { $0.contains { $0.hasPrefix("note: 1 change") } }
        try session.waitForEnd()
        #expect(try prefs.directory.text(of: "work/seed.json").filter { !$0.isWhitespace } == #"{"t":{"name":"Eve"}}"#)
    }
}
