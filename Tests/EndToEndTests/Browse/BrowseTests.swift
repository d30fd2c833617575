import TestSupport
import Testing

@Suite("Browsing on a full screen", .mayWait, .enabled(if: TmuxSession.exists, "needs tmux in a usual directory"))
struct BrowseTests {
    // MARK: Moving

    @Test("each key has a line with its type and value, and the selected one has its details")
    func details() throws {
        let session = try TmuxSession(PrefsCommand.withEditorSuite())
        try session.browse()
        try session.waitForRow("fontSize", "integer", "12")
        try session.waitForRow("author", "string", "Ada")
        try session.waitForRow("scale", "float", "1.5")
        try session.waitForRow("wrap", "bool", "true")
        try session.select("fontSize")
        try session.waitForText("The size of letters, in points.")
        try session.waitForText("default 12")
        try session.waitForText("range from 6 to 72")
        try session.waitForText("from \(session.prefs.directory.path(of: "config/t.plist"))")
        try session.quit()
    }

    @Test("a key of the schema that is unset is shown with its default")
    func unset() throws {
        let session = try TmuxSession(PrefsCommand.withSchema(PrefsCommand.editorSchema, suite: SuiteXML.empty))
        try session.browse()
        try session.waitForRow("fontSize", "12")
        try session.select("fontSize")
        try session.waitForText("from the schema's default")
        try session.quit()
    }

    @Test(
        "arrows and letters move the selection",
        arguments: [("Down", "Up", "Home", "End"), ("j", "k", "Home", "End")]
    )
    func moving(down: String, up: String, first: String, last: String) throws {
        let session = try TmuxSession(PrefsCommand.withPlainSuite())
        try session.browse()
        try session.waitForSelection("a/b")
        try session.send(down)
        try session.waitForSelection("blob")
        try session.send(down)
        try session.waitForSelection("flag")
        try session.send(up)
        try session.waitForSelection("blob")
        try session.send(last)
        try session.waitForSelection("win")
        try session.send(first)
        try session.waitForSelection("a/b")
        try session.send("PPage", "NPage")
        try session.waitForSelection("win")
        try session.quit()
    }

    @Test("Tab moves between the suites and the keys", arguments: ["Tab", "BTab"])
    func panes(key: String) throws {
        let prefs = try PrefsCommand.withPlainSuite()
        try prefs.write(SuiteXML.document(["other": "<integer>7</integer>"]), to: "second")
        let session = try TmuxSession(prefs)
        try session.browse("")
        try session.waitForRow("second")
        // The first suite is that of $PREFS_SUITE.
        try session.waitForSelection("t")
        try session.waitForRow("name", "string", "Ada")
        try session.send("Up")
        try session.waitForSelection("second")
        try session.waitForRow("other", "integer", "7")
        try session.send("Down")
        try session.waitForSelection("t")
        try session.send(key)
        try session.waitForSelection("a/b")
        try session.send(key)
        try session.waitForSelection("t")
        try session.send("Up")
        try session.waitForRow("other", "integer", "7")
        try session.quit()
    }

    @Test("a container unfolds and folds")
    func unfolding() throws {
        let session = try TmuxSession(PrefsCommand.withPlainSuite())
        try session.browse()
        try session.select("win")
        try session.send("Right")
        try session.waitForRow("f ", "array")
        try session.send("Left")
        try session.waitFor("the folded container") { rows in !rows.contains { $0.contains("array") } }
        try session.quit()
    }

    @Test("the keys are shown by ?, until any key is pressed")
    func help() throws {
        let session = try TmuxSession(PrefsCommand.withPlainSuite())
        try session.browse()
        try session.waitForRow("name", "Ada")
        try session.send("?")
        try session.waitForNo("Ada")
        try session.send("x")
        try session.waitForRow("name", "Ada")
        try session.quit()
    }

    // MARK: Filtering

    @Test("a filter shows the matching keys and values, and a lone ESC clears it")
    func filter() throws {
        let session = try TmuxSession(PrefsCommand.withPlainSuite())
        try session.browse()
        try session.waitForRow("name", "Ada")
        try session.send("/")
        try session.type("d")
        try session.waitFor("the filter in the status line") { $0.last?.contains("/d") == true }
        try session.type("a")
        try session.waitForNo("launchCount")
        try session.waitForRow("name", "Ada")
        try session.send("Enter")
        try session.waitForSelection("name")
        try session.send("Escape")
        try session.waitForRow("launchCount")
        try session.send("/")
        try session.type("zzz")
        try session.waitForNo("Ada")
        try session.send("Escape")
        try session.waitForRow("name", "Ada")
        try session.quit()
    }

    @Test("n and N select the next and the previous match")
    func matches() throws {
        let session = try TmuxSession(PrefsCommand.withPlainSuite())
        try session.browse()
        try session.waitForSelection("a/b")
        try session.send("/")
        try session.type("la")
        try session.send("Enter")
        try session.waitForSelection("flag")
        try session.send("n")
        try session.waitForSelection("general.launchCount")
        try session.send("N")
        try session.waitForSelection("flag")
        try session.quit()
    }

    // MARK: Commands and secrets

    @Test("y shows the command of a value")
    func command() throws {
        let session = try TmuxSession(PrefsCommand.withEditorSuite())
        try session.browse()
        try session.select("fontSize")
        try session.send("+")
        try session.waitForRow("fontSize", "integer", "13")
        try session.send("y")
        try session.waitForText("prefs set '--suite=t' --int '13' -- 'fontSize'")
        try session.quit()
    }

    @Test("a secret is not on the screen, and its command reads it from a file")
    func secret() throws {
        let prefs = try PrefsCommand.withSchema(SecretTests.schema, suite: SecretTests.suite)
        let session = try TmuxSession(prefs)
        try session.browse()
        try session.waitForRow("token", "(secret)")
        try session.select("token")
        try session.send("y")
        let rows = try session.waitForText("--value-file -")
        #expect(!rows.joined().contains("hunter"))
        try session.edit("another secret")
        try session.waitForValue("another secret", of: "token", type: "string")
        try session.waitForRow("token", "(secret)")
        try session.waitForNo("another secret")
        try session.quit()
        #expect(try !session.screen().joined().contains("hunter"))
    }
}
