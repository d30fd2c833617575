import TestSupport
import Testing

@Suite("Whole configurations")
struct WholeConfigurationTests {
    /// The suites of `command()`, as one document.
    static let typed = """
        {".GlobalPreferences":{"theme":"dark"},"a b":{"k":"v"},\
        "editor":{"since":{"$date":"1970-01-01T00:00:00Z"},"size":12,"zoom":1.0}}
        """

    /// Returns a command with three suites, and with files beside them that are no suites of the configuration.
    static func command() throws -> PrefsCommand {
        var prefs = try PrefsCommand()
        prefs.environment["PREFS_SUITE"] = "ignored"
        try prefs.write(SuiteXML.document(["theme": "<string>dark</string>"]), to: ".GlobalPreferences")
        try prefs.write("{ k = v; }", to: "a b")
        let entries = SuiteXML.document([
            "since": "<date>1970-01-01T00:00:00Z</date>", "size": "<integer>12</integer>", "zoom": "<real>1</real>",
        ])
        try prefs.write(entries, to: "editor")
        try prefs.directory.write("host", to: "config/ByHost/editor..plist")
        try prefs.directory.write("{}", to: "config/other.json")
        return prefs
    }

    static func contents(of prefs: PrefsCommand) throws -> String {
        let outcome = try prefs.run("dump", "--all-suites", "--typed")
        expect(outcome)
        return outcome.text
    }

    // MARK: Reading

    @Test("a new file of all suites is readable by its owner alone, and an existing one keeps its mode, with a note")
    func mode() throws {
        let outcome = try Shell(Self.command()).run(
            """
            umask 022
            prefs dump --all-suites -o new && touch open && prefs dump --all-suites -o open && ls -l new open | cut -c1-10
            """
        )
        #expect(outcome.text == "-rw-------\n-rw-r--r--\n")
        #expect(outcome.errorText.hasPrefix("note: others can read open, which can contain secrets"))
    }

    @Test("a dump in any format restores all suites", arguments: ["xml", "binary", "openstep", "typed-json"])
    func roundTrip(format: String) throws {
        let prefs = try Self.command()
        #expect(try Self.contents(of: prefs) == Self.typed + "\n")
        try prefs.change("dump", "--all-suites", "--format", format, "-o", "backup")
        expect(try prefs.run("diff", "--all-suites", "backup"), prints: "")
        var other = prefs
        other.environment["XDG_CONFIG_HOME"] = prefs.directory.path(of: "work/new")
        expect(
            try other.run("apply", "--all-suites", "backup"),
            prints: """
                .GlobalPreferences\t+ theme "dark"
                a b\t+ k "v"
                editor\t+ since {"$date":"1970-01-01T00:00:00Z"}
                editor\t+ size 12
                editor\t+ zoom 1.0
                .GlobalPreferences: 1 changed
                a b: 1 changed
                editor: 3 changed

                """
        )
        #expect(try Self.contents(of: other) == Self.typed + "\n")
        expect(
            try other.run("apply", "--all-suites", "backup", "--prune"),
            prints: ".GlobalPreferences: 0 changed\na b: 0 changed\neditor: 0 changed\n"
        )
    }

    @Test("a dump as commands names the suite of each key")
    func commands() throws {
        expect(
            try Self.command().run("dump", "--all-suites", "--format", "commands"),
            prints: """
                prefs set '--suite=.GlobalPreferences' --string 'dark' -- 'theme'
                prefs set '--suite=a b' --string 'v' -- 'k'
                prefs set '--suite=editor' --date '1970-01-01T00:00:00Z' -- 'since'
                prefs set '--suite=editor' --int '12' -- 'size'
                prefs set '--suite=editor' --float '1.0' -- 'zoom'

                """
        )
    }

    @Test("without a configuration directory, the dump is an empty document")
    func nothing() throws {
        var prefs = try PrefsCommand()
        prefs.environment["XDG_CONFIG_HOME"] = prefs.directory.path(of: "never")
        #expect(try Self.contents(of: prefs) == "{}\n")
        expect(try prefs.run("apply", "--all-suites", "-", "--json", input: Array("{}".utf8)), prints: "{}\n")
        #expect(try !prefs.directory.names().contains("never"))
    }

    @Test("plain JSON keeps the types of the stored values, and $schema at its top is no suite")
    func plainJSON() throws {
        let prefs = try Self.command()
        let dump = try prefs.run("dump", "--all-suites", "--json")
        expect(dump, errors: .typesLost)
        let edited = dump.text.replacing("{\".Glo", with: "{\"$schema\":\"x\",\".Glo").replacing("1970", with: "1971")
            .replacing("1.0", with: "2")
        expect(
            try prefs.run("apply", "--all-suites", "-", input: Array(edited.utf8)),
            prints: """
                editor\t~ since {"$date":"1970-01-01T00:00:00Z"} -> {"$date":"1971-01-01T00:00:00Z"}
                editor\t~ zoom 1.0 -> 2.0
                .GlobalPreferences: 0 changed
                a b: 0 changed
                editor: 2 changed

                """
        )
    }

    /// The files of a directory, with the output of `apply --all-suites DIRECTORY --dry-run`.
    static let directories: [(files: [String: String], output: String)] = [
        (["editor.json": #"{"$schema": "x", "size": 13}"#], "editor\t~ size 12 -> 13\neditor: 1 would change\n"),
        (
            ["editor.plist": "{ font = mono; }", "new.json": "{}", "old.plist": SuiteXML.empty],
            "editor\t+ font \"mono\"\neditor: 1 would change\nnew: 0 would change\nold: 0 would change\n"
        ),
        (
            [
                ".GlobalPreferences.json": #"{"theme": "light"}"#, "editor.schema.json": #"{"type": "object"}"#,
                "README.md": "text", ".json": "x", ".plist": "x", "sub.json/editor.json": "x",
            ],
            ".GlobalPreferences\t~ theme \"dark\" -> \"light\"\n.GlobalPreferences: 1 would change\n"
        ),
    ]

    @Test("a directory has a file for each suite, and other files in it are ignored", arguments: directories)
    func directory(files: [String: String], output: String) throws {
        let prefs = try Self.command()
        for (name, text) in files {
            try prefs.directory.write(text, to: "work/seeds/\(name)")
        }
        expect(try prefs.run("apply", "--all-suites", "seeds", "--dry-run"), prints: output)
        expect(try prefs.run("apply", "--all-suites", "./seeds/", "--dry-run"), prints: output)
        #expect(try Self.contents(of: prefs) == Self.typed + "\n")
    }

    @Test("a directory without a suite prints a note")
    func emptyDirectory() throws {
        let prefs = try Self.command()
        let note = ErrorOutput.note(". contains no file SUITE.json or SUITE.plist")
        expect(try prefs.run("apply", "--all-suites", "."), prints: "", errors: note)
        expect(try prefs.run("diff", "--all-suites", ".", "--names-only"), exit: 1, errors: note)
    }

    // MARK: Changes

    static let seed = #"{"editor": {"size": 13, "new": [1]}, "fresh": {"k": true}, "a b": {"k": "v"}}"#

    /// Options of `apply --all-suites`, with the output and the exit code.
    static let outputs: [(options: [String], output: String, exit: Int32)] = [
        (
            ["--dry-run"],
            """
            editor\t+ new [1]
            editor\t~ size 12 -> 13
            fresh\t+ k true
            a b: 0 would change
            editor: 2 would change
            fresh: 1 would change

            """, 0
        ),
        (
            ["--check", "--if-unset", "-z"],
            "editor\t+ new [1]\0fresh\t+ k true\0a b: 0 would change\0editor: 1 would change\0fresh: 1 would change\0",
            1
        ),
        (["--check", "--names-only"], "editor\tnew\neditor\tsize\nfresh\tk\n", 1),
        (
            ["--dry-run", "--json"],
            """
            {"a b":[],"editor":[{"key":"new","new":[1]},{"key":"size","old":12,"new":13}],\
            "fresh":[{"key":"k","new":true}]}

            """, 0
        ),
        (
            ["--dry-run", "--prune", "--names-only"],
            "editor\tnew\neditor\tsince\neditor\tsize\neditor\tzoom\nfresh\tk\n",
            0
        ),
    ]

    @Test("each change names its suite, and a dry run and a check write nothing", arguments: outputs)
    func forms(options: [String], output: String, exit: Int32) throws {
        let prefs = try Self.command()
        let outcome = try prefs.run(["apply", "--all-suites", "-"] + options, input: Array(Self.seed.utf8))
        expect(outcome, prints: output, exit: exit, errors: .nothing)
        #expect(try Self.contents(of: prefs) == Self.typed + "\n")
    }

    @Test("--prune removes keys of the suites with a seed, and no suite")
    func prune() throws {
        let prefs = try Self.command()
        let seed = Array(#"{"a b": {}, "editor": {"size": 12}}"#.utf8)
        expect(
            try prefs.run("apply", "--all-suites", "-", "--prune", "--names-only", input: seed),
            prints: "a b\tk\neditor\tsince\neditor\tzoom\n"
        )
        #expect(
            try Self.contents(of: prefs)
                == #"{".GlobalPreferences":{"theme":"dark"},"a b":{},"editor":{"size":12}}"# + "\n"
        )
    }

    @Test("a note about a value names its suite")
    func notes() throws {
        let seed = Array(#"{"editor": {"since": {"$date": "2001-01-01T00:00:00.5Z"}}, "x": {}}"#.utf8)
        let outcome = try Self.command().run("apply", "--all-suites", "-", input: seed)
        #expect(outcome.errorText.hasPrefix("note: suite 'editor': 'since' loses its fraction of a second"))
        #expect(outcome.errorText.split(separator: "\n").count == 2)
    }

    @Test("diff compares each suite, and one that only one side has with an empty one")
    func differences() throws {
        let prefs = try Self.command()
        try prefs.directory.write(Self.seed, to: "work/seed.json")
        let config = prefs.directory.path(of: "config")
        expect(
            try prefs.run("diff", "--all-suites", "seed.json"),
            prints: """
                --- \(config)
                +++ seed.json
                .GlobalPreferences\t- theme "dark"
                editor\t+ new [1]
                editor\t- since {"$date":"1970-01-01T00:00:00Z"}
                editor\t~ size 12 -> 13
                editor\t- zoom 1.0
                fresh\t+ k true

                """,
            exit: 1,
            errors: .nothing
        )
        expect(
            try prefs.run("diff", "--all-suites", "-", "--json", input: Array(#"{"editor": {"size": 12}}"#.utf8)),
            prints: """
                {".GlobalPreferences":[{"key":"theme","old":"dark"}],"a b":[{"key":"k","old":"v"}],\
                "editor":[{"key":"since","old":{"$date":"1970-01-01T00:00:00Z"}},{"key":"zoom","old":1.0}]}

                """,
            exit: 1,
            errors: .nothing
        )
    }

    @Test("secrets are hidden in changes and errors, and a dump with them is readable by its owner alone")
    func secrets() throws {
        let prefs = try SchemaSuite(SecretTests.schema, suite: SecretTests.suite).prefs
        let seed = Array(#"{"t": {"token": "hunter-other"}, "u": {"token": "open"}}"#.utf8)
        expect(
            try prefs.run("apply", "--all-suites", "-", "--dry-run", input: seed),
            prints: "t\t~ token (secret) -> (secret)\nu\t+ token \"open\"\nt: 1 would change\nu: 1 would change\n"
        )
        let difference = try prefs.run("diff", "--all-suites", "-", "--json", input: seed)
        expect(difference, exit: 1, errors: .nothing)
        #expect(difference.text.contains("(secret)") && !difference.text.contains("hunter"))
        let refused = try prefs.run("apply", "--all-suites", "-", input: Array(#"{"t": {"token": "hunt"}}"#.utf8))
        expect(refused, prints: "", exit: 3, errors: .message(["standard input:1:17: cannot set 'token'", "secret"]))
        #expect(!refused.errorText.contains("hunt"))
        try prefs.change("dump", "--all-suites", "-o", "all.plist", errors: .message(["all.plist can contain secrets"]))
        #expect(try prefs.directory.mode(of: "work/all.plist") & 0o777 == 0o600)
    }
}
