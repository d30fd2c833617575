import TestSupport
import Testing

/// Arguments after `set KEY`, with the type and the text of the stored value.
struct TypedValue: Sendable, CustomTestStringConvertible {
    let words: [String]
    let type: String
    let output: String

    init(_ words: [String], _ type: String, _ output: String) {
        self.words = words
        self.type = type
        self.output = output
    }

    var testDescription: String { words.joined(separator: " ") }

    /// The standard error of the command that stores the value.
    var note: ErrorOutput {
        switch words.last {
        case "18446744073709551615", "9223372036854775808": .tooLarge("new")
        case "2001-01-01T00:00:00.5Z": .fractionLost("new")
        default: .nothing
        }
    }

    static let scalars: [TypedValue] = [
        TypedValue(["--string", "5"], "string", "5"),
        TypedValue(["-string", "true"], "string", "true"),
        TypedValue(["--type", "string", "--int"], "string", "--int"),
        TypedValue(["--int", "5"], "integer", "5"),
        TypedValue(["--int=5"], "integer", "5"),
        TypedValue(["-int", "-5"], "integer", "-5"),
        TypedValue(["-integer", "7"], "integer", "7"),
        TypedValue(["--int", "-9223372036854775808"], "integer", "-9223372036854775808"),
        TypedValue(["--int", "9223372036854775807"], "integer", "9223372036854775807"),
        TypedValue(["--int", "9223372036854775808"], "integer", "9223372036854775808"),
        TypedValue(["--int", "18446744073709551615"], "integer", "18446744073709551615"),
        TypedValue(["--type", "integer", "5"], "integer", "5"),
        TypedValue(["--type", "int", "5"], "integer", "5"),
        TypedValue(["--float", "5"], "float", "5.0"),
        TypedValue(["-float", "-0.5"], "float", "-0.5"),
        TypedValue(["--float", "1e5"], "float", "100000.0"),
        TypedValue(["--type", "real", "2"], "float", "2.0"),
        TypedValue(["--type", "double", "2"], "float", "2.0"),
        TypedValue(["--type", "float", "2"], "float", "2.0"),
        TypedValue(["--bool", "yes"], "bool", "true"),
        TypedValue(["--bool", "no"], "bool", "false"),
        TypedValue(["-bool", "TRUE"], "bool", "true"),
        TypedValue(["-boolean", "OFF"], "bool", "false"),
        TypedValue(["--bool", "on"], "bool", "true"),
        TypedValue(["--bool", "1"], "bool", "true"),
        TypedValue(["--bool", "0"], "bool", "false"),
        TypedValue(["--type", "boolean", "false"], "bool", "false"),
        TypedValue(["--type", "date", "1970-01-01T00:00:00Z"], "date", "1970-01-01T00:00:00Z"),
        TypedValue(["--data", "AQI="], "data", "AQI="),
        TypedValue(["--base64", "-data", "AQI="], "data", "AQI="),
        TypedValue(["--hex", "--data", "00ff7F"], "data", "AP9/"),
        TypedValue(["--data", "00ff7F", "--hex"], "data", "AP9/"),
        TypedValue(["--data", ""], "data", ""),
        TypedValue(["--type", "data", "AQI="], "data", "AQI="),
    ]

    static let dates: [TypedValue] = [
        ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"),
        ("1970-01-01T01:00:00+01:00", "1970-01-01T00:00:00Z"),
        ("1969-12-31T19:30:00-04:30", "1970-01-01T00:00:00Z"),
        ("2000-02-29T23:59:59Z", "2000-02-29T23:59:59Z"),
        ("2023-12-31T23:30:00-01:00", "2024-01-01T00:30:00Z"),
        ("1600-03-01T00:00:00+14:00", "1600-02-29T10:00:00Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
        ("-0001-06-15T12:00:00Z", "-0001-06-15T12:00:00Z"),
        ("+12345-01-01T00:00:00Z", "+12345-01-01T00:00:00Z"),
        ("2001-01-01T00:00:00.5Z", "2001-01-01T00:00:00Z"),
    ].map { TypedValue(["--date", $0.0], "date", $0.1) }

    static let containers: [TypedValue] = [
        TypedValue(["--json", "[1,2.5,\"x\",true,[],{}]"], "array", "[1,2.5,\"x\",true,[],{}]"),
        TypedValue(["--json", " { \"b\" : 1 , \"a\" : [ ] } "], "dictionary", "{\"b\":1,\"a\":[]}"),
        TypedValue(["--json", "\"text\""], "string", "text"),
        TypedValue(["--json", "5"], "integer", "5"),
        TypedValue(["--json", "5.0"], "float", "5.0"),
        TypedValue(["--json", "true"], "bool", "true"),
        TypedValue(["--json", "{\"$date\":\"1970-01-01T00:00:00Z\"}"], "date", "1970-01-01T00:00:00Z"),
        TypedValue(["--json", "{\"$data\":\"AQI=\"}"], "data", "AQI="),
        TypedValue(["--json", "{\"$real\":\"nan\"}"], "float", "nan"),
        TypedValue(["--json", "{\"$dict\":{\"$data\":\"AQI=\"}}"], "dictionary", "{\"$data\":\"AQI=\"}"),
        TypedValue(["--json", "\"\\u00e9\\ud83d\\ude00\\/\""], "string", "é😀/"),
        TypedValue(["--type", "array", "[1]"], "array", "[1]"),
        TypedValue(["--type", "dictionary", "{\"a\":1}"], "dictionary", "{\"a\":1}"),
        TypedValue(["--type", "dict", "{}"], "dictionary", "{}"),
        TypedValue(
            ["--plist", "<plist version=\"1.0\"><array><integer>1</integer><string>a</string></array></plist>"],
            "array",
            "[1,\"a\"]"
        ),
        TypedValue(["-array", "a", "b c", ""], "array", "[\"a\",\"b c\",\"\"]"),
        TypedValue(["-array"], "array", "[]"),
        TypedValue(["-array-add", "a"], "array", "[\"a\"]"),
        TypedValue(["-dict", "b", "x", "a", "y"], "dictionary", "{\"b\":\"x\",\"a\":\"y\"}"),
        TypedValue(["-dict"], "dictionary", "{}"),
        TypedValue(["-dict-add", "a", "x"], "dictionary", "{\"a\":\"x\"}"),
    ]

    /// Typed arguments whose text is not a value of the type.
    static let refused: [[String]] = [
        ["--int", ""], ["--int", "1.5"], ["--int", "1.0"], ["--int", " 1"], ["--int", "1 "], ["--int", "0x10"],
        ["--int", "-9223372036854775809"], ["--int", "18446744073709551616"], ["--int", "true"], ["--int", "１"],
        ["--float", ""], ["--float", "x"], ["--float", "1.5x"], ["--float", "1,5"], ["--bool", ""],
        ["--bool", "maybe"], ["--bool", "2"], ["--bool", "tru"], ["--date", ""], ["--date", "2021-02-29T00:00:00Z"],
        ["--date", "2021-13-01T00:00:00Z"], ["--date", "2021-01-01T25:00:00Z"], ["--date", "2021-01-01T00:00:00"],
        ["--date", "2021-01-01T00:00:00+99:00"], ["--data", "A"], ["--data", "A*I="], ["--hex", "--data", "0g"],
        ["--hex", "--data", "012"], ["--json", ""], ["--json", "["], ["--json", "[1,]"], ["--json", "{\"a\":1} x"],
        ["--json", "null"], ["--json", "{\"a\":1,\"a\":2}"], ["--json", "18446744073709551616"],
        ["--json", "[1,99999999999999999999]"], ["--json", "'x'"], ["--plist", "<plist"],
        ["--plist", "<plist><integer>x</integer></plist>"], ["--type", "array", "{}"], ["--type", "dict", "[]"],
        ["--type", "integer", "x"],
    ]
}

@Suite("Typed values")
struct ValueTests {
    @Test("a typed argument is stored as its type", arguments: TypedValue.scalars)
    func scalar(value: TypedValue) throws {
        try checkStored(value)
    }

    @Test("a date with any UTC offset is stored as the same moment", arguments: TypedValue.dates)
    func date(value: TypedValue) throws {
        try checkStored(value)
    }

    @Test(
        "arrays and dictionaries come from JSON, a property list or the remaining arguments",
        arguments: TypedValue.containers
    )
    func container(value: TypedValue) throws {
        try checkStored(value)
    }

    @Test(
        "an argument that is not a value of its type gives exit code 3, and nothing is written",
        arguments: TypedValue.refused
    )
    func refused(words: [String]) throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run(["set", "new"] + words), prints: "", exit: 3, errors: .message(["new"]))
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
    }

    @Test("-array-add and -dict-add add to the existing value")
    func adding() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("set", "list", "--json", "[1]")
        try prefs.change("set", "list", "-array-add", "a", "b")
        #expect(try prefs.value(of: "list") == "[1,\"a\",\"b\"]")
        try prefs.change("set", "win", "-dict-add", "x", "y")
        #expect(try prefs.value(of: "win") == "{\"f\":[1,2,{\"w\":9}],\"x\":\"y\"}")
        try prefs.change("set", "win", "-dict-add", "x", "z")
        #expect(try prefs.value(of: "win") == "{\"f\":[1,2,{\"w\":9}],\"x\":\"z\"}")
        try prefs.change("set", "list", "-array", "only")
        #expect(try prefs.value(of: "list") == "[\"only\"]")
    }

    @Test("elements are not added to a value of another type", arguments: ["-array-add", "-dict-add"])
    func addingToOtherType(option: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run("set", "name", option, "a", "b"), prints: "", exit: 3, errors: .message(["name"]))
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
    }

    @Test("a dictionary key without its value is a usage error", arguments: ["-dict", "-dict-add"])
    func oddDictionary(option: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run("set", "new", option, "a", "b", "c"), prints: "", exit: 2)
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
    }

    @Test("setting the current value again writes nothing")
    func sameValue() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let before = try prefs.directory.identity(of: prefs.file(of: "t"))
        try prefs.change("set", "name", "Ada")
        try prefs.change("set", "general.launchCount", "3")
        try prefs.change("set", "win", "--json", "{\"f\":[1,2,{\"w\":9}]}")
        try prefs.change("reset", "nope")
        #expect(try prefs.directory.identity(of: prefs.file(of: "t")) == before)
    }

    @Test("reset removes several keys, and --all removes all of them")
    func reset() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("reset", "name", "nope", "win", "blob", "when", "ratio")
        #expect(try prefs.run("keys").text == "a/b\nflag\ngeneral.launchCount\n")
        try prefs.change("unset", "flag")
        try prefs.change("delete", "a/b")
        #expect(try prefs.run("keys").text == "general.launchCount\n")
        expect(try prefs.run("reset", "nope", "--strict"), prints: "", exit: 1)
        try prefs.change("reset", "--all")
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.empty)
    }

    @Test("reset creates no file")
    func resetCreatesNothing() throws {
        let prefs = try PrefsCommand()
        try prefs.change("reset", "name")
        #expect(try prefs.directory.names(in: "config") == [])
    }

    private func checkStored(_ value: TypedValue) throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run(["set", "new"] + value.words), prints: "", errors: value.note)
        #expect(try prefs.type(of: "new") == value.type)
        #expect(try prefs.value(of: "new") == value.output)
    }

    @Test("--hex and --base64 apply only to data, by the option's or the key's type")
    func encodings() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("set", "blob", "0304", "--hex")
        expect(try prefs.run("get", "blob"), prints: "AwQ=\n")
        for words in [["k", "x", "--hex"], ["name", "x", "--base64"], ["k", "--int", "5", "--hex"]] {
            expect(try prefs.run(["set"] + words), prints: "", exit: 2)
        }
    }
}
