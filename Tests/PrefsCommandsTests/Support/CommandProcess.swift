import CommandErrors
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import PrefsCommands

/// A simulated process for the command, with an environment in memory and files in a temporary directory.
final class CommandProcess {
    let directory: TemporaryDirectory
    var variables: [String: String]
    var input: Result<[UInt8], SystemError> = .success([])
    /// The error of a write to standard output, or nil if a write succeeds.
    var outputError: SystemError?
    var hasRaisedPrivileges = false
    var isTerminal = false
    /// The columns of the terminal, or nil if it does not report them.
    var columns: Int?
    /// The number of requests for the columns.
    private(set) var widthRequests = 0
    var isErrorTerminal = false
    /// The time of the clock, which advances 250 ms at each reading.
    var uptime: Duration = .zero
    /// The time of day, since the epoch; nil for that of the machine.
    var wallTime: Duration?
    /// The time for which a schema may judge a change under the lock.
    var judgingTime: Duration = .seconds(1)
    private var outcome = Outcome()
    /// What a clock of the process calls.
    private var clock: ClockTick?

    init() throws {
        directory = try TemporaryDirectory()
        variables = [
            "XDG_CONFIG_HOME": directory.path, "XDG_DATA_HOME": directory.path(of: "data"),
            "XDG_DATA_DIRS": directory.path(of: "system"), "XDG_STATE_HOME": directory.path(of: "state"),
            "PREFS_SUITE": "t",
        ]
    }

    /// The result of a command line.
    struct Outcome: Equatable {
        var exit: Int32 = 0
        /// The output of each write to standard output.
        var outputs: [String] = []
        var errors = ""
    }

    func run(_ words: [String]) -> Outcome {
        outcome = Outcome()
        outcome.exit = Command.run(words, in: Environment(process: self))
        return outcome
    }

    func run(_ words: String...) -> Outcome {
        run(words)
    }

    /// What the process has written to standard error.
    var errors: String { outcome.errors }

    /// Lets the clock of the process call the command at a time.
    func tick(at time: Duration) {
        clock?(time) { outcome.errors += String(decoding: $0, as: UTF8.self) }
    }

    /// The process as the command sees it.
    var environment: any CommandEnvironment { Environment(process: self) }

    private struct Environment: CommandEnvironment {
        let process: CommandProcess

        var hasRaisedPrivileges: Bool { process.hasRaisedPrivileges }
        var isInputTerminal: Bool { false }
        var isOutputTerminal: Bool { process.isTerminal }
        var isErrorTerminal: Bool { process.isErrorTerminal }

        var outputColumns: Int? {
            process.widthRequests += 1
            return process.columns
        }

        var uptime: Duration {
            process.uptime += .milliseconds(250)
            return process.uptime
        }

        var wallTime: Duration { process.wallTime ?? SystemClock.wallTime() }

        var judgingTime: Duration { process.judgingTime }

        func variable(_ name: String) -> EnvironmentValue {
            process.variables[name].map(EnvironmentValue.text) ?? .unset
        }

        func readInput() throws(SystemError) -> [UInt8] {
            try process.input.get()
        }

        func writeOutput(_ bytes: [UInt8]) throws(SystemError) {
            process.outcome.outputs.append(String(decoding: bytes, as: UTF8.self))
            if let error = process.outputError { throw error }
        }

        func writeRecord(_ bytes: [UInt8]) throws(SystemError) {
            process.outcome.outputs.append(String(decoding: bytes, as: UTF8.self))
        }

        func writeError(_ bytes: [UInt8]) {
            process.outcome.errors += String(decoding: bytes, as: UTF8.self)
        }

        func startClock(_ tick: @escaping ClockTick) { process.clock = tick }

        func watcher() throws(PreferenceStoreError) -> FileWatcher {
            try FileWatcher()
        }

        func endForBrokenPipe() -> SystemError {
            SystemError(code: 32)
        }
    }

    // MARK: Suites

    func write(_ contents: PropertyListDictionary, to suite: String = "t") throws {
        try directory.write(PropertyList.dictionary(contents).serialized(as: .xml), to: "\(suite).plist")
    }

    /// Writes a file that is not a property list and is an hour old, as if no program were working on it.
    func writeCorrupt(_ suite: String = "t") throws {
        try directory.write("<plist>\n<dict>", to: "\(suite).plist")
        try directory.age("\(suite).plist")
    }

    func contents(_ suite: String = "t") throws -> PropertyList {
        let bytes = try directory.bytes(of: "\(suite).plist")
        return try PropertyList(parsing: bytes.span)
    }

    func path(_ suite: String = "t") -> String {
        directory.path(of: "\(suite).plist")
    }
}

extension CommandProcess.Outcome {
    /// Returns success with this output and no message.
    static func prints(_ text: String) -> Self {
        Self(outputs: [text])
    }

    /// Success without output or message.
    static let silent = Self()

    /// Returns a failure with a message and without output.
    static func fails(_ code: ExitCode, _ message: String) -> Self {
        Self(exit: Int32(code.rawValue), errors: "prefs: \(message)\n")
    }
}

// MARK: The history

extension CommandProcess {
    /// Runs a command that must succeed.
    func did(_ words: String..., at location: SourceLocation = #_sourceLocation) {
        #expect(run(words).exit == 0, "\(words)", sourceLocation: location)
    }

    /// Runs a line, and returns what it prints without the note about what was undone.
    func withoutNote(_ words: String...) -> Outcome {
        var outcome = run(words)
        if outcome.errors.hasPrefix("note: undone") || outcome.errors.hasPrefix("note: redone") { outcome.errors = "" }
        return outcome
    }

    /// Returns the IDs of the suite's changes, the newest first.
    func changeIDs() -> [String] {
        run("history").outputs.joined().split(separator: "\n").map { String($0.split(separator: "\t")[1]) }
    }
}
