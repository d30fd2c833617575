import Foundation
import PropertyLists
import TestSupport

/// A suite that only prefs has written so far, and a program that overwrites one of its commits without a lock.
///
/// The program read the suite before the commit, and writes that version with a key of its own. The next command must
/// put the commit back, but never against a user's choice.
struct FirstWriteRound {
    let suite: SuiteUnderTest
    var writer: Writer
    var generator: SeededGenerator
    /// The file before the commit.
    private(set) var base: [UInt8] = []
    /// The time that a running program took to put the commit back.
    var time: Duration?
    /// Writes of the program without locks.
    private var foreign: [String: KeyHistory] = [:]

    /// The key that the commit changes.
    static let committedKey = "own.committed"

    init(_ suite: SuiteUnderTest, _ generator: inout SeededGenerator) {
        self.suite = suite
        writer = Writer("own", of: suite, &generator)
        self.generator = SeededGenerator(seed: generator.next())
        suite.note { $0.putBack = 0 }
    }

    /// Fills the suite with `prefs apply`.
    mutating func fill(kilobytes: Int? = nil) throws {
        let kilobytes = kilobytes ?? [2, 200].randomElement(using: &generator) ?? 2
        let (filler, histories) = SlowSuite.filler(kilobytes: kilobytes)
        let seed = "\(suite.name).seed"
        try suite.prefs.directory.write(PropertyList.dictionary(filler).serialized(as: .xml), to: seed)
        let program = suite.writer("apply", [suite.prefs.directory.path(of: seed)])
        _ = suite.judge(try program.run(), of: program)
        foreign = histories
        try writer.set("own.kept")
    }

    /// Makes the commit: it adds, changes or removes a key.
    mutating func commit(removing canRemove: Bool = true) throws {
        let kind = Int.random(in: 0..<(canRemove ? 3 : 2), using: &generator)
        if kind > 0 {
            try writer.set(Self.committedKey)
        }
        base = try suite.bytes()
        if kind == 2 {
            try writer.reset(Self.committedKey)
        } else {
            try writer.set(Self.committedKey)
        }
    }

    /// Writes an earlier version of the file in place, with the next value of a key of the program.
    mutating func overwrite(
        _ contents: [UInt8],
        adding key: String,
        changing change: (inout PropertyListDictionary) -> Void = { _ in }
    ) throws {
        guard case .dictionary(var root) = try PropertyList(parsing: contents.span, as: .xml) else {
            throw ReadProblem.torn("the document is not a dictionary")
        }
        let number = foreign[key, default: KeyHistory()].attempt(value: true)
        root[key] = .string(SoakValue.text(of: key, number: number))
        change(&root)
        try suite.prefs.directory.write(PropertyList.dictionary(root).serialized(as: .xml), to: suite.file)
        foreign[key]?.acknowledge(number)
        suite.note { $0.foreignAcknowledged += 1 }
    }

    /// Returns the problem of the committed key, or nil if it is as acknowledged.
    func problemOfCommit() throws -> ReadProblem? {
        let entries = try suiteEntries(in: suite.bytes(), as: .xml)
        let histories = suite.ledger.histories.filter { $0.key == Self.committedKey }
        return histories.problems(in: entries)[Self.committedKey]
    }

    /// Sets another key, and checks that the commit is back, with all later writes of others.
    mutating func checkPutBack() throws {
        let wasMissing = try problemOfCommit() != nil
        try writer.set("own.next")
        try checkAll(wasMissing: wasMissing)
    }

    /// Checks that nothing acknowledged is missing.
    func checkAll(wasMissing: Bool) throws {
        let contents = try suite.bytes()
        let entries = try suiteEntries(in: contents, as: .xml)
        var nothing = Ledger.Sightings()
        let ledger = suite.ledger
        let own = entries.filter { !$0.key.hasPrefix(UserDefaultsPeer.keyPrefix) }
        let problems = ledger.problems(in: own, since: ledger, seen: &nothing)
        suite.note(problems, in: contents, of: "the next command")
        suite.noteForeign(foreign.problems(in: entries), in: contents, of: "the next command")
        if wasMissing && problems[Self.committedKey] == nil {
            suite.note { $0.putBack? += 1 }
        }
    }

    /// Sets another key, and checks that the committed key stays as the program left it.
    mutating func checkNotPutBack(_ reason: String, next: String = "own.next") throws {
        let before = try suiteEntries(in: suite.bytes(), as: .xml)
        try writer.set(next)
        let contents = try suite.bytes()
        let entries = try suiteEntries(in: contents, as: .xml)
        let key = Self.committedKey
        if entries[key] != before[key] {
            suite.noteForeign([key: .lost("'\(key)' was put back \(reason)")], in: contents, of: "the next command")
        }
        suite.noteForeign(foreign.problems(in: entries), in: contents, of: "the next command")
        var nothing = Ledger.Sightings()
        let ledger = suite.ledger
        suite.note(
            ledger.problems(in: entries, keys: [next], since: ledger, seen: &nothing),
            in: contents,
            of: "the next command"
        )
    }

    /// Adds the writes of the UserDefaults program.
    mutating func addForeign(_ histories: [String: KeyHistory]) {
        foreign.merge(histories) { $1 }
        suite.note { [count = histories.values.reduce(0) { $0 + $1.acknowledged }] in $0.foreignAcknowledged += count }
    }
}

extension Soak {
    /// Runs rounds of a phase, each with a suite of its own.
    func runFirstWrites(
        _ phase: Phase,
        _ sum: SuiteUnderTest,
        until end: ContinuousClock.Instant,
        _ generator: inout SeededGenerator
    ) throws {
        var rounds = 0
        var overwritten = 0
        var longest: Duration?
        while overwritten == 0 && rounds < 20 || .now < end {
            rounds += 1
            let suite = SuiteUnderTest("\(phase.rawValue)-\(rounds)", prefs)
            var round = FirstWriteRound(suite, &generator)
            let result = Result { try run(phase, &round) }
            longest = [longest, round.time].compactMap(\.self).max()
            overwritten += (try? result.get()) == true ? 1 : 0
            // The keys have the same names in each round.
            var tally = suite.tally
            tally.lost = Set(tally.lost.map { "\(suite.name) \($0)" })
            tally.foreignLost = Set(tally.foreignLost.map { "\(suite.name) \($0)" })
            sum.note { [tally] in $0.add(tally) }
            _ = try result.get()
        }
        let warnings = sum.tally.warnings
        sum.note { [rounds, overwritten, longest] in
            $0.notes.append("\(rounds) rounds, and the commit was overwritten in \(overwritten)")
            if let longest {
                $0.notes.append("the running program took \(longest) at most")
            }
            if let first = warnings.first {
                $0.notes.append("\(warnings.count) commands printed a message, such as: \(first)")
            }
        }
    }

    /// Runs a round, and returns whether the commit was overwritten.
    private func run(_ phase: Phase, _ round: inout FirstWriteRound) throws -> Bool {
        switch phase {
        case .firstWrite: return try runStopped(&round)
        case .firstWriteAgain: try runAgain(&round)
        case .firstWriteChoice: try runChoice(&round)
        case .firstWriteCopy: try runCopy(&round)
        case .firstWriteReader: try runReader(&round)
        case .firstWriteProgram: return try runProgram(&round)
        default:
            try round.fill()
            try round.commit()
            try round.overwrite(round.base, adding: "peer.first")
            try round.checkPutBack()
        }
        return true
    }

    /// Stops a UserDefaults program between its read and its write, and commits in between.
    private func runStopped(_ round: inout FirstWriteRound) throws -> Bool {
        let suite = round.suite
        // The program takes over 100 ms from the read to the write of such a suite.
        try round.fill(kilobytes: 1_500)
        let peer = UserDefaultsPeer(suite: suite)
        let running = try peer.launch(.few, pause: 3_600_000, seconds: 3_600)
        try peer.wait { $0.attempted > 0 }
        Thread.sleep(forTimeInterval: Double.random(in: 0.005...0.06, using: &round.generator))
        running.send(SIGSTOP)
        let base = try suite.bytes()
        let hasWritten = try peer.histories().values.contains { $0.acknowledged > 0 }
        if !hasWritten, !base.isEmpty {
            try round.writer.set(FirstWriteRound.committedKey)
        }
        running.send(SIGCONT)
        try peer.wait { $0.acknowledged > 0 }
        running.send(SIGTERM)
        _ = try running.finish()
        round.addForeign(try peer.histories())
        guard try round.problemOfCommit() != nil else { return false }
        try round.checkPutBack()
        return true
    }

    /// Overwrites the commit repeatedly: it is put back until the program has seen a change that put it back.
    private func runAgain(_ round: inout FirstWriteRound) throws {
        try round.fill()
        try round.commit()
        for _ in 1...3 {
            try round.overwrite(round.base, adding: "peer.first")
            try round.checkPutBack()
        }
        guard case .dictionary(let base) = try PropertyList(parsing: round.base.span, as: .xml) else { return }
        try round.overwrite(round.suite.bytes(), adding: "peer.first") {
            $0[FirstWriteRound.committedKey] = base[FirstWriteRound.committedKey]
        }
        try round.checkNotPutBack("although the other program had seen it", next: "own.last")
    }

    /// Keeps the committed value in one foreign write, and restores the old one in another.
    private func runChoice(_ round: inout FirstWriteRound) throws {
        try round.fill()
        try round.commit(removing: false)
        guard case .dictionary(let base) = try PropertyList(parsing: round.base.span, as: .xml) else { return }
        try round.overwrite(round.suite.bytes(), adding: "peer.first")
        // Only a command that runs now can see that the commit was kept.
        try round.writer.set("own.between")
        try round.overwrite(round.suite.bytes(), adding: "peer.second") {
            $0[FirstWriteRound.committedKey] = base[FirstWriteRound.committedKey]
        }
        try round.checkNotPutBack("against a choice")
    }

    /// Puts a copy of the file from before the commit in its place.
    private func runCopy(_ round: inout FirstWriteRound) throws {
        let directory = round.suite.prefs.directory
        try round.fill()
        try round.commit()
        if Bool.random(using: &round.generator) {
            try directory.write(round.base, to: round.suite.file)
        } else {
            try directory.write(round.base, to: "backup")
            try directory.rename("backup", to: round.suite.file)
        }
        round.suite.note { $0.foreignAcknowledged += 1 }
        try round.checkNotPutBack("over a copy of the file from before it")
    }

    /// Reads after the commit was overwritten: the reader prints a note and writes nothing; the next set puts it back.
    private func runReader(_ round: inout FirstWriteRound) throws {
        let suite = round.suite
        try round.fill()
        try round.commit()
        try round.overwrite(round.base, adding: "peer.first")
        let before = try (
            suite.bytes(), suite.prefs.directory.identity(of: suite.file), suite.prefs.directory.names(in: "config")
        )
        for (verb, arguments) in [("get", ["own.kept"]), ("list", [])] {
            let outcome = try suite.run(verb, arguments)
            suite.note { $0.reads += 1 }
            if outcome.ending != .exited(0) || !outcome.errorText.contains("'\(FirstWriteRound.committedKey)'") {
                suite.report("prefs \(verb) does not report the overwritten commit: \(outcome)")
            }
            let after = try (
                suite.bytes(), suite.prefs.directory.identity(of: suite.file), suite.prefs.directory.names(in: "config")
            )
            if before != after {
                suite.report("prefs \(verb) has changed the file or its directory")
            }
        }
        try round.checkPutBack()
    }

    /// Waits for a running PreferenceKit program to put the commit back, for at most five seconds.
    ///
    /// - Returns: false if the program took so long to start that the overwriting file counts as the newer one.
    private func runProgram(_ round: inout FirstWriteRound) throws -> Bool {
        let suite = round.suite
        try round.fill()
        let startsBefore = Bool.random(using: &round.generator)
        var program = PeerProgram.process(["observe", suite.name, "own.kept"], of: suite)
        program.keptDirectory = suite.prefs.directory
        var running = startsBefore ? try program.startWhenReady() : nil
        defer { running?.send(SIGKILL) }
        try round.commit()
        let commit = ContinuousClock.now
        running = try running ?? program.startWhenReady()
        try round.overwrite(round.base, adding: "peer.first")
        let start = ContinuousClock.now
        guard start - commit < .milliseconds(500) else { return false }
        while try round.problemOfCommit() != nil, .now < start + .seconds(5) {
            Thread.sleep(forTimeInterval: 0.01)
        }
        round.time = .now - start
        try round.checkAll(wasMissing: true)
        return true
    }
}

extension Subprocess {
    /// Starts the program, and waits until it prints that it is ready.
    fileprivate func startWhenReady() throws -> RunningSubprocess {
        let running = try start()
        try running.read { output, _ in output.contains("ready") }
        return running
    }
}
