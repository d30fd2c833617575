import CommandErrors
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import Browse
@testable import CommandGrammar
@testable import PrefsCommands

@Suite("The full screen while other programs change the files")
struct BrowseChangesTests {
    /// Runs a command of another process, which the screen then notices.
    private func change(_ words: String..., behind scene: BrowseScene) throws {
        #expect(scene.process.run(words).exit == 0)
        try scene.reload()
    }

    @Test("an open edit stays at its key when keys before it are removed")
    func editKeepsItsKey() throws {
        let scene = try BrowseScene(["a": "x", "b": "ins", "c": "same", "d": "same"])
        try scene.move(to: "c")
        try scene.press(.enter)
        try scene.type("NEW")
        try change("reset", "a", behind: scene)
        #expect(scene.selectedKey == "c" && scene.shows("sameNEW"))
        try scene.press(.enter)
        #expect(try scene.process.contents() == ["b": "ins", "c": "sameNEW", "d": "same"])
    }

    @Test("an open edit of a key that is removed asks before it sets the key again")
    func editOfRemovedKey() throws {
        let scene = try BrowseScene(["a": 1, "b": 2])
        try scene.move(to: "b")
        try scene.press(.enter)
        try scene.type("5")
        try change("reset", "a", "b", behind: scene)
        #expect(scene.lines.last == "b: 25")
        try scene.press(.enter)
        #expect(scene.shows("> keep mine"))
        try scene.press(.enter)
        #expect(try scene.process.contents() == ["b": 25])
    }

    @Test("an open list of choices stays at its key", arguments: [Key.enter, .character("t")])
    func choiceKeepsItsKey(key: Key) throws {
        let scene = try BrowseScene(["a": true, "b": true, "c": true])
        try scene.move(to: "c")
        try scene.press(key)
        try change("reset", "a", "b", behind: scene)
        try scene.press(.end, .enter, .escape)
        #expect(scene.selectedKey == "c")
        #expect(try scene.value("a") == nil && scene.value("b") == nil)
    }

    @Test("a removal of a value that has changed meanwhile asks", arguments: [true, false])
    func removal(goesOn: Bool) throws {
        let scene = try BrowseScene(["f": [1, 2, 3]])
        try scene.press(.right, .down)
        #expect(scene.process.run("set", "f", "--json", "[0,1,2,3]").exit == 0)
        try scene.press(.character("d"))
        #expect(scene.shows("> keep mine"))
        #expect(try scene.value("f") == [0, 1, 2, 3])
        try scene.press(goesOn ? .enter : .escape)
        #expect(try scene.value("f") == (goesOn ? [1, 2, 3] : [0, 1, 2, 3]))
    }

    @Test("the cursor stays at its key in a filtered list, whatever changes")
    func filteredCursor() throws {
        let entries = (0..<20_000).map { number in
            PropertyListDictionary.Entry(
                key: "k\(number + 100_000)\(number.isMultiple(of: 200) ? "foo" : "")",
                value: 1
            )
        }
        let scene = try BrowseScene(PropertyListDictionary(uniqueEntries: entries))
        try scene.type("/foo")
        while scene.state.filter?.isComplete == false { try scene.send(.time) }
        try scene.press(.enter, .end)
        #expect(scene.selectedKey == "k119800foo")
        try scene.press(.character("+"), .character("+"))
        #expect(scene.selectedKey == "k119800foo")
        #expect(try scene.value("k119800foo") == 3)
        while scene.state.filter?.isComplete == false { try scene.send(.time) }
        #expect(scene.selectedKey == "k119800foo" && scene.state.rows.count == 100)
    }

    @Test("if the shown suite is removed, the one in its place is opened")
    func removedSuite() throws {
        let scene = try BrowseScene(["a": 1], hasSuites: true)
        try scene.process.write(["b": 2], to: "u")
        try scene.send(.suites(["t", "u"], corrupt: []))
        try scene.send(.suites(["u"], corrupt: []))
        #expect(scene.lines[0].contains("  u  1 key"))
    }

    @Test("a file that another program is writing keeps its contents on the screen until it is complete")
    func unfinishedFile() throws {
        let scene = try BrowseScene(["k": 1])
        try scene.process.directory.write("<plist><dict>", to: "t.plist")
        try scene.reload()
        #expect(scene.shows("being written") && scene.shows("k"))
        try scene.process.write(["k": 2])
        try scene.reload()
        #expect(!scene.shows("being written") && scene.state.isMarked("k"))
    }

    // MARK: Refused texts

    private static let schema = """
        {"properties": {"obj": {"type": "object", "properties": {"q": {"type": "integer", "maximum": 5}}},
            "pin": {"type": ["string", "integer"], "secret": true},
            "many": {"enum": ["v00", "v01", "v02", "v03", "v04", "v05", "v06", "v07", "v08", "v09", "v10", "v11"]}}}
        """

    @Test("a text of the editor that the schema refuses can be edited again")
    func refusedEditorText() throws {
        let scene = try BrowseScene(["obj": ["q": 1]], schema: Self.schema)
        scene.editor = { $0.replacing("1", with: "99") }
        try scene.move(to: "obj")
        try scene.press(.enter)
        #expect(scene.shows("99 exceeds the maximum of 5") && scene.shows("> edit again"))
        scene.editor = { $0.replacing("99", with: "4") }
        try scene.press(.enter)
        #expect(try scene.value("obj") == ["q": 4])
    }

    @Test("an answer that is refused can be corrected")
    func refusedAnswer() throws {
        let scene = try BrowseScene(["a": 1, "b": 2])
        try scene.press(.character("R"), .control("u"))
        try scene.type("b")
        try scene.press(.enter)
        #expect(scene.lines.last?.contains("'b' already exists") ?? false)
        try scene.type("c")
        try scene.press(.enter)
        #expect(try scene.process.contents() == ["bc": 1, "b": 2])
    }

    @Test("a message about a value with a secret part does not show it")
    func secretPart() throws {
        let schema = #"{"properties": {"obj": {"properties": {"p": {"secret": true}}}}}"#
        let scene = try BrowseScene(["obj": ["p": "s3cret", "q": 1]], schema: schema)
        scene.editor = { text in
            #expect(scene.process.run("reset", "obj").exit == 0)
            return text.replacing("1", with: "2")
        }
        try scene.press(.enter)
        #expect(scene.shows("> keep mine") && !scene.shows("s3cret"))
    }

    @Test("the type of a secret is changed, and its text is no argument")
    func typeOfSecret() throws {
        let scene = try BrowseScene(["pin": "12"], schema: Self.schema)
        try scene.move(to: "pin")
        try scene.press(.character("t"), .home, .down, .enter, .enter)
        #expect(try scene.value("pin") == 12)
    }

    @Test("a list of choices that is longer than the screen scrolls")
    func longChoice() throws {
        let scene = try BrowseScene(["many": "v00"], schema: Self.schema, rows: 8, columns: 40)
        try scene.press(.enter, .end)
        #expect(scene.shows("> v11") && scene.state.screen.lines.count == 8)
        try scene.press(.enter)
        #expect(try scene.value("many") == "v11")
    }

    @Test("the help scrolls on a small screen")
    func help() throws {
        let scene = try BrowseScene(["a": 1], rows: 8, columns: 40)
        try scene.press(.character("?"), .end)
        #expect(scene.shows("leave     q"))
        try scene.press(.character("x"))
        #expect(scene.selectedKey == "a" && scene.state.mode == .browsing)
    }

    // MARK: Undo

    @Test("without a history, undo says so")
    func noHistory() throws {
        let process = try CommandProcess()
        try process.write(["a": 1])
        process.variables["PREFS_HISTORY"] = "off"
        let arguments = try CommandTable.prefs.parse(["browse", "-s", "t"])
        let verb = try VerbRun(arguments, Options(arguments), in: process.environment)
        let size = TerminalDevice.Size(rows: 24, columns: 80)
        var state = BrowseState(size: size, suites: nil, hasHistory: verb.writer.recordsChanges)
        _ = state.handle(.input(.key(.character("u"))), at: .zero)
        #expect(state.status.text == "the history is off: edits cannot be undone")
    }

    @Test("an undo that is refused can be skipped or forced", arguments: [true, false])
    func refusedUndo(isForced: Bool) throws {
        let scene = try BrowseScene(["a": 1, "b": 1])
        try scene.press(.character("+"), .down, .character("+"))
        try change("set", "b", "9", behind: scene)
        try scene.press(.character("u"))
        #expect(scene.shows("> skip it"))
        if isForced { try scene.press(.down) }
        try scene.press(.enter)
        #expect(try scene.value("b") == (isForced ? 1 : 9))
        try scene.press(.character("u"))
        #expect(try scene.value("a") == 1)
    }

    @Test("an edit that changes nothing is not undone")
    func unchanged() throws {
        let scene = try BrowseScene(["flag": true, "n": 1])
        try scene.press(.enter, .enter)
        #expect(scene.state.undoable.isEmpty)
    }

    // MARK: Large values

    @Test("a large value is described, and its command is not shown")
    func largeValue() throws {
        let numbers = PropertyList.array((0..<100_000).map { .integer(PropertyListInteger(Int64($0))) })
        let scene = try BrowseScene([
            "big": numbers, "marks": .string("e" + String(repeating: "\u{301}", count: 100_000)),
        ])
        #expect(scene.shows("[100000 elements]") && !scene.shows("99999"))
        try scene.press(.character("y"))
        #expect(scene.shows("too long to show") && scene.effects.isEmpty)
    }
}
