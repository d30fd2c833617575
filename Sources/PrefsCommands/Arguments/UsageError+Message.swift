import PropertyLists

extension UsageError {
    /// What is wrong and what to do, without the program's name in front and without a line break at the end.
    var message: String {
        switch self {
        case .missingVerb:
            "a verb is missing"
        case .unknownVerb(let word, .nearMiss(let verb)):
            "unknown verb \(word.quoted): did you mean '\(verb)'?"
        case .unknownVerb(let word, .equivalent(let verb)):
            "unknown verb \(word.quoted): '\(verb.rawValue)' does it: \(verb.specification.synopsis())"
        case .unknownVerb(let word, nil):
            "unknown verb \(word.quoted): 'prefs --help' lists the verbs"
        case .elsewhere(let word, let line):
            "there is no verb \(word.quoted) here: \(line.translations.map(\.commandLine).joined(separator: ", or: "))"
        case .optionBeforeVerb(_, let corrected?):
            "the verb comes first: \(corrected.commandLine)"
        case .optionBeforeVerb(let word, nil):
            "the verb comes first, before \(word.quoted): \(CommandTable.synopsis)"
        case .unknownOption(let word, let verb, let suggestion?):
            "\(verb.rawValue) has no option \(word.quoted): did you mean '\(suggestion)'?"
        case .unknownOption(let word, let verb, nil):
            """
            \(verb.rawValue) has no option \(word.quoted): 'prefs help \(verb.rawValue)' lists its options; \
            a word that is none but begins with '-' goes after '--'
            """
        case .optionNotApart(let word, let notation):
            "\(word.quoted) must be written apart: \(notation)"
        case .unexpectedArgument(let argument, let option):
            "'\(option)' takes no argument: leave out \(("=" + argument).quoted)"
        case .missingArgument(let placeholder, let option, let notation, nil):
            "'\(option)' needs \(placeholder.meaning) after it: \(notation)"
        case .missingArgument(let placeholder, let option, let notation, let next?):
            "'\(option)' needs \(placeholder.meaning) after it, not the option \(next.quoted): \(notation)"
        case .repeatedOption(let option, let earlier) where option == earlier:
            "'\(option)' is given twice: give it once"
        case .repeatedOption(let option, let earlier):
            "'\(earlier)' and '\(option)' are the same option: give it once"
        case .conflictingOptions(let first, let second):
            "'\(first)' and '\(second)' cannot stand together: give one of them"
        case .valueGivenTwice(let option, let source):
            """
            '\(option)' and '\(source)' both give the value: to name the type of what '\(source)' reads, \
            put '\(option)' after it, alone
            """
        case .missingOperand(let placeholder, let verb, let synopsis):
            "\(verb.rawValue) needs \(placeholder.meaning), \(placeholder.name): \(synopsis)"
        case .surplusOperand(let word, let synopsis, nil):
            "\(word.quoted) is one word too many: \(synopsis)"
        case .surplusOperand(let word, let synopsis, let swallowed?):
            """
            \(word.quoted) is one word too many: \(synopsis) \
            ('\(swallowed.spelling)' took \(swallowed.arguments.map(\.quoted).joined(separator: " ")) as it stands)
            """
        case .invalidChoice(let word, let placeholder, let suggestion?):
            "\(word.quoted) is not \(placeholder.meaning): did you mean '\(suggestion)'?"
        case .emptyArgument(let option, let placeholder):
            "'\(option)' needs \(placeholder.name) after it, \(placeholder.meaning), and not nothing"
        case .encodingWithoutData(let option):
            "'\(option)' says how data is spelled, and no data is set here: put --data before the value"
        case .invalidSeconds(let word):
            "\(word.quoted) is not a number of seconds: write one from 0 to 86400, as in 2.5"
        case .invalidPointer(let text) where text.utf8.first == UInt8(ascii: "/"):
            "\(text.quoted) is no JSON Pointer: in one, '~' is written '~0', and a '/' within a name '~1'"
        case .invalidPointer(let text):
            "\(text.quoted) is no JSON Pointer: it begins with '/', as in /frame/0/width"
        case .pairWithoutEqualsSign(let word):
            "\(word.quoted) has no '=': after --pairs, write KEY=VALUE"
        case .repeatedKey(let key):
            "the key \(key.quoted) is given twice: give it one value"
        case .standardInputNotWritable:
            "standard input is there to be read: --file needs the PATH of a file to change"
        case .standardInputNotWatchable:
            "standard input cannot be watched: --file needs the PATH of a file"
        case .standardInputTwice:
            "standard input can be read once: give '-' for one file"
        case .selectorBesideFiles(let option):
            "'\(option)' selects a suite, and the files that are named stand in its place: give one or the other"
        case .optionOfOtherAction(let option, let action):
            """
            '\(option.spelling)' is not for \(action.rawValue), but for \
            \(SchemaAction.allCases.filter { $0.options.contains(option.name) }.map(\.rawValue).joined(separator: ", ")): \
            \(action.synopsis)
            """
        case .schemaWithoutSuite(let path):
            """
            \(path == "-" ? "standard input" : "the name of the file \(path.quoted)") does not say which suite the schema \
            is for: name it, as in \(["schema", "install", path, "-s", "SUITE"].commandLine)\
            \(path == "-" ? "" : ", or call the file SUITE.schema.json")
            """
        case .missingOption(let notation, let verb, let synopsis):
            "\(verb.rawValue) needs \(notation): \(synopsis)"
        case .keyWithoutValue(let key):
            "the last key, \(key.quoted), has no value after it: keys and values stand in turn"
        case .typeWithoutValue(let option):
            "'\(option)' ends the line, and needs a value after it"
        case .invalidChoice(let word, let placeholder, nil):
            """
            \(word.quoted) is not \(placeholder.meaning): write one of \
            \(placeholder.choices?.offered.joined(separator: ", ") ?? placeholder.name)
            """
        }
    }
}
