import TestSupport
import Testing

@Suite("Files that are not suites", .mayWait)
struct BadInputTests {
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
}
