import TestSupport
import Testing

@Suite("Concurrent commands", .mayWait)
struct ConcurrencyTests {
    @Test("the changes of 50 concurrent writers are all stored, and readers see complete suites")
    func writers() throws {
        let prefs = try PrefsCommand.withContractSuite()
        for round in 0..<6 {
            var readers: [RunningSubprocess] = []
            var writers: [RunningSubprocess] = []
            for number in 0..<50 {
                // On a busy disk, the last of them waits for longer than ten seconds.
                let words = ["set", "k\(number)", "\(round)", "--lock-timeout", "120"]
                writers.append(try prefs.subprocess(words).start())
                if number.isMultiple(of: 5) {
                    readers.append(try prefs.subprocess(["get", "name", "win"]).start())
                    readers.append(try prefs.subprocess(["dump"]).start())
                }
            }
            for writer in writers {
                expect(try writer.finish(), prints: "", "round \(round)")
                let text = try prefs.directory.text(of: prefs.file(of: "t"))
                #expect(text.hasPrefix("<?xml") && text.hasSuffix("</plist>\n"), "round \(round)")
            }
            for (number, reader) in readers.enumerated() {
                let outcome = try reader.finish()
                if number.isMultiple(of: 2) {
                    expect(outcome, prints: "Ada\n{\"f\":[1,2,{\"w\":9}]}\n", "round \(round)")
                } else {
                    expect(outcome, "round \(round)")
                    #expect(outcome.text.hasSuffix("</dict>\n</plist>\n"), "round \(round)")
                }
            }
            let written = try prefs.run(["get"] + (0..<50).map { "k\($0)" })
            expect(written, prints: String(repeating: "\(round)\n", count: 50), "round \(round)")
        }
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
    }

    @Test("16 programs that increment a key 25 times each store every increment, and print each count once")
    func increments() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let script = """
            i=0
            while [ $i -lt 25 ]; do
                "$0" increment count --lock-timeout 60 || exit
                i=$((i + 1))
            done
            """
        let programs = try (0..<16).map { _ in
            try Subprocess("/bin/sh", ["-c", script, prefs.binary], environment: prefs.environment).start()
        }
        var printed: [Int] = []
        for program in programs {
            let outcome = try program.finish()
            expect(outcome)
            printed += outcome.text.split(separator: "\n").compactMap { Int($0) }
        }
        #expect(printed.sorted() == Array(1...400))
        expect(try prefs.run("get", "count", "general.launchCount"), prints: "400\n3\n")
    }
}
