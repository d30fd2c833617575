import Glibc
import TestSupport
import Testing

@Suite("The terminal of the full screen", .mayWait, .enabled(if: TmuxSession.exists, "needs tmux in a usual directory"))
struct BrowseTerminalTests {
    private func prefs() throws -> PrefsCommand {
        try PrefsCommand.withSchema(
            PrefsCommand.editorSchema,
            suite: SuiteXML.document([
                "author": "<string>Ada</string>", "fontSize": "<integer>12</integer>", "theme": "<string>dark</string>",
            ])
        )
    }

    // MARK: Changes by others

    @Test("a change by another command appears")
    func otherCommand() throws {
        let session = try TmuxSession(prefs())
        try session.browse()
        try session.waitForRow("fontSize", "12")
        try session.prefs.set("fontSize", ["30"])
        try session.waitForRow("fontSize", "integer", "30")
        try session.prefs.set("new", ["value"])
        try session.waitForRow("new", "string", "value")
        try session.prefs.change("reset", "new")
        try session.waitForNo("value")
        try session.quit()
    }

    // MARK: Sizes

    @Test("the screen follows the size of the terminal")
    func resizing() throws {
        let prefs = try prefs()
        try prefs.write(SuiteXML.contract, to: "other")
        let session = try TmuxSession(prefs)
        try session.browse("")
        try session.waitForRow("other")
        try session.select("t")
        try session.send("Tab")
        try session.select("fontSize")
        var selected = "fontSize"
        for (columns, rows) in [(120, 40), (80, 24), (40, 10), (80, 24), (120, 40)] {
            try session.resize(columns: columns, rows: rows)
            let screen = try session.waitFor("\(selected) at \(columns)x\(rows)") { screen in
                screen.count == rows && screen.first?.contains("prefs browse") == true
                    && screen.contains { $0.selects(selected) }
                    && screen.contains { $0.contains("other") } == (columns >= 60)
            }
            #expect(screen.allSatisfy { $0.count <= columns })
            // The program answers at this size.
            selected = selected == "fontSize" ? "author" : "fontSize"
            try session.select(selected)
        }
        try session.quit()
    }

    @Test("a resize keeps the text of an edit")
    func resizeWithinEdit() throws {
        let session = try TmuxSession(prefs())
        try session.browse()
        try session.select("author")
        try session.send("Enter", "C-u")
        try session.type("Grace")
        try session.waitForRow("author", "Grace")
        try session.resize(columns: 60, rows: 16)
        try session.waitFor("the edit at 60x16") { $0.count == 16 && $0.contains { $0.contains("Grace") } }
        try session.type(" H")
        try session.send("Enter")
        try session.waitForValue("Grace H", of: "author")
        try session.quit()
    }

    // MARK: Text

    @Test("control characters of keys and values do not reach the terminal")
    func controlCharacters() throws {
        let prefs = try prefs()
        let attack = "\u{1B}]2;owned\u{7}\u{1B}[2J\u{9B}3J\u{1B}[1;1Hzz\r\nyy"
        try prefs.change("set", "key \(attack)", "--string", "first \(attack) last", errors: .optional)
        let session = try TmuxSession(prefs)
        try session.browse()
        try session.waitForRow("first")
        let rows = try session.waitForRow("author", "Ada")
        #expect(rows.first?.contains("prefs browse") == true)
        #expect(try !session.title.contains("owned"))
        try session.send("End")
        for _ in 0..<3 {
            try session.send("Up")
        }
        try session.quit()
        #expect(try !session.title.contains("owned"))
    }

    @Test("wide and combined characters keep the columns in line")
    func wideCharacters() throws {
        let prefs = try PrefsCommand.withSchema(
            suite: SuiteXML.document([
                "plain": "<string>one</string>", "wide": "<string>日本語👋e\u{301}</string>", "日本": "<string>two</string>",
            ])
        )
        let session = try TmuxSession(prefs, columns: 60, rows: 16)
        try session.browse()
        try session.waitForRow("wide", "日本語👋e\u{301}")
        let rows = try session.waitForRow("日本", "string", "two")
        let columns = rows.filter { $0.contains("string") }.prefix(3).map { row in
            row.prefix { $0 != "s" }.reduce(0) { $0 + ($1.unicodeScalars.contains { $0.value >= 0x2E80 } ? 2 : 1) }
        }
        #expect(Set(columns).count == 1, "\(rows.joined(separator: "\n"))")
        try session.select("wide")
        try session.send("Enter", "BSpace", "BSpace")
        try session.type("界")
        try session.send("Enter")
        try session.waitForValue("日本語界", of: "wide")
        try session.quit()
    }

    // MARK: The state of the terminal

    /// Starts the program with its process ID in a file, below a text of the shell.
    ///
    /// - Parameters:
    ///   - input: A redirection of standard input.
    ///   - isAlone: Whether nothing notices that the program is stopped. The interactive shell would take the terminal
    ///     from its job, and tmux continues a program that it has started itself.
    private func start(_ session: TmuxSession, input: String = "", isAlone: Bool = false) throws -> pid_t {
        try session.run("ulimit -c 0; stty -g >before; echo earlier text")
        let program = "sh -c 'echo $$ >pid; exec prefs browse -s t' \(input)"
        try session.start(isAlone ? "(\(program); exit $?)" : program)
        try session.waitForSelection("author")
        try session.waitForNo("earlier text")
        let text = try session.prefs.directory.text(of: "work/pid")
        return try #require(pid_t(text.dropLast()))
    }

    /// Expects the terminal to be as it was before `start`.
    private func expectRestored(_ session: TmuxSession, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try session.waitForRow("earlier text")
        #expect(try session.modes == TmuxSession.initialModes, sourceLocation: sourceLocation)
        try session.run("stty -g >after")
        let directory = session.prefs.directory
        #expect(
            try directory.text(of: "work/before") == directory.text(of: "work/after"),
            sourceLocation: sourceLocation
        )
    }

    @Test("q restores the terminal")
    func quitting() throws {
        let session = try TmuxSession(prefs())
        _ = try start(session)
        #expect(try session.modes != TmuxSession.initialModes)
        try session.quit()
        try expectRestored(session)
    }

    @Test("a signal ends the program and restores the terminal", arguments: [SIGTERM, SIGINT, SIGHUP, SIGSEGV])
    func signals(signal: Int32) throws {
        let session = try TmuxSession(prefs())
        let process = try start(session)
        kill(process, signal)
        try session.waitForEnd(code: 128 + signal)
        try expectRestored(session)
    }

    @Test("a signal ends the program while nobody reads the terminal", arguments: [SIGTERM, SIGINT, SIGHUP])
    func signalWithoutReader(signal: Int32) throws {
        let session = try TmuxSession(prefs())
        let process = try start(session)
        try session.whileStopped {
            // Each draws the whole screen, until the terminal takes no more.
            for _ in 0..<40 {
                kill(process, SIGWINCH)
                poll(nil, 0, 5)
            }
            kill(process, signal)
            try waitForEnd(of: process)
        }
        try session.waitForEnd(code: 128 + signal)
    }

    @Test("a signal during an edit ends the program and writes nothing", arguments: [SIGTERM, SIGHUP])
    func signalWithinEdit(signal: Int32) throws {
        let session = try TmuxSession(prefs())
        let process = try start(session)
        try session.send("Enter")
        try session.type("xyz")
        try session.waitForText("Adaxyz")
        kill(process, signal)
        try session.waitForEnd(code: 128 + signal)
        try expectRestored(session)
        #expect(try session.prefs.value(of: "author") == "Ada")
    }

    @Test("a stop by a signal restores the terminal, and fg shows the screen again")
    func stopping() throws {
        let session = try TmuxSession(prefs())
        let process = try start(session)
        try session.select("fontSize")
        for _ in 0..<2 {
            kill(process, SIGTSTP)
            try session.waitForEnd(code: 128 + SIGTSTP)
            try expectRestored(session)
            try session.prefs.set("theme", ["light"])
            try session.start("fg")
            try session.waitForSelection("fontSize")
            try session.waitForRow("theme", "light")
            try session.waitForNo("earlier text")
        }
        try session.quit()
        try expectRestored(session)
    }

    @Test("a signal while the editor is open ends both, and leaves no file", arguments: [SIGTERM, SIGHUP])
    func signalWithinEditor(signal: Int32) throws {
        var prefs = try PrefsCommand.withSchema(suite: SuiteXML.document(["author": "<array/>"]))
        try prefs.directory.write("#!/bin/sh\necho the editor is open\nexec sleep 1000\n", to: "editor")
        try prefs.directory.setMode(0o755, of: "editor")
        // Without exec, the shell would be ended instead of the editor.
        prefs.environment["EDITOR"] = "exec \(prefs.directory.path(of: "editor"))"
        let session = try TmuxSession(prefs)
        let process = try start(session)
        try session.send("Enter")
        try session.waitForText("the editor is open")
        #expect(try prefs.directory.names(in: "tmp") != [])
        kill(process, signal)
        try session.waitForEnd(code: 128 + signal)
        try expectRestored(session)
        #expect(try prefs.directory.names(in: "tmp") == [])
    }

    @Test("standard input that is open for reading alone does not keep the terminal from being restored")
    func readOnlyInput() throws {
        let session = try TmuxSession(try prefs())
        _ = try start(session, input: "</dev/tty")
        try session.quit()
        try expectRestored(session)
    }

    @Test("the screen is drawn again when the process continues after SIGSTOP")
    func stoppedByForce() throws {
        let session = try TmuxSession(try prefs())
        let process = try start(session, isAlone: true)
        kill(process, SIGSTOP)
        // The terminal is reset, as by a shell.
        try session.send("-R")
        try session.waitForNo("author")
        kill(process, SIGCONT)
        try session.waitForSelection("author")
        try session.quit()
    }

    @Test("an end of the terminal ends the program")
    func hangUp() throws {
        let prefs = try prefs()
        var process: pid_t = 0
        do {
            let session = try TmuxSession(prefs)
            process = try start(session)
            #expect(try isRunning(process))
            // The end of the session closes the terminal.
            withExtendedLifetime(session) {}
        }
        try waitForEnd(of: process)
    }

    private func waitForEnd(of process: pid_t) throws {
        let deadline = ContinuousClock.now + .seconds(300)
        while try isRunning(process), ContinuousClock.now < deadline {
            poll(nil, 0, 20)
        }
        #expect(try !isRunning(process))
    }

    /// Returns whether a process exists that has not ended; nobody may have asked for the exit code of one that has.
    private func isRunning(_ process: pid_t) throws -> Bool {
        let script = "grep -qs '^State:.[^ZX]' /proc/\(process)/status"
        return try Subprocess("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"]).run().ending
            == .exited(0)
    }

    @Test("a terminal that can only print lines is refused", arguments: ["TERM=dumb", "TERM=", "-u TERM"])
    func dumbTerminal(setting: String) throws {
        let session = try TmuxSession(prefs())
        try session.run("env \(setting) prefs browse -s t", code: 2)
        try session.waitForText("cannot browse: TERM is 'dumb' or not set")
    }
}
