import Glibc
import TestSupport
import Testing

@Suite("Output")
struct OutputTests {
    /// Contents of `<real>`, with the text that `get` prints.
    static let floats: [(stored: String, shown: String)] = [
        ("1", "1.0"), ("0", "0.0"), ("-0.0", "-0.0"), ("-2.5", "-2.5"), ("0.10000000000000001", "0.1"),
        ("0.30000000000000004", "0.30000000000000004"), ("100000", "100000.0"),
        ("3.1415926535897931", "3.141592653589793"),
        ("nan", "nan"), ("+infinity", "inf"), ("-infinity", "-inf"), ("1e3", "1000.0"),
    ]

    @Test("a float is printed as the shortest text that reads back the same", arguments: floats)
    func floatText(stored: String, shown: String) throws {
        let prefs = try PrefsCommand.withSuite(SuiteXML.document(["k": "<real>\(stored)</real>"]))
        expect(try prefs.run("get", "k"), prints: shown + "\n")
        expect(try prefs.run("type", "k"), prints: "float\n")
    }

    @Test(
        "a float of any size is printed with a decimal point or an exponent",
        arguments: [1e100, 1e-100, 5e15, 1e16, 1e17, 1e21, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi]
    )
    func largeFloat(value: Double) throws {
        let prefs = try PrefsCommand.withSuite(SuiteXML.document(["k": "<real>\(value)</real>"]))
        let text = try prefs.value(of: "k")
        #expect(Double(text) == value)
        #expect(text.contains(".") || text.contains("e"), "\(text)")
        #expect(text.utf8.count <= value.description.utf8.count + 2, "\(text)")
        try prefs.change("set", "copy", "--float", text)
        expect(try prefs.run("get", "copy"), prints: text + "\n")
    }

    @Test("random floats are stored and printed exactly")
    func randomFloats() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let prefs = try PrefsCommand.withContractSuite()
        for round in 0..<30 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            try prefs.change("set", "k", "--float", "\(value)")
            let text = try prefs.value(of: "k")
            #expect(Double(text)?.bitPattern == value.bitPattern, "seed \(seed), round \(round), \(value) is \(text)")
        }
    }

    static let dates: [(stored: String, shown: String)] = [
        ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"), ("2024-02-29T23:59:59Z", "2024-02-29T23:59:59Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"), ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
        ("1582-10-10T00:00:00Z", "1582-10-10T00:00:00Z"),
    ]

    @Test("a date is printed as RFC 3339 in UTC, whatever the time zone", arguments: dates)
    func dateText(stored: String, shown: String) throws {
        var prefs = try PrefsCommand.withSuite(SuiteXML.document(["k": "<date>\(stored)</date>"]))
        for zone in ["UTC", "America/New_York", "Asia/Kathmandu"] {
            prefs.environment["TZ"] = zone
            expect(try prefs.run("get", "k"), prints: shown + "\n")
            expect(try prefs.run("get", "k", "--typed"), prints: "{\"$date\":\"\(shown)\"}\n")
        }
    }

    @Test("--raw prints the bytes of a data value, and fails for any other type")
    func raw() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let outcome = try prefs.run("get", "blob", "--raw")
        expect(outcome)
        #expect(outcome.output == [1, 2])
        expect(try prefs.run("get", "name", "--raw"), prints: "", exit: 3, errors: .message(["name"]))
    }

    @Test("--expect accepts values of the type, under each name of the type")
    func expectedType() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let types = [
            ("name", ["string"]), ("general.launchCount", ["integer", "int"]), ("ratio", ["float", "real", "double"]),
            ("flag", ["bool", "boolean"]), ("when", ["date"]), ("blob", ["data"]), ("win", ["dictionary", "dict"]),
        ]
        for (key, names) in types {
            for name in names {
                expect(try prefs.run("get", key, "--expect", name))
                expect(try prefs.run("type", key), prints: names[0] + "\n")
            }
            expect(try prefs.run("get", key, "--expect", "array"), prints: "", exit: 3, errors: .message([key]))
        }
        expect(try prefs.run("get", "name", "--expect", "text"), prints: "", exit: 2, errors: .message(["text"]))
    }

    @Test("a uid of a binary file keeps its type")
    func uid() throws {
        let prefs = try PrefsCommand()
        let header = Array("bplist00".utf8)
        let objects: [UInt8] = [0xD1, 1, 2, 0x51, 0x75, 0x80, 5]
        let offsets: [UInt8] = [8, 11, 13]
        let trailer: [UInt8] =
            [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 15]
        try prefs.directory.write(header + objects + offsets + trailer, to: "work/a.plist")
        expect(try prefs.run("type", "u", "-f", "a.plist"), prints: "uid\n")
        expect(try prefs.run("get", "u", "--typed", "-f", "a.plist"), prints: "{\"$uid\":5}\n")
        expect(try prefs.run("get", "u", "--json", "-f", "a.plist"), prints: "{\"$uid\":5}\n")
        try prefs.change("set", "v", "1", "-f", "a.plist")
        expect(try prefs.run("type", "u", "-f", "a.plist"), prints: "uid\n")
    }

    static let printing = [
        ["get", "name"], ["list"], ["keys"], ["dump"], ["type", "name"], ["path"], ["suites"], ["--help"],
    ]

    @Test("a closed pipe ends the command by SIGPIPE, without a message", arguments: printing)
    func closedPipe(arguments: [String]) throws {
        var subprocess = try PrefsCommand.withContractSuite().subprocess(arguments)
        subprocess.output = .closedPipe
        let outcome = try subprocess.run()
        #expect(outcome.ending == .signalled(SIGPIPE))
        #expect(outcome.errorText == "")
    }

    @Test("output that cannot be written gives exit code 5", arguments: printing)
    func fullDisk(arguments: [String]) throws {
        var subprocess = try PrefsCommand.withContractSuite().subprocess(arguments)
        subprocess.output = .file("/dev/full")
        expect(try subprocess.run(), exit: 5)
    }

    @Test("-q omits the message of exit code 1, and no other")
    func quiet() throws {
        let prefs = try PrefsCommand.withContractSuite()
        for arguments in [["get", "nope"], ["type", "nope"], ["exists", "nope"], ["reset", "nope", "--strict"]] {
            expect(try prefs.run(arguments + ["-q"]), prints: "", exit: 1, errors: .nothing)
        }
        expect(try prefs.run("set", "flag", "maybe", "-q"), prints: "", exit: 3, errors: .message(["maybe"]))
        expect(try prefs.run("get", "-q", "-s", "a/b", "k"), prints: "", exit: 2, errors: .message(["a/b"]))
    }

    @Test("-v prints to standard error what was done")
    func verbose() throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run("set", "name", "Bob", "-v"), prints: "", errors: .message(["name"]))
        expect(try prefs.run("get", "name", "-v"), prints: "Bob\n", errors: .optional)
    }
}
