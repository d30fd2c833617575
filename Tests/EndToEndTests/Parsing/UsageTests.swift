import TestSupport
import Testing

/// An invalid command line, and the words that its message contains.
struct RefusedCommandLine: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let mentions: [String]

    init(_ arguments: [String], _ mentions: String...) {
        self.arguments = arguments
        self.mentions = mentions
    }

    var testDescription: String { arguments.map { String($0.prefix(40)) }.joined(separator: " ") }

    static let suites: [RefusedCommandLine] =
        ["", ".", "..", "/", "a/b", "../x", "/abs", "a\nb", "a\u{1}", "a\u{7F}"].flatMap { name in
            [
                RefusedCommandLine(["get", "k", "-s", name]), RefusedCommandLine(["set", "k", "v", "--suite=\(name)"]),
                RefusedCommandLine(["path", "-s", name]),
            ]
        } + [
            RefusedCommandLine(["get", "k", "-s", String(repeating: "a", count: 256)], "aaaa"),
            RefusedCommandLine(["set", "k", "v", "-s", String(repeating: "a", count: 256)], "aaaa"),
            RefusedCommandLine(["get", "k", "-s", String(repeating: "é", count: 128)], "éééé"),
            RefusedCommandLine(["get", "k", "-s", "../x"], "../x", "--file"),
        ]

    static let all: [RefusedCommandLine] =
        suites + [
            RefusedCommandLine(["frobnicate"], "frobnicate"),
            RefusedCommandLine(["gte", "name"], "gte", "get"),
            RefusedCommandLine(["Get", "name"], "Get", "get"),
            RefusedCommandLine(["read", "name"], "get"),
            RefusedCommandLine(["write", "name", "x"], "set"),
            RefusedCommandLine(["-q", "get", "name"], "prefs get -q name"),
            RefusedCommandLine(["--suite", "t", "get", "name"], "prefs get --suite t name"),
            RefusedCommandLine(["get", "name", "--frobnicate"], "--frobnicate"),
            RefusedCommandLine(["get", "name", "--defualt", "x"], "--defualt", "--default"),
            RefusedCommandLine(["get", "name", "-x"], "-x"),
            RefusedCommandLine(["get", "name", "-qx"], "-qx"),
            RefusedCommandLine(["get", "name", "-st"], "-st"),
            RefusedCommandLine(["get", "name", "--expect", "integer", "--typ", "int"], "--typ"),
            RefusedCommandLine(["get", "name", "--only=yes"], "--only"),
            RefusedCommandLine(["get", "name", "-s"], "-s"),
            RefusedCommandLine(["get", "name", "--default"], "--default"),
            RefusedCommandLine(["get", "name", "-f"], "-f"),
            RefusedCommandLine(["get"], "KEY"),
            RefusedCommandLine(["set"], "KEY"),
            RefusedCommandLine(["set", "name"], "VALUE"),
            RefusedCommandLine(["set", "name", "--int"], "--int"),
            RefusedCommandLine(["set", "name", "-int"], "-int"),
            RefusedCommandLine(["set", "name", "--string"], "--string"),
            RefusedCommandLine(["set", "name", "--type", "string"], "--type"),
            RefusedCommandLine(["set", "name", "--type", "colour", "red"], "colour"),
            RefusedCommandLine(["set", "name", "--value-file"], "--value-file"),
            RefusedCommandLine(["set", "name", "x", "y"], "y"),
            RefusedCommandLine(["set", "name", "--int", "5", "--string", "x"]),
            RefusedCommandLine(["set", "name", "x", "--int", "5"]),
            RefusedCommandLine(["reset"], "KEY"),
            RefusedCommandLine(["reset", "name", "--all"], "--all"),
            RefusedCommandLine(["reset", "--all", "--at", "/x"], "--all", "--at"),
            RefusedCommandLine(["get", "win", "--at", "/a~2"], "/a~2", "~0"),
            RefusedCommandLine(["set", "win", "--at", "x/y", "1"], "x/y"),
            RefusedCommandLine(["append", "win", "--at", "~", "1"], "~"),
            RefusedCommandLine(["get", "name", "--replace-corrupt"], "--replace-corrupt"),
            RefusedCommandLine(["toggle"], "KEY"),
            RefusedCommandLine(["toggle", "flag", "name"], "name"),
            RefusedCommandLine(["increment"], "KEY"),
            RefusedCommandLine(["increment", "ratio", "1", "2"], "2"),
            RefusedCommandLine(["append"], "KEY"),
            RefusedCommandLine(["append", "new"], "VALUE"),
            RefusedCommandLine(["append", "new", "--hex", "00"], "--hex"),
            RefusedCommandLine(["append", "new", "--value-file", "f", "--int", "--string"], "--int", "--string"),
            RefusedCommandLine(["set", "--pairs"], "KEY=VALUE"),
            RefusedCommandLine(["set", "--pairs", "a=1", "name"], "name", "="),
            RefusedCommandLine(["set", "--pairs", "a=1", "a=2"], "a"),
            RefusedCommandLine(["set", "--pairs", "a=1", "--int", "5"], "--pairs", "--int"),
            RefusedCommandLine(["set", "name", "x", "--if-equals"], "--if-equals"),
            RefusedCommandLine(["set", "name", "x", "--lock-timeout", "soon"], "soon"),
            RefusedCommandLine(["toggle", "flag", "--lock-timeout", "-1"], "-1"),
            RefusedCommandLine(["increment", "ratio", "--lock-timeout", "nan"], "nan"),
            RefusedCommandLine(["append", "new", "x", "--lock-timeout", "1s"], "1s"),
            RefusedCommandLine(["reset", "name", "--lock-timeout", "86401"], "86401"),
            RefusedCommandLine(["set", "new", "-array", "a", "-q", "b"], "'b'", "'-array'"),
            RefusedCommandLine(["set", "new", "-array", "a", "--int"], "'--int'"),
            RefusedCommandLine(["set", "new", "-array", "a", "-x"], "-x"),
            RefusedCommandLine(["append", "new", "-dict", "a", "b", "-v", "c"], "'c'", "'-dict'"),
            RefusedCommandLine(["get", "t", "name"], "'t'", "prefs get -s t name"),
            RefusedCommandLine(["exists", "-q", "t", "name"], "'t'"),
            RefusedCommandLine(["type", "t", "name"], "'t'", "prefs get -s t --type name"),
            RefusedCommandLine(["reset", "t", "name", "--strict"], "'t'", "prefs reset -s t name --strict"),
            RefusedCommandLine(["delete", "t", "name"], "'t'", "prefs reset -s t name"),
            RefusedCommandLine(["set", "t", "name", "Eve"], "'Eve'", "prefs set -s t name Eve"),
            RefusedCommandLine(["toggle", "t", "flag"], "'flag'", "prefs toggle -s t flag"),
            RefusedCommandLine(["exists"], "KEY"),
            RefusedCommandLine(["type"], "KEY"),
            RefusedCommandLine(["dump", "name"], "name"),
            RefusedCommandLine(["path", "name"], "name"),
            RefusedCommandLine(["help", "frobnicate"], "frobnicate"),
        ]
}

@Suite("Invalid command lines")
struct UsageTests {
    @Test("a usage error gives exit code 2, names the word and changes no file", arguments: RefusedCommandLine.all)
    func refused(line: RefusedCommandLine) throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run(line.arguments), prints: "", exit: 2, errors: .message(line.mentions))
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
        #expect(try prefs.directory.names(in: "work") == [])
    }

    @Test("options and arguments can be in any order")
    func order() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.write(SuiteXML.document(["name": "<string>other</string>"]), to: "other")
        for arguments in [
            ["get", "-s", "other", "name"], ["get", "name", "-s", "other"], ["get", "name", "--suite=other"],
            ["get", "--only", "name", "-s", "other"], ["get", "-qv", "name", "-s", "other"],
            ["get", "-s", "other", "--", "name"],
        ] {
            let outcome = try prefs.run(arguments)
            expect(outcome, prints: "other\n", errors: .optional, "prefs \(arguments)")
        }
        expect(try prefs.run("get", "name", "--", "--default"), prints: "", exit: 1)
    }

    @Test("an option's argument can begin with a minus sign")
    func minusArgument() throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run("get", "nope", "--default", "-1"), prints: "-1\n")
        expect(try prefs.run("get", "nope", "--default=-x"), prints: "-x\n")
        expect(try prefs.run("get", "nope", "--default="), prints: "\n")
        expect(try prefs.run("set", "k", "v", "--suite=-odd"), prints: "")
        expect(try prefs.run("get", "k", "--suite=-odd"), prints: "v\n")
    }
}
