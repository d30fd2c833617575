import CommandGrammar
import PreferenceStore
import PropertyLists

/// Errors in a command line that its grammar does not know.
extension CommandError {
    /// Returns the error of a command line, with what the user most likely means if the line is one of another tool.
    init(_ error: UsageError, in words: [String]) {
        self.init(error)
        let word: String
        switch error {
        case .unknownVerb(let first, _), .optionBeforeVerb(let first, _): word = first
        default: return
        }
        do throws(CommandError) {
            if let lines = try OtherTool.translations(of: words) {
                self = .lineOfOtherTool(word, translations: lines)
            } else if case .unknownVerb = error, let verb = Verb.named(byOtherTool: word) {
                self = .wordOfOtherTool(word, verb)
            }
        } catch {
            self = error
        }
    }

    private init(usage text: String, hint: String? = nil) {
        self.init(.usage, Message(text, hint: hint))
    }

    /// Returns the error of a word that is a verb of another tool, with the verb that does the same.
    static func wordOfOtherTool(_ word: String, _ verb: Verb) -> CommandError {
        let line = "'\(verb.name)' does this: prefs \(verb.syntax.synopsis())"
        let hint = verb.replacement.map { "did you mean '\($0)'?" } ?? line
        return CommandError(usage: "unknown command \(word.quoted)", hint: hint)
    }

    /// Returns the error of a line of another tool, which begins with that word, and has these equivalents.
    static func lineOfOtherTool(_ word: String, translations lines: [[String]]) -> CommandError {
        let hint = lines.map(\.commandLine).joined(separator: ", or: ")
        return CommandError(usage: "unknown command \(word.quoted)", hint: hint)
    }

    /// Returns the error of a line of another tool, named with its verb, that `prefs` has no equivalent of.
    static func noEquivalent(_ line: String, because obstacle: OtherTool.Obstacle?) -> CommandError {
        CommandError(usage: "\(line.quoted) has no equivalent" + (obstacle.map { ": \($0.rawValue)" } ?? " in prefs"))
    }

    /// Returns the error of an operand too many, if the first one is the name of a suite; the words are those of a
    /// corrected line.
    static func surplusOperandAfterSuite(_ word: String, corrected line: [String]) -> CommandError {
        CommandError(usage: "unexpected argument \(word.quoted)", hint: line.commandLine)
    }

    /// Returns the error of an option that belongs to other actions of `prefs schema`.
    static func optionOfOtherAction(_ option: OptionOccurrence, _ action: SchemaAction) -> CommandError {
        CommandError(
            usage: "option '\(option.spelling)' does not apply to '\(action.rawValue)'",
            hint: "usage: prefs \(action.synopsis)"
        )
    }

    /// Returns the error of an option that selects a suite, although files are named.
    static func selectorBesideFiles(option: String) -> CommandError {
        CommandError(usage: "option '\(option)' cannot be combined with files")
    }

    // MARK: Values of arguments

    /// Returns the error of `--hex` or `--base64` with a value that is not data.
    static func encodingWithoutData(option: String) -> CommandError {
        CommandError(usage: "option '\(option)' needs '--data' before the value")
    }

    static func invalidSeconds(_ word: String) -> CommandError {
        CommandError(usage: "\(word.quoted) is not a number of seconds", hint: "write 0 to 86400, as in 2.5")
    }

    static func invalidCount(_ word: String) -> CommandError {
        CommandError(usage: "\(word.quoted) is not a number of changes", hint: "write digits, as in 10")
    }

    /// Returns the error of a word with which several identifiers of changes begin.
    static func ambiguousChange(_ word: String, ids: [String]) -> CommandError {
        CommandError(usage: "\(word.quoted) is the beginning of several IDs: \(ids.firstFew)")
    }

    static func invalidPointer(_ text: String) -> CommandError {
        let isAbsolute = text.utf8.first == UInt8(ascii: "/")
        let hint = isAbsolute ? "write '~' as '~0', and '/' in a name as '~1'" : "begin with '/', as in /frame/0/width"
        return CommandError(usage: "\(text.quoted) is not a JSON Pointer", hint: hint)
    }

    static func pairWithoutEqualsSign(_ word: String) -> CommandError {
        CommandError(usage: "\(word.quoted) has no '='", hint: "--pairs takes KEY=VALUE")
    }

    static func repeatedKey(_ key: String) -> CommandError {
        CommandError(usage: "duplicate key \(key.quoted)")
    }

    /// Returns the error of the last key in a list of alternating keys and values.
    static func keyWithoutValue(_ key: String) -> CommandError {
        CommandError(usage: "key \(key.quoted) has no value")
    }

    /// Returns the error of a type option before a key instead of a value, in a list of keys and values.
    static func typeInPlaceOfKey(_ option: String) -> CommandError {
        let hint = "write 'KEY \(option) VALUE', or '--' before the keys"
        return CommandError(usage: "expected a key, found '\(option)'", hint: hint)
    }

    // MARK: Files and terminals

    static var standardInputTwice: CommandError { CommandError(usage: "standard input ('-') is given twice") }

    static var standardInputNotWritable: CommandError {
        CommandError(usage: "cannot change standard input", hint: "--file needs the path of a file")
    }

    static var standardInputNotWatchable: CommandError {
        CommandError(usage: "cannot watch standard input", hint: "--file needs the path of a file")
    }

    /// Standard input or output is not a terminal, on which `browse` could draw.
    static var browseNeedsTerminal: CommandError {
        let text = "cannot browse: standard input and output must be a terminal"
        return CommandError(usage: text, hint: "'prefs list' prints all values")
    }

    /// `TERM` says that the terminal can only print lines.
    static var browseNeedsScreen: CommandError {
        CommandError(usage: "cannot browse: TERM is 'dumb' or not set", hint: "'prefs list' prints all values")
    }

    static var noEditor: CommandError {
        let hint = "set EDITOR to a command that changes the file, as in EDITOR='sed -i s/old/new/'"
        return CommandError(
            usage: "cannot edit: neither VISUAL nor EDITOR is set, and there is no terminal",
            hint: hint
        )
    }

    /// Returns the error of a directory that contains the suite as `SUITE.json` and as `SUITE.plist`.
    static func suiteInTwoFiles(_ suite: String, directory: String) -> CommandError {
        let text = "suite \(suite.quoted) has two files in \(directory): \(suite).json and \(suite).plist"
        return CommandError(usage: text, hint: "remove one of them")
    }

    /// Returns the error of a schema whose suite neither an option nor the name of its file identifies.
    static func schemaWithoutSuite(path: String) -> CommandError {
        let text = "\(path.documentName): the name does not say which suite the schema is for"
        return CommandError(usage: text, hint: ["schema", "install", path, "-s", "SUITE"].commandLine)
    }
}
