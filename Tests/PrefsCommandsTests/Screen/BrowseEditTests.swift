import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import Browse
@testable import PrefsCommands

@Suite("Edits on the full screen")
struct BrowseEditTests {
    static let schema = """
        {"properties": {
            "fontSize": {"type": "integer", "minimum": 6, "maximum": 72, "default": 12, "description": "The size"},
            "theme": {"enum": ["light", "dark"], "default": "light"},
            "token": {"type": "string", "secret": true}}}
        """

    @Test(
        "a value is edited in place as its type",
        arguments: [
            ("Ada", "Bob", "Bob"), ("Ada", "12", "12"), (.integer(3), "-4", -4), (.real(1.5), "2", .real(2)),
            ("Ada", "--string", "--string"), ("Ada", "", ""),
        ] as [(PropertyList, String, PropertyList)]
    )
    func editInPlace(old: PropertyList, text: String, new: PropertyList) throws {
        let scene = try BrowseScene(["k": old])
        try scene.replace("k", with: text)
        #expect(try scene.value("k") == new)
        #expect(scene.state.mode == .browsing)
    }

    @Test("a text that is not a value is refused under the line, and the old value stays")
    func invalidText() throws {
        let scene = try BrowseScene(["k": 3])
        try scene.replace("k", with: "large")
        #expect(scene.shows("cannot set 'k': 'large' is not an integer"))
        #expect(try scene.value("k") == 3)
        try scene.press(.control("u"))
        try scene.type("4")
        try scene.press(.enter)
        #expect(try scene.value("k") == 4)
    }

    @Test("a value that breaks the schema is refused, and nothing is written")
    func violation() throws {
        let scene = try BrowseScene(["fontSize": 13], schema: Self.schema)
        try scene.replace("fontSize", with: "200")
        #expect(scene.shows("200 exceeds the maximum of 72"))
        #expect(try scene.value("fontSize") == 13)
        let limited = try BrowseScene(["fontSize": 72], schema: Self.schema)
        try limited.press(.character("+"))
        #expect(try limited.value("fontSize") == 72)
    }

    @Test("a key that is read-only in the schema is not removed")
    func readOnly() throws {
        let scene = try BrowseScene(["k": "7"], schema: #"{"properties": {"k": {"readOnly": true}}}"#)
        try scene.press(.character("d"))
        #expect(try scene.shows("read-only") && scene.value("k") == "7")
    }

    @Test("an unset key has its default, and the first edit sets it")
    func unsetKey() throws {
        let scene = try BrowseScene(["a": 1], schema: Self.schema)
        try scene.move(to: "fontSize")
        #expect(scene.shows("default 12") && scene.shows("from the schema's default"))
        try scene.press(.character("+"))
        #expect(try scene.value("fontSize") == 13)
        try scene.press(.character("r"))
        #expect(try scene.value("fontSize") == nil)
    }

    @Test("the values of an enumeration are a list to choose from")
    func enumeration() throws {
        let scene = try BrowseScene(["theme": "light"], schema: Self.schema)
        try scene.move(to: "theme")
        try scene.press(.enter)
        #expect(scene.shows("> light") && scene.shows("dark"))
        try scene.press(.down, .enter)
        #expect(try scene.value("theme") == "dark")
    }

    @Test("space inverts a bool")
    func toggle() throws {
        let scene = try BrowseScene(["flag": true])
        try scene.press(.character(" "))
        #expect(try scene.value("flag") == false)
    }

    @Test(
        "plus and minus step a number",
        arguments: [
            (3, "+", 4), (3, "-", 2), (.real(1.5), "+", .real(2.5)),
            (.integer(PropertyListInteger(Int64.max)), "+", .integer(PropertyListInteger(Int64.max))),
            ("a", "+", "a"),
        ] as [(PropertyList, Character, PropertyList)]
    )
    func step(old: PropertyList, key: Character, new: PropertyList) throws {
        let scene = try BrowseScene(["k": old])
        try scene.press(.character(key))
        #expect(try scene.value("k") == new)
    }

    @Test("a container, a text of several lines and much data are edited as typed JSON in the editor")
    func editor() throws {
        let bytes = [UInt8](repeating: 0, count: 5000)
        let scene = try BrowseScene(["win": ["f": [1, 2]], "blob": .data(bytes), "text": "1\n2"])
        scene.editor = { $0.replacing("2", with: "7") }
        try scene.move(to: "win")
        try scene.press(.enter)
        #expect(try scene.value("win") == ["f": [1, 7]])
        try scene.move(to: "text")
        try scene.press(.enter)
        #expect(try scene.value("text") == "1\n7")
        scene.editor = { $0.replacing(/A+=/, with: "AQI=") }
        try scene.move(to: "blob")
        try scene.press(.enter)
        #expect(try scene.value("blob") == .data([1, 2]))
    }

    @Test("a date and data are edited in place, and a text that is neither returns")
    func shortForms() throws {
        let date = PropertyList.date(PropertyListDate(secondsSinceReferenceDate: 0))
        let scene = try BrowseScene(["when": date, "blob": .data([1, 2])])
        try scene.move(to: "when")
        try scene.press(.enter)
        #expect(scene.lines[2].hasSuffix("2001-01-01T00:00:00Z"))
        try scene.press(.enter)
        #expect(try scene.value("when") == date)
        try scene.replace("when", with: "2024-02-29")
        #expect(scene.process.run("get", "when").outputs.joined() == "2024-02-29T00:00:00Z\n")
        try scene.replace("when", with: "soon")
        #expect(scene.shows("not a date"))
        try scene.press(.escape)
        try scene.replace("blob", with: "AQ==")
        #expect(try scene.value("blob") == .data([1]))
    }

    @Test("a text in the editor that is not JSON can be edited again, and is not saved")
    func invalidJSON() throws {
        let scene = try BrowseScene(["win": [1]])
        scene.editor = { _ in "[1," }
        try scene.press(.enter)
        #expect(scene.shows("> edit again") && scene.shows("discard"))
        scene.editor = { text in text == "[1," ? "[1, 2]" : "" }
        try scene.press(.enter)
        #expect(try scene.value("win") == [1, 2])
    }

    @Test("the type of a value is changed only through the list of types")
    func changeType() throws {
        let scene = try BrowseScene(["k": "12"])
        try scene.press(.character("t"))
        #expect(scene.shows("> string"))
        try scene.press(.down, .enter, .enter)
        #expect(try scene.value("k") == 12)
    }

    @Test("parts of a value are edited, added and removed where it is unfolded")
    func parts() throws {
        let scene = try BrowseScene(["win": ["f": [1, 2], "t": "x"]])
        try scene.press(.right)
        try scene.replace("t", with: "y")
        #expect(try scene.value("win") == ["f": [1, 2], "t": "y"])
        try scene.move(to: "f")
        try scene.press(.right, .character("a"))
        #expect(scene.shows("> integer"))
        try scene.press(.enter)
        try scene.type("3")
        try scene.press(.enter)
        #expect(try scene.value("win") == ["f": [1, 2, 3], "t": "y"])
        try scene.press(.down, .character("d"))
        #expect(try scene.value("win") == ["f": [2, 3], "t": "y"])
        try scene.press(.character("r"))
        #expect(scene.shows("only a key has a default"))
    }

    @Test(
        "d moves to a part beside the removed one, and from the last one to the empty container",
        arguments: [
            (["c": [1, 2, 3]], 2, ["1", "0", "c"]), (["c": [1, 2, 3]], 0, ["0", "0", "c"]),
            (["c": ["x": 1, "y": 2, "z": 3]], 1, ["z", "x", "c"]), (["c": [[1, 2], 3]], 1, ["0", "c"]),
        ] as [(PropertyListDictionary, Int, [String])]
    )
    func removal(contents: PropertyListDictionary, part: Int, selected: [String]) throws {
        var contents = contents
        contents["b"] = 1
        contents["d"] = 1
        let scene = try BrowseScene(contents)
        try scene.move(to: "c")
        try scene.press(.right)
        for _ in 0...part { try scene.press(.down) }
        for name in selected {
            try scene.press(.character("d"))
            #expect(scene.selectedKey == name)
        }
        #expect(try scene.value("c")?.parts.isEmpty == true)
        try scene.press(.character("d"))
        #expect(try scene.process.contents() == ["b": 1, "d": 1])
    }

    @Test(
        "a new key gets the type that the user chooses, and the cursor",
        arguments: [
            (0, "12", "12"), (1, "12", 12), (2, "1", 1.0), (3, nil, true), (6, nil, []), (7, nil, [:]),
        ] as [(Int, String?, PropertyList)]
    )
    func newKey(type: Int, text: String?, value: PropertyList) throws {
        let scene = try BrowseScene(["b": 1])
        try scene.press(.character("a"))
        try scene.type("a")
        try scene.press(.enter)
        #expect(scene.shows("type of 'a':"))
        for _ in 0..<type { try scene.press(.down) }
        try scene.press(.enter)
        if let text { try scene.type(text) }
        if type < 6 { try scene.press(.enter) }
        #expect(try scene.value("a") == value)
        #expect(scene.selectedKey == "a")
    }

    @Test("an empty answer adds nothing, and the schema's type needs no question")
    func emptyValue() throws {
        let scene = try BrowseScene(["b": 1], schema: #"{"properties": {"n": {"type": "integer"}}}"#)
        try scene.press(.character("a"))
        try scene.type("x")
        try scene.press(.enter, .enter, .enter)
        #expect(scene.shows("type a value; Esc adds none"))
        #expect(try scene.value("x") == nil)
        try scene.press(.escape, .character("a"))
        try scene.type("n")
        try scene.press(.enter)
        try scene.type("5")
        try scene.press(.enter)
        #expect(try scene.value("n") == 5)
    }

    @Test("a new key that exists already is refused, and one that another program adds leaves a choice")
    func existingKey() throws {
        let scene = try BrowseScene(["a": 1])
        try scene.press(.character("a"))
        try scene.type("a")
        try scene.press(.enter)
        #expect(scene.shows("'a' exists"))
        try scene.type("2")
        try scene.press(.enter, .enter)
        try scene.process.write(["a": 1, "a2": 3])
        try scene.type("2")
        try scene.press(.enter)
        #expect(try scene.value("a2") == 3)
        #expect(scene.shows("> keep mine"))
    }

    @Test("undo and redo name the key, and go to it")
    func undoGoesToKey() throws {
        let scene = try BrowseScene(["a": 1, "b": 2, "c": 3])
        try scene.press(.character("+"), .down, .down, .character("R"))
        try scene.type("x")
        try scene.press(.enter, .home, .character("u"))
        #expect(scene.selectedKey == "c" && scene.shows("undone 'rename cx, c'"))
        try scene.press(.character("u"))
        #expect(scene.selectedKey == "a" && scene.shows("undone 'set a'"))
        try scene.press(.end, .control("r"))
        #expect(scene.selectedKey == "a" && scene.shows("redone 'set a'"))
        try scene.press(.control("r"))
        #expect(scene.selectedKey == "cx")
    }

    @Test("a key without a meaning says where the keys are explained")
    func unknownKey() throws {
        let scene = try BrowseScene(["a": 1])
        try scene.press(.character("x"))
        #expect(scene.shows("? explains the keys"))
    }

    @Test("a value without a default is set, not changed; the number of matches is in words")
    func words() throws {
        let scene = try BrowseScene(["a": 1, "ab": 2, "n": 3], schema: #"{"properties": {"n": {"default": 1}}}"#)
        #expect(scene.shows(" a  integer  set"))
        try scene.press(.end)
        #expect(scene.shows(" n  integer  changed"))
        try scene.press(.character("/"))
        try scene.type("a")
        #expect(scene.shows("  2 matches"))
        try scene.type("b")
        #expect(scene.shows("  1 match"))
    }

    @Test("a key is renamed")
    func rename() throws {
        let scene = try BrowseScene(["a": 1, "b": 2])
        try scene.press(.character("R"))
        try scene.type("x")
        try scene.press(.enter)
        #expect(try scene.process.contents() == ["ax": 1, "b": 2])
        #expect(scene.selectedKey == "ax")
    }

    // MARK: Other programs

    @Test("an edit of a value that has changed meanwhile asks which one to keep", arguments: [true, false])
    func conflict(keepsMine: Bool) throws {
        let scene = try BrowseScene(["k": 1])
        try scene.press(.enter, .control("u"))
        try scene.type("2")
        #expect(scene.process.run("set", "k", "5").exit == 0)
        try scene.reload()
        try scene.press(.enter)
        #expect(scene.shows("> keep mine") && scene.shows("take theirs"))
        #expect(try scene.value("k") == 5)
        if !keepsMine { try scene.press(.down) }
        try scene.press(.enter)
        #expect(try scene.value("k") == (keepsMine ? 2 : 5))
        #expect(scene.state.mode == .browsing)
    }

    @Test("a change by another program is marked for a moment, and an own one is not")
    func marks() throws {
        let scene = try BrowseScene(["a": 1, "b": 2])
        try scene.move(to: "a")
        try scene.press(.character("+"))
        #expect(!scene.state.isMarked("a"))
        #expect(scene.process.run("set", "b", "5").exit == 0)
        try scene.reload()
        #expect(scene.state.isMarked("b") && scene.shows("*  b"))
        scene.time = .seconds(2)
        try scene.send(.time)
        #expect(!scene.state.isMarked("b"))
    }

    // MARK: Undo

    @Test("undo and redo take the edits of the session back and forth, the newest first")
    func undo() throws {
        let scene = try BrowseScene(["k": 1])
        try scene.press(.character("+"), .character("+"), .character("u"))
        #expect(try scene.value("k") == 2)
        #expect(scene.shows("undone 'set k'"))
        try scene.press(.character("u"))
        #expect(try scene.value("k") == 1)
        try scene.press(.character("u"))
        #expect(scene.shows("nothing to undo"))
        try scene.press(.control("r"), .control("r"))
        #expect(try scene.value("k") == 3)
        try scene.press(.control("r"))
        #expect(scene.shows("nothing to redo"))
    }

    @Test("undo leaves a change by another program alone")
    func undoOfOwnEdits() throws {
        let scene = try BrowseScene(["a": 1, "b": 1])
        try scene.press(.character("+"))
        #expect(scene.process.run("set", "b", "9").exit == 0)
        try scene.reload()
        try scene.press(.character("u"))
        #expect(try scene.process.contents() == ["a": 1, "b": 9])
    }

    // MARK: Secrets and commands

    @Test("a secret is hidden until it is edited, and is no argument")
    func secret() throws {
        let scene = try BrowseScene(["token": "s3cret"], schema: Self.schema)
        try scene.move(to: "token")
        #expect(scene.shows("(secret)") && !scene.shows("s3cret"))
        try scene.press(.character("y"))
        #expect(scene.effects == [.copy("prefs set -s t token --string --value-file -")])
        try scene.replace("token", with: "other")
        #expect(try scene.value("token") == "other")
        #expect(!scene.shows("other"))
    }

    @Test("a corrupt file is shown with the position of its error, and never written")
    func corruptFile() throws {
        let scene = try BrowseScene()
        try scene.process.writeCorrupt()
        let bytes = try scene.process.directory.bytes(of: "t.plist")
        try scene.reload()
        #expect(scene.shows("t.plist:2:7: unexpected end"))
        try scene.press(.character("d"), .character("r"), .character(" "), .character("+"), .character("a"))
        try scene.type("k")
        try scene.press(.enter, .enter)
        try scene.type("1")
        try scene.press(.enter)
        #expect(try scene.process.directory.bytes(of: "t.plist") == bytes)
        #expect(scene.lines.suffix(2).contains { $0.contains("unexpected end") })
        try scene.process.write(["a": "repaired"])
        try scene.reload()
        #expect(scene.shows("repaired"))
    }
}
