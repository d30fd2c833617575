import Foundation
import PreferenceKit
import TestSupport

/// The programs that run beside prefs.
///
/// Each is a process of this executable, which starts with one of these:
///
///     soak user-defaults SUITE PREFIX KEYS PAUSE SECONDS   writes keys with PREFIX, every PAUSE milliseconds
///     soak print FILE                                      prints the entries of a property list: key, TAB, value
///     soak observe SUITE KEY                               observes a key with PreferenceKit, until it is killed
///     soak first-change KIND ACCESS PAUSE ISOLD            makes a change after its first access, and waits to see it
///
/// `user-defaults` prints "> KEY NUMBER" before each write, and "< KEY NUMBER" after synchronize() has acknowledged it.
/// SIGTERM ends it before its next write. `observe` prints "ready" when it observes the key, and writes nothing itself.
enum PeerProgram {
    /// Returns a process of a program, ready to start.
    static func process(_ arguments: [String], of suite: SuiteUnderTest) -> Subprocess {
        Subprocess(CommandLine.arguments[0], arguments, environment: suite.prefs.environment)
    }

    /// Runs one of the programs; returns if the arguments name none.
    static func run(_ arguments: [String]) throws {
        switch (arguments.first, arguments.count) {
        case ("user-defaults", 6):
            guard let keys = UserDefaultsPeer.Keys(rawValue: arguments[3]), let pause = Int(arguments[4]),
                let seconds = Double(arguments[5])
            else { exit(2) }
            write(arguments[1], prefix: arguments[2], keys, pause: pause, seconds: seconds)
            exit(0)
        case ("print", 2):
            try printEntries(ofFile: arguments[1])
            exit(0)
        case ("observe", 3):
            let preferences = Preferences(suite: try SuiteName(arguments[1]))
            let observation = preferences.observe(try PreferenceKey<String?>(validating: arguments[2])) { _, _ in }
            report("ready")
            withExtendedLifetime(observation) { dispatchMain() }
        case ("first-change", 5):
            guard let change = FirstChange(Array(arguments.dropFirst())) else { exit(2) }
            try change.run()
            exit(0)
        default:
            return
        }
    }

    private static func report(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private static func write(
        _ suite: String,
        prefix: String,
        _ keys: UserDefaultsPeer.Keys,
        pause: Int,
        seconds: Double
    ) {
        guard let defaults = UserDefaults(suiteName: suite) else { exit(1) }
        signal(SIGTERM, SIG_IGN)
        let isStopped = DispatchSemaphore(value: 0)
        let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
        source.setEventHandler { isStopped.signal() }
        source.resume()
        var numbers: [String: Int] = [:]
        let end = Date(timeIntervalSinceNow: seconds)
        var write = 0
        while Date() < end {
            let key = prefix + keys.suffix(ofWrite: write)
            let number = numbers[key, default: 0] + 1
            numbers[key] = number
            // Reads the suite as the program knows it; the write that follows reads the file again.
            _ = defaults.object(forKey: key)
            report("> \(key) \(number)")
            defaults.set(SoakValue.text(of: key, number: number), forKey: key)
            if defaults.synchronize() {
                report("< \(key) \(number)")
            }
            write += 1
            guard isStopped.wait(timeout: .now() + .milliseconds(pause)) == .timedOut else { break }
        }
    }

    private static func printEntries(ofFile path: String) throws {
        let document = try Data(contentsOf: URL(fileURLWithPath: path))
        let root = try unsafe PropertyListSerialization.propertyList(from: document, format: nil)
        guard let entries = root as? [String: Any] else { exit(1) }
        report(entries.map { "\($0.key)\t\($0.value)" }.joined(separator: "\n"))
    }
}

/// A process that writes a suite only with UserDefaults, as other programs do: without a lock.
struct UserDefaultsPeer {
    /// The prefix of all keys of the program.
    static let keyPrefix = "peer"

    let suite: SuiteUnderTest

    /// Starts the program, and waits for its first write.
    ///
    /// Before that write, nobody can know of the program: it can overwrite a change that it has not read.
    ///
    /// - Parameters:
    ///   - pause: the milliseconds between two writes.
    ///   - seconds: the seconds of writing, unless SIGTERM ends it earlier.
    func start(_ keys: Keys, pause: Int, seconds: Double) throws -> RunningSubprocess {
        let running = try launch(keys, pause: pause, seconds: seconds)
        try wait { $0.acknowledged > 0 }
        return running
    }

    /// Starts the program, as `start` does, and returns immediately.
    func launch(_ keys: Keys, pause: Int, seconds: Double) throws -> RunningSubprocess {
        let arguments = ["user-defaults", suite.name, "\(Self.keyPrefix).", keys.rawValue, "\(pause)", "\(seconds)"]
        var program = PeerProgram.process(arguments, of: suite)
        program.limit = Int(seconds) + 60
        program.output = .file(suite.prefs.directory.path(of: logName))
        return try program.start()
    }

    /// Waits until the history of a key meets a condition.
    func wait(until condition: (KeyHistory) -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try !histories().values.contains(where: condition) {
            guard .now < deadline else { throw StartError() }
            Thread.sleep(forTimeInterval: 0.002)
        }
    }

    /// The keys that the program writes.
    enum Keys: String {
        /// Mostly a new key for each write.
        case small
        /// The same, and a key with large values.
        case large
        /// A few keys repeatedly, so that the suite does not grow.
        case few

        /// Returns the part of a key that follows the prefix.
        func suffix(ofWrite write: Int) -> String {
            switch self {
            case .few: "few\(write % 10)"
            case .large where write % 3 == 0: SoakValue.largeKeySuffix
            case _ where write % 3 == 0: "same"
            default: "new\(write)"
            }
        }
    }

    /// The program wrote nothing for a minute.
    struct StartError: Error {}

    /// Returns the writes that the program reported.
    func histories() throws -> [String: KeyHistory] {
        var histories: [String: KeyHistory] = [:]
        for line in try suite.prefs.directory.text(of: logName).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 3, let number = Int(words[2]) else { continue }
            if words[0] == ">" {
                _ = histories[String(words[1]), default: KeyHistory()].attempt(value: true)
            } else {
                histories[String(words[1])]?.acknowledge(number)
            }
        }
        return histories
    }

    /// Returns the seconds since the program's last write; nil during a write.
    func timeSinceWrite() throws -> Double? {
        let lines = try suite.prefs.directory.text(of: logName).split(separator: "\n")
        guard lines.last?.first == "<" else { return nil }
        let attributes = try FileManager.default.attributesOfItem(atPath: suite.prefs.directory.path(of: logName))
        return (attributes[.modificationDate] as? Date).map { -$0.timeIntervalSinceNow }
    }

    /// Returns the entries of the suite's file as Foundation reads them.
    func entries() throws -> [String: String] {
        let file = suite.prefs.directory.path(of: suite.file)
        let outcome = try PeerProgram.process(["print", file], of: suite).run()
        guard outcome.ending == .exited(0) else {
            throw ReadProblem.torn("Foundation cannot read the file: \(outcome)")
        }
        var entries: [String: String] = [:]
        for line in outcome.text.split(separator: "\n") {
            let fields = line.split(separator: "\t", maxSplits: 1)
            guard fields.count == 2 else { throw ReadProblem.torn("Foundation reads the entry '\(line)'") }
            entries[String(fields[0])] = String(fields[1])
        }
        return entries
    }

    private var logName: String { "\(suite.name).log" }
}
