import Foundation
import TestSupport

/// The program on UserDefaults that writes a suite in its own way.
struct UserDefaultsPeer {
    /// What the names of all its keys begin with.
    static let keyPrefix = "peer"

    let path: String
    let suite: SuiteUnderTest

    /// Starts to write, and waits until it has written once.
    ///
    /// Nobody can know before that it is there: a change that it has not read, and overwrites by its first write, is lost.
    ///
    /// - Parameters:
    ///   - pause: the milliseconds between two writes.
    ///   - seconds: how long to write, unless SIGTERM ends it before.
    func start(_ keys: Keys, pause: Int, seconds: Double) throws -> RunningSubprocess {
        let running = try launch(keys, pause: pause, seconds: seconds)
        try wait { $0.acknowledged > 0 }
        return running
    }

    /// Starts to write, as `start` does, and returns at once.
    func launch(_ keys: Keys, pause: Int, seconds: Double) throws -> RunningSubprocess {
        let arguments = ["write", suite.name, "\(Self.keyPrefix).", keys.rawValue, "\(pause)", "\(seconds)"]
        var program = Subprocess(path, arguments, environment: suite.prefs.environment, limit: Int(seconds) + 60)
        program.output = .file(suite.prefs.folder.path(of: logName))
        return try program.start()
    }

    /// Waits until it has told something of one of its keys.
    func wait(until isTold: (KeyHistory) -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try !histories().values.contains(where: isTold) {
            guard .now < deadline else { throw StartError() }
            Thread.sleep(forTimeInterval: 0.002)
        }
    }

    /// The keys that it writes.
    enum Keys: String {
        /// A new one with each write mostly.
        case small
        /// The same, and one with large values.
        case large
        /// The same few again and again, so that the suite does not grow.
        case few
    }

    /// The program has written nothing for a minute.
    struct StartError: Error {}

    /// What it has told that it has written.
    func histories() throws -> [String: KeyHistory] {
        var histories: [String: KeyHistory] = [:]
        for line in try suite.prefs.folder.text(of: logName).split(separator: "\n") {
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

    /// The seconds since its last write; nil while it is writing.
    func timeSinceWrite() throws -> Double? {
        let lines = try suite.prefs.folder.text(of: logName).split(separator: "\n")
        guard lines.last?.first == "<" else { return nil }
        let attributes = try FileManager.default.attributesOfItem(atPath: suite.prefs.folder.path(of: logName))
        return (attributes[.modificationDate] as? Date).map { -$0.timeIntervalSinceNow }
    }

    /// The entries of the suite's file as Foundation reads them.
    func entries() throws -> [String: String] {
        let file = suite.prefs.folder.path(of: suite.file)
        let outcome = try Subprocess(path, ["print", file], environment: suite.prefs.environment).run()
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
