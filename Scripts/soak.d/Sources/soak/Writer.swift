import SoakValues
import TestSupport

/// Writes keys that nobody else writes, each write by a process of its own.
struct Writer {
    let suite: SuiteUnderTest
    let name: String
    var generator: SeededGenerator
    /// How likely a write is killed.
    var killChance = 0.0
    /// Whether it writes large values too.
    var writesLargeValues = true
    /// Whether it increments the counter that all writers share.
    var increments = false

    private var newKeys = 0
    private var keys: [String] = []

    init(_ name: String, of suite: SuiteUnderTest, _ generator: inout SeededGenerator) {
        self.suite = suite
        self.name = name
        self.generator = SeededGenerator(seed: generator.next())
    }

    /// Does one write: of a new key mostly, so that what is lost stays so.
    mutating func writeSomething() throws {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<3 where increments: try increment()
        case 3..<5 where writesLargeValues: try set("\(name).\(SoakValue.largeKeySuffix)")
        case 5..<9: try set("\(name).same")
        case 9..<12 where !keys.isEmpty: try reset(keys[Int.random(in: keys.indices, using: &generator)])
        default:
            newKeys += 1
            keys.append("\(name).new\(newKeys)")
            try set("\(name).new\(newKeys)")
        }
    }

    /// Gives a key of its own the next value.
    mutating func set(_ key: String) throws {
        let number = suite.changeLedger { $0.histories[key, default: KeyHistory()].attempt(value: true) }
        let value = SoakValue.text(of: key, number: number)
        try acknowledge(number, of: key, if: write("set", [key, "--string", value]))
    }

    /// Removes a key of its own.
    mutating func reset(_ key: String) throws {
        let number = suite.changeLedger { $0.histories[key, default: KeyHistory()].attempt(value: false) }
        try acknowledge(number, of: key, if: write("reset", [key]))
    }

    private func acknowledge(_ number: Int, of key: String, if outcome: SubprocessOutcome?) {
        guard outcome != nil else { return }
        suite.changeLedger { $0.histories[key]?.acknowledge(number) }
    }

    private mutating func increment() throws {
        suite.changeLedger { $0.counter.attempted += 1 }
        guard let outcome = try write("increment", [SharedCounter.key]) else { return }
        suite.acknowledgeIncrement(outcome)
    }

    private mutating func write(_ verb: String, _ arguments: [String]) throws -> SubprocessOutcome? {
        try suite.write(verb, arguments, killedBy: &generator, withChance: killChance)
    }
}

extension SuiteUnderTest {
    /// Notes the number that an increment has printed.
    func acknowledgeIncrement(_ outcome: SubprocessOutcome) {
        let number = Int(outcome.text.dropLast())
        guard let number, changeLedger({ $0.counter.acknowledge(number) }) else {
            report("an increment printed '\(outcome.text)', which is no number or was printed before")
            return
        }
    }
}
