import TestSupport
import Testing

@Suite("Merging three files", .mayWait)
struct MergeTests {
    private static let base = SuiteXML.document(["a": "<integer>1</integer>", "b": "<integer>1</integer>"])
    private static let ours = SuiteXML.document(["a": "<integer>2</integer>", "b": "<integer>1</integer>"])
    private static let theirs = SuiteXML.document([
        "a": "<integer>1</integer>", "b": "<integer>3</integer>", "c": "<array><true/></array>",
    ])

    private func command(_ base: String = base, _ ours: String = ours, _ theirs: String = theirs) throws -> PrefsCommand
    {
        let prefs = try PrefsCommand()
        for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] {
            try prefs.directory.write(text, to: "work/\(name)")
        }
        return prefs
    }

    @Test(
        "for a merge driver, git merges the lines of files that are not property lists",
        .enabled(if: InstalledProgram.areInstalled("git"), "git is not installed"),
        arguments: [
            ("<plist>", ours, theirs, "base:1:8: ", "resolve the conflict markers in p"),
            (base, "", theirs, "ours:1:1: ", "resolve the conflict markers in p"),
            (base, ours, "", "theirs:1:1: ", "resolve the conflict markers in p"),
            ("a\nb\nc\n", "a\nb\nC\n", "A\nb\nc\n", "base:1:1: ", "git has merged its lines: check p"),
        ]
    )
    func lineMerge(base: String, ours: String, theirs: String, reason: String, hint: String) throws {
        let prefs = try command(base, ours, theirs)
        let outcome = try prefs.run("merge", "base", "ours", "theirs", "--path=p")
        expect(outcome, prints: "", exit: 1, errors: .message(["cannot merge p: \(reason)", "\nhint: git", hint]))
        let merged = try prefs.directory.text(of: "work/ours")
        let sides = merged.split(separator: "\n").filter { $0.hasPrefix("<<<<<<<") || $0.hasPrefix(">>>>>>>") }
        #expect(merged == "A\nb\nC\n" || sides == ["<<<<<<< ours", ">>>>>>> theirs"], "\(merged)")
        #expect(try prefs.directory.names(in: "work") == ["base", "ours", "theirs"])
    }
}
