import Foundation
import PropertyLists
import Synchronization
import TestSupport

/// The suite that a phase works on, with all that is known of it; used by all threads of the phase.
final class SuiteUnderTest: Sendable {
    let name: String
    let prefs: PrefsCommand
    /// Exit codes that a write may end with, beside 0.
    let permittedRefusals: Set<Int32>

    private let ledgers = Mutex(Ledger())
    private let tallies = Mutex(Tally())
    private let moments = Mutex(KillMoments())

    init(_ name: String, _ prefs: PrefsCommand, permittedRefusals: Set<Int32> = []) {
        self.name = name
        self.prefs = prefs
        self.permittedRefusals = permittedRefusals
    }

    var file: String { prefs.file(of: name) }
    var ledger: Ledger { ledgers.withLock { $0 } }
    var tally: Tally { tallies.withLock { $0 } }

    func bytes() throws -> [UInt8] {
        try prefs.folder.bytes(of: file)
    }

    func changeLedger<Value: Sendable>(_ body: (inout Ledger) -> Value) -> Value {
        ledgers.withLock { body(&$0) }
    }

    func note(_ body: (inout Tally) -> Void) {
        tallies.withLock { body(&$0) }
    }

    /// Notes something that must not be; the phase's first is shown.
    func report(_ text: String, _ bytes: [UInt8] = []) {
        note { $0.counterexample = $0.counterexample ?? Counterexample(text: text, bytes: bytes) }
    }

    /// Does something, whose error must not be.
    func reportingErrors(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            report("\(error)")
        }
    }

    /// Does something again and again, until its error is reported.
    func repeatWhile(_ goesOn: () -> Bool, _ body: () throws -> Void) {
        reportingErrors {
            while goesOn() {
                try body()
            }
        }
    }

    func run(_ verb: String, _ arguments: [String]) throws(SubprocessError) -> SubprocessOutcome {
        try prefs.run([verb, "-s", name] + arguments)
    }

    /// A process that writes the suite.
    func writer(_ verb: String, _ arguments: [String]) -> Subprocess {
        note { $0.attempted += 1 }
        // A lock is waited for as long as it takes on a slow machine.
        return prefs.subprocess([verb, "-s", name, "--lock-timeout", "100"] + arguments)
    }

    /// Runs a writing verb to its end, or kills it at a random moment.
    ///
    /// - Parameter chance: how likely it is killed.
    /// - Returns: what it ended with; nil where it is not known to have done anything.
    func write(
        _ verb: String,
        _ arguments: [String],
        killedBy generator: inout SeededGenerator,
        withChance chance: Double
    ) throws -> SubprocessOutcome? {
        let program = writer(verb, arguments)
        let isChosen = Double.random(in: 0..<1, using: &generator) < chance
        let moment = isChosen ? moments.withLock { $0 }.next(using: &generator) : nil
        let start = ContinuousClock.now
        let running = try program.start()
        if let moment {
            Thread.sleep(forTimeInterval: (start + moment - .now) / .seconds(1))
            running.send(SIGKILL)
        }
        let outcome = try running.finish()
        if moment == nil {
            moments.withLock { $0.note(.now - start) }
        }
        return judge(outcome, of: program)
    }

    /// Counts how a writer has ended.
    ///
    /// - Returns: as for `write`.
    func judge(_ outcome: SubprocessOutcome, of program: Subprocess) -> SubprocessOutcome? {
        switch outcome.ending {
        case .exited(0):
            note {
                $0.acknowledged += 1
                $0.warnings += outcome.errorText.isEmpty ? [] : [outcome.errorText]
            }
            return outcome
        case .signalled(SIGKILL):
            note { $0.kills += 1 }
        case .exited(let code) where permittedRefusals.contains(code):
            note { $0.refused += 1 }
        default:
            note { $0.refused += 1 }
            report("prefs \(program.arguments.prefix(5).joined(separator: " ").prefix(200)): \(outcome)")
        }
        return nil
    }
}
