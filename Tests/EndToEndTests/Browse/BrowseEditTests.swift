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

    // MARK: Editing each type

    @Test(
        "a value is edited in place and keeps its type",
        arguments: [
            ("author", "Eve Ó 日本", "string"), ("fontSize", "14", "integer"), ("scale", "2.25", "float"),
            ("author", "42", "string"), ("author", "true", "string"),
        ]
    )
    func inPlace(key: String, value: String, type: String) throws {
        let session = try TmuxSession(PrefsCommand.withEditorSuite())
        try session.browse()
        try session.select(key)
        try session.edit(value)
        try session.waitForValue(value, of: key, type: type)
        try session.waitForRow(key, type, value)
        try session.quit()
    }

    @Test("Ctrl-A, Ctrl-K and Backspace edit the line, and ESC leaves the value as it was")
    func lineEditing() throws {
        let session = try TmuxSession(PrefsCommand.withEditorSuite())
        try session.browse()
        try session.select("author")
        try session.send("Enter", "C-a")
        try session.type("Dr ")
        try session.send("C-e", "BSpace")
        try session.type("e")
        try session.send("Enter")
        try session.waitForValue("Dr Ade", of: "author")
        try session.send("Enter")
        try session.type("xyz")
        try session.waitForText("Dr Adexyz")
        try session.send("Escape")
        try session.waitForNo("xyz")
        try session.waitForValue("Dr Ade", of: "author")
        try session.quit()
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

    @Test("Space toggles a bool")
    func toggling() throws {
        let session = try TmuxSession(PrefsCommand.withEditorSuite())
        try session.browse()
        try session.select("wrap")
        for value in ["false", "true"] {
            try session.send("Space")
            try session.waitForValue(value, of: "wrap", type: "bool")
            try session.waitForRow("wrap", "bool", value)
        }
        try session.quit()
    }

    @Test("+ and - step a number within its range")
    func stepping() throws {
        let prefs = try PrefsCommand.withEditorSuite()
        try prefs.set("fontSize", ["71"])
        let session = try TmuxSession(prefs)
        try session.browse()
        try session.select("fontSize")
        try session.send("+")
        try session.waitForValue("72", of: "fontSize", type: "integer")
        try session.send("+", "-")
        try session.waitForValue("71", of: "fontSize", type: "integer")
        try session.waitForRow("fontSize", "integer", "71")
        try session.quit()
    }

    @Test("an enumeration is a list to choose from")
    func enumeration() throws {
        let session = try TmuxSession(PrefsCommand.withEditorSuite())
        try session.browse()
        try session.select("theme")
        try session.choose("light", openingWith: "Enter")
        try session.waitForValue("light", of: "theme", type: "string")
        try session.waitForRow("theme", "light")
        try session.quit()
    }

    @Test(
        "a date, data or container is edited as JSON in the editor",
        arguments: [
            ("when", "s/1970/1980/", "1980-01-01T00:00:00Z", "date"), ("blob", "s/AQI=/AQID/", "AQID", "data"),
            ("win", "s/9/10/", "{\"f\":[1,2,{\"w\":10}]}", "dictionary"),
        ]
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

    // MARK: Errors

    @Test(
        "a value that is invalid is said and not written, and can be corrected",
        arguments: [
            ("fontSize", "large", "is not an integer", "20"), ("fontSize", "73", "exceeds the maximum of 72", "72"),
            ("scale", "x", "is not a float", "3.5"),
        ]
    )
    func violation(key: String, value: String, message: String, corrected: String) throws {
        let prefs = try PrefsCommand.withEditorSuite()
        let identity = try prefs.directory.identity(of: "config/t.plist")
        let session = try TmuxSession(prefs)
        try session.browse()
        try session.select(key)
        try session.edit(value)
        try session.waitForText(message)
        #expect(try prefs.directory.identity(of: "config/t.plist") == identity)
        try session.send("C-e", "C-u")
        try session.type(corrected)
        try session.send("Enter")
        try session.waitForValue(corrected, of: key)
        try session.waitForNo(message)
        try session.quit()
    }

    @Test("a key that is read-only in the schema is not written")
    func readOnly() throws {
        let prefs = try PrefsCommand.withEditorSuite()
        try prefs.write(SuiteXML.document(["build": "<string>7</string>"]), to: "t")
        let identity = try prefs.directory.identity(of: "config/t.plist")
        let session = try TmuxSession(prefs)
        try session.browse()
        try session.select("build")
        try session.send("d")
        try session.waitForText("read-only")
        try session.quit()
        #expect(try prefs.directory.identity(of: "config/t.plist") == identity)
    }

    // MARK: Adding, removing, renaming

    @Test("a adds a key of a type")
    func adding() throws {
        let session = try TmuxSession(PrefsCommand.withPlainSuite())
        try session.browse()
        for (key, value, type) in [("count", "42", "integer"), ("title", "a b", "string")] {
            try session.send("a")
            try session.waitForText("key:")
            try session.type(key)
            try session.send("Enter")
            try session.waitForText("type of '\(key)':")
            if type == "integer" { try session.send("Down") }
            try session.send("Enter")
            try session.waitForText("\(type):")
            try session.type(value)
            try session.send("Enter")
            try session.waitForValue(value, of: key, type: type)
            try session.waitForRow(key, type, value)
        }
        try session.quit()
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

    @Test("u takes back several edits of this session, but none of another process")
    func undoing() throws {
        let session = try TmuxSession(PrefsCommand.withEditorSuite())
        try session.browse()
        try session.select("fontSize")
        try session.send("+")
        try session.waitForValue("13", of: "fontSize")
        try session.send("+")
        try session.waitForValue("14", of: "fontSize")
        try session.prefs.set("theme", ["light"])
        try session.waitForRow("theme", "light")
        try session.send("u")
        try session.waitForValue("13", of: "fontSize")
        try session.send("u")
        try session.waitForValue("12", of: "fontSize")
        let before = try session.screen()
        try session.send("u")
        try session.waitFor("an answer to the third undo") { $0 != before }
        try session.waitForValue("light", of: "theme")
        try session.quit()
    }

    @Test("r resets a key to its default")
    func resetting() throws {
        let prefs = try PrefsCommand.withEditorSuite()
        try prefs.set("fontSize", ["20"])
        let session = try TmuxSession(prefs)
        try session.browse()
        try session.waitForRow("fontSize", "integer", "20")
        try session.select("fontSize")
        try session.waitForText("changed")
        try session.send("r")
        try session.waitForValue(nil, of: "fontSize")
        try session.waitForRow("fontSize", "12")
        try session.quit()
    }

    @Test("R renames a key")
    func renaming() throws {
        let session = try TmuxSession(PrefsCommand.withPlainSuite())
        try session.browse()
        try session.select("name")
        try session.send("R")
        try session.waitForText("new name:")
        try session.send("C-e", "C-u")
        try session.type("author")
        try session.send("Enter")
        try session.waitForValue("Ada", of: "author", type: "string")
        try session.waitForValue(nil, of: "name")
        try session.waitForRow("author", "string", "Ada")
        try session.quit()
    }

    @Test("t changes the type of a value")
    func changingType() throws {
        let session = try TmuxSession(PrefsCommand.withPlainSuite())
        try session.browse()
        try session.select("general.launchCount")
        try session.choose("string", openingWith: "t")
        try session.waitForSelection("general.launchCount")
        try session.send("C-e", "C-u")
        try session.type("three")
        try session.send("Enter")
        try session.waitForValue("three", of: "general.launchCount", type: "string")
        try session.waitForRow("general.launchCount", "string", "three")
        try session.quit()
    }
}
