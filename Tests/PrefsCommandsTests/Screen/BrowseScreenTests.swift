import PreferenceJournal
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import Browse
@testable import CommandGrammar
@testable import PrefsCommands

@Suite("The full screen")
struct BrowseScreenTests {
    @Test(
        "every line has the width of the terminal, whatever the size and the mode",
        arguments: [(40, 120), (24, 80), (10, 40), (6, 30), (5, 20), (1, 1), (3, 200)]
    )
    func sizes(rows: Int, columns: Int) throws {
        let wide = String(repeating: "日本🇯🇵é\u{301}", count: 40)
        let contents: PropertyListDictionary = [
            "a": 1, "b\u{1B}[2J": .string(wide), "c": [1, ["x": 2]], "d": "\u{9B}31m",
        ]
        for keys in [[], [.right], [.character("?")], [.character("t")], [.enter], [.character("/"), .character("a")]]
            as [[Key]]
        {
            let scene = try BrowseScene(contents, hasSuites: true, rows: rows, columns: columns)
            for key in [.tab] + keys { try scene.press(key) }
            let screen = scene.state.screen
            #expect(screen.lines.count == rows)
            #expect(screen.lines.allSatisfy { $0.columns == columns })
            #expect(screen.lines.allSatisfy { !$0.text.unicodeScalars.contains(where: \.controlsTerminal) })
            if let cursor = screen.cursor { #expect(cursor.row < rows && cursor.column < columns) }
        }
    }

    @Test(
        "a corrupt and an empty suite are drawn at any size, in each pane",
        arguments: [(24, 80), (10, 40), (6, 30), (7, 59), (2, 2)]
    )
    func sizesWithoutKeys(rows: Int, columns: Int) throws {
        for isCorrupt in [true, false] {
            let scene = try BrowseScene(["a": 1], hasSuites: true, rows: rows, columns: columns)
            if isCorrupt { try scene.process.writeCorrupt() } else { try scene.process.write([:]) }
            try scene.reload()
            for key in [.tab, .character("t"), .character("a"), .enter, .escape, .tab, .character("?")] as [Key] {
                try scene.press(key)
                #expect(scene.state.screen.lines.count == rows)
                #expect(scene.state.screen.lines.allSatisfy { $0.columns == columns })
            }
        }
    }

    @Test("a screen below 30 columns or 6 lines says that it is too small")
    func tooSmall() throws {
        #expect(try BrowseScene(rows: 5, columns: 80).lines.prefix(2) == ["too small: needs 30x6", "q leaves"])
        #expect(try BrowseScene(rows: 10, columns: 29).shows("needs 30x6"))
        #expect(try BrowseScene(rows: 1, columns: 80).shows("needs 30x6"))
        #expect(try !BrowseScene(rows: 6, columns: 30).shows("too small"))
    }

    @Test("a screen that is too small takes q, a resize and the keys of signals alone")
    func keysOfSmallScreen() throws {
        let scene = try BrowseScene(["a": true, "b": 1])
        let size = scene.state.size
        try scene.send(.resized(TerminalDevice.Size(rows: 5, columns: 80)))
        try scene.press(.character(" "), .down, .character("d"), .enter, .character("?"), .character("y"))
        try scene.send(.input(.paste("text")))
        try scene.send(.input(.mouse(MouseEvent(kind: .press, row: 2, column: 1))))
        #expect(scene.effects == [])
        #expect(try scene.process.contents() == ["a": true, "b": 1])
        try scene.press(.control("z"), .control("c"), .character("q"))
        #expect(scene.effects == [.stop, .interrupt, .leave])
        try scene.send(.resized(size))
        #expect(scene.state.mode == .browsing)
        #expect(scene.selectedKey == "a")
    }

    @Test("the title counts the keys", arguments: [(0, "0 keys"), (1, "1 key"), (2, "2 keys")])
    func count(number: Int, text: String) throws {
        let scene = try BrowseScene(
            PropertyListDictionary(uniqueEntries: (0..<number).map { .init(key: "k\($0)", value: 1) })
        )
        #expect(scene.lines[0].hasSuffix("  \(text)"))
    }

    @Test("the keys of the suite, their types and their values are listed in byte order")
    func list() throws {
        let scene = try BrowseScene(["b": "x", "a": 1, "c": ["f": [1]]])
        #expect(scene.lines[0].hasPrefix(" prefs browse  t  3 keys"))
        #expect(scene.lines[1].hasPrefix(">  a") && scene.lines[1].contains("integer") && scene.lines[1].hasSuffix("1"))
        #expect(scene.lines[2].hasPrefix("   b"))
        #expect(scene.lines[3].hasPrefix(" ▸ c") && scene.lines[3].hasSuffix("{1 key}"))
    }

    @Test("a container unfolds into its parts, and folds again")
    func unfold() throws {
        let scene = try BrowseScene(["c": ["f": [1, 2]], "d": 1])
        try scene.press(.right, .down, .right)
        #expect(scene.state.rows.map(\.inValue.tokens) == [[], ["f"], ["f", "0"], ["f", "1"], []])
        #expect(scene.lines[2].contains("▾ f"))
        try scene.press(.down, .left)
        #expect(scene.selectedKey == "f")
        try scene.press(.left, .left, .left)
        #expect(scene.state.rows.count == 2)
    }

    @Test(
        "keys move the cursor, and stop at both ends",
        arguments: [
            ([.down, .character("j")], 2), ([.up], 0), ([.end], 99), ([.end, .down], 99), ([.end, .home], 0),
            ([.pageDown], 15), ([.pageDown, .pageUp], 0), ([.character("G"), .character("k")], 98),
        ] as [([Key], Int)]
    )
    func movement(keys: [Key], position: Int) throws {
        let entries = (0..<100).map { PropertyListDictionary.Entry(key: "k\($0 + 100)", value: 1) }
        let scene = try BrowseScene(PropertyListDictionary(uniqueEntries: entries), rows: 24)
        for key in keys { try scene.press(key) }
        #expect(scene.state.cursor == position)
        #expect(scene.lines.contains { $0.hasPrefix(">  k\(position + 100)") })
    }

    @Test("the filter matches names and values as it is typed, and Escape shows all keys again")
    func filter() throws {
        let scene = try BrowseScene(["alpha": 1, "beta": "x alpha", "gamma": 2])
        try scene.type("/alp")
        #expect(scene.state.rows.count == 2 && scene.shows("/alp"))
        try scene.press(.enter)
        #expect(scene.selectedKey == "alpha")
        try scene.type("n")
        #expect(scene.selectedKey == "beta")
        try scene.type("n")
        #expect(scene.selectedKey == "alpha")
        try scene.type("N")
        #expect(scene.selectedKey == "beta")
        try scene.press(.escape)
        #expect(scene.state.rows.count == 3 && scene.selectedKey == "beta")
    }

    @Test("a filter with an upper-case letter distinguishes case", arguments: [("ada", 2), ("Ada", 1), ("ADA", 0)])
    func filterCase(text: String, count: Int) throws {
        let scene = try BrowseScene(["a": "Ada", "b": "ada", "c": "x"])
        try scene.type("/\(text)")
        #expect(scene.state.rows.count == count)
    }

    @Test("a long search goes on between events, and finds every match")
    func longFilter() throws {
        let entries = (0..<10_000).map { PropertyListDictionary.Entry(key: "key\($0)", value: .string("v\($0 % 7)")) }
        let scene = try BrowseScene(PropertyListDictionary(uniqueEntries: entries))
        try scene.type("/v3")
        #expect(scene.state.filter?.isComplete == false && scene.state.nextChange == .zero)
        while scene.state.filter?.isComplete == false { try scene.send(.time) }
        #expect(scene.state.rows.count == 1429)
    }

    @Test("another suite is shown when the cursor moves to it")
    func suites() throws {
        let scene = try BrowseScene(["a": 1], hasSuites: true)
        try scene.process.write(["b": 2], to: "u")
        try scene.send(.suites(["t", "u"], corrupt: ["u"]))
        #expect(scene.lines.contains { $0.hasPrefix("!u") })
        try scene.press(.down)
        #expect(scene.lines[0].contains("  u  1 key"))
        try scene.press(.tab)
        #expect(scene.selectedKey == "b")
    }

    @Test("a click selects a line, and the wheel scrolls")
    func mouse() throws {
        let entries = (0..<100).map { PropertyListDictionary.Entry(key: "k\($0 + 100)", value: 1) }
        let scene = try BrowseScene(PropertyListDictionary(uniqueEntries: entries))
        try scene.send(.input(.mouse(MouseEvent(kind: .press, row: 4, column: 10))))
        #expect(scene.state.cursor == 3)
        try scene.send(.input(.mouse(MouseEvent(kind: .wheelDown, row: 4, column: 10))))
        #expect(scene.state.cursor == 6)
        try scene.send(.input(.mouse(MouseEvent(kind: .press, row: 1000, column: 1000))))
        #expect(scene.state.cursor == 6)
    }

    @Test("a redraw writes only the lines that differ, and no colour without colours")
    func redraw() throws {
        let scene = try BrowseScene(["a": true, "b": 2])
        let before = scene.state.screen
        let whole = String(decoding: before.update(from: nil, isColoured: false), as: UTF8.self)
        #expect(whole.contains("\u{1B}[24;1H") && !whole.contains("\u{1B}[35m"))
        #expect(before.update(from: before, isColoured: true).isEmpty)
        try scene.press(.down)
        let update = String(decoding: scene.state.screen.update(from: before, isColoured: true), as: UTF8.self)
        #expect(update.contains("\u{1B}[2;1H") && update.contains("\u{1B}[3;1H") && !update.contains("\u{1B}[5;1H"))
    }

    @Test("pasted text is no command, and is inserted where text is typed")
    func paste() throws {
        let scene = try BrowseScene(["k": "a"])
        try scene.send(.input(.paste("dq")))
        #expect(try scene.value("k") == "a" && scene.effects.isEmpty)
        try scene.press(.enter)
        try scene.send(.input(.paste("b\nc")))
        try scene.press(.enter)
        #expect(try scene.value("k") == "ab c")
    }

    @Test("what an owner has set is marked, also at a part, and the details name the owner")
    func owners() throws {
        let scene = try BrowseScene(["a": 1, "w": ["x": 1, "y": 2], "z": 3])
        try scene.process.directory.write(#"{"a": 2, "w": {"x": 5}}"#, to: "seed.json")
        let path = scene.process.directory.path(of: "seed.json")
        #expect(scene.process.run("apply", "-s", "t", "--owner", "work", "--merge", path).exit == 0)
        try scene.reload(isOwnChange: true)
        try scene.move(to: "w")
        #expect(scene.shows("owned by work"))
        try scene.press(.right)
        try scene.move(to: "z")
        #expect(!scene.shows("owned by"))
        let names = scene.lines.filter { $0.hasPrefix("•") }.map { line in
            line.drop { "•▾▸ ".contains($0) }.prefix { $0 != " " }
        }
        #expect(names == ["a", "w", "x"])
    }

    @Test("keys of every mode on every kind of value neither fail nor leave, in random order")
    func randomKeys() throws {
        var generator = SeededGenerator.printingSeed()
        let keys: [Key] =
            [
                .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .tab, .enter, .escape, .backspace, .delete,
                .control("u"), .control("r"), .control("k"), .control("w"),
            ] + "hjklnN/ +-tadrRyu?1x".map(Key.character)
        for _ in 0..<20 {
            let scene = try BrowseScene(
                ["a": 1, "b": "x", "c": ["f": [1, ["x": 2]]], "d": true, "fontSize": 13, "token": "s3cret"],
                schema: BrowseEditTests.schema,
                hasSuites: true
            )
            for _ in 0..<100 {
                try scene.press(keys.randomElement(using: &generator) ?? .up)
                #expect(scene.state.screen.lines.allSatisfy { $0.columns == 100 })
            }
        }
    }
}
