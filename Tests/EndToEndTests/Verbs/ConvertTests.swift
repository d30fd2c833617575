import TestSupport
import Testing

@Suite("Converting files")
struct ConvertTests {
    private static let formats = ["xml", "binary", "openstep", "typed-json"]

    @Test("each format contains the whole suite, whichever format it was converted from", arguments: formats, formats)
    func roundTrip(from: String, to: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("dump", "--format", from, "-o", "in")
        try prefs.change("convert", "in", "-o", "out", "--format", to)
        expect(try prefs.run("diff", "in", "out"), prints: "")
        expect(try prefs.run("diff", "out"), prints: "")
        // JSON in a file is indented.
        let indented = try prefs.run("dump", "--format", to, "--pretty")
        #expect(try prefs.directory.bytes(of: "work/out") == indented.output)
        let printed = try prefs.run("dump", "--format", to)
        #expect((printed.output == indented.output) == (to != "typed-json"))
        #expect(try prefs.run("convert", "in", "--format", to).output == printed.output)
        #expect(
            try prefs.run("convert", "-", "-o", "-", "--format=\(to)", input: printed.output).output == printed.output
        )
    }

    /// Documents, with the options of a lossy conversion, parts of its message, and the output of --lossy.
    static let losses: [(document: String, options: [String], message: [String], lossy: String)] = [
        (
            "{\"d\":{\"$date\":\"2001-01-01T00:00:00Z\"},\"x\":1}", ["--format", "json"],
            ["'d' would change from date to string"], "{\"d\":\"2001-01-01T00:00:00Z\",\"x\":1}\n"
        ),
        (
            "{\"a\":[1,{\"b/c\":{\"$data\":\"AQI=\"}}],\"e\":{\"$data\":\"\"}}", ["--json"],
            ["'a' at '/1/b~1c' would change from data", "1 more"], "{\"a\":[1,{\"b/c\":\"AQI=\"}],\"e\":\"\"}\n"
        ),
        ("{\"n\":{\"$real\":\"nan\"}}", ["--json"], ["'n': JSON has no", "nan"], "{\"n\":\"nan\"}\n"),
        (
            "{\"f\":{\"$dict\":{\"$date\":\"x\"}}}", ["--json"], ["'f' could not be read back"],
            "{\"f\":{\"$date\":\"x\"}}\n"
        ),
        (
            "{\"u\":{\"$uid\":3}}", ["--format", "openstep"], ["'u': OpenStep", "uid"],
            "{\n    u = \"{\\\"$uid\\\":3}\";\n}\n"
        ),
    ]

    @Test("a lossy conversion gives exit code 3 and the key, and --lossy converts with a note", arguments: losses)
    func loss(document: String, options: [String], message: [String], lossy: String) throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write(document, to: "work/in")
        try prefs.directory.write("old", to: "work/out")
        let refused = try prefs.run(["convert", "in", "-o", "out"] + options)
        expect(refused, prints: "", exit: 3, errors: .message(message + ["--lossy"]))
        #expect(try prefs.directory.text(of: "work/out") == "old")
        let written = try prefs.run(["convert", "in", "-o", "out", "--lossy", "--compact"] + options)
        expect(written, prints: "", errors: .message([]))
        #expect(try prefs.directory.text(of: "work/out") == lossy)
        expect(try prefs.run(["convert", "in", "--lossy", "-q"] + options), prints: lossy)
    }

    /// Typed values that XML cannot represent, with parts of the message.
    static let lossesInXML: [(value: String, message: [String])] = [
        ("{\"$date\":\"2001-01-01T00:00:00.5Z\"}", ["'k' would change from", "00.5Z"]),
        ("{\"$date\":{\"$real\":\"inf\"}}", ["'k'"]), ("{\"CF$UID\":1}", ["'k'", "CF$UID"]),
        ("[{\"$real\":\"nan(0x7ff8000000000123)\"}]", ["'k' at '/0'", "0x7ff8000000000123"]),
    ]

    @Test(
        "a conversion to XML fails if XML cannot represent a value, such as a fraction of a second",
        arguments: lossesInXML
    )
    func lossInXML(value: String, message: [String]) throws {
        let prefs = try PrefsCommand()
        let document = Array("{\"k\":\(value)}".utf8)
        let refused = try prefs.run("convert", "-", "--format", "xml", input: document)
        expect(refused, prints: "", exit: 3, errors: .message(message))
        let lossy = try prefs.run("convert", "-", "--format", "xml", "--lossy", input: document)
        expect(lossy, errors: .message(message))
        expect(try prefs.run("convert", "-", "--format", "typed-json", input: document), prints: "{\"k\":\(value)}\n")
    }

    static let refused: [CaseStep] = [
        CaseStep(["convert", "in"], exit: 2, errors: .message(["--format"])),
        CaseStep(["convert", "in", "--format", "yaml"], exit: 2, errors: .message(["yaml", "typed-json"])),
        CaseStep(["convert", "in", "--format", "commands"], exit: 2, errors: .message(["commands"])),
        CaseStep(["convert", "--format", "xml"], exit: 2, errors: .message(["FILE"])),
        CaseStep(["convert", "in", "out", "--format", "xml"], exit: 2, errors: .message(["'out'"])),
        CaseStep(["convert", "nope", "--format", "xml"], exit: 4, errors: .message(["nope"])),
        CaseStep(["convert", "cut", "-o", "out", "--format", "xml"], exit: 4, errors: .message(["cut:1:6"])),
        CaseStep(["convert", "in", "-o", "gone/out", "--format", "xml"], exit: 5, errors: .message(["gone"])),
        CaseStep(["convert", "in", "--json", "--format", "xml"], exit: 2, errors: .message(["--json", "--format"])),
    ]

    @Test("a command that fails does not change the output file", arguments: refused)
    func refusal(step: CaseStep) throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write("{\"a\": 1}", to: "work/in")
        try prefs.directory.write("old", to: "work/out")
        try prefs.directory.write("{\"a\":", to: "work/cut")
        try prefs.directory.age("work/cut")
        expect(try prefs.run(step.arguments), prints: step.output, exit: step.exit, errors: step.errors)
        #expect(try prefs.directory.text(of: "work/out") == "old")
        #expect(try prefs.directory.names(in: "work") == ["cut", "in", "out"])
    }

    @Test(
        "a document whose root value the format cannot represent is an error",
        arguments: [
            ("{\"$date\": \"2026-01-01T00:00:00.5Z\"}", "xml"), ("{\"$data\": \"AQI=\"}", "json"),
            ("{\"$dict\": {\"$date\": \"1970-01-01T00:00:00Z\"}}", "json"),
        ]
    )
    func lossyRoots(document: String, format: String) throws {
        let prefs = try PrefsCommand()
        let outcome = try prefs.run("convert", "-", "--format", format, input: Array(document.utf8))
        expect(outcome, prints: "", exit: 3, errors: .message(["the document", "--lossy"]))
    }

    @Test("an array can be converted like a dictionary, and a file can be converted onto itself")
    func roots() throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write("[1, {\"$data\": \"AQI=\"}]", to: "work/in")
        try prefs.change("convert", "in", "-o", "in", "--format", "binary")
        expect(try prefs.run("convert", "in", "--typed"), prints: "[1,{\"$data\":\"AQI=\"}]\n")
        expect(
            try prefs.run("convert", "in", "--json"),
            prints: "",
            exit: 3,
            errors: .message(["'1' would change from data"])
        )
    }
}
