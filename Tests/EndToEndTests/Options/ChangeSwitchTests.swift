import Glibc
import TestSupport
import Testing

@Suite("Options of every change", .mayWait)
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
}
