import Foundation
import TestSupport

/// One run of all phases.
struct Soak {
    let options: SoakOptions
    let prefs: PrefsCommand
    /// The path of the program on UserDefaults.
    let peer: String
    /// The path of the program on PreferenceKit.
    let preferenceKit: String
    let hasIncrement: Bool
    /// What the phase slow works on; the directories stay as long as this does.
    let slowSuites: [SlowSuite]

    init(_ options: SoakOptions, programs: String) throws {
        self.options = options
        peer = "\(programs)/user-defaults"
        preferenceKit = "\(programs)/preference-kit"
        prefs = try PrefsCommand()
        hasIncrement = try prefs.run("help", "increment").ending == .exited(0)
        slowSuites =
            try options.phases.contains(.slow)
            ? options.sizes.flatMap { size in
                try options.periods.map { try SlowSuite(kilobytes: size, period: $0) }
            } : []
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
            if phase == .slow {
                findings.append("slow: \(slowSuites.count) suites at the same time, since most of the time they wait")
            }
            let rows = phase == .slow ? slowSuites.map { ($0.name, $0.suite) } : [(phase.rawValue, suite)]
            for (name, suite) in rows {
                print(suite.tally.row(name))
                findings += suite.tally.notes.map { "\(name): \($0)" }
                if let counterexample = suite.tally.counterexample {
                    hasFailed = true
                    findings.append("FAILED: phase \(name), seed \(options.seed): \(counterexample.text)")
                    try? prefs.folder.write(counterexample.bytes, to: "\(suite.name).counterexample")
                }
            }
            fflush(nil)
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
        case .slow:
            runSlow(until: end)
        case .firstWrite, .firstWritePlain, .firstWriteAgain, .firstWriteChoice, .firstWriteCopy, .firstWriteReader,
            .firstWriteProgram:
            try runFirstWrites(phase, suite, until: end, &generator)
        }
    }
}
