import PropertyLists
import TestSupport
import Testing

@testable import PreferenceStore
@testable import PrefsCommands

@Suite("Undo, redo and the history")
struct UndoTests {
    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
    }

    /// A suite whose keys are not sorted, with a comment, as somebody maintains it by hand.
    private static let document = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <!-- Maintained by hand. -->
        <dict>
        \t<key>name</key>
        \t<string>Ada</string>
        \t<key>count</key>
        \t<integer>3</integer>
        \t<key>window</key>
        \t<dict>
        \t\t<key>y</key>
        \t\t<integer>2</integer>
        \t\t<key>x</key>
        \t\t<integer>1</integer>
        \t</dict>
        \t<key>flag</key>
        \t<true/>
        \t<key>list</key>
        \t<array>
        \t\t<string>a</string>
        \t</array>
        </dict>
        </plist>

        """

    private func run(_ words: String...) -> CommandProcess.Outcome {
        process.run(words)
    }

    /// Runs a line, and returns what it prints without the note about what was undone.
    private func withoutNote(_ words: String...) -> CommandProcess.Outcome {
        var outcome = process.run(words)
        if outcome.errors.hasPrefix("note: undone") || outcome.errors.hasPrefix("note: redone") { outcome.errors = "" }
        return outcome
    }

    /// Runs a command that must succeed.
    private func did(_ words: String..., at location: SourceLocation = #_sourceLocation) {
        #expect(process.run(words).exit == 0, "\(words)", sourceLocation: location)
    }

    /// Returns the IDs of the suite's changes, the newest first.
    private func changeIDs() -> [String] {
        process.run("history").outputs.joined().split(separator: "\n").map { String($0.split(separator: "\t")[1]) }
    }

    // MARK: Every verb

    /// Command lines that change the suite.
    static let lines: [[String]] = [
        ["set", "name", "Grace"], ["set", "new", "1"], ["set", "window", "--at", "/x", "7"],
        ["set", "--pairs", "name=Bob", "count=4", "other=x"], ["set", "count", "--string", "three"],
        ["reset", "name"], ["reset", "window", "flag"], ["reset", "--all"], ["reset", "list"],
        ["reset", "window", "--at", "/y"], ["toggle", "flag"], ["increment", "count", "--", "-5"],
        ["append", "list", "b", "c"], ["rename", "count", "launches"], ["rename", "name", "z"],
        ["rename", "window", "width", "--at", "/x"], ["copy", "window", "copy"],
        ["copy", "name", "flag", "--force"], ["apply", "seed.json"], ["apply", "seed.json", "--prune"],
    ]

    @Test(
        "each change is undone and redone, and an XML file is the same as before, byte by byte",
        arguments: lines
    )
    func everyVerb(words: [String]) throws {
        try process.directory.write(Self.document, to: "t.plist")
        try process.directory.write(#"{"name":"Eve","window":{"x":1,"y":3},"more":[1]}"#, to: "seed.json")
        let words = words.map { $0 == "seed.json" ? process.directory.path(of: $0) : $0 }
        #expect(process.run(words).exit == 0)
        let changed = try process.contents()
        #expect(try process.contents() != PropertyList(parsing: Array(Self.document.utf8).span))

        #expect(run("undo", "-q").exit == 0)
        #expect(try process.directory.text(of: "t.plist") == Self.document)
        #expect(run("redo", "-q").exit == 0)
        #expect(try process.contents() == changed)
        #expect(run("undo", "-q").exit == 0)
        #expect(try process.contents() == PropertyList(parsing: Array(Self.document.utf8).span))
    }

    @Test("random changes are undone one by one, in any order of the keys, and redone")
    func randomChanges() throws {
        var generator = SeededGenerator.printingSeed()
        let values = ["1", #"{"a":1,"b":{"c":2}}"#, #"{"b":{"c":3,"d":4}}"#, "[1,2]", #""text""#, "true", "{}"]
        var states: [[UInt8]] = []
        try process.directory.write(Self.document, to: "t.plist")
        for _ in 0..<30 {
            let before = try process.directory.bytes(of: "t.plist")
            let keys = ["name", "count", "window", "flag", "list", "new"].shuffled(using: &generator)
            if Bool.random(using: &generator) {
                did("reset", keys[0], keys[1], keys[2])
            } else {
                did("set", keys[0], "--json", values.randomElement(using: &generator) ?? "1")
            }
            if try process.directory.bytes(of: "t.plist") != before { states.append(before) }
        }
        let last = try process.contents()
        for before in states.reversed() {
            #expect(run("undo", "-q").exit == 0)
            #expect(try process.contents() == PropertyList(parsing: before.span))
        }
        #expect(run("undo", "-q").exit == 1)
        for _ in states {
            #expect(run("redo", "-q").exit == 0)
        }
        #expect(try process.contents() == last)
        #expect(run("redo", "-q").exit == 1)
    }

    // MARK: Three ways

    @Test("what other changes have set meanwhile stays, also within a dictionary")
    func otherChangesStay() throws {
        try process.write(["a": 1, "d": ["x": 1, "y": 2, "in": ["z": 3]]])
        did("set", "d", "--at", "/in/z", "4")
        did("set", "d", "--at", "/y", "5", "--no-history")
        did("set", "b", "6", "--no-history")
        #expect(withoutNote("undo") == .prints("~ d /in/z 4 -> 3\n"))
        #expect(try process.contents() == ["a": 1, "b": 6, "d": ["x": 1, "y": 5, "in": ["z": 3]]])
    }

    /// Lines that change what `set d ...` left, and the reason for which that is not undone.
    static let conflicts: [(change: [String], since: [String], reason: String)] = [
        (["set", "n", "2"], ["set", "n", "5"], "'n' is now 5, not 2"),
        (["set", "n", "2"], ["reset", "n"], "'n' is no longer set"),
        (["reset", "n"], ["set", "n", "5"], "'n' is set again, to 5"),
        (["set", "n", "2"], ["set", "n", "--string", "2"], #"'n' is now "2", not 2"#),
        (["set", "d", "--at", "/x", "2"], ["set", "d", "--at", "/x", "3"], "'d' at '/x' is now 3, not 2"),
        (["set", "d", "--at", "/x", "2"], ["set", "d", "--int", "7"], #"'d' is now 7, not {"x":2}"#),
        (["append", "l", "b"], ["append", "l", "c"], #"'l' is now ["a","b","c"], not ["a","b"]"#),
        (
            ["set", "--pairs", "n=2", "m=3"], ["set", "--pairs", "n=7", "m=8"],
            "'n' is now 7, not 2, and 1 more place changed"
        ),
    ]

    @Test("a place that has changed since is refused, with its values, and nothing is written", arguments: conflicts)
    func conflict(change: [String], since: [String], reason: String) throws {
        try process.write(["d": ["x": 1], "l": ["a"], "n": 1])
        #expect(process.run(change).exit == 0)
        let id = try #require(changeIDs().first)
        #expect(process.run(since + ["--no-history"]).exit == 0)
        let before = try process.directory.bytes(of: "t.plist")
        for words in [["undo"], ["undo", id], ["undo", "--dry-run"]] {
            #expect(
                process.run(words)
                    == .fails(.preconditionFailed, "cannot undo \(id): \(reason)")
                    .hinting("--force undoes it even so; with --dry-run it only shows how")
            )
            #expect(try process.directory.bytes(of: "t.plist") == before)
        }
        #expect(run("undo", "--force", "-q").exit == 0)
        let old: [String: PropertyList] = ["d": ["x": 1], "l": ["a"], "n": 1]
        guard case .dictionary(let contents) = try process.contents() else { return }
        for key in change.joined(separator: " ").contains("m=3") ? ["n"] : ["d", "l", "n"] {
            #expect(contents[key] == old[key])
        }
    }

    @Test("a change whose values are restored by hand already counts as undone")
    func alreadyRestored() throws {
        did("set", "a", "1")
        did("set", "a", "2")
        did("set", "a", "1", "--no-history")
        #expect(run("undo", "-q") == .silent)
        #expect(withoutNote("undo") == .prints("- a 1\n"))
        #expect(run("undo").exit == 1)
    }

    @Test("undo and redo print the change lines, and with --dry-run change nothing")
    func rehearsal() throws {
        did("set", "--pairs", "a=1", "b=x")
        let before = try process.directory.bytes(of: "t.plist")
        #expect(run("undo", "--dry-run") == .prints("- a 1\n- b \"x\"\n"))
        #expect(try process.directory.bytes(of: "t.plist") == before)
        #expect(changeIDs().count == 1)
        #expect(run("undo", "--json", "-q") == .prints(#"[{"key":"a","old":1},{"key":"b","old":"x"}]"# + "\n"))
        #expect(run("redo", "--names-only", "-q") == .prints("a\nb\n"))
    }

    // MARK: Identifiers

    @Test("an ID, or its beginning, names any change of any suite, an undo too")
    func identifiers() throws {
        did("set", "-s", "u", "k", "1")
        did("set", "a", "1")
        did("set", "a", "2")
        did("set", "b", "3")
        let ids = changeIDs()
        #expect(withoutNote("undo", ids[1]) == .prints("~ a 2 -> 1\n"))
        #expect(withoutNote("undo", String(ids[2].prefix(5))) == .prints("- a 1\n"))
        let other = process.run("history", "-s", "u").outputs.joined().split(separator: "\t")[1]
        #expect(withoutNote("undo", String(other)) == .prints("- k 1\n"))
        // The undo of an undo puts the change back.
        let undo = try #require(changeIDs().first)
        #expect(withoutNote("undo", undo) == .prints("+ a 1\n"))
        #expect(
            run("undo", undo)
                == .fails(.preconditionFailed, "the change \(undo) is already undone")
                .hinting("'prefs redo' redoes the last one")
        )
        for id in ["zzzzzzzzzz", "0", "", "set"] {
            #expect(run("undo", id).exit == 1)
        }
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
        #expect(run("undo", "abcd") == .fails(.usage, "'abcd' is the beginning of several IDs: abcd1, abcd2"))
        #expect(run("undo", "abcd1", "-q") == .silent)
    }

    @Test("the order of the changes decides, even if the clock was set back")
    func clockSetBack() throws {
        for (value, time) in [("1", 3000), ("2", 1000), ("3", 2000)] {
            process.wallTime = .seconds(time)
            did("set", "a", value)
        }
        #expect(withoutNote("undo") == .prints("~ a 3 -> 2\n"))
        #expect(withoutNote("undo") == .prints("~ a 2 -> 1\n"))
    }

    // MARK: The list

    @Test("history lists the newest change first, and marks what is undone")
    func list() throws {
        did("set", "a", "1")
        did("set", "--pairs", "b=1", "c\t=2")
        did("undo", "-q")
        let rows = run("history").outputs.joined().split(separator: "\n").map {
            $0.split(separator: "\t").map(String.init)
        }
        #expect(rows.map { $0[2] } == ["undo", "set (undone)", "set"])
        #expect(rows.map { $0[3] } == ["t", "t", "t"])
        #expect(rows.map { $0[4] } == [#"b, c\t"#, #"b, c\t"#, "a"])
        #expect(rows.allSatisfy { $0[0].wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil })
        #expect(rows.allSatisfy { $0[1].wholeMatch(of: /[0-9a-z]{10}/) != nil })
        #expect(run("history", "-n", "2").outputs.joined().split(separator: "\n").count == 2)
        #expect(run("history", "-n", "0").exit == 2)
        #expect(run("history", rows[1][1]) == .prints("+ b 1\n+ c\\t 2\n"))
        #expect(run("history", "-s", "other") == .silent)
    }

    @Test(
        "a terminal shows the age of each change",
        arguments: [
            (0, "just now"), (59, "just now"), (60, "1 minute ago"), (7200, "2 hours ago"), (86_400 * 3, "3 days ago"),
            (86_400 * 70, "2 months ago"), (86_400 * 800, "2 years ago"), (-100, "just now"),
        ]
    )
    func ages(seconds: Int, age: String) throws {
        did("set", "a", "1")
        let history = HistoryDirectory(path: process.directory.path(of: "state/prefs/history"))
        let record = try #require(try history.records().first)
        process.isTerminal = true
        process.wallTime = .milliseconds(record.time) + .seconds(seconds)
        #expect(run("history").outputs.joined().hasPrefix("\(age)  "))
    }

    @Test("changes of all suites and files are listed together, and those of a file by its path")
    func allSuites() throws {
        did("set", "a", "1")
        did("set", "-s", "u", "b", "2")
        let file = process.directory.path(of: "own.plist")
        did("set", "-f", file, "c", "3")
        let rows = run("history", "--all-suites").outputs.joined().split(separator: "\n").map {
            $0.split(separator: "\t").map(String.init)
        }
        // The changes can have the same time, in milliseconds.
        #expect(rows.map { $0[3] }.sorted() == [file, "t", "u"].sorted())
        #expect(withoutNote("undo", "-f", file) == .prints("- c 3\n"))
        let json = run("history", "--json").outputs.joined()
        #expect(
            json.contains(#""action":"set","suite":"t","path":"\#(process.path())","keys":["a"],"undone":false"#)
        )
    }

    @Test("IDs are completed with what the changes did, the newest first")
    func completion() throws {
        did("set", "a", "1")
        did("set", "-s", "u", "b", "2")
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

    // MARK: What is recorded

    @Test("nothing is recorded with --no-history, and with PREFS_HISTORY=off, and without a change")
    func notRecorded() throws {
        did("set", "a", "1", "--no-history")
        process.variables["PREFS_HISTORY"] = "off"
        did("set", "a", "2")
        process.variables["PREFS_HISTORY"] = nil
        did("set", "a", "2")
        did("set", "a", "3", "--dry-run")
        #expect(changeIDs().isEmpty)
        #expect(!process.directory.exists("state"))
        #expect(run("undo").errors == "prefs: nothing to undo in suite 't'\n")
    }

    private static let secretSchema =
        #"{"properties":{"token":{"type":"string","secret":true},"#
        + #""account":{"properties":{"password":{"secret":true}}}}}"#

    @Test("of a secret value nothing is recorded, nor of a value that contains one, even with --no-schema")
    func secrets() throws {
        let schema = process.directory.path(of: "t.schema.json")
        try process.directory.write(Self.secretSchema, to: "t.schema.json")
        did("schema", "install", schema)
        did("set", "token", "hunter2")
        did("set", "token", "hunter3", "--no-schema")
        did("set", "account", "--json", #"{"name":"ada","password":"hunter4"}"#)
        did("copy", "--all", "--to-suite", "v")
        did("copy", "token", "copy", "--no-schema")
        did("copy", "token", "--to-suite", "u", "--no-schema")
        did("copy", "--glob", "tok*", "--to-suite", "w", "--no-schema")
        did("rename", "token", "other", "--no-schema")
        did("copy", "account", "account.copy", "--at", "/password")
        let history = try process.directory.names(in: "state/prefs/history").map {
            try process.directory.text(of: "state/prefs/history/\($0)")
        }.joined()
        #expect(history.contains("token") && history.contains("account"))
        #expect(!history.contains("hunter"))
        let id = try #require(changeIDs().last)
        #expect(run("undo", id).exit == 7)
        #expect(run("history", id, "-q") == .silent)
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
        did("set", "-f", process.path(), "token", "hunter1")
        let name = "state/prefs/history/" + (try process.directory.names(in: "state/prefs/history")[0])
        let torn = #"{"id":"x","changes":[{"key":"token","old":"hunter2""#
        try process.directory.write(try process.directory.text(of: name) + torn, to: name)
        try installSecrets()
        try process.directory.rename("data/prefs/schemas/t.schema.json", to: "t.schema.json")
        did("schema", "install", process.directory.path(of: "t.schema.json"))
        #expect(try !history().contains("hunter"))
    }

    @Test("a removed suite keeps its secrets, and erasing says so; clearing erases them")
    func removedSecrets() throws {
        try process.write(["token": "hunter"])
        did("remove-suite", "t")
        #expect(run("history", "--forget", "token").errors.contains("still have such values"))
        did("history", "--clear")
        #expect(try !process.directory.names(in: "state/prefs/history").contains { $0.hasSuffix("removed") })
        #expect(run("undo").exit == 1)
        #expect(run("history", "--clear").errors.contains("has no such values"))
    }

    @Test("an undo is recorded even if the history is off, so that the next takes back the change before it")
    func undoWithoutHistory() throws {
        did("set", "a", "1")
        did("set", "a", "2")
        process.variables["PREFS_HISTORY"] = "off"
        #expect(withoutNote("undo") == .prints("~ a 2 -> 1\n"))
        #expect(withoutNote("undo") == .prints("- a 1\n"))
        #expect(run("undo", "--no-history").exit == 2)
    }

    @Test("a redo whose undo is no longer recorded is not taken for an undo")
    func redoAlone() throws {
        did("set", "a", "1")
        did("undo", "-q")
        did("redo", "-q")
        let name = "state/prefs/history/" + (try process.directory.names(in: "state/prefs/history")[0])
        let last = try #require(try process.directory.text(of: name).split(separator: "\n").last)
        try process.directory.write(last + "\n", to: name)
        #expect(run("redo").exit == 1)
        #expect(run("undo").exit == 1)
        #expect(try process.contents() == ["a": 1])
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
        did("set", "token", "hunter2")
        did("set", "n", "1")
        did("set", "account", "--json", #"{"password":"hunter4"}"#)
        try process.directory.write(Self.secretSchema, to: "t.schema.json")
        let outcome = run("schema", "install", process.directory.path(of: "t.schema.json"))
        #expect(outcome.errors == "note: erased the secrets from the history of \(process.path())\n")
        let names = try process.directory.names(in: "state/prefs/history")
        #expect(try !process.directory.text(of: "state/prefs/history/\(names[0])").contains("hunter"))
        #expect(run("undo").exit == 7)
        #expect(run("undo", "--force", "-q").exit == 0)
        #expect(withoutNote("undo") == .prints("- n 1\n"))
    }

    @Test("--forget erases the values of a key, and --clear the whole history")
    func forget() throws {
        did("set", "--pairs", "a=hunter2", "b=1")
        did("set", "b", "2")
        #expect(run("history", "--forget", "a").errors.hasPrefix("note: erased the values of 'a' from the history of"))
        #expect(run("history", "--forget", "a").errors.contains("has no such values"))
        let name = try process.directory.names(in: "state/prefs/history")[0]
        #expect(try !process.directory.text(of: "state/prefs/history/\(name)").contains("hunter"))
        #expect(withoutNote("undo") == .prints("~ b 2 -> 1\n"))
        #expect(run("undo").exit == 7)
        did("history", "--clear")
        #expect(changeIDs().isEmpty)
        #expect(run("get", "a") == .prints("hunter2\n"))
    }

    // MARK: Removed suites

    @Test("a removed suite comes back with its bytes and its mode, and redo removes it again")
    func removedSuite() throws {
        try process.directory.write(Self.document, to: "t.plist")
        try process.directory.setMode(0o640, of: "t.plist")
        #expect(run("remove-suite", "t", "--dry-run", "--names-only") == .prints("count\nflag\nlist\nname\nwindow\n"))
        #expect(process.directory.exists("t.plist"))
        did("remove-suite", "t")
        #expect(!process.directory.exists("t.plist"))
        did("undo", "-q")
        #expect(try process.directory.text(of: "t.plist") == Self.document)
        #expect(try process.directory.mode(of: "t.plist") == 0o640)
        did("redo", "-q")
        #expect(!process.directory.exists("t.plist"))
        did("undo", "-q")
        #expect(try process.directory.text(of: "t.plist") == Self.document)
    }

    @Test("a suite that exists again is not overwritten; --force sets its keys")
    func removedSuiteExists() throws {
        try process.write(["a": 1, "b": 2])
        did("remove-suite", "t")
        did("set", "b", "3", "--no-history")
        #expect(run("undo").exit == 7)
        #expect(try process.contents() == ["b": 3])
        #expect(withoutNote("undo", "--force") == .prints("+ a 1\n~ b 3 -> 2\n"))
        #expect(try process.contents() == ["a": 1, "b": 2])
    }

    @Test("any bytes are removed and restored, and what cannot be recorded is not removed without --force")
    func removalMustBeRecorded() throws {
        try process.directory.write("not a property list", to: "t.plist")
        #expect(run("remove-suite", "t", "--no-history").exit == 7)
        did("remove-suite", "t")
        did("undo", "-q")
        #expect(try process.directory.text(of: "t.plist") == "not a property list")
        try process.directory.write("a file", to: "occupied")
        process.variables["XDG_STATE_HOME"] = process.directory.path(of: "occupied")
        let outcome = run("remove-suite", "t")
        #expect(outcome.exit == 7 && outcome.errors.contains("cannot record the removal of"))
        #expect(try process.directory.text(of: "t.plist") == "not a property list")
        did("remove-suite", "t", "--force")
        #expect(!process.directory.exists("t.plist"))
        #expect(run("remove-suite", "t").exit == 1)
    }
}

extension CommandProcess.Outcome {
    fileprivate func hinting(_ hint: String) -> Self {
        var outcome = self
        outcome.errors += "hint: \(hint)\n"
        return outcome
    }
}
