import TestSupport
import Testing

/// A row of the README's tables: a command line of another tool, and the equivalent line of `prefs`.
struct OtherToolRow: Sendable, CustomTestStringConvertible {
    let there: [String]
    let here: [String]

    var testDescription: String { there.joined(separator: " ") }

    /// The words after the tool's name, as a user of that tool may type them after `prefs`.
    var habit: [String] {
        Array(there.dropFirst(there.first == "git" ? 2 : 1))
    }

    static let all: [OtherToolRow] = {
        let readme =
            #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
            + "/Sources/PreferenceKit/PreferenceKit.docc/ComingFromOtherTools.md"
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

@Suite("Command lines of other tools")
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

    /// The words that are also commands of `prefs`, which therefore runs such a line instead of suggesting another.
    static let sharedCommands = ["get", "set", "reset", "delete", "import", "rename", "find", "describe"]

    @Test("the tables have rows for each tool")
    func table() {
        #expect(Set(OtherToolRow.all.map { $0.there[0] }) == ["defaults", "git", "gsettings", "plutil"])
        #expect(OtherToolRow.all.count > 20)
    }

    @Test("the prefs line of each row succeeds", arguments: OtherToolRow.all)
    func here(row: OtherToolRow) throws {
        expect(try command().run(row.here))
    }

    @Test(
        "a line of another tool changes nothing, and the message suggests the prefs line of the row",
        arguments: OtherToolRow.all.filter { !Self.sharedCommands.contains($0.habit[0]) }
    )
    func answer(row: OtherToolRow) throws {
        let prefs = try command()
        let line = "prefs " + row.here.joined(separator: " ")
        expect(try prefs.run(row.habit), prints: "", exit: 2, errors: .message([line]))
        #expect(try prefs.directory.names(in: "config") == ["com.example.app.plist", "prefs.plist"])
    }
}
