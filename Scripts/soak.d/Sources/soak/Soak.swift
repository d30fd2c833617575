import Foundation
import TestSupport

/// One run of all phases.
struct Soak {
    let options: SoakOptions
    let prefs: PrefsCommand
    /// The path of the program on UserDefaults.
    let peer: String
    let hasIncrement: Bool

    init(_ options: SoakOptions, peer: String) throws {
        self.options = options
        self.peer = peer
        prefs = try PrefsCommand()
        hasIncrement = try prefs.run("help", "increment").ending == .exited(0)
    }

    /// Runs the phases and prints their table.
    ///
    /// - Returns: whether each found all as it must be.
    func run() -> Bool {
        let shares = options.phases.reduce(0) { $0 + $1.share }
        var findings: [String] = []
        var hasFailed = false
        print(Tally.header)
        for phase in options.phases {
            guard phase != .increments || hasIncrement else {
                findings.append("\(phase.rawValue): left out, since this prefs has no 'increment'")
                continue
            }
            // The numbers of a phase depend on the seed alone, whichever others are run.
            var generator = SeededGenerator(seed: options.seed)
            let suite = SuiteUnderTest(phase.rawValue, prefs, permittedRefusals: phase.permittedRefusals)
            let end = ContinuousClock.now + .seconds(options.seconds * phase.share / shares)
            suite.reportingErrors {
                try run(phase, on: suite, until: end, &generator)
            }
            print(suite.tally.row(phase.rawValue))
            fflush(nil)
            findings += suite.tally.notes.map { "\(phase.rawValue): \($0)" }
            if let counterexample = suite.tally.counterexample {
                hasFailed = true
                findings.append("FAILED: phase \(phase.rawValue), seed \(options.seed): \(counterexample.text)")
                try? prefs.folder.write(counterexample.bytes, to: "\(phase.rawValue).counterexample")
            }
        }
        print(findings.map { "\n\($0)" }.joined())
        return !hasFailed
    }

    private func run(
        _ phase: Phase,
        on suite: SuiteUnderTest,
        until end: ContinuousClock.Instant,
        _ generator: inout SeededGenerator
    ) throws {
        let peer = UserDefaultsPeer(path: self.peer, suite: suite)
        switch phase {
        case .together:
            try runTogether(suite, until: end)
            try suite.checkAtEnd(peer)
        case .increments:
            try runIncrements(suite, until: end)
            try suite.checkAtEnd(peer)
        case .writers, .kills:
            try runWriters(suite, killing: phase == .kills, until: end, &generator)
            try suite.checkAtEnd(peer)
        case .besideBusy, .besideFast, .besideSlow, .besideLarge:
            try runBeside(
                peer,
                pause: phase.foreignPause,
                writesLargeValues: phase == .besideLarge,
                until: end,
                &generator
            )
        case .foreignKills:
            try runForeignKills(suite, until: end, &generator)
        }
    }
}
