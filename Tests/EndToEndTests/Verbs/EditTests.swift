import Glibc
import TestSupport
import Testing

@Suite("Editing suites")
struct EditTests {
    /// Returns a command with a directory for temporary files, and the contract's suite with a comment in it.
    private func suite() throws -> PrefsCommand {
        try prefs(beside: SuiteXML.contract.replacing("\t<key>name", with: "\t<!-- who -->\n\t<key>name"))
    }

    private func prefs(beside text: String?) throws -> PrefsCommand {
        var prefs = try PrefsCommand()
        prefs.environment["PREFS_SUITE"] = "t"
        if let text {
            try prefs.write(text, to: "t")
        }
        return prefs
    }

    /// Runs `prefs edit` with a shell command as the editor.
    private func edit(
        _ prefs: PrefsCommand,
        _ editor: String,
        _ arguments: String...
    ) throws -> SubprocessOutcome {
        try subprocess(prefs, editor, arguments).run()
    }

    private func subprocess(_ prefs: PrefsCommand, _ editor: String, _ arguments: [String] = []) -> Subprocess {
        var subprocess = prefs.subprocess(["edit"] + arguments)
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

    // MARK: Changes

    @Test("changed keys are written, and every other byte stays")
    func changedKeys() throws {
        let prefs = try suite()
        let before = try prefs.directory.text(of: "config/t.plist")
        let script = "sed -i -e 's/Ada/Eve/' -e '/flag/,+1d' -e 's|</dict>.*</plist>||'"
        expect(try edit(prefs, script), prints: "", errors: .nothing)
        let expected = before.replacing("Ada", with: "Eve").replacing("\t<key>flag</key>\n\t<true/>\n", with: "")
        #expect(try prefs.directory.text(of: "config/t.plist") == expected)
        try expectNoTemporaryFile(prefs)
        expect(
            try edit(prefs, "sed -i 's/Eve/Ada/'", "-v"),
            prints: "",
            errors: .message(["changed 'name' in \(prefs.directory.path(of: "config/t.plist"))"])
        )
    }

    @Test("a text with unchanged contents writes nothing", arguments: ["true", "sed -i 's/^/ /'", "cat"])
    func unchanged(editor: String) throws {
        let prefs = try suite()
        let identity = try prefs.directory.identity(of: "config/t.plist")
        let outcome = try edit(prefs, editor)
        expect(outcome, errors: .message(["nothing was changed"]))
        #expect(outcome.text.isEmpty == (editor != "cat"))
        expect(try edit(prefs, editor, "-q"), errors: .nothing)
        #expect(try prefs.directory.identity(of: "config/t.plist") == identity)
        try expectNoTemporaryFile(prefs)
    }

    @Test("a missing suite is edited as an empty one, and the first key creates it")
    func newSuite() throws {
        let prefs = try prefs(beside: nil)
        let outcome = try edit(prefs, "cat")
        expect(outcome, prints: SuiteXML.empty, errors: .message(["nothing was changed"]))
        #expect(!prefs.directory.exists("config/t.plist"))
        expect(try edit(prefs, "sed -i 's|<dict/>|<dict><key>a</key><true/></dict>|'"), prints: "")
        #expect(try prefs.directory.text(of: "config/t.plist") == SuiteXML.document(["a": "<true/>"]))
    }

    @Test("an edit as JSON keeps every type and the format of the file")
    func json() throws {
        let prefs = try prefs(beside: nil)
        let text =
            "{\"a\":1,\"d\":{\"$date\":\"2020-01-01T00:00:00.5Z\"},\"u\":{\"$uid\":3},\"x\":{\"$data\":\"AQI=\"}}\n"
        try prefs.directory.write(text, to: "work/all.json")
        expect(
            try prefs.run("dump", "-f", "all.json", "--format", "binary", "-o", "../config/t.plist"),
            prints: "",
            errors: .optional
        )
        let editor = "sed -i 's/\"a\": 1/\"a\": 2.0/'"
        expect(try edit(prefs, editor, "--format", "json", "--change-types"), prints: "")
        let changed = text.replacing("\"a\":1", with: "\"a\":2.0")
        expect(try prefs.run("dump", "--typed"), prints: changed)
        expect(try edit(prefs, "sed -i 's/<real>2/<real>3/'"), prints: "")
        expect(try prefs.run("dump", "--typed"), prints: changed.replacing("2.0", with: "3.0"))
        #expect(try prefs.directory.text(of: "config/t.plist").hasPrefix("bplist00"))
        expect(try edit(prefs, "basename", "--format=json"), prints: "t.json\n", errors: .optional)
    }

    /// The JSON that replaces the integer 3 of a suite, and the stored value; nil if it is refused.
    static let editedTypes: [(text: String, stored: String?)] = [
        ("4.0", "4"), ("4e2", "400"), ("4.5", nil), ("\"4\"", nil), ("true", nil),
    ]

    @Test("an edit as JSON does not change a type without --change-types", arguments: editedTypes)
    func changedTypes(text: String, stored: String?) throws {
        let prefs = try suite()
        let editor = "sed -i 's/\"general.launchCount\": 3/\"general.launchCount\": \(text)/'"
        let outcome = try edit(prefs, editor, "--format", "json")
        if let stored {
            expect(outcome, prints: "")
            return expect(try prefs.run("get", "general.launchCount", "--typed"), prints: stored + "\n")
        }
        let kind = text == "4.5" ? "float" : text == "true" ? "bool" : "string"
        expect(
            outcome,
            exit: 3,
            errors: .message([
                "cannot set 'general.launchCount': the text has a \(kind), the suite an integer; your text"
            ])
        )
        #expect(outcome.errorText.hasSuffix("\nhint: --change-types changes the types of keys\n"))
        expect(try prefs.run("get", "general.launchCount"), prints: "3\n")
        expect(try edit(prefs, editor, "--format", "json", "--change-types"), prints: "")
        expect(try prefs.run("get", "general.launchCount", "--json"), prints: text + "\n")
    }

    // MARK: The editor

    @Test("the editor is $VISUAL, else $EDITOR, and each is a shell command; without a terminal it is not vi")
    func editors() throws {
        let prefs = try suite()
        var subprocess = prefs.subprocess(["edit"])
        subprocess.environment["VISUAL"] = ""
        expect(try subprocess.run(), prints: "", exit: 2, errors: .message(["neither VISUAL nor EDITOR is set"]))
        subprocess.environment["EDITOR"] = "printf '%s|' editor 'a b' && sed -i 's/Ada/Eve/'"
        expect(try subprocess.run(), prints: "editor|a b|")
        subprocess.environment["VISUAL"] = "echo visual; sed -i 's/Eve/Ada/'"
        expect(try subprocess.run(), prints: "visual\n")
        #expect(try prefs.value(of: "name") == "Ada")
        let outcome = try Shell(prefs).run("VISUAL=$(printf 'a\\351') prefs edit")
        expect(outcome, prints: "", exit: 2, errors: .message(["$VISUAL"]))
    }

    @Test(
        "an editor that fails changes nothing",
        arguments: [
            ("sed -i 's/Ada/Eve/' \"$1\"; exit 3;", "exit code 3"), ("no-such-editor", "exit code 127"),
            ("kill -INT $$;", "signal 2"), ("rm", "cannot read the edited text"),
        ]
    )
    func failingEditor(editor: String, message: String) throws {
        let prefs = try suite()
        let identity = try prefs.directory.identity(of: "config/t.plist")
        let outcome = try edit(prefs, editor)
        #expect(outcome.ending == .exited(editor == "rm" ? 4 : 5))
        #expect(
            outcome.errorText.contains(message) && outcome.errorText.hasSuffix("nothing was changed\n"),
            "\(outcome)"
        )
        #expect(try prefs.directory.identity(of: "config/t.plist") == identity)
        try expectNoTemporaryFile(prefs)
    }

    @Test("the text is in a file that only its owner can read, in a directory that only its owner can enter")
    func privateFile() throws {
        let prefs = try suite()
        let script = "umask 000; stat -c %a \"$1\" $(dirname \"$1\"); touch \"$1.swp\"; echo"
        let outcome = try edit(prefs, script)
        #expect(outcome.text.hasPrefix("600\n700\n\(prefs.directory.path(of: "tmp"))/prefs-edit."), "\(outcome)")
        #expect(outcome.text.hasSuffix("/t.plist\n"), "\(outcome)")
        try expectNoTemporaryFile(prefs)
    }

    // MARK: Signals

    @Test("SIGINT (Ctrl-C) and SIGQUIT do not end the command while the editor runs")
    func terminalSignals() throws {
        let prefs = try suite()
        expect(try edit(prefs, "kill -INT $PPID; kill -QUIT $PPID; sed -i 's/Ada/Eve/'"), prints: "")
        #expect(try prefs.value(of: "name") == "Eve")
    }

    @Test("a signal ends the editor and the command, and leaves no temporary file", arguments: [SIGTERM, SIGHUP])
    func endingSignals(signal: Int32) throws {
        let prefs = try suite()
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

    @Test(
        "a text with an error is kept, and the message has the line and column",
        arguments: [
            ("sed -i 's/integer>3/intger>3/'", [], "t.plist:14:2: "), ("printf 'x' >", [], "t.plist:1:1"),
            ("echo '<plist><array/></plist>' >", [], "type array"), (": >", [], "t.plist:1:1"),
            ("echo '{\"a\": }' >", ["--format=json"], "t.json:1:7"),
        ]
    )
    func badEdit(editor: String, arguments: [String], message: String) throws {
        let prefs = try suite()
        let identity = try prefs.directory.identity(of: "config/t.plist")
        let outcome = try subprocess(prefs, editor, arguments).run()
        expect(outcome, prints: "", exit: 4, errors: .message([message]))
        #expect(try keptText(prefs, outcome) != prefs.directory.text(of: "config/t.plist"))
        #expect(try prefs.directory.identity(of: "config/t.plist") == identity)
    }

    /// An editor that damages the text the first time, and repairs it the second time.
    private let repairingEditor = """
        if [ -e ../tmp/once ]; then rm ../tmp/once; sed -i -e 's/<tru/<true/' -e 's/Ada/Eve/' "$1"; \
        else touch ../tmp/once; sed -i 's/<true/<tru/' "$1"; fi; :
        """

    @Test("a text with an error can be edited again on a terminal", arguments: ["y\n", "\n", "what?\nyes\n"])
    func mending(answer: String) throws {
        let prefs = try suite()
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
        let prefs = try suite()
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
        let prefs = try suite()
        var terminal = subprocess(prefs, repairingEditor)
        terminal.isInputTerminal = true
        let process = try terminal.start()
        try process.read { _, errors in errors.contains("[Y/n] ") }
        process.send(signal)
        #expect(try process.finish().ending == .signalled(signal))
        #expect(try prefs.directory.names(in: "tmp") == ["once"])
    }

    // MARK: Other programs

    @Test("changes that another program makes during an edit stay")
    func merging() throws {
        let prefs = try suite()
        let meanwhile = "\(prefs.binary) set --pairs new=1 ratio=2.5; \(prefs.binary) reset when; sed -i"
        expect(try edit(prefs, "\(meanwhile) -e 's/Ada/Eve/' -e 's/1[.]5/2.5/'"), prints: "", errors: .nothing)
        expect(
            try prefs.run("list", "n*", "r*", "w*"),
            prints: "name\tEve\nnew\t1\nratio\t2.5\nwin\t{\"f\":[1,2,{\"w\":9}]}\n"
        )
        expect(
            try edit(prefs, "\(prefs.binary) set name Ada; sed -i 's/Eve/Ada/'"),
            prints: "",
            errors: .message(["nothing was changed"])
        )
    }

    @Test("a different change of a key by another program gives exit code 7, and the edited text is kept")
    func contested() throws {
        let prefs = try suite()
        let outcome = try edit(prefs, "\(prefs.binary) set name Bob; sed -i -e 's/Ada/Eve/' -e 's/1[.]5/2.5/'")
        expect(outcome, prints: "", exit: 7, errors: .message(["'name'"]))
        #expect(!outcome.errorText.contains("'ratio'"))
        #expect(try keptText(prefs, outcome).contains("Eve"))
        expect(try prefs.run("get", "name", "ratio"), prints: "Bob\n1.5\n")
    }

    @Test("if the file cannot be changed, the edited text is kept")
    func refusedChange() throws {
        let prefs = try suite()
        try prefs.directory.link("config/other.plist", to: "config/t.plist")
        let outcome = try edit(prefs, "sed -i 's/Ada/Eve/'")
        expect(outcome, prints: "", exit: 5, errors: .message(["--break-hard-links"]))
        #expect(try keptText(prefs, outcome).contains("Eve"))
        expect(try edit(prefs, "sed -i 's/Ada/Eve/'", "--break-hard-links"), prints: "")
        #expect(try prefs.value(of: "name", "-s", "other") == "Ada")
    }

    @Test("a corrupt file cannot be edited without --replace-corrupt")
    func corrupt() throws {
        let prefs = try prefs(beside: "<plist><dict><key>a")
        expect(try edit(prefs, "echo started"), prints: "", exit: 4, errors: .message(["t.plist:1:"]))
        let editor = "sed -i 's|<dict/>|<dict><key>a</key><true/></dict>|'"
        expect(try edit(prefs, editor, "--replace-corrupt"), prints: "", errors: .message(["its old bytes are in"]))
        expect(try prefs.run("list"), prints: "a\ttrue\n")
    }

    @Test("standard input and unknown formats are usage errors")
    func usage() throws {
        let prefs = try suite()
        expect(try edit(prefs, "true", "-f", "-"), prints: "", exit: 2, errors: .message(["--file"]))
        expect(try edit(prefs, "true", "--format", "jsn"), prints: "", exit: 2, errors: .message(["one of xml, json"]))
    }
}
