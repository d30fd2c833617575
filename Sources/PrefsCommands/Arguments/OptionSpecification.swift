/// What an option is called, what follows it and what it does.
///
/// An option without arguments may be given again and means the same; one with arguments stands once, unless it is
/// repeatable.
final class OptionSpecification: Sendable {
    /// The option's identity.
    let name: OptionName
    /// The spellings that help shows, with their dashes: `-s`, `--suite`, `-array`.
    let spellings: [String]
    /// Spellings that are understood as well, and are mentioned after the summary.
    let aliases: [String]
    /// What follows the option, in order.
    let arguments: [OptionArgument]
    /// What the option does: a phrase that starts in lower case, without a full stop.
    let summary: String
    /// The operands that the verb takes when the option is given, where they differ.
    let operands: [OperandSpecification]?
    /// Whether the option may be given again with other arguments, each of which counts.
    let isRepeatable: Bool

    // Only a line with two options asks for it.
    private let excludesProvider: @Sendable () -> [OptionName]

    /// An option, most often without aliases, arguments or an effect on what else stands on the line.
    init(
        _ name: OptionName,
        _ spellings: [String],
        aliases: [String] = [],
        arguments: [OptionArgument] = [],
        summary: String,
        operands: [OperandSpecification]? = nil,
        excludes: @autoclosure @escaping @Sendable () -> [OptionName] = [],
        isRepeatable: Bool = false
    ) {
        self.name = name
        self.spellings = spellings
        self.aliases = aliases
        self.arguments = arguments
        self.summary = summary
        self.operands = operands
        self.isRepeatable = isRepeatable
        excludesProvider = excludes
    }

    /// The options that cannot stand with this one.
    var excludes: [OptionName] { excludesProvider() }

    /// Whether a word, with its dashes, is this option.
    func isSpelled(_ word: String) -> Bool {
        spellings.contains(word) || aliases.contains(word)
    }

    /// The option as usage lines show it under one of its spellings: `--suite NAME`.
    func notation(spelled spelling: String) -> String {
        ([spelling] + arguments.map(\.notation)).joined(separator: " ")
    }

    /// The option as usage lines show it, under its most telling spelling.
    var notation: String {
        notation(spelled: spellings.last ?? "")
    }
}
