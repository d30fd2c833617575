import CommandErrors
import CommandGrammar
import PreferenceStore
import PropertyLists

/// Prints the data of a run to standard output.
final class Printer {
    let options: Options
    let environment: any CommandEnvironment
    /// The data for standard output, written once, at the end.
    private(set) var output: [UInt8] = []
    /// Whether the output reports a completed change, so that an error in writing the output must say so.
    private(set) var isChangeMade = false

    /// Whether the output is the changed document of standard input, and nothing else.
    private(set) var isFilter = false

    /// Whether what is printed goes to a terminal.
    private(set) lazy var isTerminal = messages.isOutputTerminal
    /// The width of the terminal, in columns; nil if standard output is not a terminal.
    private(set) lazy var terminalColumns = isTerminal ? environment.outputColumns ?? CommandTable.standardColumns : nil
    /// Whether output is coloured: if `--color` says so, or else on a terminal that allows colours.
    private(set) lazy var isColoured = options.messages.isColoured ?? (isTerminal && environment.allowsColour)
    /// What tells of a file whether it may be replaced by output; nil without a run of a verb.
    var sources: RuleSources?
    let messages: Messages

    init(_ options: Options, in environment: any CommandEnvironment) {
        self.options = options
        self.environment = environment
        messages = Messages(options, in: environment)
    }

    /// Returns a printer for lines on standard error; nil if that is no terminal.
    var ofErrorTerminal: Printer? {
        guard environment.isErrorTerminal else { return nil }
        let printer = Printer(Options(), in: environment)
        printer.isTerminal = true
        printer.isColoured = options.messages.isColoured ?? environment.allowsColour
        return printer
    }

    // MARK: Data

    func write(_ bytes: some Sequence<UInt8>) {
        output.append(contentsOf: bytes)
    }

    /// Appends a document, which is not copied if it comes first.
    func write(_ document: [UInt8]) {
        if output.isEmpty { output = document } else { output += document }
    }

    /// Makes room for about as many bytes of data: many lines would otherwise be copied each time that it is full.
    private func reserve(_ count: Int) {
        output.reserveCapacity(output.count + count)
    }

    func writeLine(_ text: String) {
        write(text.utf8)
        output.append(UInt8(ascii: "\n"))
    }

    /// Appends a line of fields with tabs between them.
    ///
    /// - Parameter text: Returns what is printed of a field.
    private func writeLine(_ fields: [Field], text: (Field) -> String) {
        // One access to a property of this class, which is checked at run time: a list may have many lines.
        output.append(line: fields, text: text)
    }

    /// Prints a document, and no record of what was changed in it.
    func writeFiltered(_ document: [UInt8]) throws {
        let isBinary = PropertyListFormat(detecting: document.span) == .binary
        guard !isTerminal || !isBinary else { throw CommandError.binaryOnTerminal(hasOutputOption: false) }
        write(document)
        isFilter = true
    }

    /// Appends the records of a change, which is made unless `--dry-run` is given.
    func write(ofChange records: String, isMade: Bool = true) {
        guard !isFilter else { return }
        if isMade, !options.writing.isDryRun { isChangeMade = true }
        write(records.utf8)
    }
}

// MARK: Records

extension Printer {
    /// Returns a text for standard output; on a terminal, with control characters escaped except line breaks and tabs.
    func shown(_ text: String) -> String {
        isTerminal ? text.escapingControlCharactersOfText : text
    }

    /// Returns a text for standard output with the end of a record: a line break, or NUL for `--null`.
    func terminated(_ text: String) throws -> String {
        guard options.output.endsWithNUL else { return text + "\n" }
        guard !text.utf8.contains(0) else { throw CommandError.containsNUL }
        return text + "\0"
    }

    func writeVerbatim(_ text: String) throws {
        write(try terminated(shown(text)).utf8)
    }

    /// Appends a record of tab-separated fields without colours, each escaped to stay on its line; `--null` does not
    /// escape.
    private func writeRecord(_ fields: [Field]) throws {
        guard !options.output.endsWithNUL else { return try writeVerbatim(fields.map(\.text).joined(separator: "\t")) }
        let isTerminal = isTerminal
        writeLine(fields) { $0.text.escaped(forTerminal: isTerminal) }
    }

    /// Returns a text in the colour of a role, if output is coloured.
    func coloured(_ text: String, _ role: Field.Role) -> String {
        isColoured ? Field(text, role).coloured(text) : text
    }

    /// Appends records: on a terminal in aligned columns, else with tabs between the fields.
    ///
    /// - Parameter isWhole: Whether fields are never cut at the terminal's width.
    func writeRecords(_ records: [[Field]], isWhole: Bool = false) throws {
        try writeRecords(of: records, isWhole: isWhole) { $0 }
    }

    /// Appends a record of each item, as ``writeRecords(_:isWhole:)`` does; many that are not aligned exist one by one.
    func writeRecords<Items: Collection>(
        of items: Items,
        isWhole: Bool = false,
        _ fields: (Items.Element) throws -> [Field]
    ) throws {
        if options.output.endsWithNUL || !isTerminal && !isColoured {
            reserve(32 * items.count)
            for item in items {
                try writeRecord(fields(item))
            }
            return
        }
        try messages.during("printing \(counted(items.count, "line"))") {
            let rows = try items.map { try fields($0).map { Field($0.text.escaped(forTerminal: isTerminal), $0.role) } }
            guard let limit = terminalColumns else {
                return rows.forEach { writeLine($0) { $0.coloured($0.text) } }
            }
            let columns = Columns(of: rows, atMost: isWhole ? .max : limit)
            rows.forEach { writeLine(columns.line(of: $0, isColoured: isColoured)) }
        }
    }
}

extension [UInt8] {
    /// Appends what is printed of fields, with tabs between them and a line break.
    fileprivate mutating func append(line fields: [Field], text: (Field) -> String) {
        for position in fields.indices {
            if position > 0 { append(UInt8(ascii: "\t")) }
            append(contentsOf: text(fields[position]).utf8)
        }
        append(UInt8(ascii: "\n"))
    }
}

extension CommandError {
    /// Returns the error of output that cannot be written, although the verb has done its work.
    static func standardOutput(_ error: SystemError, changeIsMade: Bool) -> CommandError {
        let rest = changeIsMade ? "; the change was made" : ""
        return CommandError(.writeFailed, "cannot write standard output: \(error)\(rest)")
    }

    /// The error of a record that contains its terminator.
    fileprivate static var containsNUL: CommandError {
        let text = "cannot end records with NUL: a key or value contains NUL"
        return CommandError(.invalidValue, Message(text, hint: "use --json"))
    }
}
