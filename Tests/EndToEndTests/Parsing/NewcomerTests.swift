import TestSupport
import Testing

/// A command line and all that it prints, from the file Newcomers.txt.
struct TranscriptEntry: Sendable, CustomTestStringConvertible {
    let line: String
    /// Standard output and standard error as they appear on a terminal, and the exit code on the last line.
    let output: String

    var testDescription: String { line }

    static let path = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/Newcomers.txt"

    /// The entries in the file: each is a line that begins with `$`, and the lines up to the next entry or heading.
    static let all: [TranscriptEntry] = {
        let text = (try? Subprocess("/bin/cat", [path]).run().text) ?? ""
        var entries: [TranscriptEntry] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("$ ") {
                entries.append(TranscriptEntry(line: String(line.dropFirst(2)), output: ""))
            } else if !line.isEmpty, !line.hasPrefix("#"), let last = entries.popLast() {
                entries.append(TranscriptEntry(line: last.line, output: last.output + line + "\n"))
            }
        }
        return entries
    }()
}

@Suite("Lines that a newcomer from defaults, gsettings, git config or CI tries")
struct NewcomerTests {
    @Test("a line does what it says, or says what to do instead", arguments: TranscriptEntry.all)
    func entry(_ entry: TranscriptEntry) throws {
        let prefs = try command()
        let output = try Shell(prefs).run("exec 2>&1; \(entry.line)\necho \"[$?]\"").text
            .replacing(prefs.directory.path(of: "config"), with: "CONFIG")
            .replacing(prefs.directory.path(of: "data"), with: "DATA")
        #expect(output == entry.output)
    }

    @Test("the transcript is not empty")
    func size() {
        #expect(TranscriptEntry.all.count > 70)
    }

    /// Returns a command with two suites, a schema and some files.
    private func command() throws -> PrefsCommand {
        var prefs = try PrefsCommand()
        prefs.environment["XDG_DATA_HOME"] = prefs.directory.path(of: "data")
        prefs.environment["XDG_DATA_DIRS"] = prefs.directory.path(of: "system")
        prefs.environment["LC_ALL"] = "C"
        try prefs.write(
            SuiteXML.document([
                "autohide": "<true/>", "icon": "<data>AQI=</data>", "recent": "<array><string>a</string></array>",
                "since": "<date>2025-01-31T12:00:00Z</date>", "tilesize": "<integer>48</integer>",
                "window": "<dict><key>frame</key><dict><key>w</key><integer>800</integer></dict></dict>",
            ]),
            to: "com.apple.dock"
        )
        try prefs.write(SuiteXML.contract, to: "t")
        try prefs.directory.write(Self.schema, to: "data/prefs/schemas/vault.schema.json")
        try prefs.write(
            SuiteXML.document(["size": "<integer>12</integer>", "token": "<string>hunter2</string>"]),
            to: "vault"
        )
        try prefs.directory.write(#"{"$schema": "x.json", "autohide": true}"#, to: "work/seed.json")
        try prefs.directory.write(#"{"a": 1, "b": 2, "a": 3}"#, to: "work/twice.json")
        try prefs.directory.write("{ a = 1; b = c }", to: "work/open.plist")
        for name in ["seed.json", "twice.json", "open.plist"] {
            try prefs.directory.age("work/\(name)")
        }
        return prefs
    }

    private static let schema = """
        {"properties": {
          "size": {"type": "integer", "maximum": 72, "formerly": ["fontSize"]},
          "token": {"type": "string", "minLength": 3, "secret": true},
          "user": {"type": "string", "minLength": 2}
         }, "additionalProperties": false}
        """
}
