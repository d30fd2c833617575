import TestSupport
import Testing

@Suite("Browsing on a full screen", .mayWait, .enabled(if: TmuxSession.exists, "needs tmux in a usual directory"))
struct BrowseTests {
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
}
