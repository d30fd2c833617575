import Foundation
import PropertyLists
import TestSupport

extension Soak {
    /// Kills the program on UserDefaults while it writes, again and again, each time with a suite of its own.
    ///
    /// It writes in place: what is cut then is lost. prefs must refuse such a file and leave its bytes as they are.
    func runForeignKills(
        _ phase: UserDefaultsPeer,
        until end: ContinuousClock.Instant,
        _ generator: inout SeededGenerator
    ) throws {
        var cuts = 0
        var rounds = 0
        while rounds == 0 || .now < end {
            rounds += 1
            let suite = SuiteUnderTest("foreign-kill\(rounds)", prefs, permittedRefusals: [4, 5])
            let peer = UserDefaultsPeer(path: peer, suite: suite)
            if try runForeignKill(peer, &generator) {
                cuts += 1
            }
            let tally = suite.tally
            phase.suite.note { $0.add(tally) }
        }
        phase.suite.note {
            $0.notes.append("UserDefaults was killed \(rounds) times, and \(cuts) times it left a cut file")
        }
    }

    /// Kills the program once.
    ///
    /// - Returns: whether it left a cut file.
    private func runForeignKill(_ peer: UserDefaultsPeer, _ generator: inout SeededGenerator) throws -> Bool {
        let suite = peer.suite
        var writer = Writer("writer", of: suite, &generator)
        for number in 1...4 {
            try writer.set("writer.\(number).large")
        }
        let whole = try suite.bytes()
        let wholeLedger = suite.ledger

        let running = try peer.start(writesLargeValues: true, pause: 0, seconds: 60)
        let isRunning = Flag()
        let workers = Workers()
        workers.start { [writer] in
            var writer = writer
            suite.repeatWhile({ isRunning.isSet }) { try writer.writeSomething() }
        }
        suite.waitForCut(from: .now + .milliseconds(Int.random(in: 100...500, using: &generator)))
        running.send(SIGKILL)
        _ = try running.finish()
        isRunning.clear()
        workers.wait()

        if suite.tally.warnings.contains(where: { $0.contains("the file is empty") }) {
            // Nothing but the key that was set can be there.
            _ = try suiteEntries(in: suite.bytes(), as: .xml)
            return true
        }
        let left = try suite.bytes()
        if (try? PropertyList(parsing: left.span, as: .xml)) != nil {
            try suite.checkAtEnd(peer, foreign: try peer.histories())
            return false
        }
        try checkRefusals(of: left, in: suite)
        try prefs.folder.write(whole, to: suite.file)
        suite.changeLedger { $0 = wholeLedger }
        try suite.checkAtEnd(peer)
        return true
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
    /// Waits until the file is being written in place, for a tenth of a second at most.
    fileprivate func waitForCut(from start: ContinuousClock.Instant) {
        Thread.sleep(forTimeInterval: (start - .now) / .seconds(1))
        let size = (try? bytes().count) ?? 0
        while .now < start + .milliseconds(100), ((try? prefs.folder.size(of: file)) ?? 0) >= size / 2 {}
    }
}
