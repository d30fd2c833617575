import TestSupport
import Testing

/// Tests of the candidates that the completion scripts receive.
///
/// The tests with real shells are in ``CompletionTests``.
@Suite("Completion with schemas")
struct SchemaCompletionTests {
    private let prefs: PrefsCommand

    init() throws {
        prefs = try PrefsCommand.withSchema(
            PrefsCommand.editorSchema,
            suite: SuiteXML.document(["theme": "<string>dark</string>", "zip": "<true/>"])
        )
    }

    /// Returns the candidates for the last word, each with a colon and its summary if it has one.
    private func candidates(_ words: String...) throws -> [String] {
        let outcome = try prefs.run(["__complete", "zsh"] + words)
        expect(outcome, errors: .nothing)
        let fields = outcome.text.split(separator: "\0", omittingEmptySubsequences: false).dropFirst().dropLast()
        return stride(from: fields.startIndex, to: fields.endIndex, by: 2).map {
            fields[$0 + 1].isEmpty ? String(fields[$0]) : "\(fields[$0]): \(fields[$0 + 1])"
        }
    }

    @Test("keys of the schema are offered in addition to those that are set, with their summaries")
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

    @Test("only keys that are set are offered if an unset key is useless, and with --no-schema")
    func setKeys() throws {
        let keys = ["theme: string dark", "zip: bool true"]
        for words in [["reset", ""], ["rename", ""], ["copy", ""], ["get", "--no-schema", ""]] {
            let outcome = try prefs.run(["__complete", "zsh"] + words)
            let fields = outcome.text.split(separator: "\0").dropFirst()
            #expect(Array(fields) == keys.flatMap { $0.split(separator: ": ") }, "\(words)")
        }
    }

    @Test("the values that the schema allows are offered, and true and false for a bool")
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

    @Test("the actions of the schema command are offered, with their arguments and suites")
    func actions() throws {
        try prefs.writeSchema("{}", of: "viewer")
        try prefs.writeSchema("{}", of: "system", in: "system")
        try prefs.change("set", "-s", "plain", "k", "1")
        #expect(
            try candidates("schema", "") == [
                "install: Install FILE as the schema of a suite",
                "uninstall: Remove the installed schema of a suite",
                "list: List the suites that have a schema, with its path",
                "show: Print the schema of a suite",
                "check: Check schemas for errors",
                "infer: Print a first schema of a suite's contents",
                "docs: Print a page about the keys, for people",
            ]
        )
        #expect(try candidates("schema", "uninstall", "-s", "") == ["system", "t", "viewer"])
        #expect(try candidates("get", "-s", "") == ["plain", "system", "t", "viewer"])
        #expect(try prefs.run("__complete", "zsh", "schema", "install", "").text == "files\0")
        #expect(try prefs.run("__complete", "zsh", "schema", "check", "a", "").text == "files\0")
        #expect(
            try candidates("schema", "list", "-").map { $0.prefix { $0 != ":" } } == [
                "--json", "-z", "--null", "--pretty", "--compact", "-q", "--quiet", "-v", "--verbose", "--color", "-h",
                "--help",
            ]
        )
    }

    @Test("with a schema that is malformed, missing or a pipe, no value is shown, without a message or a wait")
    func silent() throws {
        let keys = ["theme: string", "zip: bool"]
        try prefs.writeSchema("{\"properties\": {\"a\": 1")
        #expect(try candidates("get", "") == keys)
        #expect(try candidates("get", "--schema", "nope", "") == keys)
        try prefs.directory.makeNamedPipe("work/pipe")
        #expect(try candidates("get", "--schema", "pipe", "") == keys)
        #expect(try candidates("set", "zip", "") == ["true", "false"])
    }
}
