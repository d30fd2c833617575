/// An error in a command line.
///
/// The messages are in UsageWording.swift.
enum UsageError: Error, Equatable {
    // MARK: The verb

    case missingVerb
    /// The first word is not a verb; `suggestion` is the most likely verb.
    case unknownVerb(String, suggestion: VerbSuggestion?)
    /// The line is a command of another tool, which begins with that word; `translations` are the equivalents here.
    case lineOfOtherTool(String, translations: [[String]])
    /// The line is a command of another tool, named with its verb, which `prefs` has no equivalent of.
    case noEquivalent(String, because: OtherTool.Obstacle?)
    /// The line begins with an option; `corrected` is the line with the verb first, if it contains one.
    case optionBeforeVerb(String, corrected: [String]?)

    // MARK: Options

    case unknownOption(String, verb: Verb, suggestion: String?)
    /// An option that does not exist has the name of an operand, as in `--by 3`.
    case operandAsOption(String, Placeholder, synopsis: String)
    /// A single-dash word contains more than an option that takes an argument, as in `-sNAME`, `-s=NAME` or `-qs`.
    case optionNotApart(String, notation: String)
    /// An option without arguments has an argument, as in `--quiet=x`.
    case unexpectedArgument(option: String)
    /// The argument of an option is missing: the line ends, or the next word looks like an option.
    case missingArgument(Placeholder, option: String, notation: String, next: String?)
    /// A non-repeatable option is given twice, perhaps in two spellings.
    case repeatedOption(String, earlier: String)
    case conflictingOptions(String, String)
    /// An option has a meaning only beside another one.
    case optionNeedsOther(String, String)
    /// A value is given both with an option and in the file that another option names.
    case valueGivenTwice(option: String, source: String)

    // MARK: Operands

    /// An operand is missing; `synopsis` is the correct form.
    case missingOperand(Placeholder, synopsis: String)
    /// There is one operand too many; `swallowed` is an option with an argument that itself looks like an option.
    case surplusOperand(String, synopsis: String, swallowed: OptionOccurrence?)
    /// There is one operand too many, and the first is the name of a suite; the words are those of a corrected line.
    case surplusOperandAfterSuite(String, corrected: [String])

    // MARK: Values of arguments

    case invalidChoice(String, Placeholder, suggestion: String?)
    /// An option's argument is empty, although no name of that kind is empty.
    case emptyArgument(option: String, Placeholder)
    /// `--hex` or `--base64` is given with a value that is not data.
    case encodingWithoutData(option: String)
    /// A number of seconds is invalid, or not from 0 to a day.
    case invalidSeconds(String)
    /// A number of changes is not a whole number above 0.
    case invalidCount(String)
    /// The beginning of several identifiers of changes.
    case ambiguousChange(String, ids: [String])
    case invalidPointer(String)
    case pairWithoutEqualsSign(String)
    case repeatedKey(String)
    case standardInputNotWritable
    case standardInputNotWatchable
    /// Standard input or output is not a terminal, on which `browse` could draw.
    case browseNeedsTerminal
    /// `TERM` says that the terminal can only print lines.
    case browseNeedsScreen
    /// There is neither an editor in the environment nor a terminal.
    case noEditor
    case standardInputTwice
    /// An option selects a suite, although files are named.
    case selectorBesideFiles(option: String)
    /// A directory contains the suite as `SUITE.json` and as `SUITE.plist`.
    case suiteInTwoFiles(String, directory: String)
    /// An option belongs to other actions of `prefs schema`.
    case optionOfOtherAction(OptionOccurrence, SchemaAction)
    /// Neither an option nor the name of the schema's file identifies the suite.
    case schemaWithoutSuite(path: String)
    case missingOption(String, synopsis: String)
    /// In a list of alternating keys and values after an option, the last key has no value.
    case keyWithoutValue(String)
    /// After an option, the last word is the name of a type, and its value is missing.
    case typeWithoutValue(String)
    /// In a list of keys and values, a type option precedes a key instead of a value.
    case typeInPlaceOfKey(String)
    /// A word follows the list of an option such as `-array` after another option.
    case wordAfterList(String, option: String)
}
