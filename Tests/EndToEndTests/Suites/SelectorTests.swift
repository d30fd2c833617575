import TestSupport
import Testing

/// Options that select a file, and the file's name in the configuration directory.
struct SelectedFile: Sendable, CustomTestStringConvertible {
    let options: [String]
    let file: String

    init(_ options: [String], _ file: String) {
        self.options = options
        self.file = file
    }

    var testDescription: String { "\(options.joined(separator: " ")) is \(file)" }

    static let all: [SelectedFile] = [
        SelectedFile([], "t.plist"),
        SelectedFile(["-s", "other"], "other.plist"),
        SelectedFile(["--suite", "com.example.app"], "com.example.app.plist"),
        SelectedFile(["--suite=a b é"], "a b é.plist"),
        SelectedFile(["-s", "x.plist"], "x.plist.plist"),
        SelectedFile(["-g"], ".GlobalPreferences.plist"),
        SelectedFile(["--global"], ".GlobalPreferences.plist"),
        SelectedFile(["--by-host"], "ByHost/t..plist"),
        SelectedFile(["--by-host", "-s", "other"], "ByHost/other..plist"),
        SelectedFile(["-g", "--by-host"], "ByHost/.GlobalPreferences..plist"),
    ]
}

@Suite("Selection of a file")
struct SelectorTests {
    @Test("a selector selects the same file for reading, writing and path", arguments: SelectedFile.all)
    func selector(row: SelectedFile) throws {
        let prefs = try PrefsCommand.withContractSuite()
        let path = prefs.directory.path(of: "config/\(row.file)")
        expect(try prefs.run(["path"] + row.options), prints: path + "\n")
        expect(try prefs.run(["set", "chosen", "here"] + row.options), prints: "")
        expect(try prefs.run("get", "chosen", "-f", path), prints: "here\n")
        expect(try prefs.run(["get", "chosen"] + row.options), prints: "here\n")
        expect(try prefs.run(["get", "chosen", "--only"] + row.options), prints: "here\n")
        #expect(try prefs.run(["dump"] + row.options).output == prefs.directory.bytes(of: "config/\(row.file)"))
        expect(try prefs.run(["reset", "chosen"] + row.options), prints: "")
        expect(try prefs.run("exists", "chosen", "-f", path), prints: "", exit: 1, errors: .optional)
    }

    @Test("the default suite is the standard one")
    func standardSuite() throws {
        let prefs = try PrefsCommand()
        expect(try prefs.run("path"), prints: prefs.directory.path(of: "config/prefs.plist") + "\n")
        try prefs.change("set", "k", "v")
        #expect(try prefs.directory.names(in: "config") == ["prefs.plist"])
    }

    @Test("-s overrides PREFS_SUITE")
    func namedSuite() throws {
        var prefs = try PrefsCommand.withContractSuite()
        try prefs.write(SuiteXML.document(["name": "<string>other</string>"]), to: "other")
        expect(try prefs.run("get", "name"), prints: "Ada\n")
        expect(try prefs.run("get", "name", "-s", "other"), prints: "other\n")
        prefs.environment["PREFS_SUITE"] = "other"
        expect(try prefs.run("get", "name"), prints: "other\n")
        prefs.environment["PREFS_SUITE"] = "../x"
        expect(try prefs.run("get", "name"), prints: "", exit: 2, errors: .message(["../x"]))
    }

    @Test("a missing file is read as an empty suite, and a write creates it")
    func missingFile() throws {
        let prefs = try PrefsCommand()
        let note = ErrorOutput.missingFile("new.plist")
        expect(try prefs.run("get", "k", "-f", "new.plist"), prints: "", exit: 1)
        expect(try prefs.run("keys", "-f", "new.plist"), prints: "", errors: note)
        expect(try prefs.run("list", "-f", "new.plist"), prints: "", errors: note)
        expect(try prefs.run("dump", "-f", "new.plist"), prints: SuiteXML.empty, errors: note)
        expect(try prefs.run("dump", "-q", "-f", "new.plist"), prints: SuiteXML.empty, errors: .nothing)
        expect(try prefs.run("dump", "-s", "never"), prints: SuiteXML.empty, errors: .missingSuite("never"))
        #expect(try prefs.directory.names(in: "work") == [])
        try prefs.change("set", "k", "v", "-f", "new.plist")
        #expect(try prefs.directory.text(of: "work/new.plist") == SuiteXML.document(["k": "<string>v</string>"]))
        #expect(try prefs.directory.names(in: "config") == [])
    }

    @Test("a new file has mode 0600, and a new directory has mode 0700")
    func newModes() throws {
        var prefs = try PrefsCommand()
        prefs.environment["XDG_CONFIG_HOME"] = prefs.directory.path(of: "deep/er")
        try prefs.change("set", "k", "v", "--by-host")
        #expect(try prefs.directory.mode(of: "deep/er/ByHost/prefs..plist") == 0o600)
        #expect(try prefs.directory.mode(of: "deep") == 0o700)
        #expect(try prefs.directory.mode(of: "deep/er/ByHost") == 0o700)
    }

    @Test(
        "--file with another selector is a usage error",
        arguments: [["-s", "t"], ["-g"], ["--system"], ["--by-host"]]
    )
    func fileWithOtherSelector(options: [String]) throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run(["get", "name", "-f", "x.plist"] + options), prints: "", exit: 2)
        expect(try prefs.run(["set", "name", "v", "-f", "x.plist"] + options), prints: "", exit: 2)
        #expect(try prefs.directory.names(in: "work") == [])
    }

    @Test("commands that only read accept standard input as a suite")
    func standardInput() throws {
        let prefs = try PrefsCommand()
        let input = Array(SuiteXML.contract.utf8)
        expect(try prefs.run("get", "name", "-f", "-", input: input), prints: "Ada\n")
        expect(
            try prefs.run("keys", "--file", "-", input: input),
            prints: try PrefsCommand.withContractSuite().run("keys").text
        )
        expect(try prefs.run("list", "na*", "-f", "-", input: input), prints: "name\tAda\n")
        expect(try prefs.run("type", "when", "-f", "-", input: input), prints: "date\n")
        expect(try prefs.run("exists", "nope", "-f", "-", input: input), prints: "", exit: 1, errors: .optional)
        expect(try prefs.run("dump", "-f", "-", input: input), prints: SuiteXML.contract)
        expect(try prefs.run("get", "a", "-f", "-", input: Array("{\"a\": [1]}".utf8)), prints: "[1]\n")
        expect(try prefs.run("get", "a", "-f", "-", input: Array("<plist".utf8)), prints: "", exit: 4)
        expect(try prefs.run("set", "a", "b", "-f", "-", input: input), prints: "", exit: 2)
        expect(try prefs.run("reset", "a", "-f", "-", input: input), prints: "", exit: 2)
    }

    @Test("suites prints the property lists of the configuration directory")
    func suites() throws {
        let prefs = try PrefsCommand()
        expect(try prefs.run("suites"), prints: "")
        for suite in ["t", "com.example.app", "a b"] {
            try prefs.write(SuiteXML.contract, to: suite)
        }
        for name in [
            "notes.txt", "t.plist.corrupt-1", ".t.plist.1.a.prefs-tmp", "directory.plist/x", "ByHost/t..plist",
        ] {
            try prefs.directory.write("", to: "config/\(name)")
        }
        let visible = try prefs.run("suites").text.split(separator: "\n").filter { !$0.hasPrefix(".") }
        #expect(visible == ["a b", "com.example.app", "t"])
        let long = try prefs.run("suites", "-l")
        expect(long)
        let directory = prefs.directory.path(of: "config")
        let size = SuiteXML.contract.utf8.count
        #expect(
            long.text.split(separator: "\n").filter { $0.hasPrefix("t") } == [
                "t\t0\txml\t0\t\(directory)/ByHost/t..plist", "t\t8\txml\t\(size)\t\(directory)/t.plist",
            ]
        )
        let json = try prefs.run("suites", "-l", "--json")
        #expect(
            json.text.contains(
                "{\"suite\":\"t\",\"file\":\"\(directory)/t.plist\",\"keys\":8,\"format\":\"xml\",\"size\":\(size)}"
            )
        )
    }
}
