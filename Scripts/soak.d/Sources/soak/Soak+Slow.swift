import Foundation
import PropertyLists
import SoakValues
import TestSupport

/// A suite of a given size, in a directory of its own, that a program on UserDefaults writes once a period.
struct SlowSuite: Sendable {
    let kilobytes: Int
    let period: Double
    let suite: SuiteUnderTest

    init(kilobytes: Int, period: Double) throws {
        self.kilobytes = kilobytes
        self.period = period
        let name = "slow-\(kilobytes)-\(period)"
        suite = SuiteUnderTest(name, try PrefsCommand(), permittedRefusals: Phase.slow.permittedRefusals)
    }

    /// The name of its row.
    var name: String { "slow, \(kilobytes) kB, \(period) s" }

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
}

/// Sets small keys of such a suite one after the other, each by a process, beside the program.
///
/// After a batch, what is missing is counted; then one more key is set, and what is still missing is lost. Then the batch
/// is removed, so that the suite keeps its size.
private struct SlowRun {
    let slow: SlowSuite
    let peer: UserDefaultsPeer
    /// How many keys to set; 0 leaves it to the time.
    let sets: Int
    /// How many seconds before and after each write of the program to set keys; 0 is all the time.
    let around: Double
    let end: ContinuousClock.Instant

    private var done = 0
    /// The keys of the batch that were set.
    private var batch: [String] = []
    /// What removed a key: the number of the last key that was set before.
    private var removals: [String: Int] = [:]

    private static let ownPrefix = "set."
    private static let batchSize = 25

    private var suite: SuiteUnderTest { slow.suite }

    init(_ slow: SlowSuite, peer: String, _ options: SoakOptions, until end: ContinuousClock.Instant) {
        self.slow = slow
        self.peer = UserDefaultsPeer(path: peer, suite: slow.suite)
        sets = options.sets
        around = Double(options.around) / 1_000
        self.end = end
    }

    private var isDone: Bool { sets > 0 ? done >= sets : done > 0 && .now >= end }

    mutating func run() throws {
        let (filler, fillerHistories) = SlowSuite.filler(kilobytes: slow.kilobytes)
        try suite.prefs.folder.write(PropertyList.dictionary(filler).serialized(as: .xml), to: suite.file)
        let running = try peer.start(.few, pause: Int(slow.period * 1_000), seconds: 86_400)
        suite.note { $0.putBack = 0 }
        while !isDone {
            while batch.count < Self.batchSize, !isDone {
                try waitForWrite()
                try setNext()
            }
            if !isDone {
                try remove(settle())
            }
        }
        running.send(SIGTERM)
        let outcome = try running.finish()
        if outcome.ending != .exited(0) {
            suite.report("the program on UserDefaults: \(outcome)")
        }
        try remove(settle())
        try suite.checkAtEnd(peer, foreign: fillerHistories.merging(try peer.histories()) { $1 })
        let warnings = suite.tally.warnings
        suite.note { [done] in
            // The filler is checked, but was not written by the program.
            $0.foreignAcknowledged -= filler.count
            $0.notes = ["\(done) sets"]
            if let first = warnings.first {
                $0.notes.append("\(warnings.count) commands said something, such as: \(first)")
            }
        }
    }

    /// Waits until the program writes soon, does so now, or has just done so.
    private func waitForWrite() throws {
        guard around > 0 else { return }
        while case let time? = try peer.timeSinceWrite(), time > around, time < slow.period - around {
            Thread.sleep(forTimeInterval: min(slow.period - around - time, 0.1))
        }
    }

    private mutating func setNext() throws {
        done += 1
        let key = Self.ownPrefix + "\(done)"
        batch.append(key)
        try change("set", [key])
    }

    /// Counts what is missing before and after one more set.
    ///
    /// What is missing for the first time after that set was overwritten since, and gets one more.
    ///
    /// - Returns: the keys that are lost.
    private mutating func settle() throws -> [String] {
        var missing = try problems().own
        while true {
            try setNext()
            let (own, foreign, contents) = try problems()
            let commits = commits(of: own)
            let putBack = self.commits(of: missing).keys.count { commits[$0] == nil }
            suite.note { $0.putBack? += putBack }
            suite.noteForeign(foreign, in: contents, of: "the file after \(done) sets")
            let isNew = own.keys.contains { missing[$0] == nil }
            missing = own
            if !isNew {
                suite.note(commits, in: contents, of: "the file after \(done) sets")
                return Array(own.keys)
            }
        }
    }

    /// Removes the batch, and what is lost, so that it is counted once.
    private mutating func remove(_ lost: [String]) throws {
        let keys = Set(batch + lost).sorted()
        for key in keys {
            removals[key] = done
        }
        try change("reset", keys)
        batch = []
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

    /// What is wrong with commits: a set is named by its key, and all keys that one command removed count once.
    private func commits(of problems: [String: ReadProblem]) -> [String: ReadProblem] {
        let named = problems.map { key, problem in
            (removals[key].map { "the removal after \($0) sets" } ?? key, problem)
        }
        return Dictionary(named) { first, _ in first }
    }

    /// What is wrong with the keys, by name, but for those of the program that are known to be lost.
    private func problems() throws -> (
        own: [String: ReadProblem], foreign: [String: ReadProblem], contents: [UInt8]
    ) {
        let acknowledged = try peer.histories()
        let (entries, contents) = try wholeEntries()
        var nothing = Ledger.Sightings()
        let ledger = suite.ledger
        let own = entries.filter { $0.key.hasPrefix(Self.ownPrefix) }
        var foreign: [String: ReadProblem] = [:]
        for (key, history) in try peer.histories() where !suite.tally.foreignLost.contains(key) {
            do throws(ReadProblem) {
                _ = try history.write(leaving: entries[key], of: key, from: acknowledged[key]?.acknowledged ?? 0)
            } catch {
                foreign[key] = error
            }
        }
        return (ledger.problems(in: own, since: ledger, seen: &nothing), foreign, contents)
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
                    var run = SlowRun(slow, peer: peer, options, until: end)
                    try run.run()
                }
            }
        }
        workers.wait()
    }
}
