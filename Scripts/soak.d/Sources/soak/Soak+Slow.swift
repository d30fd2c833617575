import Foundation
import PropertyLists
import SoakValues
import TestSupport

/// A suite of a given size, in a directory of its own, that a program on UserDefaults writes once a period.
///
/// Small keys are set beside that program one after the other, each by a process. After a batch of them what is missing
/// is counted; then one more key is set, and what is still missing is lost. The batch is removed, so that the suite keeps
/// its size.
struct SlowSuite: Sendable {
    let kilobytes: Int
    let period: Double
    let suite: SuiteUnderTest

    private static let ownPrefix = "set."
    private static let batchSize = 25

    init(kilobytes: Int, period: Double) throws {
        self.kilobytes = kilobytes
        self.period = period
        let name = "slow-\(kilobytes)-\(period)"
        suite = SuiteUnderTest(name, try PrefsCommand(), permittedRefusals: Phase.slow.permittedRefusals)
    }

    /// The name of its row.
    var name: String { "slow, \(kilobytes) kB, \(period) s" }

    /// Sets so many keys beside the program, or as many as it can until the end.
    ///
    /// - Parameter around: how many milliseconds before and after each write of the program to set keys; 0 is all the time.
    func run(peer path: String, sets: Int, around: Int, until end: ContinuousClock.Instant) throws {
        let (filler, fillerHistories) = Self.filler(kilobytes: kilobytes)
        try suite.prefs.folder.write(PropertyList.dictionary(filler).serialized(as: .xml), to: suite.file)
        let peer = UserDefaultsPeer(path: path, suite: suite)
        let running = try peer.start(.few, pause: Int(period * 1_000), seconds: 86_400)
        suite.note { $0.putBack = 0 }
        var done = 0
        var isLast = false
        while !isLast {
            var keys: [String] = []
            while keys.count < Self.batchSize, sets > 0 ? done < sets : keys.isEmpty || .now < end {
                done += 1
                keys.append(Self.ownPrefix + "\(done)")
                try waitForWrite(of: peer, within: Double(around) / 1_000)
                try change("set", [keys[keys.count - 1]])
            }
            isLast = sets > 0 ? done >= sets : .now >= end
            if isLast {
                running.send(SIGTERM)
                let outcome = try running.finish()
                if outcome.ending != .exited(0) {
                    suite.report("the program on UserDefaults: \(outcome)")
                }
            }
            let missing = try commits(of: problems(peer).own).count
            done += 1
            keys.append(Self.ownPrefix + "\(done)")
            try change("set", [keys[keys.count - 1]])
            let (lost, foreignLost, contents) = try problems(peer)
            let lostCommits = commits(of: lost)
            suite.note { $0.putBack? += max(0, missing - lostCommits.count) }
            suite.note(lostCommits, in: contents, of: "the file after \(done) sets")
            suite.noteForeign(foreignLost, in: contents, of: "the file after \(done) sets")
            // What is lost is removed with the batch, so that it is counted once.
            let removed = Set((isLast ? [] : keys) + lost.keys)
            if !removed.isEmpty {
                try change("reset", removed.sorted())
            }
        }
        try suite.checkAtEnd(peer, foreign: fillerHistories.merging(try peer.histories()) { $1 })
        let warnings = suite.tally.warnings
        suite.note {
            // The filler is checked, but was not written by the program.
            $0.foreignAcknowledged -= filler.count
            $0.notes = ["\(done) sets"]
            if let first = warnings.first {
                $0.notes.append("\(warnings.count) commands said something, such as: \(first)")
            }
        }
    }

    /// Keys that nobody changes, as many as a suite of that size holds, and what is known of them.
    static func filler(kilobytes: Int) -> (PropertyListDictionary, [String: KeyHistory]) {
        var dictionary = PropertyListDictionary()
        var histories: [String: KeyHistory] = [:]
        for number in 1...max(1, kilobytes * 1_000 / 69) {
            let key = "\(UserDefaultsPeer.keyPrefix).filler\(100_000 + number)"
            dictionary[key] = .string(SoakValue.text(of: key, number: 1))
            var history = KeyHistory()
            history.acknowledge(history.attempt(value: true))
            histories[key] = history
        }
        return (dictionary, histories)
    }

    /// Waits until the program writes soon, does so now, or has just done so.
    private func waitForWrite(of peer: UserDefaultsPeer, within time: Double) throws {
        guard time > 0 else { return }
        while case let sinceWrite? = try peer.timeSinceWrite(), sinceWrite > time, sinceWrite < period - time {
            Thread.sleep(forTimeInterval: min(period - time - sinceWrite, 0.1))
        }
    }

    /// Sets a key to its next value, or resets keys, by one process.
    private func change(_ verb: String, _ keys: [String]) throws {
        let writes = suite.changeLedger { ledger in
            keys.map { ledger.histories[$0, default: KeyHistory()].attempt(value: verb == "set") }
        }
        let values = verb == "set" ? ["--string", SoakValue.text(of: keys[0], number: writes[0])] : []
        let program = suite.writer(verb, keys + values)
        guard suite.judge(try program.run(), of: program) != nil else { return }
        suite.changeLedger { ledger in
            for (key, write) in zip(keys, writes) {
                ledger.histories[key]?.acknowledge(write)
            }
        }
    }

    /// What is wrong with commits: a set is named by its key, the removal of a batch by the number of the batch.
    private func commits(of problems: [String: ReadProblem]) -> [String: ReadProblem] {
        let histories = suite.ledger.histories
        let named = problems.map { key, problem in
            let write = histories[key]?.acknowledged ?? 0
            let batch = ((Int(key.dropFirst(Self.ownPrefix.count)) ?? 1) - 1) / (Self.batchSize + 1)
            return (write > 1 ? "batch \(batch), write \(write)" : key, problem)
        }
        return Dictionary(named) { first, _ in first }
    }

    /// What is wrong with the keys, by name, but for those of the program that are known to be lost.
    private func problems(
        _ peer: UserDefaultsPeer
    ) throws -> (own: [String: ReadProblem], foreign: [String: ReadProblem], contents: [UInt8]) {
        let acknowledged = try peer.histories()
        let (entries, contents) = try wholeEntries()
        let tally = suite.tally
        var nothing = Ledger.Sightings()
        let ledger = suite.ledger
        let own = ledger.problems(
            in: entries.filter { $0.key.hasPrefix(Self.ownPrefix) },
            since: ledger,
            seen: &nothing
        )
        var foreign: [String: ReadProblem] = [:]
        for (key, history) in try peer.histories() {
            do throws(ReadProblem) {
                _ = try history.write(leaving: entries[key], of: key, from: acknowledged[key]?.acknowledged ?? 0)
            } catch {
                foreign[key] = error
            }
        }
        return (
            own, foreign.filter { !tally.foreignLost.contains($0.key) },
            contents
        )
    }

    /// The entries of the file when nobody is in the middle of writing it.
    private func wholeEntries() throws -> ([String: String], [UInt8]) {
        let deadline = ContinuousClock.now + .seconds(10)
        while .now < deadline {
            let contents = try suite.bytes()
            if let entries = try? suiteEntries(in: contents, as: .xml) {
                return (entries, contents)
            }
            Thread.sleep(forTimeInterval: 0.005)
        }
        let contents = try suite.bytes()
        return (try suiteEntries(in: contents, as: .xml), contents)
    }
}

extension SuiteUnderTest {
    /// Notes keys of UserDefaults whose acknowledged write is gone.
    func noteForeign(_ problems: [String: ReadProblem], in bytes: [UInt8], of reader: String) {
        for (key, problem) in problems.sorted(by: { $0.key < $1.key }) {
            note { _ = $0.foreignLost.insert(key) }
            report("\(reader), of UserDefaults: \(problem)", bytes)
        }
    }
}

extension Soak {
    /// Runs all periods and sizes at once, since most of the time they wait.
    func runSlow(until end: ContinuousClock.Instant) {
        let workers = Workers()
        for slow in slowSuites {
            workers.start { [options, peer] in
                slow.suite.reportingErrors {
                    try slow.run(peer: peer, sets: options.sets, around: options.around, until: end)
                }
            }
        }
        workers.wait()
    }
}
