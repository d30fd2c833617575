import Foundation
import TestSupport

/// Writes, reads and kills prefs on the suites of a directory of its own, and proves that no acknowledged write is
/// missing.
///
///     soak SECONDS SEED WRITERS ROUNDS INCREMENTS KILLS SETS AROUND PERIODS SIZES PHASE...
///
/// `Scripts/soak` describes the arguments. Without arguments, it prints the phases. `PREFS_BINARY` names the prefs to
/// test.
@main
struct Soak {
    let options: SoakOptions
    let prefs: PrefsCommand
    let hasIncrement: Bool
    /// The suites of the phase slow; their directories live as long as this value.
    let slowSuites: [SlowSuite]

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        try PeerProgram.run(arguments)
        guard !arguments.isEmpty else {
            print(Phase.allCases.map(\.rawValue).joined(separator: "\n"))
            return
        }
        guard let options = SoakOptions(arguments) else { exit(2) }
        let soak = try Soak(options)
        // The process exits here so that the directory remains if something went wrong.
        exit(soak.run() ? 0 : 1)
    }

    init(_ options: SoakOptions) throws {
        self.options = options
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
    /// - Returns: whether no phase failed.
    func run() -> Bool {
        let shares = options.phases.reduce(0) { $0 + $1.share }
        var findings: [String] = []
        var hasFailed = false
        print(Tally.header)
        for phase in options.phases {
            guard phase != .increments || hasIncrement else {
                findings.append("\(phase.rawValue): skipped, since this prefs has no 'increment'")
                continue
            }
            // The numbers of a phase depend on the seed alone, not on the other phases.
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
                    try? prefs.directory.write(counterexample.bytes, to: "\(suite.name).counterexample")
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
        let peer = UserDefaultsPeer(suite: suite)
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
        case .besideBusy: try runBeside(peer, pause: 0, until: end, &generator)
        case .besideFast: try runBeside(peer, pause: 5, until: end, &generator)
        case .besideSlow: try runBeside(peer, pause: 20, until: end, &generator)
        case .besideLarge: try runBeside(peer, pause: 5, writesLargeValues: true, until: end, &generator)
        case .foreignKills:
            try runForeignKills(suite, until: end, &generator)
        case .slow:
            runSlow(until: end)
        case .firstChange:
            runFirstChanges(suite, until: end, &generator)
        case .firstWrite, .firstWritePlain, .firstWriteAgain, .firstWriteChoice, .firstWriteCopy, .firstWriteReader,
            .firstWriteProgram:
            try runFirstWrites(phase, suite, until: end, &generator)
        }
    }
}

/// A part of the test, with a suite of its own; `Scripts/soak --help` describes each.
enum Phase: String, CaseIterable {
    case together, increments, writers, kills
    case besideBusy = "beside-0"
    case besideFast = "beside-5"
    case besideSlow = "beside-20"
    case besideLarge = "beside-large"
    case foreignKills = "foreign-kills"
    case slow
    case firstChange = "first-change"
    case firstWrite = "first-write"
    case firstWritePlain = "first-write-plain"
    case firstWriteAgain = "first-write-again"
    case firstWriteChoice = "first-write-choice"
    case firstWriteCopy = "first-write-copy"
    case firstWriteReader = "first-write-reader"
    case firstWriteProgram = "first-write-program"

    /// Its share of the time, relative to the shares of the other phases.
    var share: Double {
        switch self {
        case .together, .writers: 3
        case .increments, .besideBusy, .besideFast, .besideSlow, .besideLarge: 2
        case .kills, .foreignKills: 4
        case .slow: 6
        case .firstChange, .firstWrite, .firstWritePlain, .firstWriteAgain, .firstWriteChoice, .firstWriteCopy,
            .firstWriteReader, .firstWriteProgram:
            1
        }
    }

    /// The exit codes other than 0 that a write may have.
    var permittedRefusals: Set<Int32> {
        switch self {
        // Another program keeps changing the file.
        case .besideBusy, .besideFast, .besideSlow, .besideLarge, .slow: [5]
        // The file is truncated.
        case .foreignKills: [4, 5]
        default: []
        }
    }
}

/// The arguments, in the order of the properties.
///
/// Commas separate the elements of a list. If a number is 0, the time determines it.
struct SoakOptions {
    /// The time of all phases together.
    let seconds: Double
    let seed: UInt64
    /// The number of writers that start at once.
    let writers: Int
    /// The number of times that they start in the phase together, and of the changes in the phase firstChange.
    let rounds: Int
    /// The number of increments of each of them in the phase increments.
    let increments: Int
    /// The number of kills that must succeed.
    let kills: Int
    /// The number of sets of each suite in the phase slow.
    let sets: Int
    /// The milliseconds before and after each write of its UserDefaults programs in which keys are set.
    let around: Int
    /// The seconds between two writes of these programs.
    let periods: [Double]
    /// The sizes of its suites, in kB.
    let sizes: [Int]
    let phases: [Phase]

    init?(_ arguments: [String]) {
        guard arguments.count > 10 else { return nil }
        let numbers = arguments[..<8].compactMap { UInt64($0) }
        let periods = arguments[8].split(separator: ",").compactMap { Double($0) }.filter { $0 > 0 }
        let sizes = arguments[9].split(separator: ",").compactMap { Int($0) }.filter { $0 > 0 }
        let phases = arguments[10...].compactMap { Phase(rawValue: $0) }
        guard numbers.count == 8, !periods.isEmpty, !sizes.isEmpty, phases.count + 10 == arguments.count else {
            return nil
        }
        seconds = Double(numbers[0])
        seed = numbers[1]
        writers = Int(numbers[2])
        rounds = Int(numbers[3])
        increments = Int(numbers[4])
        kills = Int(numbers[5])
        sets = Int(numbers[6])
        around = Int(numbers[7])
        self.periods = periods
        self.sizes = sizes
        self.phases = phases
    }
}
