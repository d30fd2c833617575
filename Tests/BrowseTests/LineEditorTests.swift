import CommandGrammar
import PropertyLists
import TestSupport
import Testing

@testable import Browse

@Suite("Editing a line")
struct LineEditorTests {
    /// Returns an editor from a text with `|` at its cursor.
    private func editor(_ marked: String) -> LineEditor {
        let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var editor = LineEditor(parts.joined())
        while editor.cursor > parts[0].count {
            _ = editor.handle(.left)
        }
        return editor
    }

    /// Returns the text of an editor with `|` at its cursor.
    private func marked(_ editor: LineEditor) -> String {
        "\(editor.text.prefix(editor.cursor))|\(editor.text.dropFirst(editor.cursor))"
    }

    @Test("a line begins with the cursor at its end")
    func start() {
        #expect(marked(LineEditor()) == "|")
        #expect(marked(LineEditor("abc")) == "abc|")
    }

    @Test(
        "each key changes the line and moves the cursor",
        arguments: [
            ("ab|c", .character("X"), "abX|c"), ("|", .character("日"), "日|"), ("a|b", .character(" "), "a |b"),
            ("ab|c", .left, "a|bc"), ("|abc", .left, "|abc"), ("ab|c", .control("b"), "a|bc"),
            ("ab|c", .right, "abc|"), ("abc|", .right, "abc|"), ("|abc", .control("f"), "a|bc"),
            ("ab|c", .home, "|abc"), ("ab|c", .control("a"), "|abc"),
            ("a|bc", .end, "abc|"), ("a|bc", .control("e"), "abc|"),
            ("ab|c", .backspace, "a|c"), ("|abc", .backspace, "|abc"),
            ("ab|c", .delete, "ab|"), ("abc|", .delete, "abc|"), ("|abc", .control("d"), "|bc"),
            ("ab|c", .control("u"), "|c"), ("|c", .control("u"), "|c"),
            ("a|bc", .control("k"), "a|"), ("abc|", .control("k"), "abc|"),
            ("one two|", .control("w"), "one |"), ("one two  | three", .control("w"), "one | three"),
            ("one tw|o", .control("w"), "one |o"), ("  |x", .control("w"), "|x"), ("|x", .control("w"), "|x"),
            // Some scalars form one character.
            ("👍🏽|", .backspace, "|"), ("|👍🏽x", .delete, "|x"), ("|👍🏽x", .right, "👍🏽|x"),
            ("e\u{301}|x", .left, "|e\u{301}x"),
            ("👩‍👩‍👧|", .control("b"), "|👩‍👩‍👧"), ("e|x", .character("\u{301}"), "e\u{301}|x"),
            // Neighbours that become one character leave the cursor behind it.
            ("🇩x|🇪", .backspace, "🇩🇪|"),
        ] as [(String, Key, String)]
    )
    func keys(before: String, key: Key, after: String) {
        var editor = editor(before)
        let isHandled = editor.handle(key)
        #expect(isHandled)
        #expect(marked(editor) == after)
    }

    @Test(
        "a key of other parts of the screen changes nothing",
        arguments: [
            .enter, .escape, .tab, .backTab, .up, .down, .pageUp, .pageDown, .control("c"), .control("r"),
        ] as [Key]
    )
    func others(key: Key) {
        var editor = editor("a|b")
        let isHandled = editor.handle(key)
        #expect(!isHandled)
        #expect(marked(editor) == "a|b")
    }

    @Test("control characters and line breaks cannot be typed", arguments: ["\n", "\r\n", "\0", "\u{1B}", "\u{2028}"])
    func typedControls(character: Character) {
        var editor = editor("a|b")
        let isHandled = editor.handle(.character(character))
        #expect(isHandled)
        #expect(marked(editor) == "a|b")
    }

    @Test(
        "a paste is one line without control characters",
        arguments: [
            ("", "a|b"), ("xyz", "axyz|b"), ("1\n2\r\n3\r4", "a1 2 3 4|b"), ("\u{1B}[31m\t\u{9B}x\0", "a[31mx|b"),
            ("1\u{2028}2\u{2029}3\u{85}", "a1 2 3 |b"), ("日本👋🏽", "a日本👋🏽|b"), ("\u{301}", "a\u{301}|b"),
        ]
    )
    func paste(text: String, after: String) {
        var editor = editor("a|b")
        editor.insert(text)
        #expect(marked(editor) == after)
    }

    // MARK: The visible part

    @Test(
        "the visible part contains the cursor, and is as wide as it can be",
        arguments: [
            ("abc|", 10, "abc", 3), ("|abc", 10, "abc", 0), ("|", 1, "", 0), ("abcdef|", 3, "ef", 2),
            ("abcdef|", 6, "bcdef", 5), ("abcdef|", 7, "abcdef", 6), ("|abcdef", 3, "abc", 0),
            ("abcde|f", 3, "def", 2), ("abcdefgh|ijklmnop", 8, "cdefghij", 6), ("abc|", 1, "", 0), ("abc|", 0, "", 0),
            // Wide characters, which never show a half.
            ("日本語|", 7, "日本語", 6), ("日本語|", 6, "本語", 4), ("日本語|", 5, "本語", 4), ("日本|語", 5, "本語", 2),
            ("|日", 1, "", 0), ("|日本", 3, "日", 0), ("👍🏽e\u{301}|", 4, "👍🏽e\u{301}", 3),
            // Characters without a column of their own, or with an effect on the terminal.
            ("a\n\u{1B}[m|", 9, "a␊␛[m", 5), ("\r\n|", 9, "␍␊", 2),
            ("\u{7F}\u{9B}\u{202E}|", 9, "␡\u{FFFD}\u{FFFD}", 3),
            ("\u{301}|", 9, "\u{FFFD}", 1), ("a\u{200B}|b", 9, "a\u{FFFD}b", 2),
        ]
    )
    func window(line: String, columns: Int, shown: String, cursorColumn: Int) {
        let window = editor(line).window(columns: columns)
        #expect(window.text == shown)
        #expect(window.cursorColumn == cursorColumn)
    }

    @Test("random keys keep the cursor within the line and within its visible part")
    func random() {
        var generator = SeededGenerator.printingSeed()
        let keys: [Key] =
            [
                .left, .right, .home, .end, .backspace, .delete, .control("u"), .control("k"), .control("w"), .left,
                .right,
            ] + "ab 日👍é\u{200B}".map { .character($0) } + ["\u{301}", "\u{200D}", "🏽", "🇩"].map { .character($0) }
        for _ in 0..<300 {
            var editor = LineEditor("a\u{1B}日本語\r\n\u{202E}")
            for _ in 0..<60 {
                _ = keys.randomElement(using: &generator).map { editor.handle($0) }
                if Int.random(in: 0..<8, using: &generator) == 0 { editor.insert("x\u{301}\n🏽🇪") }
                #expect((0...editor.text.count).contains(editor.cursor))
                let columns = Int.random(in: 1...20, using: &generator)
                let window = editor.window(columns: columns)
                #expect((0..<columns).contains(window.cursorColumn), "\(editor) in \(columns) columns")
                #expect(window.text.terminalColumns <= columns, "\(editor) in \(columns) columns")
                #expect(window.text.unicodeScalars.allSatisfy { !$0.controlsTerminal })
            }
        }
    }
}
