import TestSupport
import Testing

@Suite("Values that a schema declares secret", .mayWait)
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
        try PrefsCommand.withSchema(Self.schema, suite: Self.suite)
    }

    @Test(
        "watch shows a secret neither in lines, nor in JSON, nor in commands",
        arguments: ["-q", "--json", "--format=json", "--format=commands"]
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

    @Test("watch --format commands prints comments for a container of which another part than the secret changes")
    func watchOfSibling() throws {
        let prefs = try command()
        let watch = try RunningWatch(prefs, ["--format", "commands"])
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
}
