import PropertyLists
import TestSupport
import Testing

@testable import Browse
@testable import CommandGrammar
@testable import PrefsCommands

@Suite("The commands of the full screen")
struct BrowseCommandTests {
    @Test(
        "the command that is shown sets the same value",
        arguments: [
            ("it's", "prefs set -s t k 'it'\\''s'"), ("x", "prefs set -s t k x"), ("", "prefs set -s t k ''"),
            ("13", "prefs set -s t k --string 13"), ("-q", "prefs set -s t k --string -q"),
            (-13, "prefs set -s t k -13"),
            ("YES", "prefs set -s t k --string YES"), ("a\u{1B}b", "prefs set -s t k 'a'\"$(printf '\\033')\"'b'"),
            (13, "prefs set -s t k 13"), (1.0, "prefs set -s t k 1.0"), (true, "prefs set -s t k true"),
            ([1, "a"], "prefs set -s t k --json '[1,\"a\"]'"), (.data([1, 2]), "prefs set -s t k --data AQI="),
            (.real(.nan), "prefs set -s t k --float nan"),
        ] as [(PropertyList, String)]
    )
    func command(value: PropertyList, line: String) throws {
        let scene = try BrowseScene(["k": value])
        try scene.press(.character("y"))
        #expect(scene.effects == [.copy(line)])
        #expect(scene.lines.last == line)
        let shell = Subprocess("/bin/sh", ["-c", #"prefs() { printf '%s\0' "$@"; }; \#(line)"#])
        let words = try shell.run().text.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
        scene.process.did("reset", "-s", "t", "k")
        #expect(scene.process.run(words.map(String.init)).exit == 0)
        #expect(try scene.value("k")?.text == value.text)
    }

    @Test("the command for a key that begins with a dash sets that key", arguments: ["--opt", "-s"])
    func commandOfDash(key: String) throws {
        let scene = try BrowseScene([key: "v"])
        try scene.press(.character("y"))
        #expect(scene.effects == [.copy("prefs set -s t --string v -- \(key)")])
    }
}
