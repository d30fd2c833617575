import TestSupport
import Testing

@Suite("Listing keys and values", .mayWait)
struct ListTests {
    @Test("list prints no control character of a key or a value on a terminal")
    func terminal() throws {
        let prefs = try PrefsCommand.withSuite(
            SuiteXML.document(["k\u{7}": "<string>red \u{1B}[31m \u{9B}31m</string>"])
        )
        var subprocess = prefs.subprocess(["list"])
        subprocess.environment["NO_COLOR"] = "1"
        subprocess.environment["TERM"] = "xterm"
        subprocess.output = .terminal
        let outcome = try subprocess.run()
        #expect(outcome.ending == .exited(0))
        #expect(outcome.text.contains("red"))
        let controls = outcome.text.unicodeScalars.filter {
            $0.properties.generalCategory == .control && $0 != "\r" && $0 != "\n" && $0 != "\t"
        }
        #expect(controls.isEmpty, "\(outcome)")
    }

    @Test("neither a pipe nor a terminal with NO_COLOR gets colour")
    func colour() throws {
        let prefs = try PrefsCommand.withContractSuite()
        for arguments in [["list"], ["list", "-l"], ["suites", "-l"], ["dump"], ["--help"], ["get", "nope"]] {
            var subprocess = prefs.subprocess(arguments)
            subprocess.environment["TERM"] = "xterm-256color"
            let piped = try subprocess.run()
            #expect(!(piped.output + piped.errorOutput).contains(0x1B), "prefs \(arguments)")
            subprocess.output = .terminal
            subprocess.environment["NO_COLOR"] = "1"
            let outcome = try subprocess.run()
            #expect(!(outcome.output + outcome.errorOutput).contains(0x1B), "prefs \(arguments)")
        }
    }
}
