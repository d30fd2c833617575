import PreferenceStore
import PropertyLists

extension UsageError {
    /// The error, with the correct line as a hint if it is known.
    var message: Message {
        switch self {
        case .missingVerb: Message("no command given", hint: "run 'prefs help'")
        case .unknownVerb(let word, .nearMiss(let verb)):
            Message("unknown command \(word.quoted)", hint: "did you mean '\(verb)'?")
        case .unknownVerb(let word, .equivalent(let verb)):
            Message("unknown command \(word.quoted)", hint: "'\(verb.name)' does this: \(verb.syntax.synopsis())")
        case .unknownVerb(let word, nil): Message("unknown command \(word.quoted)", hint: "run 'prefs help'")
        case .lineOfOtherTool(let word, let translations):
            Message("unknown command \(word.quoted)", hint: translations.map(\.commandLine).joined(separator: ", or: "))
        case .noEquivalent(let line, nil): "\(line.quoted) has no equivalent in prefs"
        case .noEquivalent(let line, let obstacle?): "\(line.quoted) has no equivalent: \(obstacle.explanation)"
        case .optionBeforeVerb(_, let corrected?): Message("the command comes first", hint: corrected.commandLine)
        case .optionBeforeVerb(let word, nil):
            Message("expected a command, found \(word.quoted)", hint: "usage: \(CommandTable.synopsis)")

        case .unknownOption(let word, _, let suggestion?):
            Message("unknown option \(word.quoted)", hint: "did you mean '\(suggestion)'?")
        case .unknownOption(let word, let verb, nil):
            Message(
                "unknown option \(word.quoted)",
                hint: "'prefs help \(verb.name)' lists the options; '--' ends them"
            )
        case .operandAsOption(let word, let placeholder, let synopsis):
            Message("unknown option \(word.quoted)", hint: "\(placeholder.name) is an argument: \(synopsis)")
        case .optionNotApart(let word, let notation):
            Message("\(word.quoted) is not an option", hint: "write '\(notation)'")
        case .unexpectedArgument(let option): "option '\(option)' takes no argument"
        case .missingArgument(let placeholder, let option, let notation, nil):
            Message("option '\(option)' needs \(placeholder.meaning)", hint: "write '\(notation)'")
        case .missingArgument(let placeholder, let option, let notation, let next?):
            Message(
                "option '\(option)' needs \(placeholder.meaning), found option \(next.quoted)",
                hint: "write '\(notation)'"
            )
        case .emptyArgument(let option, let placeholder): "option '\(option)' needs \(placeholder.meaning), found ''"
        case .repeatedOption(let option, let earlier) where option == earlier: "option '\(option)' is given twice"
        case .repeatedOption(let option, let earlier): "option '\(option)' is given twice (also as '\(earlier)')"
        case .conflictingOptions(let first, let second): "options '\(first)' and '\(second)' cannot be combined"
        case .optionNeedsOther(let option, let other): "option '\(option)' needs '\(other)'"
        case .missingOption(let notation, let synopsis):
            Message("missing option '\(notation)'", hint: "usage: \(synopsis) \(notation)")
        case .valueGivenTwice(let option, let source):
            Message(
                "options '\(option)' and '\(source)' both give the value",
                hint: "'\(option)' without a value, after '\(source)', names its type"
            )
        case .encodingWithoutData(let option): "option '\(option)' needs '--data' before the value"
        case .optionOfOtherAction(let option, let action):
            Message(
                "option '\(option.spelling)' does not apply to '\(action.rawValue)'",
                hint: "usage: \(action.synopsis)"
            )
        case .selectorBesideFiles(let option): "option '\(option)' cannot be combined with files"

        case .missingOperand(let placeholder, let synopsis):
            Message("missing argument \(placeholder.name)", hint: "usage: \(synopsis)")
        case .surplusOperandAfterSuite(let word, let line):
            Message("unexpected argument \(word.quoted)", hint: line.commandLine)
        case .surplusOperand(let word, let synopsis, nil):
            Message("unexpected argument \(word.quoted)", hint: "usage: \(synopsis)")
        case .surplusOperand(let word, let synopsis, let swallowed?):
            Message(
                "unexpected argument \(word.quoted): option '\(swallowed.spelling)' took "
                    + swallowed.arguments.map(\.quoted).joined(separator: " "),
                hint: "usage: \(synopsis)"
            )
        case .invalidChoice(let word, .verb, nil):
            Message("unknown command \(word.quoted)", hint: "'prefs help --all' lists the commands")
        // A few words are shown rather than guessed.
        case .invalidChoice(let word, let placeholder, let suggestion?)
        where placeholder.choices.map({ $0.offered.count > 4 }) ?? true:
            Message("\(word.quoted) is not \(placeholder.meaning)", hint: "did you mean '\(suggestion)'?")
        case .invalidChoice(let word, let placeholder, _):
            Message(
                "\(word.quoted) is not \(placeholder.meaning)",
                hint: "write one of \(placeholder.choices?.offered.joined(separator: ", ") ?? placeholder.name)"
            )
        case .invalidCount(let word):
            Message("\(word.quoted) is not a number of changes", hint: "write digits, as in 10")
        case .ambiguousChange(let word, let ids): "\(word.quoted) is the beginning of several IDs: \(ids.firstFew)"
        case .invalidSeconds(let word):
            Message("\(word.quoted) is not a number of seconds", hint: "write 0 to 86400, as in 2.5")
        case .invalidPointer(let text) where text.utf8.first == UInt8(ascii: "/"):
            Message("\(text.quoted) is not a JSON Pointer", hint: "write '~' as '~0', and '/' in a name as '~1'")
        case .invalidPointer(let text):
            Message("\(text.quoted) is not a JSON Pointer", hint: "begin with '/', as in /frame/0/width")
        case .pairWithoutEqualsSign(let word): Message("\(word.quoted) has no '='", hint: "--pairs takes KEY=VALUE")
        case .repeatedKey(let key): "duplicate key \(key.quoted)"
        case .keyWithoutValue(let key): "key \(key.quoted) has no value"
        case .typeWithoutValue(let option): Message("option '\(option)' needs a value", hint: "write '\(option) VALUE'")
        case .typeInPlaceOfKey(let option):
            Message("expected a key, found '\(option)'", hint: "write 'KEY \(option) VALUE', or '--' before the keys")
        case .wordAfterList(let word, let option):
            Message(
                "unexpected argument \(word.quoted) after the list of '\(option)'",
                hint: "write all words of the list together, right after '\(option)'"
            )

        case .standardInputNotWritable: Message("cannot change standard input", hint: "--file needs the path of a file")
        case .standardInputNotWatchable: Message("cannot watch standard input", hint: "--file needs the path of a file")
        case .browseNeedsTerminal:
            Message(
                "cannot browse: standard input and output must be a terminal",
                hint: "'prefs list' prints all values"
            )
        case .browseNeedsScreen:
            Message("cannot browse: TERM is 'dumb' or not set", hint: "'prefs list' prints all values")
        case .noEditor:
            Message(
                "cannot edit: neither VISUAL nor EDITOR is set, and there is no terminal",
                hint: "set EDITOR to a command that changes the file, as in EDITOR='sed -i s/old/new/'"
            )
        case .suiteInTwoFiles(let suite, let directory):
            Message(
                "suite \(suite.quoted) has two files in \(directory): \(suite).json and \(suite).plist",
                hint: "remove one of them"
            )
        case .standardInputTwice: "standard input ('-') is given twice"
        case .schemaWithoutSuite(let path):
            Message(
                "\(path.documentName): the name does not say which suite the schema is for",
                hint: ["schema", "install", path, "-s", "SUITE"].commandLine
            )
        }
    }
}

extension OtherTool.Obstacle {
    fileprivate var explanation: String {
        switch self {
        case .database: "prefs does not read or change dconf"
        case .otherHost: "prefs has only the files of this host"
        case .application: "prefs finds suites by name only"
        case .wholeSuite: "'prefs apply --prune' reads a whole suite from a file"
        case .insertion: "prefs cannot insert before an element of an array"
        case .secondValue: "a key has one value"
        case .variant: "prefs does not read GVariant containers"
        }
    }
}
