import TestSupport
import Testing

@Suite("Owned settings of the command")
struct OwnedSettingsTests {
    private let prefs: PrefsCommand

    init() throws {
        prefs = try PrefsCommand.withSuite(
            SuiteXML.document(["size": "<integer>12</integer>", "theme": "<string>light</string>"])
        )
        try prefs.directory.write(#"{"size": 14, "lines": true}"#, to: "work/work.json")
        try prefs.directory.write(#"{"lines": true}"#, to: "work/less.json")
        try prefs.directory.write(#"{"window": {"frame": {"w": 800}}}"#, to: "work/frame.json")
    }

    private func apply(_ words: String..., prints text: String, exit: Int32 = 0, errors: ErrorOutput = .nothing) throws
    {
        expect(try prefs.run(["apply"] + words), prints: text, exit: exit, errors: errors)
    }

    @Test("a value that is no longer in the seed gets its former one back, byte for byte")
    func withdrawal() throws {
        let first = try prefs.directory.text(of: prefs.file(of: "t"))
        try apply("--owner", "work", "work.json", prints: "+ lines true\n~ size 12 -> 14\n2 changed\n")
        try apply("--owner", "work", "work.json", prints: "0 changed\n")
        expect(try prefs.run("owners"), prints: "work\tsize\t14\t12\nwork\tlines\ttrue\tunset\n")
        try apply("--owner", "work", "less.json", "--dry-run", prints: "~ size 14 -> 12\n1 would change\n")
        try apply("--owner", "work", "less.json", "--check", prints: "~ size 14 -> 12\n1 would change\n", exit: 1)
        try apply("--owner", "work", "less.json", prints: "~ size 14 -> 12\n1 changed\n")
        try apply("--owner", "work", "--withdraw", prints: "- lines true\n1 changed\n")
        expect(try prefs.run("owners"), prints: "")
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == first)
    }

    @Test("a value that somebody has changed since is set again, or stays")
    func changedSince() throws {
        try prefs.change("apply", "-q", "--owner", "work", "work.json")
        try prefs.change("set", "size", "20")
        try apply("--owner", "work", "work.json", prints: "~ size 20 -> 14 (changed since)\n1 changed\n")
        try prefs.change("set", "size", "20")
        let note = ErrorOutput.note("'size' has changed since and stays; 'work' no longer owns it")
        try apply("--owner", "work", "--withdraw", prints: "- lines true\n1 changed\n", errors: note)
        expect(try prefs.run("get", "size"), prints: "20\n")
    }

    @Test("a value of another owner is refused, unless it is taken over")
    func conflicts() throws {
        try prefs.change("apply", "-q", "--owner", "work", "work.json")
        try apply(
            "--owner",
            "home",
            "less.json",
            prints: "",
            exit: 7,
            errors: .message(["'lines'", "owned by 'work'", "--take-over"])
        )
        try apply("--owner", "home", "less.json", "--take-over", prints: "0 changed\n")
        try apply("--owner", "work", "--withdraw", prints: "~ size 14 -> 12\n1 changed\n")
        try apply("--owner", "home", "--withdraw", prints: "- lines true\n1 changed\n")
    }

    @Test("with --merge, the innermost values are owned")
    func merging() throws {
        try prefs.change("set", "--parents", "window", "--at", "/title", "Notes")
        try apply("--owner", "work", "--merge", "frame.json", prints: "+ window /frame {\"w\":800}\n1 changed\n")
        expect(try prefs.run("owners"), prints: "work\twindow /frame/w\t800\tunset\n")
        try prefs.change("set", "window", "--at", "/frame/h", "600")
        try apply("--owner", "work", "--withdraw", prints: "- window /frame/w 800\n1 changed\n")
        expect(try prefs.run("get", "window"), prints: "{\"title\":\"Notes\",\"frame\":{\"h\":600}}\n")
    }

    private func apply(_ seed: String, _ words: String..., owner: String = "work") throws -> String {
        try prefs.directory.write(seed, to: "work/seed.json")
        let outcome = try prefs.run(["apply", "--owner", owner, "seed.json", "--change-types"] + words)
        expect(outcome, prints: outcome.text, errors: .optional)
        return outcome.text
    }

    @Test("--merge into an owned dictionary neither takes what the user has set nor keeps what the seed lacks")
    func mergingAgain() throws {
        #expect(try apply(#"{"w": {}}"#, "--merge") == "+ w {}\n1 changed\n")
        try prefs.change("set", "w", "--at", "/u", "1")
        #expect(try apply(#"{"w": {"b": 2}}"#, "--merge") == "+ w /b 2\n1 changed\n")
        try apply("--owner", "work", "--withdraw", prints: "- w /b 2\n1 changed\n")
        expect(try prefs.run("get", "w"), prints: "{\"u\":1}\n")
        // A whole dictionary, then its entries.
        #expect(try apply(#"{"v": {"a": 2, "n": 5}}"#).hasSuffix("1 changed\n"))
        #expect(try apply(#"{"v": {"a": 2}}"#, "--merge") == "- v /n 5\n1 changed\n")
        // A dictionary in place of another value, whose entries are not merged with earlier ones.
        #expect(try apply(#"{"size": {"a": 1, "c": 3}}"#, "--merge").contains("size"))
        #expect(try apply(#"{"size": {"c": 3}}"#, "--merge") == "- size /a 1\n1 changed\n")
        try apply("--owner", "work", "--withdraw", prints: "~ size {\"c\":3} -> 12\n1 changed\n")
    }

    @Test("an array in place of a dictionary is a change of all its values")
    func arrays() throws {
        _ = try apply(#"{"r": {"0": 2}}"#, "--merge")
        try prefs.change("set", "r", "--json", "[2, \"y\"]")
        try apply("--owner", "work", "--withdraw", prints: "0 changed\n", errors: .optional)
        expect(try prefs.run("get", "r"), prints: "[2,\"y\"]\n")
    }

    @Test("an undo does not give settings back that have another owner now")
    func undoneWithdrawal() throws {
        _ = try apply(#"{"size": 14}"#)
        try apply("--owner", "work", "--withdraw", prints: "~ size 14 -> 12\n1 changed\n")
        _ = try apply(#"{"size": 12}"#, owner: "home")
        // The second line is that of the withdrawal, and has its identifier in the second field.
        let withdrawal = try prefs.run("history").text.split(separator: "\n")[1].split(separator: "\t")[1]
        expect(try prefs.run("undo", String(withdrawal)), prints: "~ size 12 -> 14\n", errors: .optional)
        expect(try prefs.run("owners"), prints: "home\tsize\t12\t12\n")
    }

    @Test("a suite that is a link to another one keeps its settings with --all-suites")
    func linkedSuites() throws {
        try prefs.directory.symlink("config/u.plist", to: "t.plist")
        try prefs.directory.write(#"{"t": {"size": 14}}"#, to: "work/all.json")
        for count in [1, 0, 0] {
            let outcome = try prefs.run("apply", "--all-suites", "--owner", "work", "all.json")
            #expect(outcome.text.hasSuffix("t: \(count) changed\n"))
        }
        expect(try prefs.run("get", "size"), prints: "14\n")
    }

    @Test("a value that becomes a secret, or is forgotten, is in no record")
    func newSecrets() throws {
        var prefs = prefs
        prefs.environment["XDG_STATE_HOME"] = prefs.directory.path(of: "state")
        let shell = try Shell(prefs)
        for hide in ["apply --secrets secret.json", "apply --owner work --secrets secret.json --force"] {
            try prefs.directory.write(#"{"theme": "HUNT2"}"#, to: "work/seed.json")
            try prefs.directory.write(#"{"theme": "HUNT3"}"#, to: "work/secret.json")
            try prefs.change("set", "theme", "HUNT1")
            try prefs.change("apply", "-q", "--owner", "work", "seed.json")
            let outcome = try shell.run("prefs \(hide); grep -r HUNT ../state")
            expect(outcome, prints: "~ theme (secret) -> (secret)\n1 changed\n", exit: 1, errors: .optional)
            expect(try prefs.run("history", "--forget", "theme", "--not-secret"), prints: "", errors: .optional)
            expect(try prefs.run("apply", "-q", "--owner", "work", "--withdraw"), prints: "", errors: .optional)
        }
        try prefs.change("set", "theme", "HUNT1")
        try prefs.change("apply", "-q", "--owner", "work", "seed.json")
        expect(try prefs.run("history", "--forget", "theme"), prints: "", errors: .optional)
        expect(try shell.run("grep -r HUNT ../state"), prints: "", exit: 1, errors: .nothing)
    }

    @Test("a suite whose owners cannot be read or moved keeps its name")
    func brokenRecord() throws {
        var prefs = prefs
        prefs.environment["XDG_STATE_HOME"] = prefs.directory.path(of: "state")
        try prefs.change("apply", "-q", "--owner", "work", "work.json")
        expect(try Shell(prefs).run("for f in ../state/prefs/owners/*; do echo '[' >$f; done"), prints: "")
        let outcome = try prefs.run("suites", "--rename", "t", "u")
        expect(outcome, prints: "", exit: 4, errors: .message(["owners"]))
        expect(try prefs.run("suites"), prints: "t\n")
        let withdrawn = try prefs.run("apply", "--owner", "work", "--withdraw")
        expect(withdrawn, prints: "", exit: 5, errors: .message(["without ", "nobody owns them"]))
        let value = try prefs.run("explain", "size")
        #expect(value.ending == .exited(0) && value.text.contains("14"))
        #expect(value.errorText.contains("note: cannot tell who owns"))
        #expect(try prefs.run("list", "-l").ending == .exited(0))
    }

    @Test("a key cannot take the place of a former name that another owner has set")
    func formerNames() throws {
        let schema = #"{"properties": {"extent": {"formerly": ["size"]}}}"#
        try prefs.directory.write(schema, to: "work/t.schema.json")
        try prefs.directory.write(#"{"extent": 16}"#, to: "work/new.json")
        try prefs.change("apply", "-q", "--owner", "work", "work.json")
        try prefs.change("schema", "-q", "install", "t.schema.json")
        #expect(try prefs.run("explain", "extent").text.contains("\nowner\twork\tsize\t14\t12\n"))
        let refusal = ErrorOutput.message(["'size' in 't' is owned by 'work'"])
        try apply("--owner", "home", "new.json", prints: "", exit: 7, errors: refusal)
        let taken = "+ extent 16\n- size 14\n2 changed\n"
        try apply("--owner", "home", "new.json", "--take-over", prints: taken, errors: .optional)
        try apply("--owner", "home", "--withdraw", prints: "~ extent 16 -> 12\n1 changed\n")
    }

    @Test("an owner lets go of a file that another program has removed", arguments: ["config/t.plist", "config"])
    func removedFile(path: String) throws {
        try prefs.change("apply", "-q", "--owner", "work", "work.json")
        expect(try Shell(prefs).run("rm -r ../\(path)"), prints: "")
        let stay = "'size', 'lines' have changed since and stay; 'work' no longer owns them"
        let note = ErrorOutput.note("suite 't': \(stay)")
        try apply("--all-suites", "--owner", "work", "--withdraw", prints: "t: 0 changed\n", errors: note)
        expect(try prefs.run("owners"), prints: "")
    }

    @Test(
        "whether a killed change was made is judged by the whole file",
        .enabled(if: Strace.exists),
        arguments: [
            (2, ["rename", "lines", "wrap"], ""), (2, ["undo"], ""),
            (3, ["rename", "lines", "wrap"], "work\ttheme\tdark\tlight\n"),
        ]
    )
    func killedChange(call: Int, line: [String], owned: String) throws {
        try prefs.change("apply", "-q", "--owner", "work", "less.json")
        try prefs.directory.write(#"{"lines": true, "theme": "dark"}"#, to: "work/work.json")
        // The intent is written by the first call, the file by the second one, the outcome by the third one.
        let words = ["apply", "-q", "--owner", "work", "work.json"]
        let outcome = try Strace.run(prefs, injecting: "renameat2:signal=KILL:when=\(call)", words)
        #expect(outcome.ending == .signalled(9))
        #expect(try prefs.run(line).ending == .exited(0))
        expect(try prefs.run("owners"), prints: owned)
    }

    @Test("explain and list -l name the owner")
    func readers() throws {
        try prefs.change("apply", "-q", "--owner", "work", "work.json")
        #expect(try prefs.run("explain", "size").text.contains("\nowner\twork\tsize\t14\t12\n"))
        #expect(
            try prefs.run("explain", "size", "--json", "--compact").text.contains(
                #""owners":[{"owner":"work","key":"size","set":14,"before":12}]"#
            )
        )
        let lines = try prefs.run("list", "-l").text.split(separator: "\n").map { $0.split(separator: "\t").last }
        #expect(lines == ["work", "work", lines[2]] && lines[2]?.hasSuffix("t.plist") == true)
        expect(
            try prefs.run("list", "--owners", "--json", "--compact", "l*"),
            prints: #"[{"owner":"work","key":"lines","set":true}]"# + "\n"
        )
    }

    @Test("undo and redo take the ownership along, and so do a renamed and a removed suite")
    func history() throws {
        let owned = "work\tsize\t14\t12\nwork\tlines\ttrue\tunset\n"
        try prefs.change("apply", "-q", "--owner", "work", "work.json")
        _ = try prefs.run("undo")
        expect(try prefs.run("owners"), prints: "")
        _ = try prefs.run("redo")
        expect(try prefs.run("owners"), prints: owned)
        let note = ErrorOutput.note("'work' no longer owns 'lines'")
        expect(try prefs.run("rename", "lines", "showLines"), prints: "", errors: note)
        expect(try prefs.run("owners"), prints: "work\tsize\t14\t12\n")
        _ = try prefs.run("undo")
        _ = try prefs.run("suites", "--rename", "t", "u")
        expect(try prefs.run("owners", "-s", "u"), prints: owned)
        expect(try prefs.run("owners"), prints: "", errors: .optional)
        _ = try prefs.run("remove-suite", "u")
        expect(try prefs.run("owners", "-s", "u"), prints: "", errors: .optional)
        _ = try prefs.run("undo", "-s", "u")
        expect(try prefs.run("owners", "-s", "u"), prints: owned)
        _ = try prefs.run("remove-suite", "u")
        try prefs.change("set", "-s", "u", "size", "14")
        expect(try prefs.run("owners", "-s", "u"), prints: "")
    }

    @Test("a suite that is removed without a history has no owners when it exists again")
    func unrecordedRemoval() throws {
        try prefs.change("apply", "-q", "--owner", "work", "work.json")
        _ = try prefs.run("remove-suite", "t", "--force", "--no-history")
        try prefs.change("set", "size", "14")
        expect(try prefs.run("owners"), prints: "")
    }

    @Test(
        "the owners of a suite for all users are recorded beside it, where every user can read them",
        .enabled(if: PrivateMounts.areAllowed, "needs unshare(1) and the right to mount")
    )
    func systemWide() throws {
        let mounts = PrivateMounts(prefs)
        try prefs.directory.makeDirectory("system")
        let seed = prefs.directory.path(of: "work/work.json")
        try expect(
            mounts.run("apply", "--system", "-s", "x", "--owner", "image", seed, "-q"),
            prints: ""
        )
        let names = try prefs.directory.names(in: "system/.prefs/owners")
        #expect(names.count == 1)
        #expect(try prefs.directory.mode(of: "system/.prefs/owners/\(names[0])") & 0o7777 == 0o644)
        #expect(try prefs.directory.mode(of: "system/.prefs/owners") & 0o7777 == 0o755)
        let explained = try mounts.run("explain", "-s", "x", "size")
        #expect(explained.text.contains("\nowner\timage\tsize\t14\tunset\n"))
        try expect(
            mounts.run("apply", "--system", "-s", "x", "--owner", "image", "--withdraw"),
            prints: "- lines true\n- size 14\n2 changed\n"
        )
    }

    @Test("a suite without a seed loses what the owner has set there, and a conflict anywhere writes nothing")
    func allSuites() throws {
        try prefs.directory.write(#"{"a": {"k": 1}, "b": {"k": 1}}"#, to: "work/both.json")
        try prefs.directory.write(#"{"a": {"k": 1}}"#, to: "work/one.json")
        try prefs.directory.write("{}", to: "work/none.json")
        try prefs.change("apply", "-q", "--all-suites", "--owner", "work", "both.json")
        expect(
            try prefs.run("apply", "--all-suites", "--owner", "work", "one.json"),
            prints: "b\t- k 1\na: 0 changed\nb: 1 changed\n"
        )
        expect(
            try prefs.run("apply", "--all-suites", "--owner", "work", "none.json"),
            prints: "",
            exit: 2,
            errors: .message(["no seed", "--withdraw"])
        )
        try prefs.directory.write(#"{"a": {"k": 2}, "c": {"k": 1}}"#, to: "work/other.json")
        expect(
            try prefs.run("apply", "--all-suites", "--owner", "home", "other.json"),
            prints: "",
            exit: 7,
            errors: .message(["'k' in 'a' is owned by 'work'"])
        )
        expect(try prefs.run("suites"), prints: "a\nb\nt\n")
        expect(
            try prefs.run("apply", "--all-suites", "--owner", "work", "--withdraw"),
            prints: "a\t- k 1\na: 1 changed\n"
        )
    }

    @Test("a secret that has a value is not replaced, since it could not come back")
    func secrets() throws {
        try prefs.directory.write(#"{"theme": "dark"}"#, to: "work/secret.json")
        try prefs.directory.write("{}", to: "work/empty.json")
        try apply(
            "--owner",
            "work",
            "empty.json",
            "--secrets",
            "secret.json",
            prints: "",
            exit: 7,
            errors: .message(["'theme' is secret", "--force"])
        )
        expect(try prefs.run("get", "theme"), prints: "light\n")
        expect(
            try prefs.run("apply", "-q", "--owner", "work", "empty.json", "--secrets", "secret.json", "--force"),
            prints: ""
        )
        expect(try prefs.run("owners"), prints: "work\ttheme\t(secret)\t(secret)\n")
        try apply("--owner", "work", "--withdraw", prints: "0 changed\n", errors: .optional)
        expect(try prefs.run("get", "theme"), prints: "dark\n")
    }

    @Test("a value that --ignore or the schema leaves alone stays, and stays owned")
    func leftAlone() throws {
        var prefs = prefs
        prefs.environment["XDG_DATA_HOME"] = prefs.directory.path(of: "data")
        try prefs.change("apply", "-q", "--owner", "work", "work.json")
        let all = "work\tsize\t14\t12\nwork\tlines\ttrue\tunset\n"
        expect(try prefs.run("apply", "--owner", "work", "less.json", "--ignore", "size"), prints: "0 changed\n")
        expect(try prefs.run("owners"), prints: all)
        try prefs.writeSchema(#"{"properties": {"size": {"volatile": true}}}"#)
        expect(try prefs.run("apply", "--owner", "work", "less.json"), prints: "0 changed\n")
        expect(
            try prefs.run("apply", "--owner", "work", "--withdraw"),
            prints: "- lines true\n1 changed\n",
            errors: .note("left alone, volatile by the schema: 'size'\nhint: --volatile includes them")
        )
        expect(try prefs.run("owners"), prints: "work\tsize\t14\t12\n")
        expect(
            try prefs.run("apply", "--owner", "work", "--withdraw", "--volatile"),
            prints: "~ size 14 -> 12\n1 changed\n"
        )
    }

    @Test(
        "combinations that could take back too much are usage errors",
        arguments: [
            ["--owner", "work"], ["--withdraw"], ["--take-over", "work.json"], ["--owner", "", "work.json"],
            ["--owner", "work", "work.json", "--prune"], ["--owner", "work", "work.json", "--if-unset"],
            ["--owner", "work", "--withdraw", "work.json"], ["--owner", "a\nb", "work.json"],
        ]
    )
    func usage(words: [String]) throws {
        let outcome = try prefs.run(["apply"] + words)
        expect(outcome, prints: "", exit: 2, errors: .message([]))
        expect(try prefs.run("owners"), prints: "")
    }
}
