import CommandErrors
import PropertyLists
import TestSupport
import Testing

@testable import CommandGrammar
@testable import PrefsCommands

@Suite("Characters that control a terminal")
struct ControlCharacterTests {
    /// A text with one control character of each kind.
    private static let hostile = "a\u{1B}[2J\u{9B}31m\u{7F}\r\u{202E}b\u{2066}\u{200F}\u{61C}\u{2028}\u{2029}"
    private static let contents: PropertyListDictionary = [
        "k" + hostile: .string("v" + hostile + "\n\tend"),
        "list": .array([.string(hostile), .dictionary(["n" + hostile: .string(hostile)])]),
        "bytes": .data(Array(hostile.utf8)),
        "flag": true,
    ]
    private static let key = "k" + hostile

    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
        process.variables["NO_COLOR"] = "1"
        try process.write(Self.contents)
        try process.directory.write(#"{"properties":{"list":{"description":"\#(Self.hostile)"}}}"#, to: "s.json")
        try process.directory.write("{}", to: "empty\u{202E}.json")
        try process.directory.age("t.plist")
        process.isTerminal = true
    }

    private static let lines: [[String]] = [
        ["get", key], ["get", "-z", key], ["get", "--json", key], ["get", "--typed", key, "list"], ["get", "list"],
        ["get", "nope", "--default", hostile], ["get", "nope", "--json", "--default", hostile],
        ["get", "--raw", "bytes"], ["list"], ["list", "-l"], ["list", "-z"], ["list", "--json"], ["list", "--all"],
        ["keys"], ["keys", "-z"], ["keys", "--json"], ["find", "b"], ["find", "-z", "b"], ["find", "--json", "b"],
        ["dump"], ["dump", "--json"], ["dump", "--typed"], ["dump", "--format", "openstep"],
        ["dump", "--format", "commands"], ["explain", key], ["explain", "--json", key], ["describe", key],
        ["describe", "--json", key], ["diff", "EMPTY"], ["diff", "-z", "EMPTY"], ["diff", "--json", "EMPTY"],
        ["apply", "--prune", "--dry-run", "EMPTY"], ["apply", "--prune", "--dry-run", "--json", "EMPTY"],
        ["set", key, "x", "--dry-run"], ["append", "list", hostile], ["append", "list", hostile, "--json"],
        ["rename", key, "new", "--dry-run"], ["path", "-f", hostile], ["path", "-f", hostile, "--json"],
        ["convert", "SUITE", "--format", "json"], ["convert", "SUITE", "--format", "xml"], ["schema", "infer"],
        ["check", "--schema", "SCHEMA"], ["reset", "-v", key], ["get", key, "--expect", "bool"],
        ["get", hostile], ["set", "list", "--int", hostile], [hostile],
        ["get", "x", "-f", hostile],
    ]

    @Test("control characters never reach a terminal, in any output or message", arguments: lines)
    func terminal(line: [String]) throws {
        let paths = ["EMPTY": "empty\u{202E}.json", "SCHEMA": "s.json", "SUITE": "t.plist"]
        let outcome = process.run(line.map { word in paths[word].map(process.directory.path) ?? word })
        for scalar in (outcome.outputs.joined() + outcome.errors).unicodeScalars {
            let isLayout = scalar == "\n" || scalar == "\t" || scalar == "\0" && line.contains("-z")
            #expect(!scalar.controlsTerminal || isLayout, "U+\(String(scalar.value, radix: 16)) in \(outcome)")
        }
        #expect(!outcome.outputs.isEmpty || !outcome.errors.isEmpty || line[0] == "check", "\(outcome)")
    }

    @Test("control characters reach a pipe unchanged")
    func pipe() {
        process.isTerminal = false
        #expect(process.run("get", Self.key) == .prints("v" + Self.hostile + "\n\tend\n"))
        #expect(process.run("get", "--raw", "bytes") == .prints(Self.hostile))
        #expect(process.run("dump").outputs.joined().contains("\u{1B}"))
        #expect(process.run("dump", "--json").outputs.joined().contains("\u{202E}"))
        #expect(process.run("list").outputs.joined().contains("\u{9B}"))
    }

    @Test(
        "control characters are escaped in a document without changing its contents",
        arguments: ["xml", "json", "typed", "openstep"]
    )
    func documents(format: String) throws {
        let shown = process.run("dump", "--format", format).outputs.joined()
        process.isTerminal = false
        let piped = process.run("dump", "--format", format).outputs.joined()
        let (left, right) = (Array(shown.utf8), Array(piped.utf8))
        #expect(try PropertyList(parsing: left.span) == PropertyList(parsing: right.span))
        #expect((left == right) == (format == "openstep"))
    }

    @Test("line breaks and tabs stay in the output of get")
    func layout() throws {
        try process.write(["text": "one\n\ttwo\r\n", "back": #"\x1b"#])
        #expect(process.run("get", "text") == .prints("one\n\ttwo\\r\n\n"))
        #expect(process.run("get", "back") == .prints(#"\x1b"# + "\n"))
    }

    @Test("binary data is an error on a terminal, but not in a file or a pipe")
    func binary() throws {
        try process.write(["bytes": .data([0xFF, 0xFE])])
        let message = "cannot write binary data to a terminal\nhint: -o FILE writes it to a file"
        #expect(process.run("dump", "--format", "binary") == .fails(.usage, message))
        #expect(process.run("convert", process.path(), "--format", "binary", "-o", "-") == .fails(.usage, message))
        #expect(
            process.run("get", "--raw", "bytes")
                == .fails(.usage, "cannot write binary data to a terminal\nhint: redirect standard output to a file")
        )
        let path = process.directory.path(of: "out.plist")
        #expect(process.run("dump", "--format", "binary", "-o", path).exit == 0)
        process.isTerminal = false
        #expect(process.run("dump", "--format", "binary").exit == 0)
        #expect(process.run("get", "--raw", "bytes").exit == 0)
    }
}
