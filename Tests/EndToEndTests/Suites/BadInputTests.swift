import TestSupport
import Testing

/// A file that is not a suite.
struct BadFile: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]

    init(_ name: String, _ text: String) {
        self.name = name
        bytes = Array(text.utf8)
    }

    init(_ name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    var testDescription: String { name }

    static let all: [BadFile] = [
        BadFile("cut XML", String(SuiteXML.contract.prefix(400))),
        BadFile("XML without its last byte but one", String(SuiteXML.contract.dropLast(2))),
        BadFile("XML cut in its header", String(SuiteXML.contract.prefix(30))),
        BadFile("two documents", SuiteXML.contract + SuiteXML.contract),
        BadFile("text after the document", SuiteXML.contract + "x"),
        BadFile("a key without a value", SuiteXML.document(["a": ""])),
        BadFile("a value without a key", SuiteXML.empty.replacing("<dict/>", with: "<dict><true/></dict>")),
        BadFile("a > in an attribute", SuiteXML.document(["a": "<string b='>'>c</string>"])),
        BadFile("an attribute in an end tag", SuiteXML.document(["a": "<string>c</string b='c'>"])),
        BadFile("an integer that is none", SuiteXML.document(["a": "<integer>x</integer>"])),
        BadFile("an integer beyond 64 bits", SuiteXML.document(["a": "<integer>18446744073709551616</integer>"])),
        BadFile("a date that is none", SuiteXML.document(["a": "<date>today</date>"])),
        BadFile("data that is no base64", SuiteXML.document(["a": "<data>!</data>"])),
        BadFile("an unknown element", SuiteXML.document(["a": "<colour>red</colour>"])),
        BadFile("an unknown entity", SuiteXML.document(["a": "<string>&eacute;</string>"])),
        BadFile("elements that cross", SuiteXML.document(["a": "<array><string>x</array></string>"])),
        BadFile("UTF-8 that is none", bytes: Array(SuiteXML.contract.utf8).map { $0 == 0x41 ? 0xFF : $0 }),
        BadFile("a root that is an array", SuiteXML.empty.replacing("<dict/>", with: "<array/>")),
        BadFile("a root that is a string", SuiteXML.empty.replacing("<dict/>", with: "<string>x</string>")),
        BadFile("garbage", bytes: (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 151 ^ 0x91) }),
        BadFile("zero bytes", bytes: [UInt8](repeating: 0, count: 64)),
        BadFile("JSON that is cut", "{\"a\": [1, 2"),
        BadFile("JSON with null", "{\"a\": null}"),
        BadFile("JSON with a number beyond 64 bits", "{\"a\": 18446744073709551616}"),
        BadFile("JSON that is an array", "[1, 2]"),
        BadFile("a word", "hello"),
        BadFile("text", "hello; this is = a note\n"),
        BadFile("a script", "#!/bin/sh\nA=1;\n"),
        BadFile("settings of another format", "a = 1\nb = 2\n"),
        BadFile("a web page", "<!DOCTYPE html>\n<html><body>Not found</body></html>\n"),
        BadFile("XML without its beginning", String(SuiteXML.contract.dropFirst(6))),
        BadFile("OpenStep text that is cut", "{ a = 1; b = ("),
        BadFile("OpenStep text without its beginning", "a = 1; b = 2; }"),
        BadFile("OpenStep text that is an array", "(a, b)"),
        BadFile("a .strings file that is cut", "\"a\" = \"1\";\n\"b\" = \"2"),
        BadFile("a binary header alone", "bplist00"),
        BadFile(
            "a binary file whose trailer is nothing",
            bytes: Array("bplist00".utf8) + [UInt8](repeating: 0, count: 32)
        ),
        BadFile(
            "a binary file whose trailer lies",
            bytes: Array("bplist00".utf8) + [UInt8](repeating: 0xFF, count: 40)
        ),
        BadFile(
            "a binary dictionary that holds itself",
            bytes: Array("bplist00".utf8) + [0xD1, 1, 0, 0x51, 0x61] + [8, 11] + [0, 0, 0, 0, 0, 0, 1, 1]
                + [0, 0, 0, 0, 0, 0, 0, 2] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 13]
        ),
        BadFile(
            "10,000 arrays in each other",
            SuiteXML.document([
                "a": String(repeating: "<array>", count: 10_000) + String(repeating: "</array>", count: 10_000)
            ])
        ),
        BadFile(
            "10,000 arrays in each other in JSON",
            "{\"a\":" + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000) + "}"
        ),
    ]
}

@Suite("Files that are not suites")
struct BadInputTests {
    @Test("a file that is not a suite gives exit code 4 for every command, and keeps its bytes", arguments: BadFile.all)
    func badFile(file: BadFile) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write(file.bytes, to: "config/bad.plist")
        try prefs.directory.age("config/bad.plist")
        let commands = [
            ["get", "a"], ["get", "a", "--default", "x"], ["list"], ["keys"], ["exists", "a"], ["type", "a"], ["dump"],
            ["dump", "--format", "binary"], ["set", "a", "1"], ["set", "new", "--string", "x"], ["reset", "a"],
            ["reset", "--all"],
        ]
        for command in commands {
            let outcome = try prefs.run(command + ["-s", "bad"])
            expect(outcome, prints: "", exit: 4, errors: .message(["bad.plist"]), "prefs \(command)")
        }
        #expect(try prefs.directory.bytes(of: "config/bad.plist") == file.bytes)
        #expect(try prefs.directory.names(in: "config") == ["bad.plist", "t.plist"])
    }

    @Test("a message contains the line of an error in an XML file")
    func line() throws {
        let prefs = try PrefsCommand.withSuite(SuiteXML.document(["a": "<true/>", "b": "<integer>x</integer>"]))
        expect(try prefs.run("get", "a"), prints: "", exit: 4, errors: .message(["t.plist", "8"]))
    }

    @Test("a binary file that is truncated anywhere gives exit code 4 and keeps its bytes")
    func cutBinary() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let whole = try prefs.run("dump", "--format", "binary").output
        for length in stride(from: 1, to: whole.count, by: 23) {
            let cut = Array(whole.prefix(length))
            try prefs.directory.write(cut, to: "work/cut.plist")
            try prefs.directory.age("work/cut.plist")
            expect(try prefs.run("get", "name", "-f", "cut.plist"), prints: "", exit: 4, "\(length) bytes")
            expect(try prefs.run("set", "name", "x", "-f", "cut.plist"), prints: "", exit: 4, "\(length) bytes")
            #expect(try prefs.directory.bytes(of: "work/cut.plist") == cut)
        }
    }

    @Test("a file with random damage never ends the command by a signal, and keeps its bytes")
    func randomBytes() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let prefs = try PrefsCommand.withContractSuite()
        let sources = [Array(SuiteXML.contract.utf8), try prefs.run("dump", "--format", "binary").output]
        for round in 0..<40 {
            var bytes = sources[round % 2]
            for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            try prefs.directory.write(bytes, to: "work/a.plist")
            try prefs.directory.age("work/a.plist")
            let outcome = try prefs.run("dump", "--typed", "-f", "a.plist")
            let isSound = outcome.ending == .exited(0) || outcome.ending == .exited(4)
            #expect(isSound, "seed \(seed), round \(round): \(outcome)")
            #expect(try prefs.directory.bytes(of: "work/a.plist") == bytes)
        }
    }

    @Test("an empty file is read as an empty suite, with a warning")
    func emptyFile() throws {
        let prefs = try PrefsCommand.withSuite("")
        expect(try prefs.run("keys"), prints: "", errors: .message(["t.plist"]))
        expect(try prefs.run("get", "a"), prints: "", exit: 1)
        expect(try prefs.run("set", "a", "1"), prints: "", errors: .message(["t.plist"]))
        expect(try prefs.run("get", "a"), prints: "1\n")
    }

    @Test("a corrupt layer of the search list is an error, not an unset key")
    func corruptLayer() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.write("<plist", to: ".GlobalPreferences")
        expect(
            try prefs.run("get", "nope"),
            prints: "",
            exit: 4,
            errors: .message([".GlobalPreferences.plist"])
        )
        expect(try prefs.run("get", "name", "--only"), prints: "Ada\n")
        try prefs.change("set", "name", "Bob")
    }

    @Test(
        "a file that is not a regular file is an error, and the command does not wait for it",
        arguments: [["get", "k"], ["keys"], ["dump"], ["set", "k", "v"], ["reset", "k"], ["increment", "k"]]
    )
    func irregularFile(arguments: [String]) throws {
        let prefs = try PrefsCommand()
        try prefs.directory.makeNamedPipe("config/pipe.plist")
        try prefs.directory.makeDirectory("config/directory.plist")
        try prefs.directory.symlink("config/loop.plist", to: "loop.plist")
        try prefs.directory.symlink("config/device.plist", to: "/dev/zero")
        for suite in ["pipe", "directory", "loop", "device"] {
            let outcome = try prefs.run(arguments + ["-s", suite])
            let isRefused = outcome.ending == .exited(4) || outcome.ending == .exited(5)
            #expect(isRefused, "\(suite): \(outcome)")
            #expect(outcome.output == [])
            #expect(outcome.errorText.hasPrefix("prefs: "))
            // A command that writes names the target of a symbolic link.
            let isNamed = outcome.errorText.contains("\(suite).plist") || outcome.errorText.contains("/dev/zero")
            #expect(isNamed, "\(suite): \(outcome)")
        }
        #expect(
            try prefs.directory.names(in: "config") == ["device.plist", "directory.plist", "loop.plist", "pipe.plist"]
        )
    }

    @Test(
        "a device is refused as every kind of input, and a pipe that does not end stops at a size",
        arguments: [
            ("check /dev/zero", "/dev/zero: operation not supported"),
            ("apply /dev/zero", "/dev/zero: operation not supported"),
            ("apply - </dev/zero", "standard input: operation not supported"),
            ("set k --value-file /dev/zero", "/dev/zero: operation not supported"),
            ("set k v --schema /dev/zero", "/dev/zero: operation not supported"),
            ("schema check /dev/zero", "/dev/zero: operation not supported"),
            ("check <(yes)", ": file too large"), ("set k --value-file - < <(yes)", ": file too large"),
            ("set k --value-file <(printf v)", ""), ("set k --value-file - </dev/null", ""),
            ("set k --value-file /dev/stdin <<<v", ""), ("check <(printf '{}')", ""),
        ]
    )
    func endlessInput(line: String, message: String) throws {
        let prefs = try PrefsCommand()
        var shell = Subprocess("/bin/bash", ["-c", "\(prefs.binary) \(line)"], environment: prefs.environment)
        shell.keptDirectory = prefs.directory
        let outcome = try shell.run()
        #expect(outcome.ending == .exited(message.isEmpty ? 0 : 4))
        #expect(message.isEmpty ? outcome.errorText == "" : outcome.errorText.contains("\(message)\n"))
    }

    @Test("a file with two hard links is read, but not written")
    func hardLink() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.link("work/second", to: "config/t.plist")
        expect(try prefs.run("get", "name"), prints: "Ada\n")
        expect(
            try prefs.run("set", "name", "Bob"),
            prints: "",
            exit: 5,
            errors: .message(["t.plist", "--break-hard-links"])
        )
        #expect(try prefs.directory.text(of: "config/t.plist") == SuiteXML.contract)
        #expect(try prefs.directory.identity(of: "work/second") == prefs.directory.identity(of: "config/t.plist"))
    }
}
