/// A verb of the command: its names, its syntax, its help and its action.
///
/// Verbs and the parts of their syntax are classes because the command must start fast. The runtime instantiates one
/// array type for all classes, but one for each other element type. Parts that most command lines do not need are
/// created on demand.
final class Verb: Sendable {
    let name: String
    /// Synonyms of the name.
    let aliases: [String]
    /// The action of the verb: a phrase that starts with a capital letter, without a full stop.
    let summary: String
    /// Whether the verb can read or write files, depending on its options.
    let usesFiles: Bool
    let firstOperand: FirstOperand
    let run: @Sendable (VerbRun) -> () throws -> ExitCode

    private let makeDiscussion: @Sendable () -> String
    private let makeOperands: @Sendable () -> [Operand]
    private let makeGroups: @Sendable () -> [OptionGroup]
    private let makeExamples: @Sendable () -> KeyValuePairs<String, Example>
    private let makeExits: @Sendable () -> [ExitMeaning]

    /// Creates a verb.
    ///
    /// - Parameters:
    ///   - discussion: Paragraphs of help, separated by empty lines.
    ///   - examples: Command lines as typed into a shell, without the program's name, and what they do.
    init(
        _ name: String,
        aliases: [String] = [],
        summary: String,
        discussion: @autoclosure @escaping @Sendable () -> String = "",
        operands: @autoclosure @escaping @Sendable () -> [Operand] = [],
        groups: @autoclosure @escaping @Sendable () -> [OptionGroup],
        examples: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, Example>,
        exits: @autoclosure @escaping @Sendable () -> [ExitMeaning],
        usesFiles: Bool = true,
        firstOperand: FirstOperand = .other,
        run: @escaping @Sendable (VerbRun) -> () throws -> ExitCode
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.usesFiles = usesFiles
        self.firstOperand = firstOperand
        self.run = run
        makeDiscussion = discussion
        makeOperands = operands
        makeGroups = groups
        makeExamples = examples
        makeExits = exits
    }

    /// The operands and options of the verb, created on each call.
    var syntax: VerbSyntax { VerbSyntax(verb: self, operands: makeOperands(), groups: makeGroups()) }

    /// The paragraphs of help.
    var discussion: [String] {
        makeDiscussion().split(separator: "\n", omittingEmptySubsequences: false)
            .split(whereSeparator: \.isEmpty)
            .map { $0.joined(separator: " ") }
    }

    /// Command lines as typed into a shell, and what they do.
    var examples: [(line: String, meaning: Example)] {
        makeExamples().map { ("prefs \($0.key)", $0.value) }
    }

    /// The exit codes, ascending.
    var exits: [ExitMeaning] { makeExits() }
}

/// What an example does, and what it prints for the suite of the manual.
struct Example: ExpressibleByStringLiteral {
    /// A phrase in the style of a verb's summary.
    let summary: String
    /// The output, a line, with two blanks for each tab; nil if it is longer, or depends on more than the suite.
    let output: String?

    init(_ summary: String, prints output: String) {
        self.summary = summary
        self.output = output
    }

    init(stringLiteral summary: String) {
        self.summary = summary
        output = nil
    }
}

extension Verb: Equatable {
    static func == (left: Verb, right: Verb) -> Bool {
        left === right
    }
}

/// The role of a verb's first operand, in whose place a user may write the name of a suite.
enum FirstOperand {
    /// A key that is read, or a pattern of such keys.
    case readKey
    /// A key that is removed, renamed or copied.
    case existingKey
    /// A key that gets a value computed from its present one.
    case updatedKey
    /// A key that gets the values after it.
    case assignedKey
    case seed
    case other

    /// Whether the verb changes, removes or copies the key, and gives it no value from the line.
    var isChangedKey: Bool { self == .existingKey || self == .updatedKey }
}
