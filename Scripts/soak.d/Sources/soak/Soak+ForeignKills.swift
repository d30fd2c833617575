import Foundation
import PropertyLists
import TestSupport

extension Soak {
    /// Kills the program on UserDefaults while it writes, again and again, each time with a suite of its own.
    ///
    /// It writes in place: what is cut then is lost. prefs must refuse such a file and leave its bytes as they are.
    func runForeignKills(
        _ phase: SuiteUnderTest,
        until end: ContinuousClock.Instant,
        _ generator: inout SeededGenerator
    ) throws {
        var results: [ForeignKill] = []
        while results.isEmpty || .now < end {
            let suite = SuiteUnderTest("\(phase.name)\(results.count)", prefs, permittedRefusals: [4, 5])
            let kill = Result { try runForeignKill(UserDefaultsPeer(path: peer, suite: suite), &generator) }
            phase.note { $0.add(suite.tally) }
            results.append(try kill.get())
        }
        let counts = ForeignKill.allCases.map { kill in "\(results.count { $0 == kill }) \(kill.rawValue)" }
        phase.note { $0.notes.append("UserDefaults was killed and left \(counts.joined(separator: ", ")) files") }
    }

    /// What the program left.
    private enum ForeignKill: String, CaseIterable {
        case whole, cut, empty
    }

    /// Kills the program once.
    ///
    /// - Returns: what it left.
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
        workers.start { [writer] in
            var writer = writer
            suite.repeatWhile({ isRunning.isSet }) { try writer.writeSomething() }
        }
        suite.waitForCut(from: .now + .milliseconds(Int.random(in: 100...500, using: &generator)), &generator)
        running.send(SIGKILL)
        let outcome = try running.finish()
        if outcome.ending != .signalled(SIGKILL) {
            suite.report("the program on UserDefaults: \(outcome)")
        }
        isRunning.clear()
        workers.wait()

        let left = try suite.bytes()
        if suite.tally.warnings.contains(where: { $0.contains("the file is empty") }) {
            // The writer has gone on with an empty suite.
            if !left.isEmpty {
                _ = try suiteEntries(in: left, as: .xml)
            }
            return .empty
        }
        if (try? PropertyList(parsing: left.span, as: .xml)) != nil {
            // It may have emptied the file before it was killed, and the command put back what it had seen there last:
            // what the killed program had written since is gone, and only ours must be there.
            var foreign = try peer.histories()
            for key in foreign.keys {
                foreign[key]?.acknowledge(0)
            }
            try suite.checkAtEnd(peer, foreign: foreign)
            return .whole
        }
        try checkRefusals(of: left, in: suite)
        try prefs.folder.write(whole, to: suite.file)
        suite.changeLedger { $0 = wholeLedger }
        try suite.checkAtEnd(peer)
        return left.isEmpty ? .empty : .cut
    }

    /// Checks that neither a reader nor a writer takes a cut file for a suite, and that its bytes stay.
    private func checkRefusals(of left: [UInt8], in suite: SuiteUnderTest) throws {
        let get = try suite.run("get", ["writer.1.large"])
        if left.isEmpty {
            // Nothing tells it from a suite that was never written: it is one, with a warning.
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
    /// Waits until the file is being written in place, for a second at most.
    fileprivate func waitForCut(from start: ContinuousClock.Instant, _ generator: inout SeededGenerator) {
        Thread.sleep(forTimeInterval: (start - .now) / .seconds(1))
        // Empty for a moment, then it grows: from either on, the kill comes a moment later.
        let least = Int.random(in: 0...1, using: &generator)
        let sizes = least..<(((try? prefs.folder.size(of: file)) ?? 0) * 3 / 4 + 1)
        while .now < start + .seconds(1), let size = try? prefs.folder.size(of: file), !sizes.contains(size) {}
    }
}
