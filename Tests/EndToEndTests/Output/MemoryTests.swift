import TestSupport
import Testing

extension PrefsCommand {
    /// Whether the command is statically linked.
    ///
    /// Otherwise, the dynamic loader lists the libraries instead of running the command.
    fileprivate static let isStatic: Bool = {
        guard var prefs = try? PrefsCommand() else { return false }
        prefs.environment["LD_TRACE_LOADED_OBJECTS"] = "1"
        return (try? prefs.run("--version").text.hasPrefix("prefs ")) ?? false
    }()
}

@Suite(
    "Insufficient memory",
    .mayWait,
    .enabled(if: PrefsCommand.isStatic, "the command is not the static executable of a release build")
)
struct MemoryTests {
    private func run(_ prefs: PrefsCommand, kilobytes: Int, _ line: String) throws -> SubprocessOutcome {
        try Shell(prefs).run("ulimit -c 0; ulimit -v \(kilobytes); exec prefs \(line)")
    }

    @Test(
        "a command without enough memory ends with a message, never by a signal",
        // A tree of a suite first gets room for its entries. Where there is so much, the bytes can be read too.
        arguments: [("get large", [0, 4, 5]), ("dump --typed", [0, 5]), ("list", [0, 5])] as [(String, Set<Int32>)]
    )
    func message(line: String, expected: Set<Int32>) throws {
        let prefs = try PrefsCommand.withSuite(SuiteXML.contract)
        try prefs.directory.write(String(repeating: "x", count: 5_000_000), to: "work/value")
        try prefs.change("set", "large", "--value-file", "value", "--string")
        try prefs.directory.age(prefs.file(of: "t"))
        var limit = 8192
        while try run(prefs, kilobytes: limit, "--version").ending != .exited(0) {
            limit += 1024
        }
        var ends: Set<Int32> = []
        // The kernel places the stack and the heap at random, so a later start may need a little more memory.
        for limit in stride(from: limit + 512, to: limit + 50_000, by: 512) {
            let outcome = try run(prefs, kilobytes: limit, line)
            guard case .exited(let code) = outcome.ending else {
                Issue.record("with \(limit) KB: \(outcome.ending)")
                continue
            }
            ends.insert(code)
            switch code {
            case 0: expect(outcome)
            case 4: expect(outcome, prints: "", exit: 4, errors: .message(["cannot allocate memory"]))
            default: expect(outcome, prints: "", exit: 5, errors: .message(["prefs: out of memory\n"]))
            }
        }
        #expect(ends.isSuperset(of: expected))
    }
}
