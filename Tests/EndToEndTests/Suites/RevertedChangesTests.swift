import TestSupport
import Testing

/// Tests of a program without a lock, which overwrites a command's change with contents that it read earlier.
@Suite("Changes that another program overwrites")
struct RevertedChangesTests {
    private let prefs: PrefsCommand

    init() throws {
        prefs = try PrefsCommand()
        try prefs.change("set", "theme", "light", "-s", "t")
        let stale = try prefs.directory.text(of: prefs.file(of: "t"))
        try prefs.change("set", "theme", "dark", "-s", "t")
        // The program writes in place, as UserDefaults does, and adds its own key.
        let written = stale.replacingFirst("</dict>", with: "\t<key>theirs</key>\n\t<true/>\n</dict>")
        try prefs.directory.write(written, to: prefs.file(of: "t"))
    }

    @Test(
        "a command that reads reports the overwritten change, and writes nothing",
        arguments: [["get", "theme"], ["get", "theirs"], ["list"]]
    )
    func reader(arguments: [String]) throws {
        let bytes = try prefs.directory.bytes(of: prefs.file(of: "t"))
        let outcome = try prefs.run(arguments + ["-s", "t"])
        #expect(outcome.ending == .exited(0))
        #expect(outcome.errorText.contains("overwrote 'theme'"))
        #expect(outcome.errorText.split(separator: "\n").count == 1)
        #expect(try prefs.run(arguments + ["-s", "t", "-q"]).errorText == "")
        #expect(try prefs.directory.bytes(of: prefs.file(of: "t")) == bytes)
    }

    @Test("the next command that writes restores the change with a note, and the change persists")
    func writer() throws {
        let outcome = try prefs.run("set", "other", "1", "-s", "t")
        expect(outcome, prints: "", errors: .message(["'theme'", "restored"]))
        expect(try prefs.run("get", "theme", "theirs", "other", "-s", "t"), prints: "dark\ntrue\n1\n")
        expect(try prefs.run("set", "other", "2", "-s", "t"), prints: "")
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
    }

    @Test("a dry run does not restore the change")
    func dryRun() throws {
        let bytes = try prefs.directory.bytes(of: prefs.file(of: "t"))
        #expect(try prefs.run("set", "other", "1", "-s", "t", "--dry-run").text == "+ other 1\n")
        #expect(try prefs.directory.bytes(of: prefs.file(of: "t")) == bytes)
    }
}

extension String {
    fileprivate func replacingFirst(_ part: String, with other: String) -> String {
        guard let range = firstRange(of: part) else { return self }
        return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
