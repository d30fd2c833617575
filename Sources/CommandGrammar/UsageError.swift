/// An error in a command line.
///
/// The messages are in UsageWording.swift. A synopsis is without the program's name.
package enum UsageError: Error, Equatable {
    // MARK: The verb

    /// The first word is not a verb; `suggestion` is a verb with a similar spelling, as help has it.
    case unknownVerb(String, suggestion: String?)
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
    /// An option of the verb does not apply to the subcommand of that name.
    case optionOfOtherSubcommand(String, String, synopsis: String)
    case missingOption(String, synopsis: String)
    /// A value is given both with an option and in the file that another option names.
    case valueGivenTwice(option: String, source: String)
    /// After an option, the last word is the name of a type, and its value is missing.
    case typeWithoutValue(String)
    /// A word follows the list of an option such as `-array` after another option.
    case wordAfterList(String, option: String)

    // MARK: Arguments

    /// An operand is missing; `synopsis` is the correct form.
    case missingOperand(Placeholder, synopsis: String)
    /// There is one operand too many; `swallowed` is an option with an argument that itself looks like an option.
    case surplusOperand(String, synopsis: String, swallowed: OptionOccurrence?)
    case invalidChoice(String, Placeholder, suggestion: String?)
    /// An option's argument is empty, although no name of that kind is empty.
    case emptyArgument(option: String, Placeholder)
}
