import Foundation
import PropertyLists
import TestSupport

extension Soak {
    /// Starts many writers at once, repeatedly, each with a new key.
    func runTogether(_ suite: SuiteUnderTest, until end: ContinuousClock.Instant) throws {
        var round = 0
        while options.rounds > 0 ? round < options.rounds : round == 0 || .now < end {
            round += 1
            let writers = try (1...options.writers).map { number in
                let key = "round\(round).key\(number)"
                let write = suite.changeLedger { $0.histories[key, default: KeyHistory()].attempt(value: true) }
                let program = suite.writer("set", [key, "--string", SoakValue.text(of: key, number: write)])
                return (key, write, program, try program.start())
            }
            for (key, write, program, process) in writers where suite.judge(try process.finish(), of: program) != nil {
                suite.changeLedger { $0.histories[key]?.acknowledge(write) }
            }
        }
        suite.note { $0.notes.append("\(round) rounds of \(options.writers) writers that start at once") }
    }

    /// Runs many writers that increment one number.
    func runIncrements(_ suite: SuiteUnderTest, until end: ContinuousClock.Instant) throws {
        let workers = Workers()
        for _ in 1...options.writers {
            workers.start { [options] in
                suite.reportingErrors {
                    var count = 0
                    while options.increments > 0 ? count < options.increments : count == 0 || .now < end {
                        count += 1
                        suite.changeLedger { $0.counter.attempted += 1 }
                        let program = suite.writer("increment", [SharedCounter.key])
                        if let outcome = suite.judge(try program.run(), of: program) {
                            suite.acknowledgeIncrement(outcome)
                        }
                    }
                }
            }
        }
        workers.wait()
        suite.note { $0.notes.append("\(options.writers) writers, \(suite.ledger.counter.acknowledged) increments") }
    }

    /// Runs writers and readers at the same time.
    func runWriters(
        _ suite: SuiteUnderTest,
        killing: Bool,
        until end: ContinuousClock.Instant,
        _ generator: inout SeededGenerator
    ) throws {
        let kills = killing ? options.kills : 0
        let goesOn: @Sendable () -> Bool = {
            guard kills > 0 else { return .now < end }
            let tally = suite.tally
            return tally.kills < kills && tally.counterexample == nil
        }
        var first = Writer("first", of: suite, &generator)
        try first.set("first.same")
        let watch = try SuiteWatch(of: suite)
        let workers = Workers()
        for number in 1...4 {
            var writer = Writer("writer\(number)", of: suite, &generator)
            writer.killChance = killing ? 0.8 : 0
            writer.increments = hasIncrement
            workers.start(writer, while: goesOn)
        }
        for reading in SuiteReading.allCases {
            workers.start(Reader(reading, of: suite, &generator), while: goesOn)
        }
        workers.wait()
        try watch.end()
    }

    /// Runs writers and readers beside a UserDefaults program.
    func runBeside(
        _ peer: UserDefaultsPeer,
        pause: Int,
        writesLargeValues: Bool = false,
        until end: ContinuousClock.Instant,
        _ generator: inout SeededGenerator
    ) throws {
        let suite = peer.suite
        let goesOn: @Sendable () -> Bool = { .now < end }
        var first = Writer("first", of: suite, &generator)
        try first.set("first.same")
        let keys: UserDefaultsPeer.Keys = writesLargeValues ? .large : .small
        let running = try peer.start(keys, pause: pause, seconds: (end - .now) / .seconds(1))
        let watch = try SuiteWatch(of: suite)
        let workers = Workers()
        for number in 1...2 {
            var writer = Writer("writer\(number)", of: suite, &generator)
            writer.writesLargeValues = writesLargeValues
            workers.start(writer, while: goesOn)
        }
        for reading in [SuiteReading.dump, .get] {
            workers.start(Reader(reading, of: suite, &generator, hasForeignWriter: true), while: goesOn)
        }
        workers.wait()
        let outcome = try running.finish()
        if outcome.ending != .exited(0) {
            suite.report("the UserDefaults program: \(outcome)")
        }
        try watch.end()
        try suite.checkAtEnd(peer, foreign: try peer.histories())
    }

    /// Kills the UserDefaults program while it writes, repeatedly, each time with a suite of its own.
    ///
    /// The program writes in place, so its file can remain truncated. prefs must refuse such a file and keep its bytes.
    func runForeignKills(
        _ phase: SuiteUnderTest,
        until end: ContinuousClock.Instant,
        _ generator: inout SeededGenerator
    ) throws {
        var results: [ForeignKill] = []
        while results.isEmpty || .now < end {
            let suite = SuiteUnderTest("\(phase.name)\(results.count)", prefs, permittedRefusals: [4, 5])
            let kill = Result { try runForeignKill(UserDefaultsPeer(suite: suite), &generator) }
            phase.note { $0.add(suite.tally) }
            results.append(try kill.get())
        }
        let counts = ForeignKill.allCases.map { kill in "\(results.count { $0 == kill }) \(kill.rawValue)" }
        phase.note { $0.notes.append("UserDefaults was killed and left \(counts.joined(separator: ", ")) files") }
    }

    /// The state of the file that the program left.
    private enum ForeignKill: String, CaseIterable {
        case whole, cut, empty
    }

    /// Kills the program once.
    private func runForeignKill(_ peer: UserDefaultsPeer, _ generator: inout SeededGenerator) throws -> ForeignKill {
        let suite = peer.suite
        var writer = Writer("writer", of: suite, &generator)
        for number in 1...4 {
            try writer.set("writer.\(number).large")
        }
        let whole = try suite.bytes()
        let wholeLedger = suite.ledger

        let running = try peer.start(.large, pause: 0, seconds: 60)
        let isRunning = Flag()
        let workers = Workers()
        workers.start(writer) { isRunning.isSet }
        suite.waitForCut(from: .now + .milliseconds(Int.random(in: 100...500, using: &generator)), &generator)
        running.send(SIGKILL)
        let outcome = try running.finish()
        if outcome.ending != .signalled(SIGKILL) {
            suite.report("the UserDefaults program: \(outcome)")
        }
        isRunning.clear()
        workers.wait()

        let left = try suite.bytes()
        if suite.tally.warnings.contains(where: { $0.contains("the file is empty") }) {
            // The writer continued with an empty suite.
            if !left.isEmpty {
                _ = try suiteEntries(in: left, as: .xml)
            }
            return .empty
        }
        if (try? PropertyList(parsing: left.span, as: .xml)) != nil {
            // The program may have emptied the file before it was killed, and a command may then have restored the
            // contents that it had read last. So only the writes of prefs must exist.
            var foreign = try peer.histories()
            for key in foreign.keys {
                foreign[key]?.acknowledge(0)
            }
            try suite.checkAtEnd(peer, foreign: foreign)
            return .whole
        }
        try checkRefusals(of: left, in: suite)
        try prefs.directory.write(whole, to: suite.file)
        suite.changeLedger { $0 = wholeLedger }
        try suite.checkAtEnd(peer)
        return left.isEmpty ? .empty : .cut
    }

    /// Checks that readers and writers refuse a truncated file and keep its bytes.
    private func checkRefusals(of left: [UInt8], in suite: SuiteUnderTest) throws {
        let get = try suite.run("get", ["writer.1.large"])
        if left.isEmpty {
            // An empty file looks like a suite that was never written, and is read as one, with a warning.
            if get.ending != .exited(1) || !get.errorText.contains("empty") {
                suite.report("an empty file was read without a warning: \(get)")
            }
        } else {
            let set = try suite.run("set", ["writer.after", "1"])
            for (verb, outcome) in [("get", get), ("set", set)] where outcome.ending != .exited(4) {
                suite.report("prefs \(verb) took a cut file of \(left.count) bytes: \(outcome)", left)
            }
        }
        if try suite.bytes() != left {
            suite.report("the bytes of a cut file were changed", left)
        }
    }
}

extension SuiteUnderTest {
    /// Waits until the file is being written in place, for at most a second.
    fileprivate func waitForCut(from start: ContinuousClock.Instant, _ generator: inout SeededGenerator) {
        Thread.sleep(forTimeInterval: (start - .now) / .seconds(1))
        // The file is empty for a moment, then it grows: the kill follows one or the other.
        let least = Int.random(in: 0...1, using: &generator)
        let sizes = least..<(((try? prefs.directory.size(of: file)) ?? 0) * 3 / 4 + 1)
        while .now < start + .seconds(1), let size = try? prefs.directory.size(of: file), !sizes.contains(size) {}
    }
}
