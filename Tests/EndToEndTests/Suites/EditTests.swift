import Glibc
import TestSupport
import Testing

@Suite("Editing suites", .mayWait)
struct EditTests {
    /// Returns `prefs edit` with a shell command as the editor.
    private func subprocess(_ prefs: PrefsCommand, _ editor: String) -> Subprocess {
        var subprocess = prefs.subprocess(["edit"])
        subprocess.environment["VISUAL"] = editor
        return subprocess
    }

    /// Expects that no temporary file is left.
    private func expectNoTemporaryFile(_ prefs: PrefsCommand, sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        #expect(try prefs.directory.names(in: "tmp") == [], sourceLocation: sourceLocation)
    }

    /// Returns the kept text, from the file that the message names.
    private func keptText(_ prefs: PrefsCommand, _ outcome: SubprocessOutcome) throws -> String {
        let mark = "; your text is in \(prefs.directory.path)/"
        let range = try #require(outcome.errorText.firstRange(of: mark), "\(outcome)")
        return try prefs.directory.text(of: String(outcome.errorText[range.upperBound...].prefix { $0 != "\n" }))
    }

    // MARK: Signals

    @Test("SIGINT (Ctrl-C) and SIGQUIT do not end the command while the editor runs")
    func terminalSignals() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let editor = "kill -INT $PPID; kill -QUIT $PPID; sed -i 's/Ada/Eve/'"
        expect(try subprocess(prefs, editor).run(), prints: "")
        #expect(try prefs.value(of: "name") == "Eve")
    }

    @Test("a signal ends the editor and the command, and leaves no temporary file", arguments: [SIGTERM, SIGHUP])
    func endingSignals(signal: Int32) throws {
        let prefs = try PrefsCommand.withContractSuite()
        let process = try subprocess(prefs, "echo ready; exec sleep 1000; echo").start()
        try process.read { output, _ in output.contains("ready") }
        process.send(signal)
        let outcome = try process.finish()
        #expect(outcome.ending == .signalled(signal))
        #expect(outcome.text == "ready\n")
        try expectNoTemporaryFile(prefs)
        #expect(try prefs.value(of: "name") == "Ada")
    }

    // MARK: Errors in the text

    /// An editor that damages the text the first time, and repairs it the second time.
    private let repairingEditor = """
        if [ -e ../tmp/once ]; then rm ../tmp/once; sed -i -e 's/<tru/<true/' -e 's/Ada/Eve/' "$1"; \
        else touch ../tmp/once; sed -i 's/<true/<tru/' "$1"; fi; :
        """

    @Test("a text with an error can be edited again on a terminal", arguments: ["y\n", "\n", "what?\nyes\n"])
    func mending(answer: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        var terminal = subprocess(prefs, repairingEditor)
        terminal.isInputTerminal = true
        terminal.input = Array(answer.utf8)
        let outcome = try terminal.run()
        expect(outcome, prints: "", errors: .message(["t.plist:12:2: ", "\n12 | \\t<tru/>\n", "again? [Y/n] "]))
        #expect(try prefs.value(of: "name") == "Eve")
        try expectNoTemporaryFile(prefs)
    }

    @Test("a text with an error is kept if the user does not edit it again on a terminal", arguments: ["n\n", "\u{4}"])
    func givingUp(answer: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        var terminal = subprocess(prefs, repairingEditor)
        terminal.isInputTerminal = true
        terminal.input = Array(answer.utf8)
        let outcome = try terminal.run()
        expect(outcome, prints: "", exit: 4, errors: .message(["t.plist:12:2: "]))
        #expect(try keptText(prefs, outcome).contains("<tru/>"))
        #expect(try prefs.value(of: "name") == "Ada")
    }

    @Test("a signal during the question ends the command, and leaves no temporary file", arguments: [SIGINT, SIGTERM])
    func interruptedQuestion(signal: Int32) throws {
        let prefs = try PrefsCommand.withContractSuite()
        var terminal = subprocess(prefs, repairingEditor)
        terminal.isInputTerminal = true
        let process = try terminal.start()
        try process.read { _, errors in errors.contains("[Y/n] ") }
        process.send(signal)
        #expect(try process.finish().ending == .signalled(signal))
        #expect(try prefs.directory.names(in: "tmp") == ["once"])
    }
}
