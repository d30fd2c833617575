import Foundation
import SoakValues
import TestSupport

/// Reads a suite while it is written, and checks each time that what it sees was written and is not too old.
struct Reader {
    let suite: SuiteUnderTest
    let reading: SuiteReading
    var generator: SeededGenerator
    /// Whether another program writes the suite, which may bring back older values for a moment and adds its own keys.
    let hasForeignWriter: Bool
    private var sightings = Ledger.Sightings()

    init(
        _ reading: SuiteReading,
        of suite: SuiteUnderTest,
        _ generator: inout SeededGenerator,
        hasForeignWriter: Bool = false
    ) {
        self.suite = suite
        self.reading = reading
        self.generator = SeededGenerator(seed: generator.next())
        self.hasForeignWriter = hasForeignWriter
    }

    /// Leaves the processor to others, for a time that differs.
    mutating func pause() {
        Thread.sleep(forTimeInterval: Double.random(in: 0..<0.002, using: &generator))
    }

    /// Reads once.
    mutating func read() throws {
        let before = suite.ledger
        let keys = Array(before.histories.keys.sorted().shuffled(using: &generator).prefix(20))
        suite.note { $0.reads += 1 }
        var output: [UInt8] = []
        do {
            output = try reading.output(of: suite, keys: keys)
            let entries = try reading.entries(in: output, keys: keys)
            let problems =
                if hasForeignWriter {
                    problemsOfValues(in: entries)
                } else {
                    suite.ledger.problems(
                        in: entries,
                        keys: reading == .get ? keys : nil,
                        since: before,
                        seen: &sightings
                    )
                }
            suite.note(problems, in: output, of: "\(reading)")
        } catch let problem as ReadProblem {
            suite.note(["": problem], in: output, of: "\(reading)")
        }
    }

    /// What is wrong with the values themselves: each must have been written at some time.
    private func problemsOfValues(in entries: [String: String]) -> [String: ReadProblem] {
        let foreign = entries.filter { $0.key.hasPrefix(UserDefaultsPeer.keyPrefix) }
        let own = entries.filter { foreign[$0.key] == nil }
        var sightings = Ledger.Sightings()
        var problems = suite.ledger.problems(in: own, keys: Array(own.keys), since: Ledger(), seen: &sightings)
        for (key, text) in foreign where SoakValue.number(of: text, key: key) == nil {
            problems[key] = .torn("the key '\(key)' of UserDefaults holds '\(text.prefix(80))', which it did not write")
        }
        return problems
    }
}

extension SuiteUnderTest {
    /// Notes what a reader found by key.
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
}
