import TestSupport
import Testing

@Suite("Removals in seeds")
struct SeedRemovalTests {
    private static let suite = #"{"a": 1, "d": {"q": 1, "r": {"s": 2}}, "name": "Ada"}"#

    private func command() throws -> PrefsCommand {
        var prefs = try PrefsCommand()
        prefs.environment["PREFS_SUITE"] = "t"
        expect(try prefs.run("apply", "-", "-q", input: Array(Self.suite.utf8)), prints: "")
        return prefs
    }

    /// Seeds and options, the changes that 'apply' prints, and the suite after them.
    static let rows: [(seed: String, options: [String], lines: [String], suite: String)] = [
        (#"{"a": {"$unset": true}}"#, [], ["- a 1"], #"{"d":{"q":1,"r":{"s":2}},"name":"Ada"}"#),
        (#"{"a": {"$unset": true}}"#, ["--if-unset"], [], #"{"a":1,"d":{"q":1,"r":{"s":2}},"name":"Ada"}"#),
        (
            #"{"a": {"$unset": true}, "b": 1}"#, ["--prune"],
            ["- a 1", "+ b 1", #"- d {"q":1,"r":{"s":2}}"#, #"- name "Ada""#], #"{"b":1}"#
        ),
        (#"{"x": {"$unset": true}}"#, [], [], #"{"a":1,"d":{"q":1,"r":{"s":2}},"name":"Ada"}"#),
        (
            #"{"a": {"$dict": {"$unset": true}}}"#, ["--change-types"], [#"~ a 1 -> {"$dict":{"$unset":true}}"#],
            #"{"a":{"$dict":{"$unset":true}},"d":{"q":1,"r":{"s":2}},"name":"Ada"}"#
        ),
        (#"{"d": {"r": {"$unset": true}}}"#, ["--merge"], [#"- d /r {"s":2}"#], #"{"a":1,"d":{"q":1},"name":"Ada"}"#),
        (
            #"{"d": {"r": {"s": {"$unset": true}, "t": 3}}}"#, ["--merge"], ["- d /r/s 2", "+ d /r/t 3"],
            #"{"a":1,"d":{"q":1,"r":{"t":3}},"name":"Ada"}"#
        ),
        (
            #"{"d": {"r": {"$unset": true}}}"#, ["--merge", "--if-unset"], [],
            #"{"a":1,"d":{"q":1,"r":{"s":2}},"name":"Ada"}"#
        ),
        (
            #"{"d": {"q": 2, "r": {"$unset": true}}}"#, [], ["~ d /q 1 -> 2", #"- d /r {"s":2}"#],
            #"{"a":1,"d":{"q":2},"name":"Ada"}"#
        ),
        (
            #"{"new": {"q": 2, "r": {"$unset": true}}}"#, ["--merge"], [#"+ new {"q":2}"#],
            #"{"a":1,"d":{"q":1,"r":{"s":2}},"name":"Ada","new":{"q":2}}"#
        ),
    ]

    @Test("apply removes what {\"$unset\": true} stands for, and a second run changes nothing", arguments: rows)
    func applied(seed: String, options: [String], lines: [String], suite: String) throws {
        let prefs = try command()
        try prefs.directory.write(seed, to: "work/seed.json")
        let count = Set(lines.map { $0.split(separator: " ")[1] }).count
        let output = (lines + ["\(count) changed", ""]).joined(separator: "\n")
        expect(try prefs.run(["apply", "seed.json"] + options), prints: output)
        expect(try prefs.run("dump", "--typed"), prints: suite + "\n")
        expect(try prefs.run(["apply", "seed.json"] + options), prints: "0 changed\n")
    }

    @Test("diff prints what the seed removes, and --all-suites takes removals of keys")
    func differences() throws {
        let prefs = try command()
        try prefs.directory.write(#"{"a": {"$unset": true}, "name": "Ada"}"#, to: "work/seed.json")
        expect(try prefs.run("diff", "seed.json", "--names-only"), prints: "a\nd\n", exit: 1, errors: .nothing)
        let all = Array(#"{"t": {"name": {"$unset": true}}, "u": {"x": {"$unset": true}}}"#.utf8)
        expect(
            try prefs.run("apply", "--all-suites", "-", input: all),
            prints: "t\t- name \"Ada\"\nt: 1 changed\nu: 0 changed\n"
        )
        let suite = Array(#"{"t": {"$unset": true}}"#.utf8)
        expect(
            try prefs.run("apply", "--all-suites", "-", input: suite),
            prints: "",
            exit: 4,
            errors: .message([
                "prefs: standard input:1:7: suite 't' is a removal, not dictionary\n",
                "hint: leave out --all-suites if the document is one suite\n",
            ])
        )
    }

    @Test("a seed keeps its removals in set, merge and edit, and other formats refuse them")
    func documents() throws {
        let prefs = try command()
        let seed = "{\n  \"a\": {\"$unset\": true},\n  \"b\": 1\n}\n"
        for name in ["base", "ours", "theirs"] {
            try prefs.directory.write(seed, to: "work/\(name).json")
        }
        try prefs.change("set", "-f", "ours.json", "c", "2")
        try prefs.change("reset", "-f", "theirs.json", "b")
        expect(try prefs.run("merge", "base.json", "ours.json", "theirs.json"), prints: "")
        expect(try prefs.run("get", "-f", "ours.json", "a", "c"), prints: "{\"$unset\":true}\n2\n")
        expect(try prefs.run("check", "base.json"), prints: "")
        expect(try prefs.run("dump", "-f", "ours.json"), prints: "", exit: 3, errors: .asExit)
        expect(try prefs.run("set", "k", "--json", #"{"x": {"$unset": true}}"#), prints: "", exit: 3, errors: .asExit)
    }

    @Test("a removal that is no key's value is an error at its place")
    func misplaced() throws {
        let prefs = try command()
        let message = "{\"$unset\": true} is valid only for a key of a seed, in JSON\n"
        for (seed, place) in [(#"{"a": [1, {"$unset": true}]}"#, "1:11"), (#"{"$unset": true}"#, "1:1")] {
            expect(
                try prefs.run("apply", "-", input: Array(seed.utf8)),
                prints: "",
                exit: 4,
                errors: .message(["prefs: standard input:\(place): \(message)"])
            )
        }
        expect(
            try prefs.run("set", "a", "--json", #"{"$unset": true}"#),
            prints: "",
            exit: 3,
            errors: .message(["prefs: cannot set 'a': line 1, column 1: \(message)"])
        )
    }

    @Test("a removal is refused for an owner, at its place")
    func owners() throws {
        let prefs = try command()
        try prefs.directory.write("{\"b\": 1,\n \"d\": {\"q\": {\"$unset\": true}}}", to: "work/seed.json")
        expect(
            try prefs.run("apply", "--owner", "o", "seed.json"),
            prints: "",
            exit: 3,
            errors: .message([
                "prefs: seed.json:2:13: cannot remove 'd' at '/q' for an owner: only values have owners\n",
                "hint: apply it without --owner\n",
            ])
        )
    }
}
