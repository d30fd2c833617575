import CommandErrors
import Testing

@testable import PrefsCommands

@Suite("The line of progress")
struct ProgressLineTests {
    @Test("tells what the command does once it has run for a second, and is gone before any other output")
    func activity() throws {
        let process = try CommandProcess()
        process.isErrorTerminal = true
        let line = ProgressLine(in: process.environment)
        // The clock of the process is read once, at 250 ms.
        let start = Duration.milliseconds(250)
        let outer = line.begin("reading a.plist")
        do {
            process.tick(at: start + .milliseconds(900))
            #expect(process.errors == "")
            process.tick(at: start + .milliseconds(2000))
            #expect(process.errors.hasSuffix("prefs: reading a.plist, 2 s"))
            let outer = line.begin("changing a.plist")
            do {
                process.tick(at: start + .milliseconds(4000))
                #expect(process.errors.hasSuffix("\rprefs: changing a.plist, 4 s"))
                line.write(Array("note: x\n".utf8))
                #expect(process.errors.hasSuffix("4 s\r                            \rnote: x\n"))
            }
            line.end(outer)
            process.tick(at: start + .milliseconds(6000))
            #expect(process.errors.hasSuffix("prefs: reading a.plist, 6 s"))
        }
        line.end(outer)
        #expect(process.errors.hasSuffix("6 s\r                           \r"))
        let errors = process.errors
        process.tick(at: start + .seconds(60))
        #expect(process.errors == errors)
    }

    @Test("is not shown where standard error is no terminal")
    func noTerminal() throws {
        let process = try CommandProcess()
        process.isErrorTerminal = false
        let line = ProgressLine(in: process.environment)
        let outer = line.begin("reading a.plist")
        process.tick(at: .seconds(100))
        line.end(outer)
        #expect(process.errors == "")
    }
}
