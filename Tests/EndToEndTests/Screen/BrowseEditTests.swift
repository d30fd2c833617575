import TestSupport
import Testing

@Suite("Editing on a full screen", .mayWait, .enabled(if: TmuxSession.exists, "needs tmux in a usual directory"))
struct BrowseEditTests {
    /// Returns a command whose `$EDITOR` is a script.
    private func withEditor(_ script: String, _ prefs: PrefsCommand) throws -> PrefsCommand {
        try prefs.directory.write("#!/bin/sh\n\(script)\n", to: "editor")
        try prefs.directory.setMode(0o755, of: "editor")
        var prefs = prefs
        prefs.environment["EDITOR"] = prefs.directory.path(of: "editor")
        return prefs
    }

    @Test("a pasted text of several lines is one value of one line, and starts nothing")
    func paste() throws {
        let session = try TmuxSession(PrefsCommand.withEditorSuite())
        try session.browse()
        try session.select("author")
        try session.send("Enter", "C-u")
        try session.paste("one\ntwo\u{1B}q")
        try session.waitForText("one twoq")
        try session.send("Enter")
        try session.waitForValue("one twoq", of: "author")
        try session.quit()
    }

    @Test(
        "a container is edited as JSON in the editor",
        arguments: [("win", "s/9/10/", "{\"f\":[1,2,{\"w\":10}]}", "dictionary")]
    )
    func editor(key: String, script: String, value: String, type: String) throws {
        let prefs = try withEditor("stat -c %a \"$1\" >mode; sed -i '\(script)' \"$1\"", PrefsCommand.withPlainSuite())
        let session = try TmuxSession(prefs)
        try session.browse()
        try session.select(key)
        try session.send("Enter")
        try session.waitForValue(value, of: key, type: type)
        try session.waitForSelection(key)
        #expect(try prefs.directory.text(of: "work/mode") == "600\n")
        try session.quit()
        #expect(try prefs.directory.names(in: "tmp") == [])
    }

    @Test(
        "an editor that fails or changes nothing changes nothing",
        arguments: [("exit 3", "exit code 3"), ("true", "nothing was changed")]
    )
    func failingEditor(script: String, message: String) throws {
        let prefs = try withEditor(script, PrefsCommand.withPlainSuite())
        let identity = try prefs.directory.identity(of: "config/t.plist")
        let session = try TmuxSession(prefs)
        try session.browse()
        try session.select("win")
        try session.send("Enter")
        try session.waitForText(message)
        try session.waitForSelection("win")
        try session.quit()
        #expect(try prefs.directory.identity(of: "config/t.plist") == identity)
    }

    @Test("d removes a key, u takes that back, and Ctrl-R does it again")
    func removing() throws {
        let session = try TmuxSession(PrefsCommand.withPlainSuite())
        try session.browse()
        try session.select("name")
        try session.send("d")
        try session.waitForValue(nil, of: "name")
        try session.waitForNo("Ada")
        try session.send("u")
        try session.waitForText("undone")
        try session.waitForValue("Ada", of: "name", type: "string")
        try session.waitForRow("name", "string", "Ada")
        try session.send("C-r")
        try session.waitForValue(nil, of: "name")
        try session.waitForNo("Ada")
        try session.quit()
    }
}
