import Foundation
import PropertyLists
import TestSupport

/// A suite of a given size, in a directory of its own, that a UserDefaults program writes once a period.
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

    /// The name of its row in the table.
    var name: String { "slow, \(kilobytes) kB, \(period) s" }

    /// Returns the unchanging keys that give a suite its size, and their histories.
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

/// Sets small keys of such a suite one after the other, each in a process of its own, beside the program.
///
/// After each batch, counts the missing keys and sets one more key. Keys that are still missing then are lost. Then
/// removes the batch, so that the suite keeps its size.
private struct SlowRun {
    let slow: SlowSuite
    let peer: UserDefaultsPeer
    /// The number of keys to set; 0 if the time determines it.
    let sets: Int
    /// The seconds before and after each write of the program in which keys are set; 0 sets them all the time.
    let around: Double
    let end: ContinuousClock.Instant

    private var done = 0
    /// The keys of the batch that were set.
    private var batch: [String] = []
    /// For each removed key, the number of keys set before its removal.
    private var removals: [String: Int] = [:]

    private static let ownPrefix = "set."
    private static let batchSize = 25

    private var suite: SuiteUnderTest { slow.suite }

    init(_ slow: SlowSuite, _ options: SoakOptions, until end: ContinuousClock.Instant) {
        self.slow = slow
        self.peer = UserDefaultsPeer(suite: slow.suite)
        sets = options.sets
        around = Double(options.around) / 1_000
        self.end = end
    }

    private var isDone: Bool { sets > 0 ? done >= sets : done > 0 && .now >= end }

    mutating func run() throws {
        let (filler, fillerHistories) = SlowSuite.filler(kilobytes: slow.kilobytes)
        try suite.prefs.directory.write(PropertyList.dictionary(filler).serialized(as: .xml), to: suite.file)
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
            suite.report("the UserDefaults program: \(outcome)")
        }
        try remove(settle())
        try suite.checkAtEnd(peer, foreign: fillerHistories.merging(try peer.histories()) { $1 })
        let warnings = suite.tally.warnings
        suite.note { [done] in
            // The filler was checked, but the program did not write it.
            $0.foreignAcknowledged -= filler.count
            $0.notes = ["\(done) sets"]
            if let first = warnings.first {
                $0.notes.append("\(warnings.count) commands printed a message, such as: \(first)")
            }
        }
    }

    /// Waits for the time around a write of the program.
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

    /// Counts the missing keys before and after one more set, and returns the lost keys.
    ///
    /// A key that is missing for the first time after that set was overwritten since, and gets one more set.
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

    /// Removes the batch and the lost keys, so that each loss is counted once.
    private mutating func remove(_ lost: [String]) throws {
        let keys = Set(batch + lost).sorted()
        for key in keys {
            removals[key] = done
        }
        try change("reset", keys)
        batch = []
    }

    /// Sets a key to its next value, or resets keys, in one process.
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

    /// Names the problems by commit: a set by its key, and a removal of many keys once.
    private func commits(of problems: [String: ReadProblem]) -> [String: ReadProblem] {
        let named = problems.map { key, problem in
            (removals[key].map { "the removal after \($0) sets" } ?? key, problem)
        }
        return Dictionary(named) { first, _ in first }
    }

    /// Returns the problems of the keys, without those of the program that are known to be lost.
    private func problems() throws -> (
        own: [String: ReadProblem], foreign: [String: ReadProblem], contents: [UInt8]
    ) {
        let acknowledged = try peer.histories()
        let (entries, contents) = try wholeEntries()
        var nothing = Ledger.Sightings()
        let ledger = suite.ledger
        let own = entries.filter { $0.key.hasPrefix(Self.ownPrefix) }
        let foreign = try peer.histories().filter { !suite.tally.foreignLost.contains($0.key) }
            .problems(in: entries, since: acknowledged)
        return (ledger.problems(in: own, since: ledger, seen: &nothing), foreign, contents)
    }

    /// Returns the entries of the file, outside of a write of the program.
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

extension Soak {
    /// Runs all periods and sizes at once, since they mostly wait.
    func runSlow(until end: ContinuousClock.Instant) {
        let workers = Workers()
        for slow in slowSuites {
            workers.start { [options] in
                slow.suite.reportingErrors {
                    var run = SlowRun(slow, options, until: end)
                    try run.run()
                }
            }
        }
        workers.wait()
    }
}
