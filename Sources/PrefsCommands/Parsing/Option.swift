/// An option: its names, its arguments, its meaning and its effect on ``Options``.
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
    /// The form of the value that the option introduces; nil if it introduces none.
    let valueForm: ValueForm?
    /// Stores what the option says.
    let update: Update

    typealias Update = @Sendable (Options, OptionOccurrence) throws -> Void

    /// The options without which this one has no meaning.
    let needs: [OptionName]

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
        needs: [OptionName] = [],
        isRepeatable: Bool = false,
        valueForm: ValueForm? = nil,
        _ update: @escaping Update
    ) {
        self.name = name
        self.spellings = spellings
        self.aliases = aliases
        self.arguments = arguments
        self.summary = summary
        self.operands = operands
        self.needs = needs
        self.isRepeatable = isRepeatable
        self.valueForm = valueForm
        self.update = update
        makeExcludes = excludes
    }

    /// Creates an option without arguments.
    convenience init(
        _ name: OptionName,
        _ spellings: [String],
        _ summary: String,
        operands: [Operand]? = nil,
        excludes: @autoclosure @escaping @Sendable () -> [OptionName] = [],
        needs: [OptionName] = [],
        _ set: @escaping @Sendable (Options) -> Void
    ) {
        self.init(name, spellings, summary, operands: operands, excludes: excludes(), needs: needs) { options, _ in
            set(options)
        }
    }

    var excludes: [OptionName] { makeExcludes() }

    /// Whether one of two options excludes the other.
    func conflicts(with other: Option) -> Bool {
        excludes.contains(other.name) || other.excludes.contains(name)
    }

    /// Whether the option names the type of the next word in a list.
    var isTypeOfElement: Bool {
        guard arguments.count == 1, case .verbatim = arguments[0] else { return false }
        return valueForm != nil
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
final class OptionOccurrence: Sendable {
    let option: Option
    /// The spelling on the line, for messages.
    let spelling: String
    let arguments: [String]
    /// The number of operands before the option.
    let operandsBefore: Int
    /// The elements among the arguments, if these are a list.
    let elements: [TypedWord]

    init(
        _ option: Option,
        spelled spelling: String,
        _ arguments: [String],
        operandsBefore: Int,
        elements: [TypedWord]
    ) {
        self.option = option
        self.spelling = spelling
        self.arguments = arguments
        self.operandsBefore = operandsBefore
        self.elements = elements
    }

    var name: OptionName { option.name }

    /// The only argument of the option.
    var argument: String { arguments.first ?? "" }
}

extension OptionOccurrence: Equatable {
    static func == (left: OptionOccurrence, right: OptionOccurrence) -> Bool {
        left.spelling == right.spelling && left.arguments == right.arguments
            && left.operandsBefore == right.operandsBefore
    }
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
