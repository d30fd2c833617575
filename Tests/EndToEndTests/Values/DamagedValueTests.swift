import TestSupport
import Testing

@Suite("Suites with a damaged value")
struct DamagedValueTests {
    /// A binary suite with `a1` set to 1, `a2` set to "x", and a value of `bad` that cannot be read.
    private static let binary: [UInt8] =
        Array("bplist00".utf8) + [0xD3, 1, 2, 3, 4, 5, 6, 0x52, 0x61, 0x31, 0x53, 0x62, 0x61, 0x64, 0x52, 0x61, 0x32]
        + [0x10, 1, 0xF0, 0x51, 0x78, 8, 15, 18, 22, 25, 27, 28, 0, 0, 0, 0, 0, 0, 1, 1]
        + [0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30]

    private let prefs: PrefsCommand

    init() throws {
        var prefs = try PrefsCommand()
        prefs.environment["PREFS_SUITE"] = "t"
        try prefs.directory.write(Self.binary, to: prefs.file(of: "t"))
        try prefs.directory.age(prefs.file(of: "t"))
        self.prefs = prefs
    }

    @Test(
        "commands that do not need the damaged value of a binary file succeed",
        arguments: [
            (["keys"], "a1\na2\nbad\n"), (["keys", "--json"], "[\"a1\",\"a2\",\"bad\"]\n"),
            (["list", "a*"], "a1\t1\na2\tx\n"), (["list", "*2", "a1"], "a1\t1\na2\tx\n"), (["list", "c*"], ""),
            (["list", "--all", "a*"], "a1\t1\tchanged\na2\tx\tchanged\n"), (["get", "a1", "a2"], "1\nx\n"),
            (["type", "a1"], "integer\n"), (["suites", "-l"], "t\t3\tbinary\t69\tPATH\n"),
            (["__complete", "bash", "9", "80", " \t\n", "prefs get "], "words\na1\na2\nbad\n"),
        ]
    )
    func unwanted(words: [String], output: String) throws {
        let path = prefs.directory.path(of: prefs.file(of: "t"))
        expect(try prefs.run(words), prints: output.replacing("PATH", with: path))
        guard words[0] != "suites", words[0] != "__complete" else { return }
        expect(try prefs.run(words + ["-f", "-"], input: Self.binary), prints: output)
    }

    @Test(
        "commands that need the damaged value fail",
        arguments: [["list"], ["list", "*"], ["list", "b*"], ["get", "bad"], ["dump"]]
    )
    func wanted(words: [String]) throws {
        expect(try prefs.run(words), prints: "", exit: 4)
        expect(try prefs.run(words + ["-f", "-"], input: Self.binary), prints: "", exit: 4)
    }

    @Test(
        "an error anywhere in an XML file is an error of every command",
        arguments: [["keys"], ["list", "a*"], ["list", "a"], ["get", "a"], ["exists", "a"], ["type", "a"]]
    )
    func xml(words: [String]) throws {
        let text = SuiteXML.document(["a": "<true/>", "bad": "<integer>x</integer>"])
        try prefs.write(text, to: "t")
        expect(try prefs.run(words), prints: "", exit: 4)
        expect(try prefs.run(words + ["-f", "-"], input: Array(text.utf8)), prints: "", exit: 4)
    }

    @Test("keys and patterns work with files in other formats and encodings", arguments: ["utf16", "openstep", "json"])
    func otherFormats(format: String) throws {
        let text = SuiteXML.document(["a": "<true/>", "é": "<true/>"]).replacing("UTF-8", with: "UTF-16")
        let bytes: [UInt8] =
            switch format {
            case "utf16": [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            case "openstep": Array(#"{ "é" = true; a = true; }"#.utf8)
            default: Array(#"{"é": true, "a": true}"#.utf8)
            }
        try prefs.directory.write(bytes, to: "work/x")
        try prefs.directory.age("work/x")
        for path in ["x", "-"] {
            expect(try prefs.run("keys", "-f", path, input: bytes), prints: "a\né\n")
            expect(try prefs.run("list", "é*", "-f", path, input: bytes), prints: "é\ttrue\n")
        }
    }
}
