import Foundation
import PropertyLists
import Synchronization
import TestSupport

/// The suite of a phase, and everything that is known about it; all threads of the phase share it.
final class SuiteUnderTest: Sendable {
    let name: String
    let prefs: PrefsCommand
    /// The exit codes other than 0 that a write may have.
    let permittedRefusals: Set<Int32>

    private let ledgers = Mutex(Ledger())
    private let tallies = Mutex(Tally())
    private let moments = Mutex(KillMoments())

    init(_ name: String, _ prefs: PrefsCommand, permittedRefusals: Set<Int32> = []) {
        self.name = name
        self.prefs = prefs
        self.permittedRefusals = permittedRefusals
    }

    var file: String { prefs.file(of: name) }
    var ledger: Ledger { ledgers.withLock { $0 } }
    var tally: Tally { tallies.withLock { $0 } }

    func bytes() throws -> [UInt8] {
        try prefs.directory.bytes(of: file)
    }

    func changeLedger<Value: Sendable>(_ body: (inout Ledger) -> Value) -> Value {
        ledgers.withLock { body(&$0) }
    }

    func note(_ body: (inout Tally) -> Void) {
        tallies.withLock { body(&$0) }
    }

    /// Records a failure; the first of the phase is shown.
    func report(_ text: String, _ bytes: [UInt8] = []) {
        note { $0.counterexample = $0.counterexample ?? Counterexample(text: text, bytes: bytes) }
    }

    /// Records the problems that a reader found, by key.
    func note(_ problems: [String: ReadProblem], in bytes: [UInt8], of reader: String) {
        for (key, problem) in problems.sorted(by: { $0.key < $1.key }) {
            note { tally in
                switch problem {
                case .torn: tally.torn += 1
                case .lost: tally.lost.insert(key)
                }
            }
            report("\(reader): \(problem)", bytes)
        }
    }

    /// Records the keys of UserDefaults whose acknowledged write is missing.
    func noteForeign(_ problems: [String: ReadProblem], in bytes: [UInt8], of reader: String) {
        for (key, problem) in problems.sorted(by: { $0.key < $1.key }) {
            note { _ = $0.foreignLost.insert(key) }
            report("\(reader), of UserDefaults: \(problem)", bytes)
        }
    }

    /// Runs a body and reports its error.
    func reportingErrors(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            report("\(error)")
        }
    }

    /// Repeats a body until it fails, and reports its error.
    func repeatWhile(_ goesOn: () -> Bool, _ body: () throws -> Void) {
        reportingErrors {
            while goesOn() {
                try body()
            }
        }
    }

    func run(_ verb: String, _ arguments: [String]) throws(SubprocessError) -> SubprocessOutcome {
        try prefs.run([verb, "-s", name] + arguments)
    }

    /// Returns a process that writes the suite.
    func writer(_ verb: String, _ arguments: [String]) -> Subprocess {
        note { $0.attempted += 1 }
        // A slow machine takes long to pass the lock from one writer to the next.
        return prefs.subprocess([verb, "-s", name, "--lock-timeout", "100"] + arguments)
    }

    /// Runs a writing verb to its end, or kills it at a random moment.
    ///
    /// - Returns: its outcome, or nil if it is not known to have written anything.
    func write(
        _ verb: String,
        _ arguments: [String],
        killedBy generator: inout SeededGenerator,
        withChance chance: Double
    ) throws -> SubprocessOutcome? {
        let program = writer(verb, arguments)
        let isChosen = Double.random(in: 0..<1, using: &generator) < chance
        let moment = isChosen ? moments.withLock { $0 }.next(using: &generator) : nil
        let start = ContinuousClock.now
        let running = try program.start()
        if let moment {
            Thread.sleep(forTimeInterval: (start + moment - .now) / .seconds(1))
            running.send(SIGKILL)
        }
        let outcome = try running.finish()
        if moment == nil {
            moments.withLock { $0.note(.now - start) }
        }
        return judge(outcome, of: program)
    }

    /// Counts the outcome of a writer, and returns it, or nil if the writer is not known to have written anything.
    func judge(_ outcome: SubprocessOutcome, of program: Subprocess) -> SubprocessOutcome? {
        switch outcome.ending {
        case .exited(0):
            note {
                $0.acknowledged += 1
                $0.warnings += outcome.errorText.isEmpty ? [] : [outcome.errorText]
            }
            return outcome
        case .signalled(SIGKILL):
            note { $0.kills += 1 }
        case .exited(let code) where permittedRefusals.contains(code):
            note { $0.refused += 1 }
        default:
            note { $0.refused += 1 }
            report("prefs \(program.arguments.prefix(5).joined(separator: " ").prefix(200)): \(outcome)")
        }
        return nil
    }

    // MARK: - The end of a phase

    /// Checks that nothing acknowledged is missing after the last write.
    ///
    /// The file, prefs and Foundation must agree, and nothing unexpected remains in the directory.
    ///
    /// - Parameter foreign: the writes of the UserDefaults program.
    func checkAtEnd(_ peer: UserDefaultsPeer, foreign: [String: KeyHistory] = [:]) throws {
        let contents = try bytes()
        let entries: [String: String]
        do {
            entries = try suiteEntries(in: contents, as: .xml)
        } catch {
            note(["": error], in: contents, of: "the file at the end")
            return
        }
        var nothing = Ledger.Sightings()
        let ledger = ledger
        let own = entries.filter { foreign[$0.key] == nil }
        note(ledger.problems(in: own, since: ledger, seen: &nothing), in: contents, of: "the file at the end")
        note { $0.foreignAcknowledged += foreign.values.reduce(0) { $0 + $1.acknowledged } }
        noteForeign(foreign.problems(in: entries), in: contents, of: "the file at the end")

        let keys = Array(Set(entries.keys).union(ledger.histories.keys)).sorted()
        for (reader, others) in [
            ("prefs get", try self.entries(by: .get, keys)),
            ("prefs dump", try self.entries(by: .dump, keys)),
            ("Foundation", try peer.entries()),
        ] where others != entries {
            let different = keys.first { entries[$0] != others[$0] } ?? "a key that the file does not contain"
            report("\(reader) differs at the end from the file in \(different)", contents)
        }
        try checkDirectory()
        let warnings = tally.warnings
        if let first = warnings.first {
            tell("\(warnings.count) writes warned, such as: \(first)")
        }
    }

    /// Records a problem that another program may have caused, or reports it if there is no other program.
    private func tell(_ text: String) {
        if permittedRefusals.isEmpty {
            report(text)
        } else {
            note { $0.notes.append(text) }
        }
    }

    private func entries(by reading: SuiteReading, _ keys: [String]) throws -> [String: String] {
        try reading.entries(in: reading.output(of: self, keys: keys), keys: keys)
    }

    /// Checks that only killed writers left temporary files, and that no other file remains beside the suite.
    private func checkDirectory() throws {
        let others = try prefs.directory.names(in: "config").filter {
            ($0.hasPrefix("\(name).plist") || $0.hasPrefix(".\(name).plist")) && $0 != "\(name).plist"
        }
        let strays = others.filter { $0.hasPrefix(".") && $0.hasSuffix(".prefs-tmp") }
        let kills = tally.kills
        if strays.count > kills {
            report("\(strays.count) temporary files remain of \(kills) killed writers: \(strays[0])")
        } else if kills > 0 {
            note { $0.notes.append("\(strays.count) temporary files remain of \(kills) killed writers") }
        }
        let kept = others.filter { !strays.contains($0) }
        if let first = kept.first {
            tell("\(kept.count) files are kept beside the suite, such as \(first)")
        }
    }
}

/// The results of a phase: its row in the table.
struct Tally {
    var attempted = 0
    var acknowledged = 0
    /// Writes that were killed before they ended.
    var kills = 0
    /// Writes that ended with an error.
    var refused = 0
    var reads = 0
    var torn = 0
    /// Keys of prefs whose acknowledged write is missing and was not put back by the next command.
    var lost: Set<String> = []
    /// The number of acknowledged writes that were missing until the next command put them back; nil if not applicable.
    var putBack: Int?
    /// Writes of UserDefaults that synchronize() acknowledged.
    var foreignAcknowledged = 0
    /// Keys of UserDefaults whose acknowledged write is missing.
    var foreignLost: Set<String> = []
    /// The first failure.
    var counterexample: Counterexample?
    /// The messages of successful writers on standard error.
    var warnings: [String] = []
    var notes: [String] = []

    static let header = """
        | phase | writes | acknowledged | killed | refused | reads | torn | lost | put back | by UserDefaults | lost |
        | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        """

    /// Adds the results of a part of the phase.
    mutating func add(_ other: Tally) {
        attempted += other.attempted
        acknowledged += other.acknowledged
        kills += other.kills
        refused += other.refused
        reads += other.reads
        torn += other.torn
        lost.formUnion(other.lost)
        putBack = other.putBack.map { $0 + (putBack ?? 0) } ?? putBack
        foreignAcknowledged += other.foreignAcknowledged
        foreignLost.formUnion(other.foreignLost)
        counterexample = counterexample ?? other.counterexample
        warnings += other.warnings
        notes += other.notes
    }

    func row(_ phase: String) -> String {
        let figures = [attempted, acknowledged, kills, refused, reads, torn, lost.count]
        let foreign = foreignAcknowledged == 0 ? ["", ""] : ["\(foreignAcknowledged)", "\(foreignLost.count)"]
        let all = [phase] + figures.map(String.init) + [putBack.map(String.init) ?? ""] + foreign
        return "| " + all.joined(separator: " | ") + " |"
    }
}

/// A description of a failure, with the bytes that show it.
struct Counterexample {
    let text: String
    let bytes: [UInt8]
}
