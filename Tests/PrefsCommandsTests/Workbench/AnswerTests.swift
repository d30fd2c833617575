import TestSupport
import Testing

@testable import PrefsCommands

/// What a write prints on a terminal, and nowhere else.
@Suite("The answer of a write on a terminal")
struct AnswerTests {
    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
        process.variables["NO_COLOR"] = "1"
        for line in ["set -s editor fontSize 14", "set -s editor theme dark", "set -g KeyRepeat 2"] {
            #expect(process.run(words(line)).outputs.isEmpty)
        }
        process.isTerminal = true
        process.columns = 60
    }

    private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    private func output(_ line: String) -> String {
        let outcome = process.run(words(line))
        #expect(outcome.exit == 0)
        return outcome.outputs.joined() + outcome.errors.replacing(process.directory.path, with: "DIR")
    }

    @Test(
        "a write prints its change lines, and beside the first ones what may be a mistake",
        arguments: [
            ("set -s editor fontSize 15", "~ fontSize 14 -> 15\n"),
            ("set -s editor fontSiez 15", "+ fontSiez 15   new key; 'fontSize' exists\n"),
            ("set -s editor fontSize2 15", "+ fontSize2 15\n"),
            ("set -s edtor fontSize 14", "+ fontSize 14   new suite 'edtor'; 'editor' exists\n"),
            ("set -s other fontSize 14", "+ fontSize 14   new suite 'other'\n"),
            ("set fontSize 14", "+ fontSize 14   new suite 't'; 'editor' has this key\n"),
            ("set -s editor fontSize 15 --dry-run", "~ fontSize 14 -> 15\nnote: nothing was written\n"),
            ("set -s edtor x 15 --dry-run", "+ x 15   new suite 'edtor'; 'editor' exists\nnote: nothing was written\n"),
            ("set -s editor --pairs fontSize=15 theme=light", "~ fontSize 14 -> 15\n~ theme \"dark\" -> \"light\"\n"),
            ("set -s editor fontSize 14", "note: 'fontSize' already has this value\n"),
            ("reset -s editor fontSize", "- fontSize 14\n"),
            (
                "reset -s editor fontSiez",
                "note: 'fontSiez' is not set in suite 'editor'\nhint: did you mean 'fontSize'?\n"
            ),
            ("rename -s editor fontSize size", "- fontSize 14\n+ size 14\n"),
            ("copy -s editor fontSize fontSiez", "+ fontSiez 14\n"),
            ("copy -s editor fontSize --to-suite viewer", "+ fontSize 14   new suite 'viewer'\n"),
            ("toggle -s editor autosave", "true\n+ autosave true\n"),
            ("increment -s editor fontSize", "15\n"),
            ("increment -s editor fontSiez", "1\n+ fontSiez 1   new key; 'fontSize' exists\n"),
            ("append -s editor recent a", "[\"a\"]\n+ recent [\"a\"]\n"),
            ("suites remove editor", "note: removed DIR/editor.plist\n"),
        ]
    )
    func changes(line: String, answer: String) {
        #expect(output(line) == answer)
    }

    @Test("the suite is named if the line does not name it")
    func unnamedSuite() {
        process.variables["PREFS_SUITE"] = "editor"
        #expect(output("set fontSize 15") == "~ fontSize 14 -> 15   suite 'editor'\n")
        #expect(output("set fontSiez 1") == "+ fontSiez 1   suite 'editor'; new key; 'fontSize' exists\n")
    }

    @Test("a long value is cut at the width of the terminal, and a secret is not shown")
    func cut() throws {
        let text = String(repeating: "x", count: 100)
        #expect(output("set -s editor long \(text)") == "+ long \"\(text.prefix(51))…\n")
        #expect(output("set -s editor long b") == "~ long \"\(text.prefix(44))… -> \"b\"\n")
        try process.directory.write(#"{"properties": {"token": {"secret": true}}}"#, to: "schema.json")
        let schema = "--schema \(process.directory.path(of: "schema.json"))"
        #expect(output("set -s editor token abc \(schema)") == "+ token (secret)\n")
    }

    @Test("-q, a pipe, and a form that an option asks for have no answer")
    func quiet() {
        #expect(output("set -s editor fontSize 15 -q") == "")
        #expect(output("reset -s editor nothing -q") == "")
        process.isTerminal = false
        #expect(output("set -s editor fontSiez 16") == "")
        #expect(output("reset -s editor nothing") == "")
    }

    @Test("a key that is reset, but that only another file has, is a note with the line that resets it there")
    func setElsewhere() {
        let note = "note: 'KeyRepeat' is set in DIR/.GlobalPreferences.plist\nhint: prefs reset -g KeyRepeat\n"
        #expect(output("reset -s editor KeyRepeat") == note)
        process.isTerminal = false
        #expect(output("reset -s editor KeyRepeat") == note)
        #expect(output("reset -s editor --all") == "")
    }

    @Test("a list on a terminal names the layer of each value that is not in the suite's own file")
    func layers() {
        process.isTerminal = false
        #expect(output("set -s editor --by-host port 1") == "")
        process.isTerminal = true
        #expect(
            output("list -s editor") == """
                KeyRepeat  2     (global)
                fontSize   14
                port       1     (this host)
                theme      dark

                """
        )
        #expect(output("list -g") == "KeyRepeat  2\n")
        process.isTerminal = false
        #expect(output("list -s editor") == "KeyRepeat\t2\nfontSize\t14\nport\t1\ntheme\tdark\n")
    }

    @Test(
        "a command that finds nothing says so on a terminal",
        arguments: [
            (
                "list -s editor fontsize",
                "note: no key in suite 'editor' matches 'fontsize'\nhint: did you mean 'fontSize'?\n"
            ),
            ("diff -s editor --against editor", "note: no differences\n"),
            ("history -s nothing", "note: no changes are recorded\n"),
            (
                "check -s editor",
                "note: DIR/editor.plist: no problems found; no schema says which values are right\n"
            ),
        ]
    )
    func nothing(line: String, answer: String) {
        #expect(output(line) == answer)
        #expect(output("\(line) -q") == "")
        process.isTerminal = false
        #expect(output(line) == "")
    }
}
