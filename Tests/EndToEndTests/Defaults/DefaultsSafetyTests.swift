import TestSupport
import Testing

@Suite("Safety of defaults")
struct DefaultsSafetyTests {
    private func command() throws -> PrefsCommand {
        try PrefsCommand.withSchema(SecretTests.schema, suite: SecretTests.suite)
    }

    // MARK: Secrets

    @Test("find neither searches secrets and the text in their place, nor prints them; read prints them")
    func secrets() throws {
        let prefs = try command()
        for word in ["hunter-t", "(secret)"] {
            let unfound = try prefs.run("defaults", "find", word)
            #expect(unfound.text.isEmpty && unfound.errorText.contains("No domain, key, nor value"), "\(unfound)")
        }
        let found = try prefs.run("defaults", "find", "token")
        #expect(found.text.contains("token = \"(secret)\"") && !found.text.contains("hunter"), "\(found)")
        expect(try prefs.run("defaults", "read", "t", "token"), prints: "hunter-t\n")
    }

    @Test("the history has no secret that is renamed", arguments: [["token", "plain"], ["account", "new"]])
    func renamedSecret(keys: [String]) throws {
        let prefs = try command()
        expect(try prefs.run(["defaults", "rename", "t"] + keys), prints: "")
        let history = try Shell(prefs).run("cat ../home/.local/state/prefs/history/*")
        #expect(history.text.contains("\(keys[1])") && !history.text.contains("hunter"), "\(history)")
    }

    @Test(
        "a message about the value of a secret does not print it",
        arguments: [
            ["token", "-int", "hunter"], ["token", "hunter (x"], ["token", "v", "hunter"],
            ["keys", "-array", "<hunter"],
            ["account", "-dict", "password", "-int", "hunter"], ["account", "-dict", "hunter"],
            ["{ token = hunter"], ["token", "-data", "hunter"],
        ]
    )
    func message(words: [String]) throws {
        let outcome = try command().run(["defaults", "write", "t"] + words)
        #expect(outcome.ending == .exited(1) && outcome.errorText.contains("(secret)"), "\(outcome)")
        #expect(!outcome.errorText.contains("hunter"), "\(outcome)")
        let plain = try command().run("defaults", "write", "t", "plain", "-int", "text")
        #expect(plain.errorText.contains("'text' is not of type integer"), "\(plain)")
    }

    @Test("only the owner can read a new file of export that holds secrets")
    func export() throws {
        let outcome = try Shell(try command()).run("umask 022; prefs defaults export t f.plist; stat -c %a f.plist")
        #expect(outcome.text == "600\n" && outcome.errorText.contains("f.plist can contain secrets"), "\(outcome)")
        let plain = try Shell(try .withContractSuite()).run(
            "umask 022; prefs defaults export t f.plist; stat -c %a f.plist"
        )
        expect(plain, prints: "644\n")
    }

    @Test("export reads the domain after it has locked the file's directory", .enabled(if: Strace.exists))
    func exportUnderLock() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let calls = try Strace.calls(["openat", "openat2"], of: prefs, ["defaults", "export", "t", "f.plist"])
        let lock = try #require(calls.firstIndex { $0.contains(".prefs.lock") })
        let read = try #require(calls.firstIndex { $0.contains("t.plist\"") })
        #expect(lock < read, "\(calls.joined(separator: "\n"))")
    }

    // MARK: The schema

    @Test(
        "the schema of a suite applies however the line names its file",
        arguments: ["t", "t.plist", "../config/t", "DIR/config/t.plist", "DIR/link", "~/t", "DIR/target"]
    )
    func paths(domain: String) throws {
        var prefs = try PrefsCommand.withSchema(PrefsCommand.editorSchema, suite: SuiteXML.empty)
        prefs.environment["HOME"] = prefs.directory.path(of: "config")
        try prefs.directory.rename("config/t.plist", to: "target.plist")
        try prefs.directory.symlink("config/t.plist", to: "../target.plist")
        try prefs.directory.symlink("link.plist", to: "config/t.plist")
        let name = domain.replacing("DIR", with: prefs.directory.path)
        let refused = try prefs.run("defaults", "write", name, "fontSize", "-int", "200")
        #expect(refused.ending == .exited(1) && refused.errorText.contains("200 exceeds the maximum of 72"))
        #expect(try prefs.run("defaults", "write", name, "fontSize", "-int", "20").ending == .exited(0))
        #expect(try prefs.value(of: "fontSize") == "20")
    }

    @Test("the schema applies to a suite whose file a path is to create", arguments: ["config", "home/.config"])
    func newSuite(directory: String) throws {
        var prefs = try PrefsCommand.withSchema(PrefsCommand.editorSchema)
        prefs.environment["XDG_CONFIG_HOME"] = prefs.directory.path(of: directory)
        let path = prefs.directory.path(of: "\(directory)/t")
        let refused = try prefs.run("defaults", "write", path, "fontSize", "-int", "200")
        #expect(refused.ending == .exited(1) && refused.errorText.contains("200 exceeds the maximum of 72"))
        #expect(!prefs.directory.exists("\(directory)/t.plist"))
    }

    @Test("a key is read, added to and deleted under its former names")
    func formerNames() throws {
        let schema = """
            {"properties": {"list": {"type": "array", "formerly": ["items"]},
                            "map": {"type": "object", "formerly": ["entries"]}}}
            """
        let suite = SuiteXML.document([
            "entries": "<dict><key>a</key><integer>1</integer></dict>", "items": "<array><integer>1</integer></array>",
        ])
        let prefs = try PrefsCommand.withSchema(schema, suite: suite)
        expect(try prefs.run("defaults", "read", "t", "list"), prints: "(\n    1\n)\n")
        expect(try prefs.run("defaults", "read-type", "t", "map"), prints: "Type is dictionary\n")
        expect(try prefs.run("defaults", "write", "t", "list", "-array-add", "-int", "2"), prints: "")
        expect(try prefs.run("defaults", "write", "t", "map", "-dict-add", "b", "-int", "2"), prints: "")
        expect(
            try prefs.run("dump", "--json"),
            prints: #"{"list":[1,2],"map":{"a":1,"b":2}}"# + "\n",
            errors: .optional
        )
        try prefs.write(suite, to: "t")
        expect(try prefs.run("defaults", "delete", "t", "map"), prints: "")
        expect(try prefs.run("defaults", "import", "t", "-", input: Array(#"{"list": []}"#.utf8)), prints: "")
        expect(try prefs.run("dump", "--json"), prints: #"{"list":[]}"# + "\n", errors: .optional)
    }

    // MARK: Errors of every command

    @Test("errors of the command itself have the shape of defaults, and its exit code")
    func otherErrors() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let shell = try Shell(prefs)
        let shape = #/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} defaults\[\d+:\d+\] .+\n$/#
        for line in [
            #"prefs defaults write t k "$(printf '\377')""#, #"prefs defaults "$(printf '\377')""#,
            "prefs defaults read t > /dev/full", "prefs defaults help > /dev/full",
        ] {
            let outcome = try shell.run(line)
            #expect(outcome.ending == .exited(1) && outcome.text.isEmpty, "\(line): \(outcome)")
            #expect(outcome.errorText.wholeMatch(of: shape) != nil, "\(line): \(outcome)")
        }
        try prefs.directory.symlink("bin/defaults", to: prefs.binary)
        #expect(try shell.run(#"defaults read "$(printf '\377')""#).ending == .exited(1))
    }

    @Test(
        "a set-user-ID command reads no file",
        .enabled(if: OtherUser.canRaisePrivileges, "needs root and a temporary directory that is not mounted nosuid")
    )
    func raisedPrivileges() throws {
        let prefs = try PrefsCommand.withContractSuite()
        var user = OtherUser(prefs)
        try user.open()
        try prefs.directory.copyRaisingPrivileges("raised", of: prefs.binary)
        user.program = prefs.directory.path(of: "raised")
        let outcome = try user.run("defaults", "read", prefs.directory.path(of: "config/t"))
        #expect(outcome.ending == .exited(1) && outcome.text.isEmpty, "\(outcome)")
        #expect(outcome.errorText.contains(" defaults[") && outcome.errorText.contains("raised privileges"))
    }

    @Test("~ without a home directory is an error, not a directory of that name")
    func missingHome() throws {
        var prefs = try PrefsCommand()
        prefs.environment["HOME"] = nil
        let outcome = try prefs.run("defaults", "write", "~/f", "k", "v")
        #expect(outcome.ending == .exited(1) && outcome.errorText.contains("home directory"), "\(outcome)")
        #expect(!prefs.directory.exists("work/~"))
    }

    // MARK: Terminals

    @Test("no output sends control characters to a terminal")
    func terminal() throws {
        let prefs = try PrefsCommand()
        try prefs.write(SuiteXML.document(["k": "<string>red \u{9B}31m</string>"]), to: "a\u{202E}b")
        for words in [["domains"], ["find", "red"], ["read"], ["export", "a\u{202E}b", "-"]] {
            var subprocess = prefs.subprocess(["defaults"] + words)
            subprocess.output = .terminal
            let outcome = try subprocess.run()
            #expect(outcome.ending == .exited(0) && !outcome.text.isEmpty, "\(outcome)")
            #expect(!outcome.text.unicodeScalars.contains { ["\u{9B}", "\u{202E}"].contains($0) }, "\(outcome)")
        }
        #expect(try prefs.run("defaults", "export", "a\u{202E}b", "-").text.contains("red \u{9B}31m"))
    }
}
