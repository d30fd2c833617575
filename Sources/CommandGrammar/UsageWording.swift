import PropertyLists

extension UsageError {
    /// Returns the error of a line of a program, with the correct line as a hint if it is known.
    package func message(in table: CommandTable) -> Message {
        let program = table.program
        return switch self {
        case .unknownVerb(let word, let suggestion?):
            Message("unknown command \(word.quoted)", hint: "did you mean '\(suggestion)'?")
        case .unknownVerb(let word, nil): Message("unknown command \(word.quoted)", hint: "run '\(program) help'")
        case .optionBeforeVerb(_, let corrected?):
            Message("the command comes first", hint: table.commandLine(corrected))
        case .optionBeforeVerb(let word, nil):
            Message("expected a command, found \(word.quoted)", hint: "usage: \(table.synopsis)")

        case .unknownOption(let word, _, let suggestion?):
            Message("unknown option \(word.quoted)", hint: "did you mean '\(suggestion)'?")
        case .unknownOption(let word, let verb, nil):
            Message(
                "unknown option \(word.quoted)",
                hint: "'\(program) help \(verb.name)' lists the options; '--' ends them"
            )
        case .operandAsOption(let word, let placeholder, let synopsis):
            Message(
                "unknown option \(word.quoted)",
                hint: "\(placeholder.name) is an argument: \(program) \(synopsis)"
            )
        case .optionNotApart(let word, let notation):
            Message("\(word.quoted) is not an option", hint: "write '\(notation)'")
        case .unexpectedArgument(let option): "option '\(option)' takes no argument"
        case .missingArgument(let placeholder, let option, let notation, let next):
            Message(
                "option '\(option)' needs \(placeholder.meaning)" + (next.map { ", found option \($0.quoted)" } ?? ""),
                hint: "write '\(notation)'"
            )
        case .emptyArgument(let option, let placeholder): "option '\(option)' needs \(placeholder.meaning), found ''"
        case .repeatedOption(let option, let earlier) where option == earlier: "option '\(option)' is given twice"
        case .repeatedOption(let option, let earlier): "option '\(option)' is given twice (also as '\(earlier)')"
        case .conflictingOptions(let first, let second): "options '\(first)' and '\(second)' cannot be combined"
        case .optionNeedsOther(let option, let other): "option '\(option)' needs '\(other)'"
        case .optionOfOtherSubcommand(let option, let subcommand, let synopsis):
            Message("option '\(option)' does not apply to '\(subcommand)'", hint: "usage: \(program) \(synopsis)")
        case .missingOption(let notation, let synopsis):
            Message("missing option '\(notation)'", hint: "usage: \(program) \(synopsis) \(notation)")
        case .valueGivenTwice(let option, let source):
            Message(
                "options '\(option)' and '\(source)' both give the value",
                hint: "'\(option)' without a value, after '\(source)', names its type"
            )
        case .typeWithoutValue(let option): Message("option '\(option)' needs a value", hint: "write '\(option) VALUE'")
        case .wordAfterList(let word, let option):
            Message(
                "unexpected argument \(word.quoted) after the list of '\(option)'",
                hint: "write all words of the list together, right after '\(option)'"
            )

        case .missingOperand(let placeholder, let synopsis):
            Message("missing argument \(placeholder.name)", hint: "usage: \(program) \(synopsis)")
        case .surplusOperand(let word, let synopsis, let swallowed):
            Message(
                "unexpected argument \(word.quoted)" + (swallowed?.asExplanation ?? ""),
                hint: "usage: \(program) \(synopsis)"
            )
        case .invalidChoice(let word, let placeholder, nil)
        where placeholder == table.help.syntax.operands.first?.placeholder:
            Message("unknown command \(word.quoted)", hint: "'\(program) help --all' lists the commands")
        // A few words are shown rather than guessed.
        case .invalidChoice(let word, let placeholder, let suggestion?)
        where placeholder.choices.map({ $0.offered.count > 4 }) ?? true:
            Message("\(word.quoted) is not \(placeholder.meaning)", hint: "did you mean '\(suggestion)'?")
        case .invalidChoice(let word, let placeholder, _):
            Message(
                "\(word.quoted) is not \(placeholder.meaning)",
                hint: "write one of \(placeholder.choices?.offered.joined(separator: ", ") ?? placeholder.name)"
            )
        }
    }
}

extension OptionOccurrence {
    /// Why an argument of the option is not the option that it looks like.
    fileprivate var asExplanation: String {
        ": option '\(spelling)' took \(arguments.map(\.quoted).joined(separator: " "))"
    }
}
