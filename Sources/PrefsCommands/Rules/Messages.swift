import CommandErrors
import CommandGrammar
import PreferenceStore
import PropertyLists

/// Prints the messages of a run to standard error: errors and notes.
final class Messages {
    private let options: Options
    let environment: any CommandEnvironment
    /// The rules of the suites of this run: an error quotes no value that one of them hides.
    var rules: [SuiteRules] = []
    private var notedOnce: Set<String> = []
    /// The messages that are kept for a full screen, in place of which nothing is printed; nil if they are printed.
    var kept: [Message]?
    private(set) lazy var progressLine = ProgressLine(in: environment)

    init(_ options: Options, in environment: any CommandEnvironment) {
        self.options = options
        self.environment = environment
    }

    /// Does work on a file that can take long, about which the line of progress then tells.
    ///
    /// - Parameter activity: A present participle such as `reading`.
    func during<Value>(_ activity: String, _ path: String, _ work: () throws -> Value) rethrows -> Value {
        try during("\(activity) \(path.lastPathComponent)", work)
    }

    /// Does work that can take long, about which the line of progress then tells.
    ///
    /// - Parameter activity: The work as a phrase such as `printing 3 lines`.
    func during<Value>(_ activity: @autoclosure () -> String, _ work: () throws -> Value) rethrows -> Value {
        // A full screen has no such line.
        guard kept == nil else { return try work() }
        let outer = progressLine.begin(activity())
        defer { progressLine.end(outer) }
        return try work()
    }

    /// Returns the messages of an error, which quote no value that a suite of this run hides.
    func of(_ error: any Error) -> [Message] { CommandError(error).messages(by: rules) }

    func complain(_ error: any Error) {
        of(error).forEach { complain($0) }
    }

    /// Prints a problem; `--quiet` omits the hint.
    func complain(_ message: Message) {
        guard kept == nil else { return kept?.append(message) ?? () }
        progressLine.write(message.lines(labelled: "prefs", withHint: !options.messages.isQuiet))
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

    /// Prints what a write did that shows no change of a key: on a terminal, or with `--verbose`.
    func answer(_ note: @autoclosure () -> Message) {
        if answers { self.note(note()) }
    }

    /// Whether what a verb did, or did not find, is printed.
    var answers: Bool { options.messages.isVerbose || isOutputTerminal }

    /// Whether standard output is a terminal, determined on first use.
    private(set) lazy var isOutputTerminal = environment.isOutputTerminal

    /// Prints what a write did to a file, as `answer` does, or with `--dry-run` that nothing is written.
    func answer(changing note: @autoclosure () -> Message) {
        answer(options.writing.isDryRun ? .nothingWritten : note())
    }

    /// Reports a change, or with `--dry-run` that nothing is written.
    func reportChange(_ note: @autoclosure () -> Message) {
        report(options.writing.isDryRun ? .nothingWritten : note())
    }

    private func write(_ note: Message) {
        guard kept == nil else { return kept?.append(note) ?? () }
        progressLine.write(note.lines(labelled: "note"))
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
    static var nothingChanged: Message { "nothing was changed" }

    /// Returns a note about one suite of several.
    static func ofSuite(_ suite: String, _ note: Message) -> Message {
        Message("suite \(suite.quoted): \(note.text)", hint: note.hint)
    }
}
