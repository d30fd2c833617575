import TestSupport
import Testing

@Suite("Values that a schema declares secret")
struct SecretTests {
    /// A schema with secrets at each kind of place.
    static let schema = """
        {"properties": {
          "token": {"type": "string", "minLength": 8, "secret": true},
          "account": {"type": "object", "maxProperties": 9, "properties": {"name": {"type": "string"},
                      "password": {"type": "string", "secret": true}}, "additionalProperties": false},
          "keys": {"type": "array", "items": {"secret": true}, "maxItems": 2},
          "either": {"anyOf": [{"type": "integer"}, {"type": "string", "secret": true}]},
          "shared": {"$ref": "#/$defs/hidden"},
          "plain": {"type": "string"}
         }, "$defs": {"hidden": {"secret": true}}}
        """

    /// A suite in which every secret contains the text `hunter`.
    static let suite = SuiteXML.document([
        "account": "<dict><key>name</key><string>ada</string><key>password</key><string>hunter-a</string></dict>",
        "either": "<string>hunter-e</string>", "keys": "<array><string>hunter-k</string></array>",
        "plain": "<string>text</string>", "shared": "<string>hunter-s</string>", "token": "<string>hunter-t</string>",
    ])

    private func command() throws -> PrefsCommand {
        let suite = try SchemaSuite(Self.schema, suite: Self.suite)
        let other = Self.suite.replacing("hunter", with: "hunter2").replacing("text", with: "other")
        try suite.prefs.write(other, to: "other")
        return suite.prefs
    }

    @Test(
        "no command but get, dump, edit, defaults read and defaults export shows a secret",
        arguments: [
            ["list"], ["list", "-l"], ["list", "--all"], ["list", "--json"], ["list", "--typed", "-l"],
            ["explain", "token"], ["explain", "account", "--json"], ["explain", "account", "--at", "/password"],
            ["describe", "token"], ["describe", "keys", "--at", "/0"], ["describe", "shared", "--json"],
            ["find", "", "-s", "t"], ["find", "", "-s", "t", "--json"], ["find", "unt", "-s", "t"],
            ["find", "-i", "HUNTER", "-s", "t"],
            ["diff", "--against", "other"], ["diff", "--against", "other", "--json"], ["check"], ["check", "--json"],
            ["set", "token", "hunter2-new", "--dry-run"], ["set", "token", "hunter"], ["set", "keys", "hunter"],
            ["set", "token", "x", "--if-equals", "hunter"], ["set", "account", "x", "--if-equals", "{}"],
            ["set", "account", "--json", #"{"password": "hunter"}"#, "--dry-run"],
            ["set", "account", "--json", #"{"password": "hunter", "x": 1}"#],
            ["set", "account", "--json", #"["hunter"]"#], ["set", "either", "--json", #"["hunter"]"#],
            ["set", "keys", "--json", #"["hunter", "hunter", "hunter"]"#], ["set", "token", "--int", "5"],
            ["reset", "token", "--dry-run"], ["reset", "token", "--no-schema", "--json"],
            ["reset", "--all", "--dry-run", "--json"],
            ["rename", "token", "account", "--dry-run", "--force"], ["rename", "token", "new", "--dry-run"],
            ["copy", "--glob", "t*", "--to-suite", "third", "--dry-run"],
            ["copy", "--all", "--to-suite", "third", "--dry-run"],
            ["copy", "token", "plain", "--dry-run", "--force"], ["copy", "token", "--to-suite", "third", "--dry-run"],
            ["copy", "account", "new", "--at", "/password", "--dry-run", "--json"],
            ["append", "keys", "hunter-new", "--dry-run"], ["append", "keys", "new"], ["toggle", "token"],
            ["increment", "token"], ["append", "keys", "hunter-new", "--no-schema", "--json"],
            ["append", "keys", "new", "--no-schema", "--dry-run"], ["edit", "--no-schema", "--dry-run"],
        ]
    )
    func hidden(words: [String]) throws {
        var prefs = try command()
        prefs.environment["EDITOR"] = "sed -i s/hunter/hunter-new/"
        let outcome = try prefs.run(words)
        let printed = outcome.text + outcome.errorText
        #expect(!printed.contains("hunter") && !printed.contains("HUNTER-"), "\(outcome)")
    }

    @Test(
        "get, dump, edit, defaults read and defaults export show a secret",
        arguments: [
            ["get", "token"], ["dump"], ["dump", "--json"], ["edit"], ["defaults", "read", "t"],
            ["defaults", "read", "t", "token"], ["defaults", "export", "t", "-"],
        ]
    )
    func shown(words: [String]) throws {
        var prefs = try command()
        prefs.environment["EDITOR"] = "cat"
        #expect(try prefs.run(words).text.contains("hunter"))
    }

    @Test("apply hides secrets in its changes and in its errors")
    func apply() throws {
        let prefs = try command()
        let seed = #"{"token": "hunter2-longer", "account": {"password": "hunter2", "name": "eve"}, "plain": "new"}"#
        let changed = try prefs.run(["apply", "-", "--dry-run"], input: Array(seed.utf8))
        expect(
            changed,
            prints: """
                ~ account /name "ada" -> "eve"
                ~ account /password (secret) -> (secret)
                ~ plain "text" -> "new"
                ~ token (secret) -> (secret)
                3 would change

                """
        )
        let refused = try prefs.run(["apply", "-"], input: Array(#"{"token": "hunter", "plain": 1}"#.utf8))
        expect(
            refused,
            exit: 3,
            errors: .message(["'token'", "the secret value breaks the rule 'minLength'", "'plain'"])
        )
        #expect(!refused.errorText.contains("hunter"))
    }

    @Test("apply --secrets hides the values of its seed, even those that no schema calls secret")
    func seedOfSecrets() throws {
        let prefs = try command()
        try prefs.directory.write(#"{"key": "hunter-new", "plain": 1}"#, to: "secrets.json")
        let words = ["apply", "-s", "new", "-", "--secrets", prefs.directory.path(of: "secrets.json")]
        let changed = try prefs.run(words, input: Array(#"{"plain": 2, "other": 3}"#.utf8))
        expect(changed, prints: "+ key (secret)\n+ other 3\n+ plain (secret)\n3 changed\n")
        expect(try prefs.run("get", "-s", "new", "key", "plain"), prints: "hunter-new\n1\n")
        expect(try prefs.run(words, input: Array(#"{"plain": 2, "other": 3}"#.utf8)), prints: "0 changed\n")
        let history = try Shell(prefs).run("cat ${XDG_STATE_HOME:-$HOME/.local/state}/prefs/history/*")
        #expect(history.text.contains("withheld"))
        #expect(!history.text.contains("hunter"))
    }

    @Test("no error of apply --secrets quotes its seed or the suite")
    func errorsOfSecrets() throws {
        let prefs = try command()
        let path = prefs.directory.path(of: "secrets")
        for (seed, place) in [
            ("<plist><dict><key>token</key><data>hunter!</data></dict></plist>", ":1:"),
            (#"{"token": hunter}"#, ":1:11"),
            ("<plist><dict><key>token</key><string>&hunter;</string></dict></plist>", ":1:"),
            (#"{"a": hunter}"#, ":1:"),
            ("{\"token\": 123456789012345678901234567890}", ":1:11"),
        ] {
            try prefs.directory.write(seed, to: "secrets")
            try prefs.directory.age("secrets")
            let refused = try prefs.run("apply", "--secrets", path)
            expect(refused, exit: 4, errors: .message([path + place, "malformed here"]))
            #expect(!refused.errorText.contains("hunter") && !refused.errorText.contains("3456"), "\(refused)")
        }
        try prefs.directory.write(#"{"token": "hunter-longer"}"#, to: "secrets")
        try prefs.directory.write(#"{"properties": {"token": {}}, "enum": [{"token": "x"}]}"#, to: "rules.json")
        let rules = prefs.directory.path(of: "rules.json")
        let refused = try prefs.run("apply", "-s", "new", "--secrets", path, "--schema", rules)
        expect(refused, exit: 3, errors: .message(["the secret value breaks the rule 'enum'"]))
    }

    @Test("apply --secrets hides the value that it takes from a former name")
    func formerNameOfSecret() throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write(#"{"properties": {"token": {"formerly": ["old"]}}}"#, to: "rules.json")
        try prefs.directory.write(#"{"token": "hunter-new"}"#, to: "secrets")
        try prefs.change("set", "old", "hunter-old", "--no-history")
        let changed = try prefs.run(
            "apply",
            "--secrets",
            prefs.directory.path(of: "secrets"),
            "--schema",
            prefs.directory.path(of: "rules.json")
        )
        expect(changed, prints: "- old (secret)\n+ token (secret)\n2 changed\n")
        #expect(try !prefs.run("undo", "--force", "--dry-run").text.contains("hunter"))
    }

    @Test("with --secrets, a secret in another seed is refused at its place, and nothing is written")
    func misplacedSecret() throws {
        let prefs = try command()
        try prefs.directory.write("{}", to: "secrets.json")
        for (seed, place) in [
            (#"{"plain": "new", "token": "hunter-new"}"#, "standard input:1:27: 'token'"),
            (#"{"account": {"password": "hunter-b"}}"#, "standard input:1:13: 'account'"),
        ] {
            let refused = try prefs.run(
                ["apply", "-", "--secrets", prefs.directory.path(of: "secrets.json")],
                input: Array(seed.utf8)
            )
            expect(refused, exit: 3, errors: .message([place, "is marked secret by the schema"]))
            #expect(!refused.errorText.contains("hunter"))
        }
        expect(try prefs.run("get", "plain"), prints: "text\n")
        let seed = #"{"account": {"name": "eve"}}"#
        expect(
            try prefs.run(
                ["apply", "-", "--secrets", prefs.directory.path(of: "secrets.json"), "--dry-run"],
                input: Array(seed.utf8)
            ),
            prints: "~ account /name \"ada\" -> \"eve\"\n- account /password (secret)\n1 would change\n"
        )
    }

    @Test("get and dump show a secret")
    func shown() throws {
        let prefs = try command()
        expect(try prefs.run("get", "token", "either"), prints: "hunter-t\nhunter-e\n")
        #expect(try prefs.run("dump", "--json").text.contains("hunter-a"))
    }

    @Test(
        "a new file of -o that can contain a secret is readable by its owner alone",
        arguments: ["dump", "convert ../config/t.plist", "merge /dev/null ../config/t.plist ../config/t.plist"]
    )
    func privateFile(line: String) throws {
        let outcome = try Shell(command()).run("umask 022; prefs \(line) -o copy.plist; ls -l copy.plist | cut -c1-10")
        #expect(outcome.text == "-rw-------\n")
        #expect(outcome.errorText.contains("copy.plist can contain secrets"))
    }

    @Test(
        "watch shows a secret neither in lines, nor in JSON, nor in commands",
        arguments: ["-q", "--json", "--as-commands", "--format=json", "--format=commands"]
    )
    func watch(option: String) throws {
        let prefs = try command()
        let watch = try RunningWatch(prefs, [option])
        let change =
            option.hasSuffix("json")
            ? #"{"key":"token","old":"(secret)","new":"(secret)"}"# : "~ token (secret) -> (secret)"
        let secret = option.hasSuffix("commands") ? "# " + change : change
        let end =
            option.hasSuffix("json")
            ? #"{"key":"plain","old":"text","new":"end"}"#
            : option == "-q" ? #"~ plain "text" -> "end""# : "prefs set '--suite=t' --string 'end' -- 'plain'"
        try prefs.change("set", "token", "hunter3-long")
        try watch.awaitLine(secret)
        try prefs.change("set", "plain", "end")
        try watch.awaitLine(end)
        try watch.end(prints: [secret, end])
    }

    @Test("watch --format seed prints a note in place of a secret")
    func watchOfSeeds() throws {
        let prefs = try command()
        let watch = try RunningWatch(prefs, ["--format", "seed"])
        try prefs.change("set", "token", "hunter3-long")
        try watch.awaitError("left out secrets: 'token'")
        try prefs.change("set", "plain", "end")
        try watch.awaitLine(#"{"plain":"end"}"#)
        try watch.end(prints: [#"{"plain":"end"}"#])
    }

    @Test("watch --as-commands prints comments for a container of which another part than the secret changes")
    func watchOfSibling() throws {
        let prefs = try command()
        let watch = try RunningWatch(prefs, ["--as-commands"])
        try prefs.change("set", "account", "--at", "/name", "eve")
        let line = #"# ~ account /name "ada" -> "eve""#
        try watch.awaitLine(line)
        try watch.end(prints: [line])
    }

    @Test("watch hides a key that is applied as a secret after its start")
    func watchOfNewSecret() throws {
        let prefs = try command()
        let watch = try RunningWatch(prefs, ["-q"])
        try prefs.directory.write(#"{"new": "hunter-n"}"#, to: "secrets.json")
        expect(try prefs.run("apply", "-q", "--secrets", prefs.directory.path(of: "secrets.json")), exit: 0)
        try watch.awaitLine("+ new (secret)")
        try watch.end(prints: ["+ new (secret)"])
    }

    // MARK: Remembered secrets

    /// Returns a command without a schema, which has applied `token` as a secret to the suite `t`.
    private func commandAfterSecrets() throws -> PrefsCommand {
        var prefs = try PrefsCommand.withSuite(SuiteXML.empty)
        prefs.environment["XDG_STATE_HOME"] = prefs.directory.path(of: "state")
        prefs.environment["PREFS_HISTORY"] = "off"
        try prefs.directory.write(#"{"token": "hunter"}"#, to: "secrets.json")
        let applied = try prefs.run("apply", "--secrets", prefs.directory.path(of: "secrets.json"))
        expect(applied, prints: "+ token (secret)\n1 changed\n")
        return prefs
    }

    @Test("a key of --secrets stays secret, also without a history, until --not-secret")
    func remembered() throws {
        let prefs = try commandAfterSecrets()
        let names = try prefs.directory.names(in: "state/prefs/secrets")
        #expect(names.count == 1)
        #expect(try prefs.directory.mode(of: "state/prefs/secrets/\(names[0])") == 0o600)
        for words in [
            ["history", "--clear"], ["history", "--clear", "--all-suites"], ["history", "--forget", "token"],
        ] {
            expect(try prefs.run(words), prints: "", errors: .optional)
            expect(try prefs.run("list"), prints: "token\t(secret)\n", "\(words)")
        }
        expect(try prefs.run("remove-suite", "t", "--force"), prints: "", errors: .message(["for good"]))
        try prefs.change("set", "token", "hunter2")
        expect(try prefs.run("reset", "token", "--dry-run"), prints: "- token (secret)\n", errors: .optional)
        expect(try prefs.run("get", "token"), prints: "hunter2\n")
        let lifted = try prefs.run("history", "--forget", "token", "--not-secret")
        expect(lifted, prints: "", errors: .optional)
        #expect(lifted.errorText.contains("prefs shows and records 'token'"))
        expect(try prefs.run("list"), prints: "token\thunter2\n")
        let again = try prefs.run("history", "--forget", "token", "--not-secret")
        #expect(again.errorText.contains("'apply --secrets' has not set 'token'"))
        expect(try prefs.run("history", "--not-secret"), exit: 2, errors: .message(["needs '--forget'"]))
    }

    @Test("what the history has of a key goes when the key becomes a secret")
    func erasedValues() throws {
        var prefs = try PrefsCommand.withSuite(SuiteXML.empty)
        prefs.environment["XDG_STATE_HOME"] = prefs.directory.path(of: "state")
        try prefs.change("set", "token", "hunter")
        try prefs.directory.write(#"{"token": "hunter2"}"#, to: "secrets.json")
        let applied = try prefs.run("apply", "--secrets", prefs.directory.path(of: "secrets.json"))
        expect(applied, prints: "~ token (secret) -> (secret)\n1 changed\n", errors: .optional)
        #expect(applied.errorText.contains("erased the secrets from the history"))
        #expect(try Shell(prefs).run("grep -r hunter ../state").text == "")
    }

    @Test(
        "apply --secrets writes nothing if the keys cannot be remembered",
        arguments: [
            "rm -r state; echo >state", "echo '[]' >$(echo state/prefs/secrets/*)",
            "ln -sf \"$PWD/secrets.json\" \"$(echo state/prefs/secrets/*)\"",
            "ln \"$(echo state/prefs/secrets/*)\" state/other",
        ]
    )
    func notRemembered(damage: String) throws {
        let prefs = try commandAfterSecrets()
        expect(try Shell(prefs).run("cd ..; \(damage)"), exit: 0)
        try prefs.directory.write(#"{"token": "hunter2", "other": "hunter3"}"#, to: "secrets.json")
        let applied = try prefs.run("apply", "--secrets", prefs.directory.path(of: "secrets.json"))
        expect(applied, exit: 5, errors: .message(["cannot tell which keys are secret"]))
        #expect(!applied.errorText.contains("hunter"))
        expect(try prefs.run("get", "token"), prints: "hunter\n")
        guard !damage.hasPrefix("rm") else { return }
        // Any value may be secret, unless the record has only got another name.
        let listed = try prefs.run("list")
        expect(listed, prints: "token\t(secret)\n", errors: .optional)
        guard !damage.hasSuffix("state/other") else { return }
        #expect(listed.errorText.contains("cannot tell which keys are secret"))
    }

    @Test("a rename onto a secret key leaves the value nowhere")
    func renamedOntoSecret() throws {
        var prefs = try command()
        prefs.environment["XDG_STATE_HOME"] = prefs.directory.path(of: "state")
        try prefs.change("set", "plain", "hunter-p")
        let renamed = try prefs.run("rename", "plain", "token", "--force")
        expect(renamed, prints: "", errors: .optional)
        #expect(try Shell(prefs).run("grep -r hunter ../state").text == "")
        expect(try prefs.run("rename", "token", "plain"), prints: "")
        expect(try prefs.run("list", "plain"), prints: "plain\t(secret)\n")
    }

    @Test("TAB shows no value of a suite with secrets")
    func completion() throws {
        let prefs = try command()
        let outcome = try prefs.run("__complete", "zsh", "get", "")
        #expect(outcome.text.contains("token"))
        #expect(!outcome.text.contains("hunter"))
    }
}
