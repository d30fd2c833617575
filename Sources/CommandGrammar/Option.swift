/// An option: its spellings, its arguments, its meaning and its effect on what the program knows of a line.
///
/// Its name is its most descriptive spelling. An option without arguments may be repeated, without effect. An option
/// with arguments may be given only once, unless it is repeatable.
package final class Option: Sendable {
    /// The spellings that help shows, with their dashes: `-s`, `--suite`, `-array`; none for a quiet option.
    package let spellings: [String]
    /// Further accepted spellings, which help shows after the summary.
    package let aliases: [String]
    /// Further accepted spellings, which nothing shows or suggests.
    package let quietAliases: [String]
    /// Spellings that stand for the option with the argument that is their name, as `--json` for `--format json`.
    package let shortForms: [String]
    package let arguments: [OptionArgument]
    /// The meaning of the option: a phrase that starts with a capital letter, without a full stop.
    package let summary: String
    /// The operands that the verb takes with this option; nil if it does not change them.
    package let operands: [Operand]?
    /// Whether the option can be given several times with different arguments, and all are used.
    package let isRepeatable: Bool
    /// Stores what the option says.
    package let update: Update

    package typealias Update = @Sendable (_ values: AnyObject, OptionOccurrence) throws -> Void

    /// The options without which this one has no meaning.
    package let needs: [String]

    // Needed only for a line with two options.
    private let makeExcludes: @Sendable () -> [String]

    package init(
        _ spellings: [String],
        _ summary: String,
        aliases: [String] = [],
        quietAliases: [String] = [],
        shortForms: [String] = [],
        takes arguments: [OptionArgument] = [],
        operands: [Operand]? = nil,
        excludes: @autoclosure @escaping @Sendable () -> [String] = [],
        needs: [String] = [],
        isRepeatable: Bool = false,
        updating update: @escaping Update
    ) {
        self.spellings = spellings
        self.aliases = aliases
        self.quietAliases = quietAliases
        self.shortForms = shortForms
        self.arguments = arguments
        self.summary = summary
        self.operands = operands
        self.needs = needs
        self.isRepeatable = isRepeatable
        self.update = update
        makeExcludes = excludes
    }

    /// The option for help, which every verb has.
    ///
    /// The parser turns a line with it into one of the verb for help.
    package static let help = Option(["-h", "--help"], "Print this help") { _, _ in }

    /// The option's name among those of a verb: the last spelling that help shows.
    package var name: String { spellings.last ?? quietAliases.first ?? "" }

    package var excludes: [String] { makeExcludes() }

    func isSpelled(_ word: String) -> Bool {
        spellings.contains(word) || aliases.contains(word) || quietAliases.contains(word) || shortForms.contains(word)
    }

    /// Returns the argument for which a short form stands; nil for another spelling.
    func argument(of spelling: String) -> String? {
        shortForms.contains(spelling) ? String(spelling.drop { $0 == "-" }) : nil
    }

    /// The short forms for arguments that help shows.
    var shownShortForms: [String] {
        let choices = arguments.first?.placeholder.choices?.offered
        return shortForms.filter { choices?.contains(argument(of: $0) ?? "") ?? true }
    }

    /// Whether the option names the type of the next word in a list: without that word, of the value from elsewhere.
    var isTypeOfElement: Bool {
        if arguments.count == 1, case .verbatim(_, unless: _?) = arguments[0] { true } else { false }
    }

    /// Whether one of two options excludes the other.
    func conflicts(with other: Option) -> Bool {
        excludes.contains(other.name) || other.excludes.contains(name)
    }

    /// Returns the option as usage lines show it under one of its spellings: `--suite NAME`.
    func notation(spelled spelling: String) -> String {
        ([spelling] + arguments.map(\.notation)).joined(separator: " ")
    }

    /// The option as usage lines show it, under its most descriptive spelling.
    package var notation: String { notation(spelled: name) }
}

/// Options under a title of the help.
package final class OptionGroup: Sendable {
    package let title: String
    package let options: [Option]

    package init(_ title: String, of options: [Option]) {
        self.title = title
        self.options = options
    }

    package convenience init(_ title: String, _ options: Option...) {
        self.init(title, of: options)
    }

    /// The options that are not quiet.
    var shownOptions: [Option] { options.filter { !$0.spellings.isEmpty } }
}

/// An argument of an option.
package enum OptionArgument: Sendable {
    /// The next word, which must not look like an option.
    case word(Placeholder)
    /// The next word, whatever it begins with; omitted if the option `unless` precedes it.
    case verbatim(Placeholder, unless: String? = nil)
    /// The words up to the next option, or after `--` all words; each can have the option of a type before it.
    case list(Placeholder)

    package var placeholder: Placeholder {
        switch self {
        case .word(let placeholder), .verbatim(let placeholder, _), .list(let placeholder): placeholder
        }
    }

    package var notation: String {
        switch self {
        case .word, .verbatim: placeholder.name
        case .list: placeholder.name + "..."
        }
    }
}

/// An option on a command line.
package final class OptionOccurrence: Sendable {
    package let option: Option
    /// The spelling on the line, for messages.
    package let spelling: String
    package let arguments: [String]
    /// The number of operands before the option.
    package let operandsBefore: Int
    /// The elements among the arguments, if these are a list.
    package let elements: [TypedWord]

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

    package var name: String { option.name }

    /// The words on the line, an attached argument in a word of its own.
    package var words: [String] { option.argument(of: spelling) == nil ? [spelling] + arguments : [spelling] }

    /// The only argument of the option.
    package var argument: String { arguments.first ?? "" }
}

extension OptionOccurrence: Equatable {
    package static func == (left: OptionOccurrence, right: OptionOccurrence) -> Bool {
        left.spelling == right.spelling && left.arguments == right.arguments
            && left.operandsBefore == right.operandsBefore
    }
}

/// An argument of a verb other than an option.
package final class Operand: Sendable {
    package enum Arity: Sendable {
        case one
        case optional
        case zeroOrMore
        case oneOrMore
    }

    package let placeholder: Placeholder
    package let arity: Arity
    package let summary: String

    package init(_ placeholder: Placeholder, _ summary: String, _ arity: Arity = .one) {
        self.placeholder = placeholder
        self.arity = arity
        self.summary = summary
    }

    package var isRequired: Bool { arity == .one || arity == .oneOrMore }

    package var isOpenEnded: Bool { arity == .zeroOrMore || arity == .oneOrMore }

    /// The operand as usage lines show it: `KEY`, `[COMMAND]`, `[GLOB...]`.
    package var notation: String {
        let name = isOpenEnded ? placeholder.name + "..." : placeholder.name
        return isRequired ? name : "[\(name)]"
    }
}
