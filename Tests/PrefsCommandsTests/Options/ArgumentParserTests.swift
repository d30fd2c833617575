import Testing

@testable import CommandGrammar
@testable import PrefsCommands

@Suite("Valid command lines")
struct ArgumentParserTests {
    @Test(
        "options and arguments can be in any order",
        arguments: [
            CommandLineCase(["get", "name"], .get, ["name"]),
            CommandLineCase(["get", "a", "b", "c"], .get, ["a", "b", "c"]),
            CommandLineCase(["get", "-s", "group.x", "name"], .get, ["name"], options: ["--suite": ["group.x"]]),
            CommandLineCase(["get", "name", "-s", "group.x"], .get, ["name"], options: ["--suite": ["group.x"]]),
            CommandLineCase(
                ["get", "a", "--json", "b", "-q"],
                .get,
                ["a", "b"],
                options: ["--format": ["json"], "--quiet": []]
            ),
            CommandLineCase(["list"], .list),
            CommandLineCase(["list", "a*", "b*"], .list, ["a*", "b*"]),
            CommandLineCase(["exists", ""], .exists, [""]),
            CommandLineCase(["path"], .path),
            CommandLineCase(["suites", "-l"], .suites, options: ["--long": []]),
        ]
    )
    func order(line: CommandLineCase) throws {
        try line.check()
    }

    @Test(
        "an option is long, with or without an equals sign, or short",
        arguments: [
            CommandLineCase(["path", "--suite", "group.x"], .path, options: ["--suite": ["group.x"]]),
            CommandLineCase(["path", "--suite=group.x"], .path, options: ["--suite": ["group.x"]]),
            CommandLineCase(["get", "k", "--default="], .get, ["k"], options: ["--default": [""]]),
            CommandLineCase(["path", "--suite=a=b"], .path, options: ["--suite": ["a=b"]]),
            CommandLineCase(["path", "--suite=-q"], .path, options: ["--suite": ["-q"]]),
            CommandLineCase(["path", "-s", "group.x"], .path, options: ["--suite": ["group.x"]]),
            CommandLineCase(["dump", "--format=json"], .dump, options: ["--format": ["json"]]),
            CommandLineCase(["dump", "--typed", "--typed"], .dump, options: ["--format": ["typed"]]),
            CommandLineCase(["get", "n", "--expect", "boolean"], .get, ["n"], options: ["--expect": ["boolean"]]),
        ]
    )
    func spellings(line: CommandLineCase) throws {
        try line.check()
    }

    @Test(
        "short options without arguments can share one dash",
        arguments: [
            CommandLineCase(["list", "-lq"], .list, options: ["--long": [], "--quiet": []]),
            CommandLineCase(["list", "-ql", "a"], .list, ["a"], options: ["--quiet": [], "--long": []]),
            CommandLineCase(["list", "-llq", "-l"], .list, options: ["--long": [], "--quiet": []]),
        ]
    )
    func clusters(line: CommandLineCase) throws {
        try line.check()
    }

    @Test(
        "a number, a single dash and every word after two dashes are arguments",
        arguments: [
            CommandLineCase(["set", "k", "-1"], .set, ["k", "-1"]),
            CommandLineCase(["set", "k", "-.5"], .set, ["k", "-.5"]),
            CommandLineCase(["set", "k", "-1abc"], .set, ["k", "-1abc"]),
            CommandLineCase(["set", "k", "-"], .set, ["k", "-"]),
            CommandLineCase(["set", "--", "-k", "v"], .set, ["-k", "v"]),
            CommandLineCase(["set", "-q", "k", "--", "--int"], .set, ["k", "--int"], options: ["--quiet": []]),
            CommandLineCase(["get", "--", "--", "-h"], .get, ["--", "-h"]),
            CommandLineCase(["get", "k", "--file", "-"], .get, ["k"], options: ["--file": ["-"]]),
            CommandLineCase(["get", "k", "-s", "-1"], .get, ["k"], options: ["--suite": ["-1"]]),
        ]
    )
    func operands(line: CommandLineCase) throws {
        try line.check()
    }

    @Test(
        "an option that gives a value takes the next word, whatever its first character is",
        arguments: [
            CommandLineCase(["set", "k", "--string", "-int"], .set, ["k"], options: ["--string": ["-int"]]),
            CommandLineCase(["set", "k", "--string", "--"], .set, ["k"], options: ["--string": ["--"]]),
            CommandLineCase(["set", "k", "--string", "--help"], .set, ["k"], options: ["--string": ["--help"]]),
            CommandLineCase(["set", "--string", "", "k"], .set, ["k"], options: ["--string": [""]]),
            CommandLineCase(["set", "k", "--int", "-5"], .set, ["k"], options: ["--int": ["-5"]]),
            CommandLineCase(["set", "k", "--int=5"], .set, ["k"], options: ["--int": ["5"]]),
            CommandLineCase(["set", "k", "--json", "[1]"], .set, ["k"], options: ["--json": ["[1]"]]),
            CommandLineCase(["set", "k", "--type", "int", "-5"], .set, ["k"], options: ["--type": ["int", "-5"]]),
            CommandLineCase(["set", "k", "--type=int", "-q"], .set, ["k"], options: ["--type": ["int", "-q"]]),
            CommandLineCase(["get", "k", "--default", "-q"], .get, ["k"], options: ["--default": ["-q"]]),
        ]
    )
    func verbatimValues(line: CommandLineCase) throws {
        try line.check()
    }

    @Test(
        "the options of defaults(1) are accepted",
        arguments: [
            CommandLineCase(["set", "k", "-string", "-q"], .set, ["k"], options: ["--string": ["-q"]]),
            CommandLineCase(["set", "k", "-int", "5"], .set, ["k"], options: ["--int": ["5"]]),
            CommandLineCase(["set", "k", "-integer", "5"], .set, ["k"], options: ["--int": ["5"]]),
            CommandLineCase(["set", "k", "-float", "-.5"], .set, ["k"], options: ["--float": ["-.5"]]),
            CommandLineCase(["set", "k", "-bool", "YES"], .set, ["k"], options: ["--bool": ["YES"]]),
            CommandLineCase(["set", "k", "-boolean", "NO"], .set, ["k"], options: ["--bool": ["NO"]]),
            CommandLineCase(["set", "k", "-data", "00ff"], .set, ["k"], options: ["-data": ["00ff"]]),
            CommandLineCase(
                ["set", "k", "-array", "a", "-int", "5", "--"],
                .set,
                ["k"],
                options: ["-array": ["a", "-int", "5", "--"]]
            ),
            CommandLineCase(["set", "k", "-array"], .set, ["k"], options: ["-array": []]),
            CommandLineCase(["set", "k", "-array-add", "a"], .set, ["k"], options: ["-array-add": ["a"]]),
            CommandLineCase(["set", "k", "-dict", "a", "1"], .set, ["k"], options: ["-dict": ["a", "1"]]),
            CommandLineCase(["set", "k", "-dict-add", "a", "1"], .set, ["k"], options: ["-dict-add": ["a", "1"]]),
        ]
    )
    func formsOfDefaults(line: CommandLineCase) throws {
        try line.check()
    }

    /// Words after `set k`, with the option of the list, its elements, and the options after it.
    static let listForms: [(words: [String], list: String, elements: [String], others: [String: [String]])] = [
        (["-array", "one", "--dry-run"], "-array", ["one"], ["--dry-run": []]),
        (["-array", "a", "-s", "other"], "-array", ["a"], ["--suite": ["other"]]),
        (["-array", "-s", "other"], "-array", [], ["--suite": ["other"]]),
        (["-array", "-1", "-.5", "-", ""], "-array", ["-1", "-.5", "-", ""], [:]),
        (["-array", "-int", "1", "-string", "-x", "b"], "-array", ["-int", "1", "-string", "-x", "b"], [:]),
        (["-array", "-string", "--", "-q"], "-array", ["-string", "--"], ["--quiet": []]),
        (["-array", "--float", "-s", "-s", "u"], "-array", ["--float", "-s"], ["--suite": ["u"]]),
        (["-array", "a", "--", "-q", "--", "-int"], "-array", ["a", "--", "-q", "--", "-int"], [:]),
        (["-array", "-q", "--suite=u"], "-array", [], ["--quiet": [], "--suite": ["u"]]),
        (["-array-add", "a", "-qv"], "-array-add", ["a"], ["--quiet": [], "--verbose": []]),
        (
            ["-dict", "a", "-bool", "NO", "b", "c", "--at", "/x"], "-dict", ["a", "-bool", "NO", "b", "c"],
            ["--at": ["/x"]]
        ),
        (["-dict-add", "-1", "x", "--", "-k", "-v"], "-dict-add", ["-1", "x", "--", "-k", "-v"], [:]),
    ]

    @Test("a list ends at the next option that is not the type of an element", arguments: listForms)
    func lists(words: [String], list: String, elements: [String], others: [String: [String]]) throws {
        let parsed = try CommandTable.prefs.parse(["set", "k"] + words)
        #expect(parsed.operands == ["k"])
        #expect(parsed.options.first?.name == list)
        #expect(parsed.options.first?.arguments == elements)
        let options = parsed.options.dropFirst().map { ($0.name, $0.arguments) }
        #expect(Dictionary(uniqueKeysWithValues: options) == others)
    }

    @Test(
        "a word after the end of a list is an error, and so are a type without a word and an unknown option",
        arguments: [
            (["-array", "a", "-q", "b"], .wordAfterList("b", option: "-array")),
            (["-dict", "a", "b", "--dry-run", "--", "c"], .wordAfterList("c", option: "-dict")),
            (["-array-add", "-s", "u", "-1"], .wordAfterList("-1", option: "-array-add")),
            (["-array", "a", "-int"], .typeWithoutValue("-int")),
            (["-array", "a", "-x"], .unknownOption("-x", verb: .set, suggestion: nil)),
        ] as [([String], UsageError)]
    )
    func listErrors(words: [String], error: UsageError) {
        #expect(throws: error) { try CommandTable.prefs.parse(["set", "k"] + words) }
    }

    @Test(
        "an option that names a type has no value after --value-file",
        arguments: [
            CommandLineCase(["set", "k", "--value-file", "f"], .set, ["k"], options: ["--value-file": ["f"]]),
            CommandLineCase(
                ["set", "k", "--value-file", "-", "--data"],
                .set,
                ["k"],
                options: ["--value-file": ["-"], "--data": []]
            ),
            CommandLineCase(
                ["set", "--value-file=f", "--type", "int", "k"],
                .set,
                ["k"],
                options: ["--value-file": ["f"], "--type": ["int"]]
            ),
        ]
    )
    func valueFiles(line: CommandLineCase) throws {
        try line.check()
    }

    @Test(
        "an alias is the same command",
        arguments: [
            CommandLineCase(["unset", "k"], .reset, ["k"]),
            CommandLineCase(["delete", "--all"], .reset, options: ["--all": []]),
        ]
    )
    func aliases(line: CommandLineCase) throws {
        try line.check()
    }

    @Test(
        "a request for help is the help command",
        arguments: [
            CommandLineCase(["help"], .help),
            CommandLineCase(["--help"], .help),
            CommandLineCase(["-h"], .help),
            CommandLineCase(["help", "get"], .help, ["get"]),
            CommandLineCase(["get", "--help"], .help, ["get"], options: ["--help": []]),
            CommandLineCase(["unset", "-h", "--bogus"], .help, ["reset"], options: ["--help": []]),
            CommandLineCase(["get", "-qh"], .help, ["get"], options: ["--help": []]),
            CommandLineCase(["get", "-hq", "--bogus"], .help, ["get"], options: ["--help": []]),
            CommandLineCase(["--version"], .version),
            CommandLineCase(["--version", "--help"], .help, ["--version"], options: ["--help": []]),
        ]
    )
    func requestsForHelp(line: CommandLineCase) throws {
        try line.check()
    }

    @Test(
        "an option that types a value of an array can precede each value",
        arguments: [
            CommandLineCase(["append", "k", "a", "b"], .append, ["k", "a", "b"]),
            CommandLineCase(
                ["append", "k", "--int", "1", "a", "--int", "2", "-bool", "-x"],
                .append,
                ["k", "a"],
                options: ["--int": ["1"], "--int": ["2"], "--bool": ["-x"]]
            ),
            CommandLineCase(
                ["append", "k", "--value-file", "f", "--data"],
                .append,
                ["k"],
                options: ["--value-file": ["f"], "--data": []]
            ),
            CommandLineCase(
                ["append", "k", "-array", "-1", "-q"],
                .append,
                ["k"],
                options: ["-array": ["-1"], "--quiet": []]
            ),
            CommandLineCase(
                ["append", "k", "-array", "a", "-dict", "b", "c"],
                .append,
                ["k"],
                options: ["-array": ["a"], "-dict": ["b", "c"]]
            ),
        ]
    )
    func elements(line: CommandLineCase) throws {
        try line.check()
    }

    @Test(
        "options for a place in a value, for conditions and for several keys are parsed",
        arguments: [
            CommandLineCase(["get", "k", "--at", "/a/-1"], .get, ["k"], options: ["--at": ["/a/-1"]]),
            CommandLineCase(["get", "k", "--at", ""], .get, ["k"], options: ["--at": [""]]),
            CommandLineCase(
                ["set", "k", "v", "--parents", "--at=/a"],
                .set,
                ["k", "v"],
                options: ["--parents": [], "--at": ["/a"]]
            ),
            CommandLineCase(
                ["set", "k", "--string", "-x", "--if-equals", "--string"],
                .set,
                ["k"],
                options: ["--string": ["-x"], "--if-equals": ["--string"]]
            ),
            CommandLineCase(
                ["set", "a=1", "--pairs", "--if-unset", "b=", "--dry-run"],
                .set,
                ["a=1", "b="],
                options: ["--pairs": [], "--if-unset": [], "--dry-run": []]
            ),
            CommandLineCase(["increment", "k", "-5"], .increment, ["k", "-5"]),
            CommandLineCase(["increment", "k", "--", "-inf"], .increment, ["k", "-inf"]),
            CommandLineCase(["toggle", "k", "-z"], .toggle, ["k"], options: ["--null": []]),
        ]
    )
    func changes(line: CommandLineCase) throws {
        try line.check()
    }

    @Test("an option records how many arguments precede it")
    func operandsBefore() throws {
        let arguments = try CommandTable.prefs.parse(["append", "--int", "1", "k", "a", "--int", "2", "b", "-q"])
        #expect(arguments.options.map(\.operandsBefore) == [0, 2, 3])
    }

    @Test("an option records its spelling")
    func spelling() throws {
        let arguments = try CommandTable.prefs.parse(["set", "k", "-int", "5"])
        #expect(arguments.options.map(\.spelling) == ["-int"])
        #expect(arguments.options.map(\.arguments) == [["5"]])
        #expect(arguments.has("--int"))
        #expect(!arguments.has("--quiet"))
    }
}
