import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import Browse
@testable import CommandGrammar
@testable import PrefsCommands

@Suite("The suites of the full screen")
struct BrowseSuitesTests {
    /// Opens the suites `a`, `m` and `t`; the last one is shown.
    private func scene(rows: Int = 24, columns: Int = 100) throws -> BrowseScene {
        try BrowseScene(
            ["title": "x"],
            suites: ["a": ["theme": "dark"], "m": ["title": "y", "titles": 1]],
            rows: rows,
            columns: columns
        )
    }

    @Test("n finds the text in the suites after this one, and N in those before")
    func search() throws {
        let scene = try scene()
        try scene.find("title")
        var visited: [String] = []
        for key in "nnnNNN" {
            try scene.press(.character(key))
            try scene.finishSearch()
            visited.append("\(scene.state.listing?.suite.name ?? "-") \(scene.selectedKey ?? "-")")
        }
        #expect(visited == ["m title", "m titles", "t title", "m titles", "m title", "t title"])
        try scene.press(.escape)
        #expect(scene.state.filter == nil)
    }

    @Test("Enter goes to another suite if this one has no match, and says if none has")
    func searchElsewhere() throws {
        let scene = try scene()
        try scene.find("theme")
        try scene.finishSearch()
        #expect(scene.state.listing?.suite.name == "a" && scene.selectedKey == "theme")
        try scene.find("nowhere")
        try scene.finishSearch()
        #expect(scene.lines.last == "/nowhere  no suite has a match")
        try scene.press(.character("n"), .character("q"))
        #expect(scene.effects == [.leave])
    }

    @Test("a names a suite, which is made with its first key; without one there is no file")
    func creation() throws {
        let scene = try scene()
        try scene.press(.character("a"))
        try scene.press(.enter)
        #expect(scene.lines.last == "type a name; Esc leaves all as it is")
        try scene.type("m")
        try scene.press(.enter)
        #expect(scene.lines.last == "the suite 'm' exists")
        try scene.press(.control("u"))
        try scene.type("a/b")
        try scene.press(.enter)
        #expect(scene.shows("a/b"))
        try scene.press(.control("u"))
        try scene.type("n")
        try scene.press(.enter)
        #expect(scene.state.suites == ["a", "m", "n", "t"] && scene.lines[0].contains("  n  0 keys"))
        try scene.press(.escape)
        #expect(scene.state.suites == ["a", "m", "t"] && scene.state.listing?.suite.name == "t")
        try scene.press(.character("a"))
        try scene.type("n")
        try scene.press(.enter)
        try scene.type("k")
        try scene.press(.enter, .enter)
        try scene.type("v")
        try scene.press(.enter)
        #expect(scene.process.run("get", "-s", "n", "k").outputs.joined() == "v\n")
    }

    @Test("d removes a suite after a yes, and u brings it back")
    func removal() throws {
        let scene = try scene()
        try scene.press(.character("d"))
        #expect(scene.lines.last == "remove suite 't', 1 key? y/n:")
        try scene.press(.enter)
        try scene.press(.character("d"), .character("n"), .enter)
        #expect(try scene.value("title") == "x")
        try scene.press(.character("d"), .character("y"), .enter)
        #expect(scene.lines.last == "removed the suite 't'; u brings it back")
        #expect(scene.process.run("suites").outputs.joined() == "a\nm\n")
        #expect(scene.state.suites == ["a", "m"] && scene.state.listing?.suite.name == "m")
        try scene.press(.character("u"))
        #expect(try scene.value("title") == "x")
        #expect(scene.state.listing?.suite.name == "t")
        try scene.press(.control("r"))
        #expect(scene.process.run("suites").outputs.joined() == "a\nm\n")
    }

    @Test("R renames a suite, but not to the name of another one")
    func renaming() throws {
        let scene = try scene()
        try scene.press(.character("R"), .control("u"))
        try scene.type("m")
        try scene.press(.enter)
        #expect(scene.shows("suite 'm' already exists"))
        try scene.press(.control("u"))
        try scene.type("b")
        try scene.press(.enter)
        #expect(scene.state.suites == ["a", "b", "m"] && scene.state.suite == "b")
        #expect(scene.lines[0].contains("  b  1 key"))
        try scene.press(.character("u"))
        #expect(scene.process.run("suites").outputs.joined() == "a\nm\nt\n" && scene.state.suite == "t")
    }

    @Test("d asks before it removes a secret, which the history does not have")
    func removedSecret() throws {
        let schema = #"{"properties": {"token": {"type": "string", "secret": true}}}"#
        let scene = try BrowseScene(["token": "x"], schema: schema)
        try scene.press(.character("d"))
        #expect(scene.lines.last == "remove 'token' for good? y/n:")
        try scene.press(.enter)
        #expect(try scene.value("token") == "x")
        try scene.press(.character("d"), .character("y"), .enter)
        #expect(try scene.value("token") == nil)
        #expect(scene.lines.last?.contains("brings it back") == false)
    }

    @Test("d asks before it removes a value with a secret in it")
    func removedContainerOfSecret() throws {
        let schema = #"{"properties": {"login": {"properties": {"token": {"type": "string", "secret": true}}}}}"#
        let scene = try BrowseScene(["login": ["token": "x", "user": "ada"]], schema: schema)
        try scene.press(.character("d"))
        #expect(scene.lines.last == "remove 'login' for good? y/n:")
        try scene.press(.escape, .right, .down, .down)
        #expect(scene.selectedKey == "user")
        try scene.press(.character("d"))
        #expect(scene.lines.last == "remove 'login' at '/user' for good? y/n:")
    }

    @Test("a suite that vanishes while the user types gives way to the selected one")
    func vanishedSuite() throws {
        let scene = try scene()
        try scene.press(.character("R"))
        scene.process.did("suites", "remove", "t")
        try scene.send(.suites(["a", "m"], corrupt: []))
        try scene.press(.escape)
        #expect(scene.state.suite == "m" && scene.state.listing?.suite.name == "m")
    }

    @Test("d says what it removed, and a name is never empty")
    func removedKey() throws {
        let scene = try scene()
        try scene.press(.tab, .character("d"))
        #expect(scene.lines.last == "removed 'title'; u brings it back")
        try scene.press(.character("u"), .character("a"), .enter)
        #expect(scene.lines.last == "type a name; Esc adds none")
        try scene.press(.escape, .character("R"), .control("u"), .enter)
        #expect(scene.lines.last == "type a name; Esc keeps the old one")
    }

    @Test("a double click edits, and a click on the triangle unfolds")
    func clicks() throws {
        let scene = try BrowseScene(["c": [1, [2]], "d": "x"])
        func click(_ row: Int, _ column: Int, after time: Duration = .zero) throws {
            scene.time += time
            try scene.send(.input(.mouse(MouseEvent(kind: .press, row: row, column: column))))
        }
        try click(1, 1)
        #expect(scene.state.rows.count == 4)
        try click(3, 3)
        #expect(scene.state.rows.count == 5)
        try click(1, 1)
        #expect(scene.state.rows.count == 2)
        try click(2, 20)
        try click(2, 20, after: .seconds(1))
        #expect(scene.state.mode == .browsing)
        try click(2, 20, after: .milliseconds(300))
        #expect(scene.state.mode.editedPointer == ValuePointer("d"))
    }

    @Test("an error has as many lines as it needs", arguments: [(24, 30), (24, 80), (6, 30)])
    func longError(rows: Int, columns: Int) throws {
        let scene = try BrowseScene(["k": 1], rows: rows, columns: columns)
        let words = (0..<20).map { "word\($0)" }.joined(separator: " ")
        try scene.send(.problem(words))
        #expect(scene.state.screen.lines.count == rows)
        let text = scene.lines.suffix(rows / 2).joined(separator: " ")
        #expect(text.contains(rows == 6 ? "word0" : words))
        try scene.replace("k", with: "twelve and a half of something that is not a number")
        #expect(scene.state.screen.lines.allSatisfy { $0.columns == columns })
    }
}
