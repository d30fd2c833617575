import TestSupport
import Testing

extension TmuxSession {
    /// Starts `prefs browse`, and waits for its first screen.
    func browse(_ arguments: String = "-s t") throws {
        try start("prefs browse \(arguments)")
        try waitFor("the first screen") { $0.first?.contains("prefs browse") == true }
    }

    /// Leaves `prefs browse` with `q`.
    func quit(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try send("q")
        try waitForEnd(sourceLocation: sourceLocation)
    }

    /// Waits until the line of a key or suite is the selected one.
    @discardableResult
    func waitForSelection(_ name: String) throws -> [String] {
        try waitFor("\(name) as the selected line") { rows in rows.contains { $0.selects(name) } }
    }

    /// Moves up or down to a key or suite of the focused pane.
    func select(_ name: String) throws {
        var rows = try waitFor(name) { rows in
            Self.selection(in: rows) != nil && rows.contains { $0.contains(name) }
        }
        while let selected = Self.selection(in: rows), !rows.contains(where: { $0.selects(name) }) {
            let target = rows.dropFirst().firstIndex { $0.split { " │".contains($0) }.contains(Substring(name)) }
            try send((target ?? rows.count) < selected ? "Up" : "Down")
            // A screen that is drawn in part can have no selected line for a moment.
            rows = try waitFor("another line as the selected one, on the way to \(name)") { new in
                Self.selection(in: new).map { new[$0] != rows[selected] } ?? false
            }
        }
    }

    /// Returns the position of the selected line; the first row is the title.
    private static func selection(in rows: [String]) -> Int? {
        rows.dropFirst().firstIndex { $0.contains(">") }
    }

    /// Waits until a command reads a value, and compares its type.
    ///
    /// The value is on disk when its line is drawn, but a test cannot see which of two equal screens it reads.
    func waitForValue(_ value: String?, of key: String, type: String? = nil) throws {
        try waitFor("the value \(value ?? "unset") of '\(key)' on disk") { _ in
            let outcome = try prefs.run("get", "--only", "--", key)
            return outcome.ending == .exited(value == nil ? 1 : 0) && outcome.text == (value.map { $0 + "\n" } ?? "")
        }
        if let type { #expect(try prefs.type(of: key) == type) }
    }
}

extension String {
    /// Whether the row marks a name as selected, in any of the panes; the mark of a container can be in between.
    func selects(_ name: String) -> Bool {
        split(separator: ">", omittingEmptySubsequences: false).dropFirst().contains { part in
            let text = part.drop { " ▸▾".contains($0) }
            return text.hasPrefix(name) && text.dropFirst(name.count).first.map { $0 == " " || $0 == "│" } ?? true
        }
    }
}

extension PrefsCommand {
    /// The keys of an editor's suite.
    private static let editorEntries: KeyValuePairs = [
        "author": "<string>Ada</string>", "fontSize": "<integer>12</integer>",
        "opened": "<date>1970-01-01T00:00:00Z</date>",
        "scale": "<real>1.5</real>", "theme": "<string>dark</string>", "wrap": "<true/>",
    ]

    /// Returns a command with the suite `t` and a schema for it.
    static func withEditorSuite() throws -> PrefsCommand {
        try PrefsCommand.withSchema(PrefsCommand.editorSchema, suite: SuiteXML.document(editorEntries))
    }

    /// Returns a command with the contract's suite `t`, which has no schema.
    static func withPlainSuite() throws -> PrefsCommand {
        try PrefsCommand.withSchema(suite: SuiteXML.contract)
    }
}
