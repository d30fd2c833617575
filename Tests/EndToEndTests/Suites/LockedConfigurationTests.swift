import TestSupport
import Testing

@Suite("Whole configurations whose directory is locked", .mayWait)
struct LockedConfigurationTests {
    /// The suites `a` to `d`, of which `b` is a link to another directory, and a seed that changes all but `c`.
    private static func commandWithLink() throws -> PrefsCommand {
        let prefs = try PrefsCommand()
        for suite in ["a", "c", "d"] {
            try prefs.write(#"{"k": 1}"#, to: suite)
        }
        try prefs.directory.write(#"{"k": 1}"#, to: "other/b.plist")
        try prefs.directory.symlink("config/b.plist", to: "../other/b.plist")
        try prefs.directory.write(#"{"a":{"k":2},"b":{"k":2},"c":{"k":1},"d":{"k":2}}"#, to: "work/seed.json")
        return prefs
    }

    @Test("if a lock times out, the message and the output tell what was written, and the same command writes the rest")
    func lockInTheMiddle() throws {
        let prefs = try Self.commandWithLink()
        let line = ["apply", "--all-suites", "seed.json", "--lock-timeout", "0", "--json"]
        try prefs.directory.withLock(of: "other") {
            expect(
                try prefs.run(line),
                prints: #"{"a":[{"key":"k","old":1,"new":2}]}"# + "\n",
                exit: 6,
                errors: .message([
                    "other/b.plist", "prefs: suites written: 'a'; not written: 'b', 'd'\nhint: run the same",
                ])
            )
        }
        expect(
            try prefs.run(line),
            prints: #"{"a":[],"b":[{"key":"k","old":1,"new":2}],"c":[],"d":[{"key":"k","old":1,"new":2}]}"# + "\n"
        )
        try prefs.directory.withLock(of: "config") {
            expect(try prefs.run(line), exit: 6, errors: .message(["prefs: no suite was written; not written: 'a'\n"]))
        }
    }
}
