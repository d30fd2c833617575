import Foundation
import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport

/// A way to read a suite.
enum SuiteReading: CaseIterable, CustomStringConvertible {
    /// The bytes of the file, as any program may read them.
    case bytes
    case dump
    case get

    /// Returns the data for the reader: a document, or a line for each of the keys.
    func output(of suite: SuiteUnderTest, keys: [String]) throws -> [UInt8] {
        switch self {
        case .bytes: try suite.bytes()
        case .dump: try output(of: "dump", ["--json"], suite)
        case .get: try output(of: "get", ["--default", Self.unset] + keys, suite)
        }
    }

    /// Returns the entries in that data.
    func entries(in output: [UInt8], keys: [String]) throws(ReadProblem) -> [String: String] {
        switch self {
        case .bytes: return try suiteEntries(in: output, as: .xml)
        case .dump: return try suiteEntries(in: output, as: .json)
        case .get:
            let text = String(decoding: output, as: UTF8.self)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            // The last line break is followed by nothing.
            guard lines.count == keys.count + 1, lines.last == "" else {
                throw .torn("there are \(lines.count - 1) lines for \(keys.count) keys")
            }
            let values = zip(keys, lines).filter { $0.1 != Self.unset }
            return Dictionary(uniqueKeysWithValues: values.map { ($0, String($1)) })
        }
    }

    /// The text that `prefs get` prints for an unset key.
    private static let unset = "-"

    private func output(of verb: String, _ arguments: [String], _ suite: SuiteUnderTest) throws -> [UInt8] {
        let outcome = try suite.run(verb, arguments)
        guard outcome.ending == .exited(0) else { throw ReadProblem.torn("it ended with \(outcome)") }
        return outcome.output
    }

    var description: String {
        switch self {
        case .bytes: "the file"
        case .dump: "prefs dump"
        case .get: "prefs get"
        }
    }
}

/// Returns the entries of a whole document, as text.
func suiteEntries(in bytes: [UInt8], as format: PropertyListFormat) throws(ReadProblem) -> [String: String] {
    let root: PropertyList
    do {
        root = try PropertyList(parsing: bytes.span, as: format)
    } catch {
        throw .torn("\(bytes.count) bytes are not a complete document: \(error)")
    }
    guard case .dictionary(let dictionary) = root else { throw .torn("the document is not a dictionary") }
    var entries: [String: String] = [:]
    for entry in dictionary {
        switch entry.value {
        case .string(let text): entries[entry.key] = text
        case .integer(let number): entries[entry.key] = "\(number)"
        default: throw .torn("the key '\(entry.key)' is neither text nor a number")
        }
    }
    return entries
}

/// Reads a suite while others write it, and checks that the data was written and is not too old.
struct Reader {
    let suite: SuiteUnderTest
    let reading: SuiteReading
    var generator: SeededGenerator
    /// Whether another program writes the suite, which adds its own keys and may restore older values for a moment.
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

    /// Sleeps for a random time, to leave the processor to others.
    mutating func pause() {
        Thread.sleep(forTimeInterval: Double.random(in: 0..<0.002, using: &generator))
    }

    /// Reads once, and records the problems.
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

    /// Returns the problems of the values alone: each must have been written at some time.
    private func problemsOfValues(in entries: [String: String]) -> [String: ReadProblem] {
        let foreign = entries.filter { $0.key.hasPrefix(UserDefaultsPeer.keyPrefix) }
        let own = entries.filter { foreign[$0.key] == nil }
        var sightings = Ledger.Sightings()
        var problems = suite.ledger.problems(in: own, keys: Array(own.keys), since: Ledger(), seen: &sightings)
        for (key, text) in foreign where SoakValue.number(of: text, key: key) == nil {
            problems[key] = .torn("the key '\(key)' of UserDefaults is '\(text.prefix(80))', which it did not write")
        }
        return problems
    }
}

/// Watches a suite's file and reads it after each change, as an app does.
final class SuiteWatch: Sendable {
    private let suite: SuiteUnderTest
    private let path: String
    private let watcher: FileWatcher
    /// The contents of the last read.
    private let contents = Mutex(PropertyListDictionary())
    private let thread = Workers()

    init(of suite: SuiteUnderTest) throws {
        self.suite = suite
        path = suite.prefs.directory.path(of: suite.file)
        watcher = try FileWatcher()
        try watcher.watch(path)
        thread.start { self.run() }
    }

    private func run() {
        do {
            try read()
            while case .changed = try watcher.nextChanges() {
                try read()
            }
        } catch {
            suite.report("the watch: \(error)")
        }
    }

    private func read() throws {
        let root = try SuiteFile(path: path).read()?.root ?? [:]
        contents.withLock { $0 = root }
        suite.note { $0.reads += 1 }
    }

    /// Stops after the last write, which the watcher must report within ten seconds.
    func end() throws {
        let bytes = try suite.bytes()
        let root = try PropertyList(parsing: bytes.span, as: .xml)
        let deadline = ContinuousClock.now + .seconds(10)
        while contents.withLock({ PropertyList.dictionary($0) != root }) {
            guard .now < deadline else {
                suite.report("the watch was not notified of the last change of the file", bytes)
                break
            }
            Thread.sleep(forTimeInterval: 0.01)
        }
        watcher.stop()
        thread.wait()
    }
}
