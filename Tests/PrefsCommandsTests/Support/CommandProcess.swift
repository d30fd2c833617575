import PreferenceStore
import PropertyLists
import TestSupport

@testable import PrefsCommands

/// A process that the command believes to run in: its environment in memory, its files in a folder of its own.
final class CommandProcess {
    let folder: TemporaryFolder
    var variables: [String: String]
    var input: Result<[UInt8], SystemError> = .success([])
    /// What becomes of standard output: nil where it takes everything.
    var outputError: SystemError?
    var hasRaisedPrivileges = false
    var isTerminal = false
    /// The columns of that terminal; nil where it does not know.
    var columns: Int?
    /// How often they were asked for.
    private(set) var widthRequests = 0
    var isErrorTerminal = false
    /// What the clock shows next: a quarter of a second more each time.
    var uptime: Duration = .zero

    init() throws {
        folder = try TemporaryFolder()
        variables = [
            "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path(of: "data"),
            "XDG_DATA_DIRS": folder.path(of: "system"), "PREFS_SUITE": "t",
        ]
    }

    /// What a command line did.
    struct Outcome: Equatable {
        var exit: Int32 = 0
        /// What was written to standard output, one element for each time.
        var outputs: [String] = []
        var errors = ""
    }

    func run(_ words: [String]) -> Outcome {
        var outcome = Outcome()
        let environment = CommandEnvironment(
            hasRaisedPrivileges: hasRaisedPrivileges,
            variable: { self.variables[$0].map(EnvironmentValue.text) ?? .unset },
            readInput: { () throws(SystemError) in try self.input.get() },
            isInputTerminal: { false },
            writeOutput: { bytes throws(SystemError) in
                outcome.outputs.append(String(decoding: bytes, as: UTF8.self))
                if let error = self.outputError { throw error }
            },
            writeRecord: { bytes throws(SystemError) in
                outcome.outputs.append(String(decoding: bytes, as: UTF8.self))
            },
            watcher: { () throws(PreferenceStoreError) in try FileWatcher() },
            endUnread: { SystemError(code: 32) },
            writeError: { outcome.errors += String(decoding: $0, as: UTF8.self) },
            isOutputTerminal: { self.isTerminal },
            outputColumns: {
                self.widthRequests += 1
                return self.columns
            },
            isErrorTerminal: { self.isErrorTerminal },
            uptime: {
                self.uptime += .milliseconds(250)
                return self.uptime
            }
        )
        outcome.exit = Command.run(words, in: environment)
        return outcome
    }

    func run(_ words: String...) -> Outcome {
        run(words)
    }

    // MARK: Suites

    func write(_ contents: PropertyListDictionary, to suite: String = "t") throws {
        try folder.write(PropertyList.dictionary(contents).serialized(as: .xml), to: "\(suite).plist")
    }

    /// Writes a file that is no property list, an hour old: nobody seems to be at work on it.
    func writeCorrupt(_ suite: String = "t") throws {
        try folder.write("<plist>\n<dict>", to: "\(suite).plist")
        try folder.age("\(suite).plist")
    }

    func contents(_ suite: String = "t") throws -> PropertyList {
        let bytes = try folder.bytes(of: "\(suite).plist")
        return try PropertyList(parsing: bytes.span)
    }

    func path(_ suite: String = "t") -> String {
        folder.path(of: "\(suite).plist")
    }
}

extension CommandProcess.Outcome {
    /// Nothing but that output.
    static func prints(_ text: String) -> Self {
        Self(outputs: [text])
    }

    /// Nothing at all, and success.
    static let silent = Self()

    /// A failure with a message and no output.
    static func fails(_ code: ExitCode, _ message: String) -> Self {
        Self(exit: Int32(code.rawValue), errors: "prefs: \(message)\n")
    }
}
