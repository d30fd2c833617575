import Glibc
import TestSupport
import Testing

/// Runs with `--all-suites` that do a part: because a signal ends them, or because a suite cannot be read.
@Suite("Parts of whole configurations")
struct PartialConfigurationTests {
    // MARK: Signals

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

    // MARK: Damaged and unnamed files

    /// A command with the suites `a`, `c`, which is corrupt, and `z`, whose schema is, and a seed that changes all.
    private static func commandWithDamage() throws -> PrefsCommand {
        let prefs = try PrefsCommand.withSchema()
        for suite in ["a", "z"] {
            try prefs.write(#"{"k": 1}"#, to: suite)
        }
        try prefs.write("<plist>", to: "c")
        try prefs.writeSchema("{", of: "z")
        try prefs.directory.write(#"{"a":{"k":2},"b":{"k":1},"c":{"k":2},"z":{"k":2}}"#, to: "work/seed.json")
        try prefs.directory.write(#"{"k":2}"#, to: "work/seeds/a.json")
        try prefs.directory.write("{", to: "work/seeds/b.json")
        return prefs
    }

    /// Lines with `--keep-going`, with what they print; all exit with 4 after messages about both suites.
    static let kept: [(line: [String], output: String, named: [String])] = [
        (["dump", "--all-suites", "--json"], #"{"a":{"k":1}}"# + "\n", ["c.plist", "z.schema.json"]),
        (
            ["apply", "--all-suites", "seed.json", "--check"],
            "a\t~ k 1 -> 2\nb\t+ k 1\na: 1 would change\nb: 1 would change\n", ["c.plist", "z.schema.json"]
        ),
        (
            ["apply", "--all-suites", "seeds", "--check"], "a\t~ k 1 -> 2\na: 1 would change\n",
            ["seeds/b.json"]
        ),
        (
            ["diff", "--all-suites", "seed.json", "--json"],
            #"{"a":[{"key":"k","old":1,"new":2}],"b":[{"key":"k","new":1}]}"# + "\n", ["c.plist", "z.schema.json"]
        ),
    ]

    @Test("with --keep-going, the suites without errors are done, and the others are named", arguments: kept)
    func keepGoing(line: [String], output: String, named: [String]) throws {
        let prefs = try Self.commandWithDamage()
        let message = ErrorOutput.message(named)
        expect(try prefs.run(line + ["--keep-going"]), prints: output, exit: 4, errors: message)
        expect(try prefs.run(line), prints: "", exit: 4, errors: .message(["prefs: "]))
        #expect(try prefs.directory.names(in: "config") == ["a.plist", "c.plist", "z.plist"])
    }

    @Test("find searches the suites without errors, and names the others")
    func findInDamage() throws {
        let prefs = try Self.commandWithDamage()
        expect(
            try prefs.run("find", "1"),
            prints: "a\tk\t1\n",
            exit: 4,
            errors: .message(["c.plist", "z.schema.json"])
        )
        // A rule that is not supported makes the schema an invalid value.
        try prefs.writeSchema(##"{"properties":{"k":{"$dynamicRef":"#x"}}}"##, of: "z")
        expect(
            try prefs.run("find", "1"),
            prints: "a\tk\t1\n",
            exit: 4,
            errors: .message(["c.plist", "$dynamicRef"])
        )
    }

    @Test("dump -o with --keep-going writes the suites without errors, and otherwise nothing")
    func keepGoingToFile() throws {
        let prefs = try Self.commandWithDamage()
        let line = ["dump", "--all-suites", "-o", "all.json"]
        expect(try prefs.run(line), exit: 4, errors: .message(["z.schema.json"]))
        #expect(!prefs.directory.exists("work/all.json"))
        expect(try prefs.run(line + ["--keep-going"]), exit: 4, errors: .message(["c.plist"]))
        expect(try prefs.run("dump", "-f", "all.json", "--json"), prints: #"{"a":{"k":1}}"# + "\n")
    }

    @Test("a file whose name is not a suite's is named; dump then exits with 1 unless --keep-going is given")
    func unnamedFiles() throws {
        let prefs = try PrefsCommand()
        try prefs.write(#"{"k": 1}"#, to: "a")
        let long = String(repeating: "x", count: 240)
        for name in [".plist", "b\u{1}.plist", "\(long).plist", "plist", "c.json", "d.plist/e"] {
            try prefs.directory.write("{}", to: "config/\(name)")
        }
        let shell = try Shell(prefs)
        expect(try shell.run("touch \"$XDG_CONFIG_HOME/$(printf 'caf\\351.plist')\""), prints: "")
        let config = prefs.directory.path(of: "config")
        let names = ["'\(config)/.plist'", "$'\(config)/b\\u0001.plist'", "caf\u{FFFD}.plist'", "xxx'..."]
        let message = ErrorOutput.message(["note: left out "] + names + [": the names are not a suite's\n"])
        let dump = #"{"a":{"k":1}}"# + "\n"
        expect(try prefs.run("suites"), prints: "a\n", errors: message)
        expect(try prefs.run("suites", "-q"), prints: "a\n", errors: .nothing)
        expect(try prefs.run("dump", "--all-suites", "--json"), prints: dump, exit: 1, errors: message)
        expect(try prefs.run("dump", "--all-suites", "--json", "-q"), prints: dump, exit: 1, errors: .nothing)
        expect(try prefs.run("dump", "--all-suites", "--json", "--keep-going"), prints: dump, errors: message)
    }
}
