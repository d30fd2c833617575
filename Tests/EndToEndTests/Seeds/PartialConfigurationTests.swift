import Glibc
import TestSupport
import Testing

/// Runs with `--all-suites` that do a part, because a signal ends them.
@Suite("Parts of whole configurations", .mayWait)
struct PartialConfigurationTests {
    /// Returns a command with the suites `a` to `d`, and a seed that changes all but `c`.
    private static func command() throws -> PrefsCommand {
        let prefs = try PrefsCommand()
        for suite in ["a", "b", "c", "d"] {
            try prefs.write(#"{"k": 1}"#, to: suite)
        }
        try prefs.directory.write(#"{"a":{"k":2},"b":{"k":2},"c":{"k":1},"d":{"k":2}}"#, to: "work/seed.json")
        return prefs
    }

    @Test(
        "a signal between two suites ends the command after it has named what is written, and an undo takes that back",
        .enabled(if: Strace.exists),
        arguments: [SIGINT, SIGTERM, SIGHUP]
    )
    func interruption(signal: Int32) throws {
        let prefs = try Self.command()
        let line = ["apply", "--all-suites", "seed.json"]
        // The first exchange of files is that of the suite 'a'.
        let outcome = try Strace.run(prefs, injecting: "renameat2:signal=\(signal):when=1", line)
        #expect(outcome.ending == .signalled(signal), "\(outcome)")
        #expect(outcome.text == "a\t~ k 1 -> 2\na: 1 changed\n")
        let file = prefs.directory.path(of: "config/b.plist")
        #expect(
            outcome.errorText == """
                prefs: \(file): interrupted by a signal; nothing was changed
                prefs: suites written: 'a'; not written: 'b', 'd'
                hint: run the same command again to write the rest

                """
        )
        let undo = try prefs.run("undo", "-s", "a")
        expect(undo, prints: "~ k 2 -> 1\n", errors: .message(["of the 3 files of this run, 1 has a record"]))
        expect(try prefs.run("redo", "-s", "a", "-q"), prints: "")
        expect(try prefs.run(line + ["-q", "--names-only"]), prints: "b\tk\nd\tk\n")
        let next = try Strace.run(prefs, injecting: "renameat2:signal=\(signal):when=1", ["undo", "-s", "b"])
        #expect(next.ending == .signalled(signal) && next.text == "b\t~ k 2 -> 1\n", "\(next)")
        #expect(next.errorText.contains("suites written: 'b'; not written: 'd'"))
        expect(try prefs.run("undo", "-s", "d", "-q"), prints: "")
    }

    @Test("a signal that the command ignores does not stop it", .enabled(if: Strace.exists))
    func ignoredSignal() throws {
        let prefs = try Self.command()
        let script = """
            trap '' HUP
            exec strace -f -o /dev/null -e inject=renameat2:signal=HUP:when=1 \
                prefs apply --all-suites seed.json --names-only
            """
        expect(try Shell(prefs).run(script), prints: "a\tk\nb\tk\nd\tk\n")
    }
}
