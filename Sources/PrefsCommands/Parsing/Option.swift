/// An option: its names, its arguments and its meaning.
///
/// An option without arguments may be repeated, without effect. An option with arguments may be given only once, unless
/// it is repeatable.
final class Option: Sendable {
    let name: OptionName
    /// The spellings that help shows, with their dashes: `-s`, `--suite`, `-array`.
    let spellings: [String]
    /// Further accepted spellings, which help shows after the summary.
    let aliases: [String]
    let arguments: [OptionArgument]
    /// The meaning of the option: a phrase that starts with a capital letter, without a full stop.
    let summary: String
    /// The operands that the verb takes with this option; nil if it does not change them.
    let operands: [Operand]?
    /// Whether the option can be given several times with different arguments, and all are used.
    let isRepeatable: Bool

    // Needed only for a line with two options.
    private let makeExcludes: @Sendable () -> [OptionName]

    init(
        _ name: OptionName,
        _ spellings: [String],
        _ summary: String,
        aliases: [String] = [],
        takes arguments: [OptionArgument] = [],
        operands: [Operand]? = nil,
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
        makeExcludes = excludes
    }

    var excludes: [OptionName] { makeExcludes() }

    /// Whether the option names the type of the next word in a list.
    var isTypeOfElement: Bool {
        guard arguments.count == 1, case .verbatim = arguments[0] else { return false }
        return [OptionName].typedValues.contains(name)
    }

    /// Returns the option as usage lines show it under one of its spellings: `--suite NAME`.
    func notation(spelled spelling: String) -> String {
        ([spelling] + arguments.map(\.notation)).joined(separator: " ")
    }

    /// The option as usage lines show it, under its most descriptive spelling.
    var notation: String { notation(spelled: spellings.last ?? "") }
}

final class OptionGroup: Sendable {
    let title: String
    let options: [Option]

    init(_ title: String, of options: [Option]) {
        self.title = title
        self.options = options
    }

    convenience init(_ title: String, _ options: Option...) {
        self.init(title, of: options)
    }
}

/// An argument of an option.
enum OptionArgument: Sendable {
    /// The next word, which must not look like an option.
    case word(Placeholder)
    /// The next word, whatever it begins with; omitted if the option `unless` precedes it.
    case verbatim(Placeholder, unless: OptionName? = nil)
    /// The words up to the next option, or after `--` all words; each can have the option of a type before it.
    case list(Placeholder)

    var placeholder: Placeholder {
        switch self {
        case .word(let placeholder), .verbatim(let placeholder, _), .list(let placeholder): placeholder
        }
    }

    var notation: String {
        switch self {
        case .word, .verbatim: placeholder.name
        case .list: placeholder.name + "..."
        }
    }
}

/// An option on a command line.
struct OptionOccurrence: Equatable, Sendable {
    let name: OptionName
    /// The spelling on the line, for messages.
    let spelling: String
    let arguments: [String]
    /// The number of operands before the option.
    let operandsBefore: Int
    /// The elements among the arguments, if these are a list.
    var elements: [TypedWord] = []
}

/// An argument of a verb other than an option.
final class Operand: Sendable {
    enum Arity: Sendable {
        case one
        case optional
        case zeroOrMore
        case oneOrMore
    }

    let placeholder: Placeholder
    let arity: Arity
    let summary: String

    init(_ placeholder: Placeholder, _ summary: String, _ arity: Arity = .one) {
        self.placeholder = placeholder
        self.arity = arity
        self.summary = summary
    }

    var isRequired: Bool { arity == .one || arity == .oneOrMore }

    var isOpenEnded: Bool { arity == .zeroOrMore || arity == .oneOrMore }

    /// The operand as usage lines show it: `KEY`, `[COMMAND]`, `[GLOB...]`.
    var notation: String {
        let name = isOpenEnded ? placeholder.name + "..." : placeholder.name
        return isRequired ? name : "[\(name)]"
    }
}
