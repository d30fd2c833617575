import CommandErrors
import CommandGrammar
import PreferenceStore
import PreferenceCore
import PropertyLists

extension ChangePrinter {
    /// Returns `prefs set` commands for any POSIX shell that set each key to its value.
    ///
    /// - Parameter suite: The suite that the commands change; nil for the file that the command line selects.
    func setCommands(
        for contents: PropertyListDictionary,
        of suite: SuiteName? = nil
    ) throws -> String {
        let selector = suite.map { " " + shellWord(of: "--suite=" + $0.rawValue) } ?? selector
        return try contents.map { entry in
            try setCommand(for: entry.key, entry.value, selector) + "\n"
        }
        .joined()
    }

    /// Returns commands for any POSIX shell that make the changes of a suite; comments in place of hidden values.
    ///
    /// - Throws: The error of standard input, which no command can change.
    func commands(making suite: SuiteChanges) throws -> String {
        let selector = try selector(of: suite)
        return try suite.changes.map { change in
            if let comment = try comment(hiding: change, in: suite) { return comment }
            if let value = change.new { return try setCommand(for: change.key, value, selector) + "\n" }
            return "prefs reset\(selector) -- \(try shellWord(ofKey: change.key))\n"
        }
        .joined()
    }

    /// Returns the lines of a change as comments of a shell if a command would show what is hidden.
    func comment(hiding change: PreferenceChange, in suite: SuiteChanges) throws -> String? {
        guard suite.rules.disclosure.hides(partOf: change) else { return nil }
        return try lines(of: change, in: suite).map { "# \($0)\n" }.joined()
    }

    /// Returns a text as a word for any POSIX shell, in quotation marks only if it needs them.
    func bareShellWord(of text: String) -> String {
        text.shellWord == text ? text : shellWord(of: text)
    }

    /// Returns the suite of a file, in the layer of the options; nil if it has none.
    func suite(of rules: SuiteRules) -> SuiteName? {
        guard let suite = rules.suite, let directories = rules.directories ?? (try? rules.sources.directories()) else {
            return nil
        }
        let file = PreferenceLayer(.user, isByHost: options.selection.isByHost).file(of: suite, in: directories)
        return file.recordedPath == rules.file.recordedPath ? suite : nil
    }

    /// Returns the options that select the file of changes, each after a space.
    private func selector(of changes: SuiteChanges) throws -> String {
        let isStandardInput = changes.selection?.isStandardInput ?? (options.selection.path == "-")
        guard !isStandardInput else { throw CommandError.standardInputNotWritable }
        guard let selection = changes.selection else {
            return changes.suite.map { " " + shellWord(of: "--suite=" + $0.rawValue) } ?? selector
        }
        let suite = suite(of: selection.rules).map { "--suite=" + $0.rawValue }
        return " " + shellWord(of: suite ?? "--file=" + selection.file.path)
    }

    private func setCommand(
        for key: String,
        _ value: PropertyList,
        _ selector: String
    ) throws -> String {
        let word = try shellWord(ofKey: key)
        let (option, text) = try printer.representing(value, at: ValuePointer(key)) { try $0.typedArgument }
        return "prefs set\(selector) \(option) \(shellWord(of: text)) -- \(word)"
    }

    private func shellWord(of text: String) -> String {
        text.posixShellWord(forTerminal: printer.documents.isOnTerminal)
    }

    private func shellWord(ofKey key: String) throws -> String {
        guard !key.utf8.contains(0) else { throw CommandError.keyContainsNUL(key) }
        return shellWord(of: key)
    }

    /// The options that select the same file again, each after a space; `$PREFS_SUITE` becomes an option.
    ///
    /// Empty for standard input, which no command can change.
    private var selector: String {
        guard options.selection.path != "-" else { return "" }
        var words = options.selection.selectors.map(\.word)
        if !options.selection.isNamed, case .text(let suite) = printer.environment.variable("PREFS_SUITE"),
            !suite.isEmpty
        {
            words.insert("--suite=" + suite, at: 0)
        }
        return words.map { " " + shellWord(of: $0) }.joined()
    }
}

extension OptionOccurrence {
    /// The option and its argument as one word, whatever the argument begins with.
    fileprivate var word: String {
        arguments.isEmpty ? spelling : "\(option.spellings.last ?? spelling)=\(argument)"
    }
}

extension PropertyList {
    /// The option of `set` for this value's type, and the value as its argument.
    fileprivate var typedArgument: (option: String, text: String) {
        get throws(PropertyListError) {
            switch self {
            case .string(let string) where !string.utf8.contains(0): (kind.option, string)
            case .date(let date) where date.rfc3339 != nil: (kind.option, try text)
            case .integer, .real, .boolean, .data: (kind.option, try text)
            // A value without a text of its own is written as typed JSON, which `--json` reads.
            case .string, .date, .array, .dictionary, .uid: ("--json", try json(.typed))
            }
        }
    }
}

extension CommandError {
    /// Returns the error of a key that no argument can be.
    fileprivate static func keyContainsNUL(_ key: String) -> CommandError {
        let text = "cannot print \(key.quoted) as a command: the key contains NUL"
        return CommandError(.invalidValue, Message(text, hint: "use another format"))
    }
}
