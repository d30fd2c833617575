import Glibc
import TestSupport
import Testing

@Suite("Output", .mayWait)
struct OutputTests {
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
}
