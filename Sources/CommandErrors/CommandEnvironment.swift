package import PreferenceStore

/// What a clock calls: with the time, and with what writes to standard error.
package typealias ClockTick = @Sendable (_ now: Duration, _ write: ([UInt8]) -> Void) -> Void

/// The process in which the command runs, or a test's substitute for it.
package protocol CommandEnvironment {
    /// Whether the process has more privileges than the user who started it.
    var hasRaisedPrivileges: Bool { get }
    /// Whether standard input is a terminal, so that the command can ask the user a question.
    var isInputTerminal: Bool { get }
    var isOutputTerminal: Bool { get }
    /// The width of the terminal on standard output, in columns; nil if it is unknown.
    var outputColumns: Int? { get }
    /// The height of the terminal on standard output, in rows; nil if it is unknown.
    var outputRows: Int? { get }
    var isErrorTerminal: Bool { get }
    /// The time since a fixed but unspecified moment.
    var uptime: Duration { get }
    /// The time of day, since the epoch.
    var wallTime: Duration { get }
    /// The time for which a schema may judge a change while other writers wait.
    var judgingTime: Duration { get }

    func variable(_ name: String) -> EnvironmentValue
    /// Returns all bytes of standard input.
    func readInput() throws(SystemError) -> [UInt8]
    /// Writes all bytes to standard output.
    func writeOutput(_ bytes: [UInt8]) throws(SystemError)
    /// Writes all bytes to standard output immediately, so that a signal does not split them.
    func writeRecord(_ bytes: [UInt8]) throws(SystemError)
    /// Writes bytes to standard error, and ignores errors.
    func writeError(_ bytes: [UInt8])
    /// Calls a closure four times a second from another thread, as long as the process runs.
    func startClock(_ tick: @escaping ClockTick)
    /// Returns a file watcher that stops when standard output no longer has a reader.
    func watcher() throws(PreferenceStoreError) -> FileWatcher
    /// Ends the process as a write to a pipe without a reader does.
    ///
    /// - Returns: The error of such a write, if the process survives.
    func endForBrokenPipe() -> SystemError
}

extension CommandEnvironment {
    package var judgingTime: Duration { .milliseconds(100) }
    package var outputRows: Int? { nil }

    /// The directory for temporary files, as in POSIX: `$TMPDIR`, or else `/tmp`.
    package var temporaryDirectory: String {
        if case .text(let path) = variable("TMPDIR"), path.utf8.first == UInt8(ascii: "/") { return path }
        return "/tmp"
    }

    package func startClock(_ tick: @escaping ClockTick) {}

    /// Whether output to a terminal may be coloured.
    ///
    /// False if `NO_COLOR` is not empty (no-color.org), or if `TERM` is unset, empty or `dumb`.
    package var allowsColour: Bool {
        switch variable("NO_COLOR") {
        case .text(let text) where !text.isEmpty: false
        case .notUTF8: false
        default: !isTerminalDumb
        }
    }

    /// Whether the terminal can only print lines: `TERM` is unset, empty or `dumb`.
    package var isTerminalDumb: Bool {
        switch variable("TERM") {
        case .unset, .text(""), .text("dumb"): true
        default: false
        }
    }
}

package struct ProcessEnvironment: CommandEnvironment {
    package init() {}

    package var hasRaisedPrivileges: Bool { CallingProcess.hasRaisedPrivileges }
    package var isInputTerminal: Bool { StandardStream.input.isTerminal }
    package var isOutputTerminal: Bool { StandardStream.output.isTerminal }
    package var outputColumns: Int? { StandardStream.output.columns }
    package var outputRows: Int? { StandardStream.output.rows }
    package var isErrorTerminal: Bool { StandardStream.error.isTerminal }
    package var uptime: Duration { SystemClock.uptime() }
    package var wallTime: Duration { SystemClock.wallTime() }

    package func variable(_ name: String) -> EnvironmentValue {
        CallingProcess.variable(name)
    }

    package func readInput() throws(SystemError) -> [UInt8] {
        try StandardStream.input.readAll()
    }

    package func writeOutput(_ bytes: [UInt8]) throws(SystemError) {
        try StandardStream.output.write(bytes)
    }

    package func writeRecord(_ bytes: [UInt8]) throws(SystemError) {
        try StandardStream.output.writeWhole(bytes)
    }

    package func writeError(_ bytes: [UInt8]) {
        try? StandardStream.error.write(bytes)
    }

    package func startClock(_ tick: @escaping ClockTick) {
        // Without a thread there is no progress to see.
        try? CallingThread.start {
            while true {
                SystemClock.pause(for: .milliseconds(250))
                tick(SystemClock.uptime()) { try? StandardStream.error.write($0) }
            }
        }
    }

    package func watcher() throws(PreferenceStoreError) -> FileWatcher {
        try FileWatcher(whileRead: .output)
    }

    package func endForBrokenPipe() -> SystemError {
        StandardStream.endProcessForBrokenPipe()
    }
}
