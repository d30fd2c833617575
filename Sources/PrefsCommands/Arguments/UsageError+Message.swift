extension UsageError {
    /// What is wrong and what to do, without the program's name in front and without a line break at the end.
    var message: String {
        switch self {
        case .missingVerb:
            "a verb is missing\n" + HelpText.shortUsage()
        case .unknownVerb(let word, .nearMiss(let verb)):
            "unknown verb \(word.quoted): did you mean '\(verb)'?"
        case .unknownVerb(let word, .equivalent(let verb)):
            "unknown verb \(word.quoted): here it is '\(verb.rawValue)': \(verb.specification.synopsis())"
        case .unknownVerb(let word, nil):
            "unknown verb \(word.quoted): 'prefs --help' lists the verbs"
        case .optionBeforeVerb(_, let corrected?):
            "the verb comes first: \(corrected.commandLine)"
        case .optionBeforeVerb(let word, nil):
            "the verb comes first, before \(word.quoted): prefs VERB [OPTIONS] [ARGUMENTS]"
        case .unknownOption(let word, let verb, let suggestion?):
            "\(verb.rawValue) has no option \(word.quoted): did you mean '\(suggestion)'?"
        case .unknownOption(let word, let verb, nil):
            """
            \(verb.rawValue) has no option \(word.quoted): 'prefs help \(verb.rawValue)' lists its options; \
            a word that is none but begins with '-' goes after '--'
            """
        case .argumentNotApart(let word, let notation):
            "\(word.quoted) must be split: the argument of an option with one dash is the next word: \(notation)"
        case .unexpectedArgument(let argument, let option):
            "'\(option)' takes no argument: leave out \(("=" + argument).quoted)"
        case .missingArgument(let option, let placeholder, nil):
            "'\(option)' needs \(placeholder.name) after it, \(placeholder.meaning)"
        case .missingArgument(let option, let placeholder, let next?):
            """
            '\(option)' needs \(placeholder.name) after it, \(placeholder.meaning), but \(next.quoted) follows, \
            which looks like an option
            """
        case .repeatedOption(let option):
            "'\(option)' stands twice: give it once"
        case .conflictingOptions(let first, let second):
            "'\(first)' and '\(second)' exclude each other: give one of them"
        case .valueGivenTwice(let option, let source):
            """
            '\(option)' and '\(source)' both give the value: to name the type of what '\(source)' reads, \
            put '\(option)' after it, alone
            """
        case .missingOperand(let placeholder, let verb, let synopsis):
            "\(verb.rawValue) needs \(placeholder.name), \(placeholder.meaning): \(synopsis)"
        case .surplusOperand(let word, let synopsis, nil):
            "\(word.quoted) is one word too many: \(synopsis)"
        case .surplusOperand(let word, let synopsis, let swallowed?):
            """
            \(word.quoted) is one word too many: \(synopsis) \
            ('\(swallowed.spelling)' took \(swallowed.arguments.map(\.quoted).joined(separator: " ")) as it stands)
            """
        case .invalidChoice(let word, let placeholder, let suggestion?):
            "\(word.quoted) is not \(placeholder.meaning): did you mean '\(suggestion)'?"
        case .invalidChoice(let word, let placeholder, nil):
            """
            \(word.quoted) is not \(placeholder.meaning): write one of \
            \(placeholder.choices?.offered.joined(separator: ", ") ?? placeholder.name)
            """
        }
    }
}
