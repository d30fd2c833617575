import CommandGrammar
import PreferenceStore
import PropertyLists

/// Prints the data of a run to standard output, and its messages to standard error.
final class Printer {
    let options: Options
    let environment: any CommandEnvironment
    /// The data for standard output, written once, at the end.
    private(set) var output: [UInt8] = []
    /// Whether the output reports a completed change, so that an error in writing the output must say so.
    private(set) var isChangeMade = false

    /// Whether standard output is a terminal, determined on first use.
    private(set) lazy var isTerminal = environment.isOutputTerminal
    /// The width of the terminal, in columns; nil if standard output is not a terminal.
    private(set) lazy var terminalColumns = isTerminal ? environment.outputColumns ?? CommandTable.standardColumns : nil
    /// Whether output is coloured: if `--color` says so, or else on a terminal that allows colours.
    private(set) lazy var isColoured = options.messages.isColoured ?? (isTerminal && environment.allowsColour)
    /// What tells of a file whether it may be replaced by output; nil without a run of a verb.
    var sources: RuleSources?
    /// What holds for the values of the suites of this run, of which errors quote none that they hide.
    var rules: [SuiteRules] = []
    private var notedOnce: Set<String> = []
    /// The messages that are kept for a full screen, in place of which nothing is printed; nil if they are printed.
    var keptMessages: [Message]?
    private(set) lazy var progressLine = ProgressLine(in: environment)

    init(_ options: Options, in environment: any CommandEnvironment) {
        self.options = options
        self.environment = environment
    }

    /// Returns a printer for lines on standard error; nil if that is no terminal.
    var ofErrorTerminal: Printer? {
        guard environment.isErrorTerminal else { return nil }
        let printer = Printer(Options(), in: environment)
        printer.isTerminal = true
        printer.isColoured = options.messages.isColoured ?? environment.allowsColour
        return printer
    }

    /// Returns a printer for lines in a document, which are the same wherever it is written.
    var ofFile: Printer {
        let printer = Printer(Options(), in: environment)
        printer.isTerminal = false
        printer.isColoured = false
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
    func reserve(_ count: Int) {
        output.reserveCapacity(output.count + count)
    }

    func writeLine(_ text: String) {
        write(text.utf8)
        output.append(UInt8(ascii: "\n"))
    }

    /// Appends a line of fields with tabs between them.
    ///
    /// - Parameter text: Returns what is printed of a field.
    func writeLine(_ fields: [Field], text: (Field) -> String) {
        // One access to a property of this class, which is checked at run time: a list may have many lines.
        output.append(line: fields, text: text)
    }

    /// Appends the records of a change, which is made unless `--dry-run` is given.
    func write(ofChange records: String) {
        if !options.writing.isDryRun { isChangeMade = true }
        write(records.utf8)
    }

    // MARK: Messages

    /// Returns the messages of an error, which quote no value that a suite of this run hides.
    func messages(of error: any Error) -> [Message] { CommandError(error).messages(by: rules) }

    func complain(_ error: any Error) {
        messages(of: error).forEach { complain($0) }
    }

    /// Prints a problem; `--quiet` omits the hint.
    func complain(_ message: Message) {
        guard keptMessages == nil else { return keptMessages?.append(message) ?? () }
        progressLine.erase()
        environment.complain(message, withHint: !options.messages.isQuiet)
    }

    /// Prints why nothing was found, unless `--quiet` is given, in addition to the output.
    func absent(_ error: CommandError) -> ExitCode {
        if !options.messages.isQuiet {
            complain(error)
        }
        return .absent
    }

    /// Prints a note unless `--quiet` is given.
    func note(_ note: @autoclosure () -> Message) {
        if !options.messages.isQuiet {
            write(note())
        }
    }

    /// Prints a note unless the same one was printed before.
    func noteOnce(_ note: Message) {
        if notedOnce.insert(note.text).inserted { self.note(note) }
    }

    /// Prints a note about a suite, with its name if there are several.
    func note(_ note: Message, of selection: Selection) {
        self.note(options.selection.isOfAllSuites ? .ofSuite(selection.name, note) : note)
    }

    /// Prints warnings about files, each once, even if a file is read again.
    func warn(_ warnings: [SuiteWarning]) {
        for warning in warnings {
            noteOnce(.warning(warning))
        }
    }

    /// Prints a note about a variable that is ignored because its path is not absolute.
    ///
    /// By the XDG Base Directory Specification, an empty `XDG_CONFIG_HOME` is as good as unset.
    func noteRelativeDirectory() {
        guard options.selection.path == nil else { return }
        for name in ["XDG_CONFIG_HOME", "HOME"] {
            guard case .text(let path) = environment.variable(name), !path.isEmpty || name == "HOME" else { continue }
            guard path.utf8.first != UInt8(ascii: "/") else { return }
            note(.relativePath(path, variable: name))
        }
    }

    /// Prints a completed action if `--verbose` is given.
    func report(_ note: @autoclosure () -> Message) {
        if options.messages.isVerbose {
            write(note())
        }
    }

    /// Reports a change, or with `--dry-run` that nothing is written.
    func reportChange(_ note: @autoclosure () -> Message) {
        report(options.writing.isDryRun ? .nothingWritten : note())
    }

    private func write(_ note: Message) {
        guard keptMessages == nil else { return keptMessages?.append(note) ?? () }
        progressLine.erase()
        environment.writeError(note.lines(labelled: "note"))
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
}

extension Message {
    /// Returns a note about a variable that is ignored, since it contains a relative path.
    fileprivate static func relativePath(_ path: String, variable: String) -> Message {
        "ignored $\(variable): \(path.quoted) is not an absolute path"
    }

    static func warning(_ warning: SuiteWarning) -> Message {
        guard case .secretsInRemovedFiles(let path, _) = warning else { return "\(warning)" }
        let clear = ["history", "-f", path, "--clear"].commandLine
        return Message("\(warning)", hint: "'\(clear)' erases them")
    }

    static var nothingWritten: Message { "nothing was written" }

    /// Returns a note about one suite of several.
    static func ofSuite(_ suite: String, _ note: Message) -> Message {
        Message("suite \(suite.quoted): \(note.text)", hint: note.hint)
    }
}
