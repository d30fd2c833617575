import CommandErrors
import Foundation
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import PrefsCommands

@Suite("Messages of a command", .mayWait)
struct CommandMessageTests {
    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
        try process.write(["flag": true, "name": "Ada", "list": [1, .real(.nan)]])
    }

    @Test("the message for an unset key names the file if the command reads only one")
    func unsetInFile() {
        let message = "'nope' is not set in \(process.path())"
        #expect(process.run("get", "nope", "--only") == .fails(.absent, message))
        #expect(process.run("get", "nope", "-f", process.path()) == .fails(.absent, message))
        #expect(process.run("reset", "--strict", "name", "nope") == .fails(.absent, message))
        #expect(process.run("exists", "name") == .silent)
        #expect(process.run("exists", "nope") == CommandProcess.Outcome(exit: 1))
    }

    @Test(
        "if the first of several keys is not a key but a suite's name, the message has the corrected line",
        arguments: [
            ["get", "t", "name"], ["get", "t", "name", "--json"], ["exists", "t", "name"],
            ["list", "t", "n*"], ["watch", "t", "name"], ["reset", "t", "name"], ["reset", "t", "name", "--dry-run"],
        ]
    )
    func suiteAsKey(words: [String]) throws {
        process.variables["PREFS_SUITE"] = "other"
        let corrected = ([words[0], "-s"] + words.dropFirst()).commandLine
        let message = "'t' is the name of a suite, not a key or file"
        #expect(process.run(words) == .fails(.usage, "\(message)\nhint: \(corrected)"))
        #expect(process.run(words + ["-q"]) == .fails(.usage, message))
        guard words[0] != "watch" else { return }
        for others in [["-s", "t"], ["-f", process.path()], ["-g"]] {
            #expect(process.run(words + others).exit != 2, "\(others)")
        }
        #expect(process.run([words[0], "--"] + words.dropFirst().filter { !$0.hasPrefix("-") }).exit != 2)
        // A key of that name counts.
        try process.write(["t": 1], to: "other")
        #expect(process.run(words).exit != 2)
    }

    @Test("a word that is no suite is a key, and delete is reset")
    func noSuiteAsKey() {
        process.variables["PREFS_SUITE"] = "other"
        let hint = "'t' is the name of a suite, not a key or file\nhint: prefs reset -s t name"
        #expect(process.run("delete", "t", "name") == .fails(.usage, hint))
        #expect(process.run("reset", "nope", "name") == .silent)
        #expect(process.run("delete", "t", "name", "-s", "other") == .silent)
        let note = "note: nothing was removed\nhint: prefs suites remove t, or: prefs reset -s t --all\n"
        #expect(process.run("reset", "t") == CommandProcess.Outcome(errors: note))
    }

    @Test(
        "a surplus operand after a suite's name is an error with the corrected line",
        arguments: [
            (
                ["set", "t", "name", "Eve"],
                "'t' is the name of a suite, not a key or file\nhint: prefs set -s t name Eve"
            ),
            (
                ["set", "t", "n", "--int", "5"],
                "'t' is the name of a suite, not a key or file\nhint: prefs set -s t n --int 5"
            ),
            (
                ["set", "t", "l", "-array", "a"],
                "'t' is the name of a suite, not a key or file\nhint: prefs set -s t l -array a"
            ),
            (["toggle", "t", "flag"], "'t' is the name of a suite, not a key or file\nhint: prefs toggle -s t flag"),
            (["set", "com.example.app", "k", "v"], "unexpected argument 'v'\nhint: prefs set -s com.example.app k v"),
            (["toggle", "NSGlobalDomain", "k"], "unexpected argument 'k'\nhint: prefs toggle -g k"),
            (["rename", "org.x", "a", "b"], "unexpected argument 'b'\nhint: prefs rename -s org.x a b"),
            (["copy", "io.x", "a", "b"], "unexpected argument 'b'\nhint: prefs copy -s io.x a b"),
            (["increment", "net.x", "a", "2"], "unexpected argument '2'\nhint: prefs increment -s net.x a 2"),
            (["rename", "nope", "a", "b"], "unexpected argument 'b'\nhint: usage: prefs rename [OPTIONS] OLD NEW"),
            (["set", "nope", "k", "v"], "unexpected argument 'v'\nhint: usage: prefs set [OPTIONS] KEY VALUE"),
            (["set", "t", "k", "v", "-g"], "unexpected argument 'v'\nhint: usage: prefs set [OPTIONS] KEY VALUE"),
        ]
    )
    func surplusAfterSuite(words: [String], message: String) {
        #expect(process.run(words) == .fails(.usage, message))
    }

    @Test(
        "if the first of several keys is no key but can be a suite, nothing changes, and both lines are in the message",
        arguments: [
            (["delete", "com.x", "name"], ["reset -s com.x name", "reset -- com.x name"]),
            (["delete", "nope", "name"], ["reset -s nope name", "reset -- nope name"]),
            (["delete", "nope", "a", "--strict", "b"], ["reset -s nope a --strict b", "reset --strict -- nope a b"]),
            (["delete", "NSGlobalDomain", "name"], ["reset -g name", "reset -- NSGlobalDomain name"]),
            (["reset", "dev.x", "name"], ["reset -s dev.x name", "reset -- dev.x name"]),
            (["unset", "net.x", "name"], ["reset -s net.x name", "reset -- net.x name"]),
            (["increment", "io.x", "count"], ["increment -s io.x count"]),
            (["rename", "com.x", "name"], ["rename -- com.x name"]),
            (["copy", "org.x", "name"], ["copy -- org.x name"]),
            (
                ["copy", "org.x", "name", "--to-suite", "u"],
                ["copy -s org.x name --to-suite u", "copy --to-suite u -- org.x name"]
            ),
        ]
    )
    func domainAsKey(words: [String], lines: [String]) throws {
        let hint = lines.map { "prefs \($0)" }.joined(separator: ", or: ")
        let message = "'\(words[1])' is not a key; it can be the name of a suite\nhint: \(hint)"
        #expect(process.run(words) == .fails(.usage, message))
        #expect(process.run("get", "name") == .prints("Ada\n"))
        for line in lines {
            #expect(process.run(line.split(separator: " ").map(String.init)).exit != 2, "\(line)")
        }
        // A key of that name counts, in every layer and in the schema.
        for suite in ["t", ".GlobalPreferences"] {
            try process.write([words[1]: 1, "name": "Ada"], to: suite)
            #expect(process.run(words + ["--dry-run"]).exit != 2, "\(suite)")
            try process.write(["name": "Ada"], to: suite)
        }
        for rule in [#""\#(words[1])": true"#, #""other": {"formerly": ["\#(words[1])"]}"#] {
            try process.directory.write(#"{"properties": {\#(rule)}}"#, to: "data/prefs/schemas/t.schema.json")
            #expect(process.run(words + ["--dry-run"]).exit != 2, "\(rule)")
        }
    }

    @Test("a word that is not like a domain is a key, except after delete, and so is a GLOB")
    func noDomain() {
        for words in [["reset", "nope", "a"], ["reset", "org", "a"], ["delete", "--glob", "com.x", "a"]] {
            #expect(process.run(words) == .silent, "\(words)")
        }
        #expect(process.run("increment", "com.x", "2") == .prints("2\n"))
        #expect(process.run("delete", "a/b", "c") == .silent)
    }

    @Test("a new key with the name of a suite is stored with a note")
    func keyNamedLikeSuite() {
        process.variables["PREFS_SUITE"] = "other"
        let domain =
            "note: 'com.x' is now a key, and it can also be the name of a suite\nhint: -s com.x selects the suite; 'prefs undo' takes this back\n"
        #expect(process.run("set", "com.x", "1") == CommandProcess.Outcome(errors: domain))
        #expect(process.run("set", "com.x", "2") == .silent)
        #expect(process.run("set", "com.y", "1", "-s", "other") == .silent)
        #expect(process.run("set", "--", "com.z", "1") == .silent)
        let note =
            "note: 't' is now a key, and it is also the name of a suite\nhint: -s t selects the suite; 'prefs undo' takes this back\n"
        #expect(process.run("set", "t", "1") == CommandProcess.Outcome(errors: note))
        #expect(process.run("set", "t", "2") == .silent)
        #expect(process.run("set", "nope", "2") == .silent)
    }

    @Test(
        "the message for an unset key has a hint at a similar key, at the suite, or at the missing suite",
        arguments: [
            (["get", "nmae"], "'nmae' is not set in suite 't'\nhint: did you mean 'name'?"),
            (["get", "t"], "'t' is not set in suite 't'\nhint: 't' is the name of a suite: 'prefs list -s t'"),
            (
                ["get", "k", "-s", "editro"],
                "'k' is not set in suite 'editro', which does not exist\nhint: did you mean the suite 'editor'?"
            ),
            (
                ["type", "k", "-s", "never"],
                "'k' is not set in suite 'never', which does not exist\nhint: 'prefs suites' lists the suites"
            ),
            (["get", "unlike"], "'unlike' is not set in suite 't'"),
            (["get", "unlike", "name", "other"], "'unlike', 'other' are not set in suite 't'"),
        ]
    )
    func unsetHints(words: [String], message: String) throws {
        try process.write([:], to: "editor")
        let outcome = process.run(words)
        #expect(outcome.exit == 1)
        #expect(outcome.errors == "prefs: \(message)\n")
        #expect(process.run(words + ["-q"]) == CommandProcess.Outcome(exit: 1))
    }

    @Test("the message for a JSON object that cannot be printed names the key at fault")
    func notRepresentable() {
        let message = "cannot print 'list': JSON has no nan\nhint: use --typed"
        #expect(process.run("list", "--json") == .fails(.invalidValue, message))
        #expect(process.run("get", "name", "list", "--json") == .fails(.invalidValue, message))
        #expect(process.run("dump", "--json") == .fails(.invalidValue, message))
    }

    @Test("a note is printed in addition to the data, and --quiet omits it")
    func notes() throws {
        try process.directory.write("", to: "t.plist")
        try process.directory.age("t.plist")
        let note = "note: \(process.path()): the file is empty; read as an empty suite\n"
        #expect(process.run("keys") == CommandProcess.Outcome(errors: note))
        #expect(process.run("keys", "-q") == .silent)
        #expect(process.run("set", "-q", "name", "Ada") == .silent)
    }

    @Test("a note about a file of a lower layer is printed once, and only if the command reads the file")
    func notesOfLowerLayers() throws {
        try process.directory.write("", to: ".GlobalPreferences.plist")
        try process.directory.age(".GlobalPreferences.plist")
        let note = "note: \(process.path(".GlobalPreferences")): the file is empty; read as an empty suite\n"
        #expect(process.run("increment", "n") == CommandProcess.Outcome(outputs: ["1\n"], errors: note))
        #expect(process.run("increment", "n") == .prints("2\n"))
        #expect(process.run("increment", "m", "--only") == .prints("1\n"))
        #expect(process.run("append", "l", "x", "-q") == .prints("[\"x\"]\n"))
    }

    @Test("a corrupt file gives exit code 4 and a message with line and column, and stays unchanged")
    func corrupt() throws {
        try process.writeCorrupt()
        let outcome = process.run("get", "name")
        #expect(outcome.exit == 4)
        #expect(outcome.errors.hasPrefix("prefs: \(process.path()):2:"))
        #expect(!outcome.errors.contains("--replace-corrupt"))
        let refused = process.run("set", "name", "x")
        #expect(refused.exit == 4)
        #expect(refused.errors.contains("--replace-corrupt"))
        #expect(try process.directory.text(of: "t.plist") == "<plist>\n<dict>")
        let replaced = process.run("set", "name", "x", "--replace-corrupt")
        #expect(replaced.exit == 0)
        #expect(replaced.errors.hasPrefix("note: \(process.path()): was corrupt; its old bytes are in "))
        #expect(try process.contents() == ["name": "x"])
    }

    @Test("a locked file gives exit code 6 and a message that names the process")
    func locked() throws {
        let holder = SuiteFile(path: process.path())
        let (isLocked, isRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // Another thread takes the lock, because a lock does not exclude the thread that has it.
        Thread.detachNewThread {
            _ = try? holder.change { _ in
                isLocked.signal()
                isRead.wait()
            }
            isLocked.signal()
        }
        isLocked.wait()
        let outcome = process.run("set", "name", "x", "--lock-timeout", "0")
        isRead.signal()
        #expect(outcome.exit == 6)
        #expect(outcome.errors.hasPrefix("prefs: cannot lock \(process.path()): "))
        #expect(outcome.errors.contains("(\(getpid())) of user "))
        #expect(
            outcome.errors.hasSuffix(" has the lock\nhint: try again, or wait longer with --lock-timeout\n")
        )
        isLocked.wait()
        #expect(process.run("set", "name", "x", "--lock-timeout", "0") == .silent)
    }

    @Test("a file with two hard links gives exit code 5, and an option replaces the file")
    func hardLink() throws {
        try process.directory.link("second.plist", to: "t.plist")
        let outcome = process.run("set", "name", "x")
        #expect(outcome.exit == 5)
        #expect(outcome.errors.hasPrefix("prefs: cannot replace \(process.path()): it has 2 hard links"))
        #expect(process.run("set", "name", "x", "--break-hard-links") == .silent)
    }

    @Test("an invalid suite name or key gives exit code 2")
    func usage() {
        let message = "invalid suite name '../x': it contains '/'\nhint: --file PATH names any file"
        #expect(process.run("get", "k", "-s", "../x") == .fails(.usage, message))
        process.variables["PREFS_SUITE"] = "../x"
        #expect(process.run("get", "k") == .fails(.usage, "$PREFS_SUITE: \(message)"))
        process.variables["PREFS_SUITE"] = ""
        #expect(process.run("get", "a\0b") == .fails(.usage, #"invalid key $'a\u0000b': it contains NUL"#))
        #expect(
            process.run("set", "k", "-dict", "a")
                == .fails(.usage, "key 'a' has no value")
        )
        #expect(
            process.run("set", "k", "-array", "-int")
                == .fails(.usage, "option '-int' needs a value\nhint: write '-int VALUE'")
        )
    }
}
