/// One run of a verb: what it was asked, where it runs, and what it has to say.
///
/// Each verb is a method in a file of its own.
struct CommandContext {
    let arguments: ParsedArguments
    let environment: CommandEnvironment
    let input: StandardInput
    /// The data for standard output, which is written once, at the end.
    private(set) var output: [UInt8] = []
    /// Whether the data tells of a change that is made, so that it must not get lost in silence.
    private(set) var isChangeMade = false
    let terminal: OutputTerminal
    private let progressLine: ProgressLine

    init(_ arguments: ParsedArguments, in environment: CommandEnvironment) {
        self.arguments = arguments
        self.environment = environment
        input = StandardInput(of: environment)
        terminal = OutputTerminal(of: environment)
        progressLine = ProgressLine(in: environment)
    }

    // MARK: Data

    /// Adds bytes to the data as they are.
    mutating func write(_ bytes: some Sequence<UInt8>) {
        output.append(contentsOf: bytes)
    }

    /// Adds a line to the data.
    mutating func writeLine(_ text: String) {
        write(text.utf8)
        output.append(UInt8(ascii: "\n"))
    }

    /// Adds a text as it is, as far as a terminal allows, and what ends a record.
    ///
    /// - Throws: `holdsNUL` where NUL cannot end the record, since the text holds one.
    mutating func writeVerbatim(_ text: String) throws(CommandError) {
        write(try verbatimRecord(text).utf8)
    }

    /// A text as it is, as far as a terminal allows, and what ends a record: a line break, or under `--null` NUL.
    ///
    /// - Throws: `holdsNUL` where NUL cannot end the record, since the text holds one.
    func verbatimRecord(_ text: String) throws(CommandError) -> String {
        guard arguments.has(.null) else { return shown(text) + "\n" }
        guard !text.utf8.contains(0) else { throw .holdsNUL }
        return shown(text) + "\0"
    }

    /// A text as standard output gets it: on a terminal, control characters are escaped but for line breaks and tabs.
    func shown(_ text: String) -> String {
        terminal.isThere ? text.escapingControlCharactersOfText : text
    }

    /// Adds a record of fields with tabs between them: each escaped to stay on its line, or under `--null` as it is.
    ///
    /// - Throws: `holdsNUL` where NUL cannot end the record, since a field holds one.
    mutating func writeRecord(_ fields: [String]) throws(CommandError) {
        if arguments.has(.null) {
            try writeVerbatim(fields.joined(separator: "\t"))
        } else {
            let isTerminal = terminal.isThere
            writeLine(fields.map { $0.escaped(forTerminal: isTerminal) }.joined(separator: "\t"))
        }
    }

    /// Adds records: on a terminal in aligned columns, else with tabs between the fields.
    ///
    /// - Parameter isWhole: whether no field is cut at the terminal's width.
    /// - Throws: `holdsNUL` where NUL cannot end the record, since a field holds one.
    mutating func writeRecords(_ records: [[Field]], isWhole: Bool = false) throws(CommandError) {
        guard !arguments.has(.null), let limit = terminal.columns else {
            for record in records {
                try writeRecord(record.map(\.text))
            }
            return
        }
        let rows = records.map { $0.map(\.escapedForTerminal) }
        let columns = Columns(of: rows, atMost: isWhole ? .max : limit)
        let isColoured = environment.allowsColour
        for row in rows {
            writeLine(columns.line(of: row, isColoured: isColoured))
        }
    }

    /// Adds what there is to say of a change that is made.
    mutating func write(ofChange record: String) {
        isChangeMade = true
        write(record.utf8)
    }

    // MARK: Messages

    /// Tells a person who waits for longer than a second how far the work is.
    ///
    /// Only a terminal is told, and the line is gone before anything else is written.
    ///
    /// - Parameters:
    ///   - step: how many steps are done.
    ///   - count: how many there are.
    func progress(_ step: Int, of count: Int) {
        progressLine.show(step, of: count)
    }

    /// Takes the line of `progress` away, as every message does.
    func endProgress() {
        progressLine.erase()
    }

    /// A message that no option leaves out.
    func complain(_ text: String) {
        endProgress()
        environment.complain(text)
    }

    /// A message that `--quiet` leaves out.
    func note(_ text: String) {
        if !arguments.has(.quiet) {
            complain(text)
        }
    }

    /// A message that only `--verbose` asks for.
    func report(_ text: String) {
        if arguments.has(.verbose) {
            complain(text)
        }
    }
}
