import TestSupport
import Testing

@Suite("The manual page", .mayWait)
struct ManualTests {
    private func check(_ program: String, _ arguments: [String]) throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write(try prefs.run("man").output, to: "work/prefs.1")
        let outcome = try Subprocess(
            try #require(InstalledProgram.path(of: program)),
            arguments + [prefs.directory.path(of: "work/prefs.1")],
            environment: prefs.environment.merging(["LC_ALL": "C.UTF-8", "MANWIDTH": "80"]) { $1 },
            workingDirectory: prefs.directory.path(of: "work")
        ).run()
        #expect(outcome.ending == .exited(0), "\(outcome)")
        #expect(outcome.errorText == "")
        if program == "mandoc" { #expect(outcome.text == "") }
    }

    @Test("mandoc reports nothing", .enabled(if: InstalledProgram.areInstalled("mandoc"), "mandoc is not installed"))
    func mandoc() throws {
        try check("mandoc", ["-T", "lint"])
    }

    @Test(
        "man(1) formats the page without a warning",
        .enabled(if: InstalledProgram.areInstalled("man"), "man is not installed")
    )
    func man() throws {
        try check("man", ["--warnings", "--local-file"])
    }
}
