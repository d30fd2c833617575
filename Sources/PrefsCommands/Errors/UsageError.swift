/// Why a command line cannot be understood.
///
/// The wording is in Wording.swift.
enum UsageError: Error, Equatable {
    // MARK: The verb

    case missingVerb
    /// The first word names no verb; `suggestion` is the one that it most likely means.
    case unknownVerb(String, suggestion: VerbSuggestion?)
    /// The line is one of another tool, which begins with that word; `translations` do here what it does there.
    case lineOfOtherTool(String, translations: [[String]])
    /// The line begins with an option; `corrected` is the line with the verb first, if there is one in it.
    case optionBeforeVerb(String, corrected: [String]?)

    // MARK: Options

    case unknownOption(String, verb: Verb, suggestion: String?)
    /// A single-dash word holds more than an option that takes an argument, as in `-sNAME`, `-s=NAME` or `-qs`.
    case optionNotApart(String, notation: String)
    /// An option without arguments is given one, as in `--quiet=x`.
    case unexpectedArgument(String, option: String)
    /// The line ends where an option's argument is due, or the next word looks like an option.
    case missingArgument(Placeholder, option: String, notation: String, next: String?)
    /// An option stands twice that may stand once, perhaps in two spellings.
    case repeatedOption(String, earlier: String)
    case conflictingOptions(String, String)
    /// A value stands both with an option and in the file that another option names.
    case valueGivenTwice(option: String, source: String)

    // MARK: Operands

    /// The line lacks an operand; `synopsis` is what it should look like.
    case missingOperand(Placeholder, verb: Verb, synopsis: String)
    /// The line has an operand too many; `swallowed` is an option's argument that looks like an option itself.
    case surplusOperand(String, synopsis: String, swallowed: OptionOccurrence?)

    // MARK: Words of a meaning

    case invalidChoice(String, Placeholder, suggestion: String?)
    /// An option's argument is empty, where nothing has an empty name.
    case emptyArgument(option: String, Placeholder)
    /// `--hex` or `--base64` stands with a value that is no data.
    case encodingWithoutData(option: String)
    /// A number of seconds that is none, or not from 0 to a day.
    case invalidSeconds(String)
    case invalidPointer(String)
    case pairWithoutEqualsSign(String)
    case repeatedKey(String)
    case standardInputNotWritable
    case standardInputNotWatchable
    case standardInputTwice
    /// An option selects a suite, where files are named in its place.
    case selectorBesideFiles(option: String)
    /// An option is for other actions of `prefs schema` than this one.
    case optionOfOtherAction(OptionOccurrence, SchemaAction)
    /// Neither an option nor the name of a schema's file says which suite it is for.
    case schemaWithoutSuite(path: String)
    case missingOption(String, verb: Verb, synopsis: String)
    /// Keys and values alternate after an option, and the last key has no value.
    case keyWithoutValue(String)
    /// The name of a type stands at the end of the words after an option, where its value is due.
    case typeWithoutValue(String)
}
