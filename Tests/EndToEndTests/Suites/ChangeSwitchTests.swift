import Glibc
import TestSupport
import Testing

@Suite("Options of every change")
struct ChangeSwitchTests {
    /// A command line for each command that changes a file.
    static let changes: [[String]] = [
        ["set", "name", "Bob"], ["set", "--pairs", "name=Bob"], ["reset", "name"], ["toggle", "flag"],
        ["increment", "ratio"], ["append", "new", "x"],
    ]

    @Test(
        "a directory that another process has locked gives exit code 6, and the message names the process",
        arguments: changes
    )
    func locked(arguments: [String]) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.withLock(of: "config") {
            for timeout in ["0", "0.05"] {
                expect(
                    try prefs.run(arguments + ["--lock-timeout", timeout]),
                    prints: "",
                    exit: 6,
                    errors: .message(["t.plist", "(\(getpid()))"])
                )
            }
            expect(try prefs.run("get", "name"), prints: "Ada\n")
            #expect(try prefs.directory.text(of: "config/t.plist") == SuiteXML.contract)
        }
        expect(try prefs.run(arguments + ["--lock-timeout", "0"]))
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
    }

    @Test("--replace-corrupt replaces a corrupt file, and keeps its bytes in the same directory")
    func replaceCorrupt() throws {
        let corrupt = String(SuiteXML.contract.prefix(400))
        for (arguments, contents) in [
            (["set", "name", "Bob"], "name\tBob\n"), (["set", "--pairs", "a=1", "b=2"], "a\t1\nb\t2\n"),
            (["reset", "name"], ""), (["toggle", "flag"], "flag\ttrue\n"), (["increment", "n", "5"], "n\t5\n"),
            (["append", "new", "x"], "new\t[\"x\"]\n"),
        ] {
            let prefs = try PrefsCommand.withSuite(corrupt)
            expect(
                try prefs.run(arguments),
                prints: "",
                exit: 4,
                errors: .message(["t.plist:", "--replace-corrupt"])
            )
            #expect(try prefs.directory.text(of: "config/t.plist") == corrupt)
            let outcome = try prefs.run(arguments + ["--replace-corrupt"])
            let names = try prefs.directory.names(in: "config").filter { $0 != "t.plist" }
            #expect(names.count == 1 && names[0].hasPrefix("t.plist.corrupt-"), "\(names)")
            expect(outcome, errors: .message(names.map { "config/\($0)" }))
            #expect(try prefs.directory.text(of: "config/\(names[0])") == corrupt)
            expect(try prefs.run("list"), prints: contents)
        }
    }

    @Test(
        "a command that reads a corrupt file says how to replace it",
        arguments: [["get", "name"], ["list"], ["dump"]]
    )
    func readOfCorrupt(arguments: [String]) throws {
        let prefs = try PrefsCommand.withSuite(String(SuiteXML.contract.prefix(400)))
        let outcome = try prefs.run(arguments)
        expect(outcome, prints: "", exit: 4, errors: .message(["t.plist:", "a change of it with --replace-corrupt"]))
    }

    @Test("--replace-corrupt does not replace a corrupt file of a lower layer")
    func corruptLowerLayer() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.write("<plist", to: ".GlobalPreferences")
        let outcome = try prefs.run("increment", "new", "--replace-corrupt")
        expect(outcome, prints: "", exit: 4, errors: .message([".GlobalPreferences.plist", "a change of it"]))
        #expect(try prefs.directory.names(in: "config") == [".GlobalPreferences.plist", "t.plist"])
        expect(try prefs.run("increment", "new", "--only"), prints: "1\n")
    }

    @Test("--break-hard-links replaces a file with two hard links", arguments: changes)
    func breakHardLinks(arguments: [String]) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.link("work/second", to: "config/t.plist")
        expect(try prefs.run(arguments), prints: "", exit: 5, errors: .message(["--break-hard-links"]))
        expect(try prefs.run(arguments + ["--break-hard-links"]))
        #expect(try prefs.directory.text(of: "work/second") == SuiteXML.contract)
        #expect(try prefs.directory.text(of: "config/t.plist") != SuiteXML.contract)
    }
}
