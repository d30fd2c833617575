public import PreferenceStore

/// All that the command knows of the process around it, so that a test can stand in for a process.
public struct CommandEnvironment {
    /// Whether the process has more rights than the user who started it.
    let hasRaisedPrivileges: Bool
    /// The value of an environment variable.
    let variable: (String) -> EnvironmentValue
    /// Every byte of standard input.
    let readInput: () throws(SystemError) -> [UInt8]
    /// Whether standard input is a terminal, so that somebody can be asked.
    let isInputTerminal: () -> Bool
    /// Writes bytes to standard output, all of them.
    let writeOutput: ([UInt8]) throws(SystemError) -> Void
    /// Writes bytes to standard output at once, which no signal cuts in two.
    let writeRecord: ([UInt8]) throws(SystemError) -> Void
    /// A watcher of files, which stops when nobody reads standard output any more.
    let watcher: () throws(PreferenceStoreError) -> FileWatcher
    /// Ends the process as a write to standard output does that nobody reads; where it goes on, the error of such a write.
    let endUnread: () -> SystemError
    /// Writes bytes to standard error; where that fails, there is nobody to tell.
    let writeError: ([UInt8]) -> Void
    /// Whether standard output is a terminal.
    let isOutputTerminal: () -> Bool
    /// The columns of the terminal that standard output is; nil where it does not know.
    let outputColumns: () -> Int?
    /// Whether standard error is a terminal.
    let isErrorTerminal: () -> Bool
    /// The time since some moment that stays the same.
    let uptime: () -> Duration

    /// An environment made of its parts.
    public init(
        hasRaisedPrivileges: Bool,
        variable: @escaping (String) -> EnvironmentValue,
        readInput: @escaping () throws(SystemError) -> [UInt8],
        isInputTerminal: @escaping () -> Bool,
        writeOutput: @escaping ([UInt8]) throws(SystemError) -> Void,
        writeRecord: @escaping ([UInt8]) throws(SystemError) -> Void,
        watcher: @escaping () throws(PreferenceStoreError) -> FileWatcher,
        endUnread: @escaping () -> SystemError,
        writeError: @escaping ([UInt8]) -> Void,
        isOutputTerminal: @escaping () -> Bool,
        outputColumns: @escaping () -> Int?,
        isErrorTerminal: @escaping () -> Bool,
        uptime: @escaping () -> Duration
    ) {
        self.hasRaisedPrivileges = hasRaisedPrivileges
        self.variable = variable
        self.readInput = readInput
        self.isInputTerminal = isInputTerminal
        self.writeOutput = writeOutput
        self.writeRecord = writeRecord
        self.watcher = watcher
        self.endUnread = endUnread
        self.writeError = writeError
        self.isOutputTerminal = isOutputTerminal
        self.outputColumns = outputColumns
        self.isErrorTerminal = isErrorTerminal
        self.uptime = uptime
    }

    /// A message on standard error, behind the command's name, on one line whatever a file or an argument put into it.
    func complain(_ text: String) {
        writeError(Array("prefs: \(text.escapingControlCharacters)\n".utf8))
    }
}
