import PropertyLists
import TestSupport
import Testing

@testable import CommandGrammar
@testable import PrefsCommands

@Suite("Schemas on a terminal")
struct SchemaTerminalTests {
    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
        process.isTerminal = true
        process.columns = 60
        process.variables["TERM"] = "xterm"
        try process.write(["size": 14, "theme": "light"])
        try process.directory.makeDirectory("data/prefs/schemas")
        try process.directory.write(
            """
            {"properties": {
              "size": {"type": "integer", "default": 12, "description": "The size of the letters, in points, of which 72 make an inch."},
              "theme": {"default": "light"}, "wrap": {"default": true}, "opened": {}
            }}
            """,
            to: "data/prefs/schemas/t.schema.json"
        )
    }

    private func lines(_ words: String...) -> [String] {
        process.run(words).outputs.joined().split(separator: "\n").map(String.init)
    }

    @Test("list --all prints aligned columns, with changes in bold and defaults dim")
    func list() {
        #expect(
            lines("list", "--all") == [
                "\u{1B}[1mopened\u{1B}[0m         \u{1B}[2munset\u{1B}[0m",
                "\u{1B}[1msize\u{1B}[0m    \u{1B}[36m14\u{1B}[0m     \u{1B}[1mchanged\u{1B}[0m",
                "\u{1B}[1mtheme\u{1B}[0m   light  \u{1B}[2msame\u{1B}[0m",
                "\u{1B}[1mwrap\u{1B}[0m    \u{1B}[2mtrue\u{1B}[0m   \u{1B}[2mdefault\u{1B}[0m",
            ]
        )
    }

    @Test("explain prints aligned columns, although unset layers have fewer")
    func explainedLayers() {
        process.variables["NO_COLOR"] = "1"
        process.columns = 400
        let path = process.path()
        let schema = process.directory.path(of: "data/prefs/schemas/t.schema.json")
        let widest = process.directory.path(of: "ByHost/.GlobalPreferences..plist")
        let width = max(schema.utf8.count, widest.utf8.count)
        let lines = Array(lines("explain", "size").dropFirst(6))
        #expect(lines.count == 9)
        #expect(lines[1] == "wins    " + path.padded(toColumns: width) + "  integer  14")
        #expect(lines[2] == "unset   " + widest)
        #expect(lines[8] == "hidden  " + schema.padded(toColumns: width) + "  integer  12")
    }

    @Test("explain prints the facts in aligned columns and truncates nothing")
    func explainedFacts() {
        process.variables["NO_COLOR"] = "1"
        #expect(
            lines("describe", "size").prefix(6) == [
                "type     integer", "default  12", "value    14", "origin   \(process.path())",
                "summary  The size of the letters, in points, of which 72 make an inch.",
                "schema   \(process.directory.path(of: "data/prefs/schemas/t.schema.json"))",
            ]
        )
    }
}
