import TestSupport
import Testing

@Suite("Property lists as lines")
struct TextconvTests {
    static let cases: [(document: String, lines: String)] = [
        ("{}", "{}\n"),
        ("[]", "[]\n"),
        ("[1, \"a\"]", "/-\t1\n/-\t\"a\"\n"),
        ("{\"b\": 1, \"a\": 1.0, \"B\": true}", "B\ttrue\na\t1.0\nb\t1\n"),
        ("{\"d\": {\"y\": {}, \"x\": []}}", "d /x\t[]\nd /y\t{}\n"),
        ("{\"a\": [1, 2]}", "a /-\t1\na /-\t2\n"),
        ("{\"a\": [1, [2]]}", "a /0\t1\na /1/-\t2\n"),
        ("{\"a\": [{\"x\": 1}, {\"y\": 2}]}", "a /0/x\t1\na /1/y\t2\n"),
        ("{\"a\": {\"-\": 1}}", "a /~-\t1\n"),
        ("{\"a\": {\"~-\": 1}}", "a /~0-\t1\n"),
        ("{\"a/b\": {\"c/d\": {\"e\\tf\": 1}}}", "a/b /c~1d/e\\tf\t1\n"),
        ("{\"\": {\"\": 1}}", " /\t1\n"),
        ("{\"a\": \"\\u001b[31m\\u009b\\n\"}", "a\t\"\\u001b[31m\\u009b\\n\"\n"),
        (
            "{\"a\": {\"$data\": \"AQI=\"}, \"b\": {\"$real\": \"nan\"}}",
            "a\t{\"$data\":\"AQI=\"}\nb\t{\"$real\":\"nan\"}\n"
        ),
    ]

    @Test("each value has a line, sorted and typed", arguments: cases)
    func lines(document: String, lines: String) throws {
        let prefs = try PrefsCommand()
        expect(try prefs.run(["textconv", "-"], input: Array(document.utf8)), prints: lines)
    }

    @Test("the lines do not depend on the format")
    func formats() throws {
        let prefs = try PrefsCommand.withContractSuite()
        for format in ["xml", "binary", "openstep", "typed-json"] {
            try prefs.change("convert", "../config/t.plist", "--format", format, "-o", format)
            expect(
                try prefs.run("textconv", format),
                prints: """
                    a/b\t"s"
                    blob\t{"$data":"AQI="}
                    flag\ttrue
                    general.launchCount\t3
                    name\t"Ada"
                    ratio\t1.5
                    when\t{"$date":"1970-01-01T00:00:00Z"}
                    win /f/0\t1
                    win /f/1\t2
                    win /f/2/w\t9

                    """
            )
        }
    }

    static let others: [(bytes: [UInt8], text: String)] = [
        ([], ""),
        (Array("plain\ttext\r\n".utf8), "plain\ttext\\r\n"),
        (Array("<plist><dict>\u{1B}[2J".utf8), "<plist><dict>\\x1b[2J"),
        (Array("<<<<<<< ours\né\u{202E}\n".utf8), "<<<<<<< ours\né\\u202e\n"),
        (Array("bplist00".utf8) + [0, 0xFF, 0x80, 0x41], "bplist00\\0\\xff\\x80A"),
    ]

    @Test("what is not a property list is printed as it is, at once, without control characters", arguments: others)
    func otherFiles(bytes: [UInt8], text: String) throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write(bytes, to: "work/-x.plist")
        expect(try prefs.run("textconv", "--", "-x.plist"), prints: text)
    }

    @Test("a file that cannot be read is an error")
    func unreadable() throws {
        let prefs = try PrefsCommand()
        expect(try prefs.run("textconv", "nope"), exit: 4, errors: .message(["cannot read nope: no such file"]))
    }

    @Test("a secret is not printed, also within an array")
    func secrets() throws {
        let prefs = try SchemaSuite(SecretTests.schema, suite: SecretTests.suite).prefs
        expect(
            try prefs.run("textconv", "../config/t.plist"),
            prints: """
                account /name\t"ada"
                account /password\t(secret)
                either\t(secret)
                keys /-\t(secret)
                plain\t"text"
                shared\t(secret)
                token\t(secret)

                """
        )
        #expect(try !prefs.run("textconv", "../config/t.plist", "--no-schema").text.contains("hunter"))
        try prefs.directory.write("{\"a\": {\"b\": 1}, \"c\": 2}", to: "work/x")
        expect(
            try prefs.run("textconv", "x", "--schema", "nope"),
            prints: "a\t(secret)\nc\t(secret)\n",
            errors: .message(["cannot read the schema nope: "])
        )
    }
}
