import CommandErrors
import PropertyLists
import TestSupport
import Testing

@testable import PreferenceJournal
@testable import PreferenceStore
@testable import PrefsCommands

@Suite("What the history lists and records")
struct HistoryTests {
    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
    }

    // MARK: The list

    @Test("history lists the newest change first, and marks what is undone")
    func list() throws {
        process.did("set", "a", "1")
        process.did("set", "--pairs", "b=1", "c\t=2")
        process.did("undo", "-q")
        let rows = process.run("history").outputs.joined().split(separator: "\n").map {
            $0.split(separator: "\t").map(String.init)
        }
        #expect(rows.map { $0[2] } == ["undo", "set (undone)", "set"])
        #expect(rows.map { $0[3] } == ["t", "t", "t"])
        #expect(rows.map { $0[4] } == [#"b, c\t"#, #"b, c\t"#, "a"])
        #expect(rows.allSatisfy { $0[0].wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil })
        #expect(rows.allSatisfy { $0[1].wholeMatch(of: /[0-9a-z]{10}/) != nil })
        #expect(process.run("history", "-n", "2").outputs.joined().split(separator: "\n").count == 2)
        #expect(process.run("history", "-n", "0").exit == 2)
        #expect(process.run("history", rows[1][1]) == .prints("+ b 1\n+ c\\t 2\n"))
        #expect(process.run("history", "-s", "other") == .silent)
    }

    @Test(
        "a terminal shows the age of each change",
        arguments: [
            (0, "just now"), (59, "just now"), (60, "1 minute ago"), (7200, "2 hours ago"), (86_400 * 3, "3 days ago"),
            (86_400 * 70, "2 months ago"), (86_400 * 800, "2 years ago"), (-100, "just now"),
        ]
    )
    func ages(seconds: Int, age: String) throws {
        process.did("set", "a", "1")
        let history = JournalDirectory(path: process.directory.path(of: "state/prefs"))
        let record = try #require(try history.records().first)
        process.isTerminal = true
        process.wallTime = .milliseconds(record.time) + .seconds(seconds)
        #expect(process.run("history").outputs.joined().hasPrefix("\(age)  "))
    }

    @Test("changes of all suites and files are listed together, and those of a file by its path")
    func allSuites() throws {
        process.did("set", "a", "1")
        process.did("set", "-s", "u", "b", "2")
        let file = process.directory.path(of: "own.plist")
        process.did("set", "-f", file, "c", "3")
        let rows = process.run("history", "--all-suites").outputs.joined().split(separator: "\n").map {
            $0.split(separator: "\t").map(String.init)
        }
        // The changes can have the same time, in milliseconds.
        #expect(rows.map { $0[3] }.sorted() == [file, "t", "u"].sorted())
        #expect(process.withoutNote("undo", "-f", file) == .prints("- c 3\n"))
        let json = process.run("history", "--json").outputs.joined()
        #expect(json.contains(#""action":"set","suite":"t","path":"\#(process.path())","keys":["a"],"user":"#))
    }

    @Test("IDs are completed with what the changes did, the newest first")
    func completion() throws {
        process.did("set", "a", "1")
        process.did("set", "-s", "u", "b", "2")
        let ids = process.run("history", "--all-suites").outputs.joined().split(separator: "\n").map {
            String($0.split(separator: "\t")[1])
        }
        func completions(_ words: String...) -> [String] {
            process.run(["__complete", "zsh"] + words).outputs.joined().split(separator: "\0").map(String.init)
        }
        #expect(
            completions("undo", "") == ["words", ids[0], "just now: set u b", ids[1], "just now: set t a"]
        )
        #expect(completions("history", "-s", "u", "") == ["words", ids[0], "just now: set u b"])
    }

    @Test("an ID that begins several is a usage error that lists them")
    func ambiguousIdentifier() throws {
        try process.directory.write(
            (1...2).map { number in
                let path = process.path()
                return
                    #"{"id":"abcd\#(number)","time":1,"action":"set","path":"\#(path)","changes":[],"number":\#(number)}"#
                    + "\n"
            }.joined(),
            to: "state/prefs/history/0123456789abcdef"
        )
        #expect(process.run("undo", "abcd") == .fails(.usage, "'abcd' is the beginning of several IDs: abcd1, abcd2"))
        #expect(process.run("undo", "abcd1", "-q") == .silent)
    }

    // MARK: What is recorded

    @Test("nothing is recorded with --no-history, and with PREFS_HISTORY=off, and without a change")
    func notRecorded() throws {
        process.did("set", "a", "1", "--no-history")
        process.variables["PREFS_HISTORY"] = "off"
        process.did("set", "a", "2")
        process.variables["PREFS_HISTORY"] = nil
        process.did("set", "a", "2")
        process.did("set", "a", "3", "--dry-run")
        #expect(process.changeIDs().isEmpty)
        #expect(!process.directory.exists("state"))
        #expect(process.run("undo").errors == "prefs: nothing to undo in suite 't'\n")
    }

    private static let secretSchema =
        #"{"properties":{"token":{"type":"string","secret":true},"#
        + #""account":{"properties":{"password":{"secret":true}}}}}"#

    @Test("of a secret value nothing is recorded, nor of a value that contains one, even with --no-schema")
    func secrets() throws {
        let schema = process.directory.path(of: "t.schema.json")
        try process.directory.write(Self.secretSchema, to: "t.schema.json")
        process.did("schema", "install", schema)
        process.did("set", "token", "hunter2")
        process.did("set", "token", "hunter3", "--no-schema")
        process.did("set", "account", "--json", #"{"name":"ada","password":"hunter4"}"#)
        process.did("copy", "--all", "--to-suite", "v")
        process.did("copy", "token", "copy", "--no-schema")
        process.did("copy", "token", "--to-suite", "u", "--no-schema")
        process.did("copy", "--glob", "tok*", "--to-suite", "w", "--no-schema")
        process.did("rename", "token", "other", "--no-schema")
        process.did("copy", "account", "account.copy", "--at", "/password")
        let history = try process.directory.names(in: "state/prefs/history").map {
            try process.directory.text(of: "state/prefs/history/\($0)")
        }.joined()
        #expect(history.contains("token") && history.contains("account"))
        #expect(!history.contains("hunter"))
        let id = try #require(process.changeIDs().last)
        #expect(process.run("undo", id).exit == 7)
        #expect(process.run("history", id, "-q") == .silent)
    }

    /// Installs a schema with secrets for the suite t.
    private func installSecrets() throws {
        let schema =
            #"{"properties":{"token":{"secret":true,"formerly":["oldtoken"]},"#
            + #""account":{"properties":{"password":{"secret":true}}},"plain":{}}}"#
        try process.directory.write(schema, to: "data/prefs/schemas/t.schema.json")
    }

    private func history() throws -> String {
        let names = process.directory.exists("state") ? try process.directory.names(in: "state/prefs/history") : []
        return try names.map { try process.directory.text(of: "state/prefs/history/\($0)") }.joined()
    }

    /// Lines that change a secret value other than by its own key in its own suite.
    static let hiddenChanges: [[String]] = [
        ["set", "token", "hunter"], ["reset", "oldtoken"], ["set", "oldtoken", "hunter"], ["set", "token", "x"],
        ["rename", "account", "x"], ["copy", "account", "x"], ["copy", "account", "x", "--to-suite", "free"],
        ["rename", "oldtoken", "x"], ["set", "-f", "PATH", "token", "hunter"], ["reset", "-f", "PATH", "account"],
        ["set", "token", "hunter", "--schema", "OTHER"], ["reset", "--all", "--no-schema"],
    ]

    @Test("a secret is not recorded by whichever name or file it is changed", arguments: hiddenChanges)
    func hiddenChange(words: [String]) throws {
        try installSecrets()
        try process.directory.write("{}", to: "other.json")
        try process.write(["oldtoken": "hunter1", "account": ["password": "hunter2", "name": "ada"], "plain": 1])
        let words = words.map {
            $0 == "PATH" ? process.path() : $0 == "OTHER" ? process.directory.path(of: "other.json") : $0
        }
        let rehearsal = process.run(words + ["--dry-run"])
        #expect(process.run(words).exit == 0)
        #expect(try history().contains("withheld"))
        #expect(try !history().contains("hunter"))
        if !words.contains("--no-schema"), !words.contains("-f"), !words.contains("--schema") {
            #expect(!rehearsal.outputs.joined().contains("hunter"))
        }
    }

    @Test("what a program or a torn record left of a secret is erased")
    func torn() throws {
        process.did("set", "-f", process.path(), "token", "hunter1")
        let name = "state/prefs/history/" + (try process.directory.names(in: "state/prefs/history")[0])
        let torn = #"{"id":"x","changes":[{"key":"token","old":"hunter2""#
        try process.directory.write(try process.directory.text(of: name) + torn, to: name)
        try installSecrets()
        try process.directory.rename("data/prefs/schemas/t.schema.json", to: "t.schema.json")
        process.did("schema", "install", process.directory.path(of: "t.schema.json"))
        #expect(try !history().contains("hunter"))
    }

    @Test("a removed suite keeps its secrets, and erasing says so; clearing erases them")
    func removedSecrets() throws {
        try process.write(["token": "hunter"])
        process.did("remove-suite", "t")
        #expect(process.run("history", "--forget", "token").errors.contains("still have such values"))
        process.did("history", "--clear")
        #expect(try !process.directory.names(in: "state/prefs/history").contains { $0.hasSuffix("removed") })
        #expect(process.run("undo").exit == 1)
        #expect(process.run("history", "--clear").errors.contains("has no such values"))
    }

    @Test("an undo is recorded even if the history is off, so that the next takes back the change before it")
    func undoWithoutHistory() throws {
        process.did("set", "a", "1")
        process.did("set", "a", "2")
        process.variables["PREFS_HISTORY"] = "off"
        #expect(process.withoutNote("undo") == .prints("~ a 2 -> 1\n"))
        #expect(process.withoutNote("undo") == .prints("- a 1\n"))
        #expect(process.run("undo", "--no-history").exit == 2)
    }

    @Test("a redo whose undo is no longer recorded counts as the change, not as an undo")
    func redoAlone() throws {
        process.did("set", "a", "1")
        process.did("undo", "-q")
        process.did("redo", "-q")
        let name = "state/prefs/history/" + (try process.directory.names(in: "state/prefs/history")[0])
        let last = try #require(try process.directory.text(of: name).split(separator: "\n").last)
        try process.directory.write(last + "\n", to: name)
        #expect(process.run("redo").exit == 1)
        #expect(process.withoutNote("undo") == .prints("- a 1\n"))
        #expect(process.run("undo").exit == 1)
        #expect(process.withoutNote("redo") == .prints("+ a 1\n"))
    }

    @Test("a copy to another suite hides what either schema calls secret")
    func secretsOfTwoSuites() throws {
        for (suite, key) in [("t", "token"), ("u", "plain")] {
            let schema = "data/prefs/schemas/\(suite).schema.json"
            try process.directory.write(#"{"properties":{"\#(key)":{"secret":true}}}"#, to: schema)
            try process.write(["token": "hunter1", "plain": "hunter2"], to: suite)
        }
        try process.write(["token": "hunter3", "plain": "x"])
        for words in [["--all"], ["--glob", "*"], ["token"], ["plain"], ["token", "plain"]] {
            let outcome = process.run(["copy", "--to-suite", "u", "--force", "--dry-run"] + words)
            #expect(outcome.exit == 0)
            #expect(outcome.outputs.joined().contains("(secret)"), "\(words)")
            #expect(!outcome.outputs.joined().contains("hunter"), "\(words)")
        }
    }

    @Test("a schema that calls a recorded key secret erases its values when it is installed")
    func newSecrets() throws {
        process.did("set", "token", "hunter2")
        process.did("set", "n", "1")
        process.did("set", "account", "--json", #"{"password":"hunter4"}"#)
        try process.directory.write(Self.secretSchema, to: "t.schema.json")
        let outcome = process.run("schema", "install", process.directory.path(of: "t.schema.json"))
        #expect(outcome.errors == "note: erased the secrets from the history of \(process.path())\n")
        let names = try process.directory.names(in: "state/prefs/history")
        #expect(try !process.directory.text(of: "state/prefs/history/\(names[0])").contains("hunter"))
        #expect(process.run("undo").exit == 7)
        #expect(process.run("undo", "--force", "-q").exit == 0)
        #expect(process.withoutNote("undo") == .prints("- n 1\n"))
    }

    @Test("--forget erases the values of a key, and --clear the whole history")
    func forget() throws {
        process.did("set", "--pairs", "a=hunter2", "b=1")
        process.did("set", "b", "2")
        #expect(
            process.run("history", "--forget", "a").errors.hasPrefix(
                "note: erased the values of 'a' from the history of"
            )
        )
        #expect(process.run("history", "--forget", "a").errors.contains("has no such values"))
        let name = try process.directory.names(in: "state/prefs/history")[0]
        #expect(try !process.directory.text(of: "state/prefs/history/\(name)").contains("hunter"))
        #expect(process.withoutNote("undo") == .prints("~ b 2 -> 1\n"))
        #expect(process.run("undo").exit == 7)
        process.did("history", "--clear")
        #expect(process.changeIDs().isEmpty)
        #expect(process.run("get", "a") == .prints("hunter2\n"))
    }
}
