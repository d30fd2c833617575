import Foundation
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
        let keys = before.histories.keys.sorted().shuffled(using: &generator).prefix(20)
        suite.note { $0.reads += 1 }
        do {
            let (entries, bytes) = try reading.entries(of: suite, keys: Array(keys))
            if hasForeignWriter {
                var nothing = Ledger.Sightings()
                let own = entries.filter { !$0.key.hasPrefix(UserDefaultsPeer.keyPrefix) }
                suite.note(
                    suite.ledger.problems(in: own, keys: Array(own.keys), since: Ledger(), seen: &nothing),
                    bytes
                )
            } else {
                let asked = reading == .get ? Array(keys) : nil
                suite.note(suite.ledger.problems(in: entries, keys: asked, since: before, seen: &sightings), bytes)
            }
        } catch let problem as ReadProblem {
            suite.note(["": problem], [])
        }
    }
}

extension SuiteUnderTest {
    /// Notes what a reader found by key.
    func note(_ problems: [String: ReadProblem], _ bytes: [UInt8], of reader: String = "") {
        for (key, problem) in problems.sorted(by: { $0.key < $1.key }) {
            note { tally in
                switch problem {
                case .torn: tally.torn += 1
                case .lost: tally.lost.insert(key)
                }
            }
            report("\(reader)\(problem)", bytes)
        }
    }
}
