import Foundation
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import PrefsCommands

@Suite("Messages of a command")
struct CommandMessageTests {
    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
        try process.write(["flag": true, "name": "Ada", "list": [1, .real(.nan)]])
    }

    @Test(
        "an unset key gives exit code 1, without a message if --quiet is given",
        arguments: [
            (["get", "nope"], "'nope' is not set in suite 't'"),
            (["get", "a", "name", "b"], "'a', 'b' are not set in suite 't'"),
            (["type", "nope"], "'nope' is not set in suite 't'"),
        ]
    )
    func unset(words: [String], message: String) {
        #expect(process.run(words) == .fails(.absent, message))
        #expect(process.run(words + ["-q"]) == CommandProcess.Outcome(exit: 1))
        #expect(process.run(words + ["-qv"]) == CommandProcess.Outcome(exit: 1))
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

    @Test("if the first of two unset keys is a suite's name, a message suggests the option")
    func suiteAsKey() {
        let note = "note: nothing was removed\nhint: prefs reset -s t name\n"
        process.variables["PREFS_SUITE"] = "other"
        #expect(process.run("delete", "t", "name") == CommandProcess.Outcome(errors: note))
        #expect(process.run("delete", "t", "name", "-q") == .silent)
        #expect(process.run("delete", "nope", "name") == .silent)
        #expect(process.run("delete", "t", "name", "-s", "other") == .silent)
    }

    @Test("--quiet keeps every other message")
    func quiet() throws {
        #expect(
            process.run("get", "name", "--expect", "integer", "-q")
                == .fails(.invalidValue, "'name' is of type string, not integer")
        )
        #expect(
            process.run("set", "flag", "maybe", "-q")
                == .fails(.invalidValue, "cannot set 'flag': 'maybe' is not a bool")
        )
        #expect(process.run("-q", "get", "name").exit == 2)
        #expect(
            process.run("get", "list", "--json", "-q")
                == .fails(.invalidValue, "cannot print 'list': JSON has no nan")
        )
        process.outputError = SystemError(code: EIO)
        #expect(process.run("get", "name", "-q").errors.hasPrefix("prefs: cannot write standard output"))
    }

    @Test("the message for a JSON object that cannot be printed names the key at fault")
    func notRepresentable() {
        let message = "cannot print 'list': JSON has no nan\nhint: use --typed"
        #expect(process.run("list", "--json") == .fails(.invalidValue, message))
        #expect(process.run("get", "name", "list", "--json") == .fails(.invalidValue, message))
        #expect(process.run("dump", "--json") == .fails(.invalidValue, message))
    }

    @Test("--verbose prints what was done")
    func verbose() {
        #expect(process.run("set", "-v", "name", "Bob").errors == "note: set 'name'\n")
        #expect(process.run("set", "-v", "name", "Bob").errors == "note: 'name' already has this value\n")
        #expect(process.run("set", "-v", "--pairs", "a=1", "b=2").errors == "note: set 'a', 'b'\n")
        #expect(
            process.run("set", "-v", "--pairs", "a=1", "b=2").errors == "note: 'a', 'b' already have these values\n"
        )
        #expect(process.run("set", "-v", "a", "3", "--dry-run").errors == "note: nothing was written\n")
        #expect(process.run("increment", "-v", "a").errors == "note: set 'a'\n")
        #expect(process.run("increment", "-v", "a", "0").errors == "note: 'a' already has this value\n")
        #expect(process.run("toggle", "-v", "deep", "--at", "/x", "--parents").errors == "note: set 'deep' at '/x'\n")
        #expect(process.run("reset", "-v", "name").errors == "note: removed 'name' from \(process.path())\n")
        #expect(process.run("reset", "-v", "name").errors == "note: 'name' is not set; nothing was removed\n")
        #expect(process.run("reset", "-v", "--all").errors == "note: removed all keys from \(process.path())\n")
        #expect(process.run("get", "-v", "nope", "--default", "x") == .prints("x\n"))
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

    @Test("an invalid suite name, number of seconds or key gives exit code 2")
    func usage() {
        let message = "invalid suite name '../x': it contains '/'\nhint: --file PATH names any file"
        #expect(process.run("get", "k", "-s", "../x") == .fails(.usage, message))
        process.variables["PREFS_SUITE"] = "../x"
        #expect(process.run("get", "k") == .fails(.usage, message))
        process.variables["PREFS_SUITE"] = ""
        for seconds in ["soon", "-1", "86401", "nan", "1e999"] {
            #expect(
                process.run("set", "k", "v", "--lock-timeout", seconds)
                    == .fails(.usage, "'\(seconds)' is not a number of seconds\nhint: write 0 to 86400, as in 2.5")
            )
        }
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
