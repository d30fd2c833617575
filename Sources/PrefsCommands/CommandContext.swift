import PreferenceCore
import PreferenceStore

/// One run of a verb: its arguments, its environment and its output.
///
/// Each verb is a method in a file of its own.
final class CommandContext {
    let arguments: ParsedArguments
    let options: Options
    let environment: any CommandEnvironment
    /// The data for standard output, written once, at the end.
    private(set) var output: [UInt8] = []
    /// Whether the output reports a completed change, so that an error in writing the output must say so.
    private(set) var isChangeMade = false

    /// Whether standard output is a terminal, determined on first use.
    private(set) lazy var isTerminal = environment.isOutputTerminal
    /// The width of the terminal, in columns; nil if standard output is not a terminal.
    private(set) lazy var terminalColumns = isTerminal ? environment.outputColumns ?? HelpText.standardColumns : nil
    /// Whether output is coloured: if `--color` says so, or else on a terminal that allows colours.
    private(set) lazy var isColoured =
        options.messages.isColoured ?? (isTerminal && environment.allowsColour)
    /// The identifier of this run in the history.
    private(set) lazy var runID = requestedRunID ?? ChangeRecording.newID()
    private let requestedRunID: String?
    private(set) lazy var progressLine = ProgressLine(in: environment)
    private var input: [UInt8]?
    private var heldTermination: HeldTermination?
    /// The worst exit code of the suites that `--keep-going` has skipped.
    var exitCodeOfSkipped = ExitCode.done
    /// The schema of `--schema`, which is read once: it can be a pipe.
    var knownNamedSchema: SchemaDocument?
    /// The installed schemas that were read.
    var installedSchemas: [SchemaDocument] = []

    /// Creates the context of a run.
    ///
    /// - Parameter runID: The identifier of the run in the history; nil for a new one.
    init(
        _ arguments: ParsedArguments,
        _ options: Options,
        in environment: any CommandEnvironment,
        runID: String? = nil
    ) {
        self.arguments = arguments
        self.options = options
        self.environment = environment
        requestedRunID = runID
    }

    var operands: [String] { arguments.operands }

    /// Returns all bytes of standard input.
    ///
    /// Standard input can be read only once, so the bytes are kept for later calls.
    func readInput() throws -> [UInt8] {
        if let input { return input }
        let bytes = try rethrowing(environment.readInput(), as: CommandError.standardInput)
        input = bytes
        return bytes
    }

    // MARK: Signals

    /// Has signals that end the process wait until the command has printed which of several files it has written.
    func holdTermination() {
        guard !options.writing.isRehearsal else { return }
        heldTermination = HeldTermination()
    }

    func releaseTermination() {
        heldTermination?.release()
    }

    // MARK: Data

    func write(_ bytes: some Sequence<UInt8>) {
        output.append(contentsOf: bytes)
    }

    func writeLine(_ text: String) {
        write(text.utf8)
        output.append(UInt8(ascii: "\n"))
    }

    /// Appends a record of a change that was made.
    func write(ofChange record: String) {
        isChangeMade = true
        write(record.utf8)
    }

    // MARK: Messages

    func complain(_ error: any Error) {
        CommandError(error).messages.forEach { complain($0) }
    }

    /// Prints a problem; `--quiet` omits the hint.
    func complain(_ message: Message) {
        progressLine.erase()
        environment.complain(message, withHint: !options.messages.isQuiet)
    }

    /// Prints why nothing was found, unless `--quiet` is given, in addition to the output.
    func absent(_ error: CommandError) -> ExitCode {
        if !options.messages.isQuiet {
            complain(error.message)
        }
        return .absent
    }

    /// Prints a note unless `--quiet` is given.
    func note(_ note: @autoclosure () -> Message) {
        if !options.messages.isQuiet {
            write(note())
        }
    }

    /// Prints a note if `XDG_CONFIG_HOME` is ignored because it is relative, by the XDG Base Directory Specification.
    func noteRelativeDirectory() {
        if case .text(let path) = environment.variable("XDG_CONFIG_HOME"), let first = path.utf8.first,
            first != UInt8(ascii: "/"), options.selection.path == nil
        {
            note(.relativePath(path, variable: "XDG_CONFIG_HOME"))
        }
    }

    /// Prints a completed action if `--verbose` is given.
    func report(_ note: @autoclosure () -> Message) {
        if options.messages.isVerbose {
            write(note())
        }
    }

    private func write(_ note: Message) {
        progressLine.erase()
        environment.writeError(note.lines(labelled: "note"))
    }
}

extension CommandError {
    static func standardInput(_ error: SystemError) -> CommandError {
        CommandError(.unreadableFile, "cannot read standard input: \(error)")
    }

    /// Returns the error of output that cannot be written, although the verb has done its work.
    static func standardOutput(_ error: SystemError, changeIsMade: Bool) -> CommandError {
        let rest = changeIsMade ? "; the change was made" : ""
        return CommandError(.writeFailed, "cannot write standard output: \(error)\(rest)")
    }
}

extension Message {
    /// Returns a note about a variable that is ignored, since it contains a relative path.
    static func relativePath(_ path: String, variable: String) -> Message {
        "ignored $\(variable): \(path.quoted) is not an absolute path"
    }
}
