import TestSupport
import Testing

/// What the completion scripts get as an answer, of which the shells' own tests are in ``CompletionTests``.
@Suite("Completion by schemas")
struct SchemaCompletionTests {
    private let prefs: PrefsCommand

    init() throws {
        prefs = try PrefsCommand.withSchema(
            PrefsCommand.editorSchema,
            suite: SuiteXML.document(["theme": "<string>dark</string>", "zip": "<true/>"])
        )
    }

    /// The candidates for the last of some words, each with its summary behind a colon.
    private func candidates(_ words: String...) throws -> [String] {
        let outcome = try prefs.run(["__complete", "zsh"] + words)
        expect(outcome, errors: .nothing)
        let fields = outcome.text.split(separator: "\0", omittingEmptySubsequences: false).dropFirst().dropLast()
        return stride(from: fields.startIndex, to: fields.endIndex, by: 2).map {
            fields[$0 + 1].isEmpty ? String(fields[$0]) : "\(fields[$0]): \(fields[$0 + 1])"
        }
    }

    @Test("has the keys of the schema beside those that are set, with what they are for")
    func keys() throws {
        let keys = [
            "author: Use the user's name.", "build", "fontSize: The size of letters, in points.", "margins", "old",
            "opened", "scale", "theme: string dark", "wrap", "zip: bool true",
        ]
        for verb in ["get", "set", "describe", "explain", "list", "exists"] {
            #expect(try candidates(verb, "") == keys, "\(verb)")
        }
        #expect(
            try candidates("set", "--pairs", "w")
                == keys.map { key in
                    let parts = key.split(separator: ":", maxSplits: 1)
                    return parts[0] + "=" + (parts.count > 1 ? ":" + parts[1] : "")
                }
        )
    }

    @Test("has only keys that are set where one that is unset is of no use, and under --no-schema")
    func setKeys() throws {
        let keys = ["theme: string dark", "zip: bool true"]
        for words in [["reset", ""], ["rename", ""], ["copy", ""], ["get", "--no-schema", ""]] {
            let outcome = try prefs.run(["__complete", "zsh"] + words)
            let fields = outcome.text.split(separator: "\0").dropFirst()
            #expect(Array(fields) == keys.flatMap { $0.split(separator: ": ") }, "\(words)")
        }
    }

    @Test("has the values that the schema allows, and the bools for a bool")
    func values() throws {
        #expect(try candidates("set", "theme", "") == ["light", "dark"])
        #expect(try candidates("set", "wrap", "") == ["true", "false"])
        #expect(try candidates("set", "zip", "") == ["true", "false"])
        #expect(try candidates("set", "--pairs", "theme=") == ["theme=light", "theme=dark"])
        #expect(try candidates("set", "--pairs", "wrap=") == ["wrap=true", "wrap=false"])
        #expect(try candidates("get", "theme", "--default", "") == ["light", "dark"])
        #expect(try candidates("set", "fontSize", "") == [])
        #expect(try candidates("set", "theme", "--no-schema", "") == [])
        try prefs.writeSchema(
            #"{"properties": {"modes": {"items": {"enum": ["a", "b c", 3]}}, "w": {"properties": {"x": {"type": "boolean"}}}}}"#
        )
        #expect(try candidates("append", "modes", "") == ["a", "b c", "3"])
        #expect(try candidates("set", "w", "--at", "/x", "") == ["true", "false"])
    }

    @Test("has the actions of schema, what each takes, and the suites that have one")
    func actions() throws {
        try prefs.writeSchema("{}", of: "viewer")
        try prefs.writeSchema("{}", of: "system", in: "system")
        try prefs.change("set", "-s", "plain", "k", "1")
        #expect(
            try candidates("schema", "") == [
                "install: put FILE where the schema of a suite is looked for",
                "uninstall: remove the schema of a suite that 'install' has put there",
                "list: print the suites that have a schema, and where it is",
                "show: print the schema of a suite as it is",
                "check: find what is wrong with schemas themselves",
                "infer: print a first schema of a suite as it is",
            ]
        )
        #expect(try candidates("schema", "uninstall", "-s", "") == ["system", "t", "viewer"])
        #expect(try candidates("get", "-s", "") == ["plain", "system", "t", "viewer"])
        #expect(try prefs.run("__complete", "zsh", "schema", "install", "").text == "files\0")
        #expect(try prefs.run("__complete", "zsh", "schema", "check", "a", "").text == "files\0")
        #expect(
            try candidates("schema", "list", "-").map { $0.prefix { $0 != ":" } } == [
                "--json", "-z", "--null", "-q", "--quiet", "-v", "--verbose", "-h", "--help",
            ]
        )
    }

    @Test("says nothing of a schema that is malformed or not there, and waits for no pipe")
    func silent() throws {
        let keys = ["theme: string dark", "zip: bool true"]
        try prefs.writeSchema("{\"properties\": {\"a\": 1")
        #expect(try candidates("get", "") == keys)
        #expect(try candidates("get", "--schema", "nope", "") == keys)
        try prefs.directory.makeNamedPipe("work/pipe")
        #expect(try candidates("get", "--schema", "pipe", "") == keys)
        #expect(try candidates("set", "zip", "") == ["true", "false"])
    }
}
