import TestSupport
import Testing

@Suite("The version of a suite that a program migrates")
struct SuiteVersionTests {
    private static let schema = """
        {"properties": {"points": {"type": "number"}, "prefs.version": {"type": "integer", "minimum": 1, "maximum": 3,
        "description": "The version of the stored preferences: 1 sizes are in points; 3 titles are strings"}}}
        """

    private func command(version: Int) throws -> PrefsCommand {
        let number = "<integer>\(version)</integer>"
        let suite = SuiteXML.document(["pixels": "<integer>16</integer>", "prefs.version": number])
        return try PrefsCommand.withSchema(Self.schema, suite: suite)
    }

    @Test("reset --all and apply --prune keep it, and diff says so, unless a seed has another one")
    func kept() throws {
        let prefs = try command(version: 1)
        let seed = Array(#"{"points": 1}"#.utf8)
        expect(
            try prefs.run("diff", "-", "--names-only", input: seed),
            prints: "pixels\npoints\n",
            exit: 1,
            errors: .nothing
        )
        expect(
            try prefs.run("apply", "-", "--prune", input: seed),
            prints: "- pixels 16\n+ points 1.0\n2 changed\n"
        )
        expect(try prefs.run("reset", "--all"), prints: "")
        expect(try prefs.run("list"), prints: "prefs.version\t1\n")
        let backup = Array(#"{"points": 2, "prefs.version": 3}"#.utf8)
        expect(
            try prefs.run("apply", "-", "--prune", input: backup),
            prints: "+ points 2.0\n~ prefs.version 1 -> 3\n2 changed\n"
        )
    }

    @Test("check names an older version, and a later one than the program's is a problem")
    func check() throws {
        expect(
            try command(version: 1).run("check"),
            prints: "",
            errors: .message(["t.plist: of version 1, and the program's is 3"])
        )
        expect(try command(version: 3).run("check"), prints: "", errors: .nothing)
        let outcome = try command(version: 4).run("check")
        #expect(outcome.ending == .exited(3) && outcome.text.contains("'prefs.version'"), "\(outcome)")
    }

    @Test("explain says of a key that the schema lacks that it is from before a migration")
    func explain() throws {
        let line = "version\t1, before the program's 3\n"
        #expect(try command(version: 1).run("explain", "pixels").text.contains(line))
        #expect(try !command(version: 3).run("explain", "pixels").text.contains("version\t"))
    }
}
