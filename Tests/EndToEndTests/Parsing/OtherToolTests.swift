import TestSupport
import Testing

/// A row of the README's table: a line of another tool, and the one that does it here.
struct OtherToolRow: Sendable, CustomTestStringConvertible {
    let there: [String]
    let here: [String]

    var testDescription: String { there.joined(separator: " ") }

    /// The words after the tool's name, which somebody types after `prefs`.
    var habit: [String] {
        Array(there.dropFirst(there.first == "git" ? 2 : 1))
    }

    static let all: [OtherToolRow] = {
        let readme = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined() + "/README.md"
        let text = (try? Subprocess("/bin/cat", [readme]).run().text) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.drop { " `".contains($0) } }
            guard line.hasPrefix("| `"), cells.count == 2, cells[1].hasPrefix("prefs ") else { return nil }
            let words = cells.map { cell in cell.split { " `".contains($0) }.map(String.init) }
            return ["defaults", "git", "gsettings", "plutil"].contains(words[0][0])
                ? OtherToolRow(there: words[0], here: Array(words[1].dropFirst())) : nil
        }
    }()
}

@Suite("People who come from another tool")
struct OtherToolTests {
    private func command() throws -> PrefsCommand {
        let prefs = try PrefsCommand()
        let suite = SuiteXML.document([
            "autosave": "<true/>", "recent": "<array/>", "user.name": "<string>Ada</string>",
            "window": "<dict><key>frame</key><array><integer>1</integer></array></dict>",
        ])
        try prefs.write(suite, to: "com.example.app")
        try prefs.write(suite, to: "prefs")
        for name in ["work/app.plist", "work/copy.plist"] {
            try prefs.directory.write(suite, to: name)
            try prefs.directory.age(name)
        }
        return prefs
    }

    /// Verbs of ours too: what they are given from habit is taken as it stands.
    static let sharedVerbs = ["get", "set", "reset", "delete", "import", "rename", "find", "describe"]

    @Test("the table has lines of each tool")
    func table() {
        #expect(Set(OtherToolRow.all.map { $0.there[0] }) == ["defaults", "git", "gsettings", "plutil"])
        #expect(OtherToolRow.all.count > 20)
    }

    @Test("what the table has on its right side does it", arguments: OtherToolRow.all)
    func here(row: OtherToolRow) throws {
        expect(try command().run(row.here))
    }

    @Test(
        "what somebody types from habit changes nothing, and is answered with the line of the table",
        arguments: OtherToolRow.all.filter { !Self.sharedVerbs.contains($0.habit[0]) }
    )
    func answer(row: OtherToolRow) throws {
        let prefs = try command()
        let line = "prefs " + row.here.joined(separator: " ")
        expect(try prefs.run(row.habit), prints: "", exit: 2, errors: .message([line]))
        #expect(try prefs.directory.names(in: "config") == ["com.example.app.plist", "prefs.plist"])
    }
}
