import PreferenceStore

/// One run of a verb: what it was asked, where it runs, and what it has to say.
///
/// Each verb is a method in a file of its own.
final class CommandContext {
    let arguments: ParsedArguments
    let environment: any CommandEnvironment
    /// The data for standard output, which is written once, at the end.
    private(set) var output: [UInt8] = []
    /// Whether the data tells of a change that is made, so that it must not get lost in silence.
    private(set) var isChangeMade = false

    /// Whether standard output is a terminal, which is looked at once, and only if it matters.
    private(set) lazy var isTerminal = environment.isOutputTerminal
    /// The columns of that terminal; nil if standard output is none.
    private(set) lazy var terminalColumns = isTerminal ? environment.outputColumns ?? HelpText.standardColumns : nil
    private(set) lazy var progressLine = ProgressLine(in: environment)
    private var input: [UInt8]?

    init(_ arguments: ParsedArguments, in environment: any CommandEnvironment) {
        self.arguments = arguments
        self.environment = environment
    }

    /// All bytes of standard input, which can be read but once: they are kept for who asks again.
    func readInput() throws(CommandError) -> [UInt8] {
        if let input { return input }
        let bytes = try rethrowing(environment.readInput(), as: CommandError.standardInput)
        input = bytes
        return bytes
    }

    // MARK: Data

    func write(_ bytes: some Sequence<UInt8>) {
        output.append(contentsOf: bytes)
    }

    func writeLine(_ text: String) {
        write(text.utf8)
        output.append(UInt8(ascii: "\n"))
    }

    /// Adds what there is to say of a change that is made.
    func write(ofChange record: String) {
        isChangeMade = true
        write(record.utf8)
    }

    // MARK: Messages

    /// Prints a problem; `--quiet` leaves out the hint.
    func complain(_ message: Message) {
        progressLine.erase()
        environment.complain(message, withHint: !arguments.has(.quiet))
    }

    /// Prints a note, unless `--quiet` is given.
    func note(_ note: CommandNote) {
        if !arguments.has(.quiet) {
            progressLine.erase()
            environment.writeError(note.message.lines(labelled: "note"))
        }
    }

    /// Prints what was done, if `--verbose` is given.
    func report(_ note: CommandNote) {
        if arguments.has(.verbose) {
            progressLine.erase()
            environment.writeError(note.message.lines(labelled: "note"))
        }
    }
}
