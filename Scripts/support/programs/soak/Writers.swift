import Foundation
import Synchronization
import TestSupport

/// Threads that run at the same time.
struct Workers {
    private let group = DispatchGroup()

    func start(_ body: @escaping @Sendable () -> Void) {
        group.enter()
        Thread.detachNewThread { [group] in
            body()
            group.leave()
        }
    }

    func wait() {
        group.wait()
    }

    /// Starts a thread that writes repeatedly.
    func start(_ writer: Writer, while goesOn: @escaping @Sendable () -> Bool) {
        start {
            var writer = writer
            writer.suite.repeatWhile(goesOn) { try writer.writeSomething() }
        }
    }

    /// Starts a thread that reads repeatedly.
    func start(_ reader: Reader, while goesOn: @escaping @Sendable () -> Bool) {
        start {
            var reader = reader
            reader.suite.repeatWhile(goesOn) {
                try reader.read()
                reader.pause()
            }
        }
    }
}

/// A boolean that is true until a thread clears it.
final class Flag: Sendable {
    private let value = Atomic(true)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func clear() {
        value.store(false, ordering: .releasing)
    }
}

/// Writes keys that no other writer uses, each write in a process of its own.
struct Writer {
    let suite: SuiteUnderTest
    let name: String
    var generator: SeededGenerator
    /// The probability that a write is killed.
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

    /// Writes once, mostly a new key, so that no later write hides a loss.
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

    /// Sets a key of its own to the next value.
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
    /// Records the number that an increment printed.
    func acknowledgeIncrement(_ outcome: SubprocessOutcome) {
        let number = Int(outcome.text.dropLast())
        guard let number, changeLedger({ $0.counter.acknowledge(number) }) else {
            report("an increment printed '\(outcome.text)', which is not a number or was printed before")
            return
        }
    }
}

/// The moments at which writers are killed: any within the time that a recent write took.
struct KillMoments {
    private var lifetimes: [Duration] = []
    private static let memory = 40

    /// Records the time of a write that was not killed.
    mutating func note(_ lifetime: Duration) {
        lifetimes = lifetimes.suffix(Self.memory - 1) + [lifetime]
    }

    /// Returns the time after which to kill the next write; nil if no write has ended yet.
    func next(using generator: inout some RandomNumberGenerator) -> Duration? {
        guard let lifetime = lifetimes.randomElement(using: &generator) else { return nil }
        return lifetime * Double.random(in: 0..<1, using: &generator)
    }
}
