import CommandErrors
import PropertyLists
import TestSupport
import Testing

@testable import PreferenceStore
@testable import PrefsCommands

@Suite("Undo and redo")
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

        #expect(process.run("undo", "-q").exit == 0)
        #expect(try process.directory.text(of: "t.plist") == Self.document)
        #expect(process.run("redo", "-q").exit == 0)
        #expect(try process.contents() == changed)
        #expect(process.run("undo", "-q").exit == 0)
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
                process.did("reset", keys[0], keys[1], keys[2])
            } else {
                process.did("set", keys[0], "--json", values.randomElement(using: &generator) ?? "1")
            }
            if try process.directory.bytes(of: "t.plist") != before { states.append(before) }
        }
        let last = try process.contents()
        for before in states.reversed() {
            #expect(process.run("undo", "-q").exit == 0)
            #expect(try process.contents() == PropertyList(parsing: before.span))
        }
        #expect(process.run("undo", "-q").exit == 1)
        for _ in states {
            #expect(process.run("redo", "-q").exit == 0)
        }
        #expect(try process.contents() == last)
        #expect(process.run("redo", "-q").exit == 1)
    }

    // MARK: Three ways

    @Test("what other changes have set meanwhile stays, also within a dictionary")
    func otherChangesStay() throws {
        try process.write(["a": 1, "d": ["x": 1, "y": 2, "in": ["z": 3]]])
        process.did("set", "d", "--at", "/in/z", "4")
        process.did("set", "d", "--at", "/y", "5", "--no-history")
        process.did("set", "b", "6", "--no-history")
        #expect(process.withoutNote("undo") == .prints("~ d /in/z 4 -> 3\n"))
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
        (["append", "l", "b"], ["set", "l", "c", "--at", "/1"], #"'l' at '/1' is now "c", not "b""#),
        (
            ["set", "--pairs", "n=2", "m=3"], ["set", "--pairs", "n=7", "m=8"],
            "'n' is now 7, not 2, and 1 more place changed"
        ),
    ]

    @Test("a place that has changed since is refused, with its values, and nothing is written", arguments: conflicts)
    func conflict(change: [String], since: [String], reason: String) throws {
        try process.write(["d": ["x": 1], "l": ["a"], "n": 1])
        #expect(process.run(change).exit == 0)
        let id = try #require(process.changeIDs().first)
        #expect(process.run(since + ["--no-history"]).exit == 0)
        let before = try process.directory.bytes(of: "t.plist")
        let hint = "hint: --force undoes it even so; with --dry-run it only shows how"
        for words in [["undo"], ["undo", id], ["undo", "--dry-run"]] {
            #expect(
                process.run(words)
                    == .fails(.preconditionFailed, "cannot undo \(id): \(reason)\n\(hint)")
            )
            #expect(try process.directory.bytes(of: "t.plist") == before)
        }
        #expect(process.run("undo", "--force", "-q").exit == 0)
        let old: [String: PropertyList] = ["d": ["x": 1], "l": ["a"], "n": 1]
        guard case .dictionary(let contents) = try process.contents() else { return }
        for key in change.joined(separator: " ").contains("m=3") ? ["n"] : ["d", "l", "n"] {
            #expect(contents[key] == old[key])
        }
    }

    @Test("a change whose values are restored by hand already counts as undone")
    func alreadyRestored() throws {
        process.did("set", "a", "1")
        process.did("set", "a", "2")
        process.did("set", "a", "1", "--no-history")
        #expect(process.run("undo", "-q") == .silent)
        #expect(process.withoutNote("undo") == .prints("- a 1\n"))
        #expect(process.run("undo").exit == 1)
    }

    @Test("undo and redo print the change lines, and with --dry-run change nothing")
    func rehearsal() throws {
        process.did("set", "--pairs", "a=1", "b=x")
        let before = try process.directory.bytes(of: "t.plist")
        #expect(process.run("undo", "--dry-run") == .prints("- a 1\n- b \"x\"\n"))
        #expect(try process.directory.bytes(of: "t.plist") == before)
        #expect(process.changeIDs().count == 1)
        #expect(process.run("undo", "--json", "-q") == .prints(#"[{"key":"a","old":1},{"key":"b","old":"x"}]"# + "\n"))
        #expect(process.run("redo", "--names-only", "-q") == .prints("a\nb\n"))
    }

    // MARK: Identifiers

    @Test("an ID, or its beginning, names any change of any suite, an undo too")
    func identifiers() throws {
        process.did("set", "-s", "u", "k", "1")
        process.did("set", "a", "1")
        process.did("set", "a", "2")
        process.did("set", "b", "3")
        let ids = process.changeIDs()
        #expect(process.withoutNote("undo", ids[1]) == .prints("~ a 2 -> 1\n"))
        #expect(process.withoutNote("undo", String(ids[2].prefix(5))) == .prints("- a 1\n"))
        let other = process.run("history", "-s", "u").outputs.joined().split(separator: "\t")[1]
        #expect(process.withoutNote("undo", String(other)) == .prints("- k 1\n"))
        // The undo of an undo puts the change back.
        let undo = try #require(process.changeIDs().first)
        #expect(process.withoutNote("undo", undo) == .prints("+ a 1\n"))
        let hint = "hint: 'prefs redo -f \(process.path())' redoes the last one"
        #expect(
            process.run("undo", undo) == .fails(.preconditionFailed, "the change \(undo) is already undone\n\(hint)")
        )
        for id in ["zzzzzzzzzz", "0", "", "set"] {
            #expect(process.run("undo", id).exit == 1)
        }
    }

    @Test("the order of the changes decides, even if the clock was set back")
    func clockSetBack() throws {
        for (value, time) in [("1", 3000), ("2", 1000), ("3", 2000)] {
            process.wallTime = .seconds(time)
            process.did("set", "a", value)
        }
        #expect(process.withoutNote("undo") == .prints("~ a 3 -> 2\n"))
        #expect(process.withoutNote("undo") == .prints("~ a 2 -> 1\n"))
    }

    // MARK: Renamed suites

    @Test("a renamed suite takes its history with it, and undo and redo rename it back and forth")
    func renamedSuite() throws {
        try process.directory.write(Self.document, to: "t.plist")
        process.did("set", "name", "Grace")
        process.did("suites", "rename", "t", "n")
        #expect(!process.directory.exists("t.plist"))
        #expect(process.run("undo", "--dry-run").exit == 1)
        #expect(process.run("history", "-s", "n", "--json").outputs.joined().contains(#""action":"set","suite":"n""#))

        let id = try #require(
            process.run("history", "-s", "n").outputs.joined().split(separator: "\t").dropFirst().first
        )
        let undone = process.run("undo", "-s", "n")
        #expect(undone.errors == "note: undone 'suites rename t n', just now (\(id))\n")
        #expect(process.run("redo").errors.hasPrefix("note: redone 'suites rename t n' ("))
        process.did("undo", "-s", "n")
        #expect(process.withoutNote("undo") == .prints("~ name \"Grace\" -> \"Ada\"\n"))
        #expect(try process.directory.text(of: "t.plist") == Self.document)
    }

    @Test("an earlier file of the new name keeps its own history, and is restored when the name is free again")
    func renamedToUsedName() throws {
        process.did("set", "-s", "n", "first", "1")
        process.did("suites", "remove", "n")
        process.did("set", "second", "2")
        process.did("suites", "rename", "t", "n")
        process.did("undo", "-s", "n")
        #expect(process.withoutNote("undo", "-s", "n") == .prints("+ first 1\n"))
        #expect(process.withoutNote("undo") == .prints("- second 2\n"))
    }

    @Test("a suite is not renamed to one that exists, and a name that leads elsewhere is refused")
    func renamingRefused() throws {
        process.did("set", "a", "1")
        process.did("set", "-s", "n", "b", "2")
        let before = try process.directory.bytes(of: "t.plist")
        let message = "suite 'n' already exists\nhint: 'prefs suites remove n' removes it"
        #expect(process.run("suites", "rename", "t", "n") == .fails(.preconditionFailed, message))
        #expect(process.run("suites", "rename", "none", "m").exit == 1)
        #expect(process.run("suites", "rename", "t", "../m").exit == 2)
        #expect(process.run("suites", "rename", "t", "m", "--dry-run") == .silent)
        try process.directory.symlink("l.plist", to: "t.plist")
        #expect(process.run("suites", "rename", "l", "m").errors.contains("l.plist: is a symbolic link"))
        #expect(try process.directory.bytes(of: "t.plist") == before)
        #expect(!process.directory.exists("m.plist"))
    }

    @Test("what was secret under the old name is secret under the new one, and is not recorded")
    func renamedSecrets() throws {
        try process.directory.write(
            #"{"properties":{"token":{"secret":true}}}"#,
            to: "data/prefs/schemas/t.schema.json"
        )
        try process.directory.write(#"{"key": "applied"}"#, to: "secrets.json")
        process.did("set", "token", "declared")
        process.did("apply", "--secrets", process.directory.path(of: "secrets.json"))
        let renamed = process.run("suites", "rename", "t", "n")
        #expect(renamed.errors.contains("t.schema.json is still the schema of 't'"))
        #expect(process.run("list", "-s", "n").outputs == ["key\t(secret)\ntoken\t(secret)\n"])
        process.did("set", "-s", "n", "--pairs", "key=x", "token=y")
        #expect(process.run("undo", "-s", "n").exit == 7)
    }

    // MARK: Removed suites

    @Test("a removed suite comes back with its bytes and its mode, and redo removes it again")
    func removedSuite() throws {
        try process.directory.write(Self.document, to: "t.plist")
        try process.directory.setMode(0o640, of: "t.plist")
        #expect(
            process.run("remove-suite", "t", "--dry-run", "--names-only")
                == .prints("count\nflag\nlist\nname\nwindow\n")
        )
        #expect(process.directory.exists("t.plist"))
        process.did("remove-suite", "t")
        #expect(!process.directory.exists("t.plist"))
        process.did("undo", "-q")
        #expect(try process.directory.text(of: "t.plist") == Self.document)
        #expect(try process.directory.mode(of: "t.plist") == 0o640)
        process.did("redo", "-q")
        #expect(!process.directory.exists("t.plist"))
        process.did("undo", "-q")
        #expect(try process.directory.text(of: "t.plist") == Self.document)
    }

    @Test("a forced redo of a removal prints, records and gives back what it removed, not what it removed at first")
    func changedSuiteIsRemovedAgain() throws {
        process.did("set", "a", "1")
        process.did("remove-suite", "t")
        process.did("undo", "-q")
        process.did("set", "precious", "mine", "--no-history")
        #expect(process.run("redo").exit == 7)
        #expect(process.withoutNote("redo", "--force") == .prints("- a 1\n- precious \"mine\"\n"))
        for _ in 1...2 {
            #expect(process.withoutNote("undo") == .prints("+ a 1\n+ precious \"mine\"\n"))
            #expect(try process.contents() == ["a": 1, "precious": "mine"])
            process.did("redo", "-q")
        }
        process.did("undo", "-q")
        #expect(process.withoutNote("undo") == .prints("- a 1\n"))
    }

    @Test("an undo after a forced redo restores what the redo overwrote, not what the change overwrote")
    func forcedRedo() throws {
        process.did("set", "a", "1")
        process.did("set", "a", "2")
        process.did("undo", "-q")
        process.did("set", "a", "5", "--no-history")
        process.did("redo", "-q", "--force")
        #expect(process.withoutNote("undo") == .prints("~ a 2 -> 5\n"))
        #expect(process.withoutNote("redo") == .prints("~ a 5 -> 2\n"))
    }

    @Test("the newest change or redo is undone first, whatever was undone before it")
    func newestFirst() throws {
        process.did("set", "a", "1")
        process.did("undo", "-q")
        process.did("set", "a", "2")
        process.did("redo", "-q", "--force")
        #expect(process.withoutNote("undo") == .prints("~ a 1 -> 2\n"))
        #expect(process.withoutNote("undo") == .prints("- a 2\n"))
        #expect(process.run("undo").exit == 1)
    }

    @Test("a removal that fails leaves nothing in the history, so that later ones have their room")
    func failedRemoval() throws {
        try process.write(["large": .data([UInt8](repeating: 1, count: 6_000_000))])
        try process.directory.link("second.plist", to: "t.plist")
        for _ in 1...2 { #expect(process.run("remove-suite", "t").exit == 5) }
        #expect(process.run("history").outputs.joined().isEmpty)
        process.did("remove-suite", "t", "--break-hard-links")
        process.did("undo", "-q")
        // What cannot be recorded is removed for good only if the one file is too large.
        for _ in 1...2 {
            #expect(process.run("redo", "-q", "--force").exit == 0)
            #expect(process.run("undo", "-q").exit == 0)
        }
    }

    @Test("a change or a removal that is too large to be undone says so when it is made")
    func tooLarge() throws {
        try process.directory.write([UInt8](repeating: UInt8(ascii: "x"), count: 17 << 20), to: "large")
        let large = ["large", "--value-file", process.directory.path(of: "large")]
        let note =
            "note: the change of \(process.directory.path(of: "t.plist")) cannot be undone: "
            + "its values exceed the 16 MB of a history\n"
        for words in [["set"] + large, ["reset", "--all"], ["set"] + large] {
            #expect(process.run(words).errors.hasPrefix(note))
        }
        #expect(process.run("undo").exit == 7)
        #expect(process.run("remove-suite", "t").exit == 7)
        #expect(process.run("remove-suite", "t", "--force").errors.contains("t.plist for good: "))
        #expect(!process.directory.exists("t.plist"))
    }

    @Test("a suite that exists again is not overwritten; --force sets its keys")
    func removedSuiteExists() throws {
        try process.write(["a": 1, "b": 2])
        process.did("remove-suite", "t")
        process.did("set", "b", "3", "--no-history")
        #expect(process.run("undo").exit == 7)
        #expect(try process.contents() == ["b": 3])
        #expect(process.withoutNote("undo", "--force") == .prints("+ a 1\n~ b 3 -> 2\n"))
        #expect(try process.contents() == ["a": 1, "b": 2])
    }

    @Test("any bytes are removed and restored, and what cannot be recorded is not removed without --force")
    func removalMustBeRecorded() throws {
        try process.directory.write("not a property list", to: "t.plist")
        #expect(process.run("remove-suite", "t", "--no-history").exit == 7)
        process.did("remove-suite", "t")
        process.did("undo", "-q")
        #expect(try process.directory.text(of: "t.plist") == "not a property list")
        try process.directory.write("a file", to: "occupied")
        process.variables["XDG_STATE_HOME"] = process.directory.path(of: "occupied")
        let outcome = process.run("remove-suite", "t")
        #expect(outcome.exit == 7 && outcome.errors.contains("cannot record the removal of"))
        #expect(try process.directory.text(of: "t.plist") == "not a property list")
        #expect(process.run("remove-suite", "t", "--force").errors.contains("t.plist for good: "))
        #expect(!process.directory.exists("t.plist"))
        #expect(process.run("remove-suite", "t").exit == 1)
        try process.write(["a": 1])
        #expect(process.run("remove-suite", "t", "--force", "--no-history").errors.contains("the history is off"))
    }
}
