/// A verb of a command: its names, its syntax, its help and its action.
///
/// Verbs and the parts of their syntax are classes because the command must start fast. The runtime instantiates one
/// array type for all classes, but one for each other element type. Parts that most command lines do not need are
/// created on demand.
package final class Verb: Sendable {
    package let name: String
    /// Synonyms of the name.
    package let aliases: [String]
    /// The action of the verb: a phrase that starts with a capital letter, without a full stop.
    package let summary: String
    /// The line that help and suggestions have in place of the verb; nil if the verb is in the listings.
    package let replacement: String?
    /// Whether the words after the verb are of another grammar, so that each is an operand.
    package let isOtherGrammar: Bool

    private let makeDiscussion: @Sendable () -> String
    private let makeSubcommands: @Sendable () -> [Subcommand]
    private let makeOperands: @Sendable () -> [Operand]
    private let makeGroups: @Sendable () -> [OptionGroup]
    private let makeExamples: @Sendable () -> KeyValuePairs<String, Example>
    private let makeExits: @Sendable () -> [ExitMeaning]
    private let makeAction: @Sendable () -> any AnyObject & Sendable

    /// Creates a verb.
    ///
    /// - Parameters:
    ///   - discussion: Paragraphs of help, separated by empty lines.
    ///   - subcommands: The words that the first operand can be. If the operand is optional, the first word is the
    ///     default.
    ///   - examples: Command lines as typed into a shell, without the program's name, and what they do.
    package init(
        _ name: String,
        aliases: [String] = [],
        summary: String,
        discussion: @autoclosure @escaping @Sendable () -> String = "",
        subcommands: @autoclosure @escaping @Sendable () -> [Subcommand] = [],
        operands: @autoclosure @escaping @Sendable () -> [Operand] = [],
        groups: @autoclosure @escaping @Sendable () -> [OptionGroup],
        examples: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, Example>,
        exits: @autoclosure @escaping @Sendable () -> [ExitMeaning],
        replacement: String? = nil,
        isOtherGrammar: Bool = false,
        action: @autoclosure @escaping @Sendable () -> any AnyObject & Sendable
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.replacement = replacement
        self.isOtherGrammar = isOtherGrammar
        makeAction = action
        makeDiscussion = discussion
        makeSubcommands = subcommands
        makeOperands = operands
        makeGroups = groups
        makeExamples = examples
        makeExits = exits
    }

    /// The words that the first operand can be; empty if it is something else.
    package var subcommands: [Subcommand] { makeSubcommands() }

    /// The operands and options of the verb, created on each call.
    package var syntax: VerbSyntax { VerbSyntax(verb: self, operands: makeOperands(), groups: makeGroups()) }

    /// The paragraphs of help.
    package var discussion: [String] {
        makeDiscussion().split(separator: "\n", omittingEmptySubsequences: false)
            .split(whereSeparator: \.isEmpty)
            .map { $0.joined(separator: " ") }
    }

    /// Command lines as typed into a shell, without the program's name, and what they do.
    package var examples: [(line: String, meaning: Example)] {
        makeExamples().map { ($0.key, $0.value) }
    }

    /// The exit codes, ascending.
    package var exits: [ExitMeaning] { makeExits() }

    /// What the program does for the verb, of a type of its own.
    package var action: any AnyObject & Sendable { makeAction() }
}

/// What an example does, and what it prints for the data that the manual names.
package struct Example: ExpressibleByStringLiteral {
    /// A phrase in the style of a verb's summary.
    package let summary: String
    /// The output, a line, with two blanks for each tab; nil if it is longer, or depends on more than that.
    package let output: String?

    package init(_ summary: String, prints output: String) {
        self.summary = summary
        self.output = output
    }

    package init(stringLiteral summary: String) {
        self.summary = summary
        output = nil
    }
}

extension Verb: Equatable {
    package static func == (left: Verb, right: Verb) -> Bool {
        left === right
    }
}

/// The meaning of an exit status for one verb.
package struct ExitMeaning: Sendable {
    package let status: UInt8
    package let summary: String
    /// Whether the summary is the one that all verbs have.
    let isCommon: Bool

    package init(_ status: UInt8, _ summary: String, isCommon: Bool) {
        self.status = status
        self.summary = summary
        self.isCommon = isCommon
    }
}

/// Verbs under one title of the help.
package final class VerbGroup: Sendable {
    let title: String
    // The verb of a line is often in one of the first groups.
    private let makeVerbs: @Sendable () -> [Verb]

    package init(_ title: String, _ verbs: @autoclosure @escaping @Sendable () -> [Verb]) {
        self.title = title
        makeVerbs = verbs
    }

    var verbs: [Verb] { makeVerbs() }
}
