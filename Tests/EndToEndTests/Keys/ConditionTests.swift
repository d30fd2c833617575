import TestSupport
import Testing

@Suite("Conditional changes", .mayWait)
struct ConditionTests {
    @Test("only one of 20 concurrent programs sets a key with --if-unset")
    func race() throws {
        let prefs = try PrefsCommand()
        let programs = try (0..<20).map { number in
            try prefs.subprocess(["set", "winner", "\(number)", "--if-unset", "--lock-timeout", "60"]).start()
        }
        var winners: [Int] = []
        for (number, program) in programs.enumerated() {
            let outcome = try program.finish()
            switch outcome.ending {
            case .exited(0): winners.append(number)
            default: expect(outcome, prints: "", exit: 7)
            }
        }
        #expect(winners.count == 1)
        expect(try prefs.run("get", "winner"), prints: winners.map { "\($0)\n" }.joined())
    }
}
