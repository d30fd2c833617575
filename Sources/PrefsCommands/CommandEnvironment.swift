public import PreferenceStore

/// All that the command knows of the process around it, so that a test can stand in for a process.
public protocol CommandEnvironment {
    /// Whether the process has more rights than the user who started it.
    var hasRaisedPrivileges: Bool { get }
    /// Whether standard input is a terminal, so that somebody can be asked.
    var isInputTerminal: Bool { get }
    var isOutputTerminal: Bool { get }
    /// The columns of the terminal that standard output is; nil where it does not know.
    var outputColumns: Int? { get }
    var isErrorTerminal: Bool { get }
    /// The time since some moment that stays the same.
    var uptime: Duration { get }

    func variable(_ name: String) -> EnvironmentValue
    /// Every byte of standard input.
    func readInput() throws(SystemError) -> [UInt8]
    /// Writes bytes to standard output, all of them.
    func writeOutput(_ bytes: [UInt8]) throws(SystemError)
    /// Writes bytes to standard output at once, which no signal cuts in two.
    func writeRecord(_ bytes: [UInt8]) throws(SystemError)
    /// Writes bytes to standard error; where that fails, there is nobody to tell.
    func writeError(_ bytes: [UInt8])
    /// A watcher of files, which stops when nobody reads standard output any more.
    func watcher() throws(PreferenceStoreError) -> FileWatcher
    /// Ends the process as a write to standard output does that nobody reads; where it goes on, the error of such a write.
    func endUnread() -> SystemError
}

extension CommandEnvironment {
    /// Prints a problem on standard error, after the command's name.
    func complain(_ message: Message, withHint: Bool = true) {
        writeError(message.lines(labelled: "prefs", withHint: withHint))
    }

    /// Whether a terminal may be coloured: not under `NO_COLOR` (no-color.org), and not where `TERM` is `dumb` or empty.
    var allowsColour: Bool {
        switch (variable("NO_COLOR"), variable("TERM")) {
        case (.text(let text), _) where !text.isEmpty: false
        case (.notUTF8, _), (_, .text("")), (_, .text("dumb")), (_, .unset): false
        default: true
        }
    }
}

struct ProcessEnvironment: CommandEnvironment {
    var hasRaisedPrivileges: Bool { CallingProcess.hasRaisedPrivileges }
    var isInputTerminal: Bool { StandardStream.input.isTerminal }
    var isOutputTerminal: Bool { StandardStream.output.isTerminal }
    var outputColumns: Int? { StandardStream.output.columns }
    var isErrorTerminal: Bool { StandardStream.error.isTerminal }
    var uptime: Duration { SystemClock.uptime() }

    func variable(_ name: String) -> EnvironmentValue {
        CallingProcess.variable(name)
    }

    func readInput() throws(SystemError) -> [UInt8] {
        try StandardStream.input.readAll()
    }

    func writeOutput(_ bytes: [UInt8]) throws(SystemError) {
        try StandardStream.output.write(bytes)
    }

    func writeRecord(_ bytes: [UInt8]) throws(SystemError) {
        try StandardStream.output.writeWhole(bytes)
    }

    func writeError(_ bytes: [UInt8]) {
        try? StandardStream.error.write(bytes)
    }

    func watcher() throws(PreferenceStoreError) -> FileWatcher {
        try FileWatcher(whileRead: .output)
    }

    func endUnread() -> SystemError {
        StandardStream.endProcessForBrokenPipe()
    }
}
