import TestSupport
import Testing

@Suite("Safety of defaults", .mayWait)
struct DefaultsSafetyTests {
    @Test("export reads the domain after it has locked the file's directory", .enabled(if: Strace.exists))
    func exportUnderLock() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let calls = try Strace.calls(["openat", "openat2"], of: prefs, ["defaults", "export", "t", "f.plist"])
        let lock = try #require(calls.firstIndex { $0.contains(".prefs.lock") })
        let read = try #require(calls.firstIndex { $0.contains("t.plist\"") })
        #expect(lock < read, "\(calls.joined(separator: "\n"))")
    }

    @Test(
        "a set-user-ID command reads no file",
        .enabled(if: OtherUser.canRaisePrivileges, "needs root and a temporary directory that is not mounted nosuid")
    )
    func raisedPrivileges() throws {
        let prefs = try PrefsCommand.withContractSuite()
        var user = OtherUser(prefs)
        try user.open()
        try prefs.directory.copyRaisingPrivileges("raised", of: prefs.binary)
        user.program = prefs.directory.path(of: "raised")
        let outcome = try user.run("defaults", "read", prefs.directory.path(of: "config/t"))
        #expect(outcome.ending == .exited(1) && outcome.text.isEmpty, "\(outcome)")
        #expect(outcome.errorText.contains(" defaults[") && outcome.errorText.contains("raised privileges"))
    }

    @Test("errors have the form of defaults, with the time and the process")
    func errors() throws {
        let outcome = try PrefsCommand().run("defaults", "read", "nope", "k")
        let shape = #/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} defaults\[\d+:\d+\] \n.+ does not exist\n\n$/#
        #expect(outcome.ending == .exited(1) && outcome.errorText.wholeMatch(of: shape) != nil, "\(outcome)")
    }

    @Test("no output sends control characters to a terminal")
    func terminal() throws {
        let prefs = try PrefsCommand()
        try prefs.write(SuiteXML.document(["k": "<string>red \u{9B}31m</string>"]), to: "a\u{202E}b")
        for words in [["domains"], ["find", "red"], ["read"], ["export", "a\u{202E}b", "-"]] {
            var subprocess = prefs.subprocess(["defaults"] + words)
            subprocess.output = .terminal
            let outcome = try subprocess.run()
            #expect(outcome.ending == .exited(0) && !outcome.text.isEmpty, "\(outcome)")
            #expect(!outcome.text.unicodeScalars.contains { ["\u{9B}", "\u{202E}"].contains($0) }, "\(outcome)")
        }
        #expect(try prefs.run("defaults", "export", "a\u{202E}b", "-").text.contains("red \u{9B}31m"))
    }
}
