import TestSupport
import Testing

@Suite("Owned settings of the command", .mayWait)
struct OwnedSettingsTests {
    private let prefs: PrefsCommand

    init() throws {
        prefs = try PrefsCommand.withSuite(
            SuiteXML.document(["size": "<integer>12</integer>", "theme": "<string>light</string>"])
        )
        try prefs.directory.write(#"{"size": 14, "lines": true}"#, to: "work/work.json")
        try prefs.directory.write(#"{"lines": true}"#, to: "work/less.json")
    }

    @Test(
        "whether a killed change was made is judged by the whole file",
        .enabled(if: Strace.exists),
        arguments: [
            (2, ["rename", "lines", "wrap"], ""), (2, ["undo"], ""),
            (3, ["rename", "lines", "wrap"], "work\ttheme\tdark\tlight\n"),
        ]
    )
    func killedChange(call: Int, line: [String], owned: String) throws {
        try prefs.change("apply", "-q", "--owner", "work", "less.json")
        try prefs.directory.write(#"{"lines": true, "theme": "dark"}"#, to: "work/work.json")
        // The intent is written by the first call, the file by the second one, the outcome by the third one.
        let words = ["apply", "-q", "--owner", "work", "work.json"]
        let outcome = try Strace.run(prefs, injecting: "renameat2:signal=KILL:when=\(call)", words)
        #expect(outcome.ending == .signalled(9))
        #expect(try prefs.run(line).ending == .exited(0))
        expect(try prefs.run("owners"), prints: owned)
    }

    @Test(
        "the owners of a suite for all users are recorded beside it, where every user can read them",
        .enabled(if: PrivateMounts.areAllowed, "needs unshare(1) and the right to mount")
    )
    func systemWide() throws {
        let mounts = PrivateMounts(prefs)
        try prefs.directory.makeDirectory("system")
        let seed = prefs.directory.path(of: "work/work.json")
        try expect(
            mounts.run("apply", "--system", "-s", "x", "--owner", "image", seed, "-q"),
            prints: ""
        )
        let names = try prefs.directory.names(in: "system/.prefs/files")
        #expect(names.count == 1)
        #expect(try prefs.directory.mode(of: "system/.prefs/files/\(names[0])") & 0o7777 == 0o644)
        #expect(try prefs.directory.mode(of: "system/.prefs/files") & 0o7777 == 0o755)
        let explained = try mounts.run("explain", "-s", "x", "size")
        #expect(explained.text.contains("\nowner\timage\tsize\t14\tunset\n"))
        try expect(
            mounts.run("apply", "--system", "-s", "x", "--owner", "image", "--withdraw"),
            prints: "- lines true\n- size 14\n2 changed\n"
        )
    }
}
