/// A verb of the command: its names, what it takes, what help says of it, and what it does.
///
/// Verbs are objects, and so are the parts of their syntax: of all arrays of objects the runtime makes one type, of other
/// elements one for each, and a command line waits for that. What a line of every day does not ask for is made when it is
/// asked for.
final class Verb: Sendable {
    let name: String
    /// Other names of the verb, which do exactly the same.
    let aliases: [String]
    /// What the verb does: a phrase that starts in lower case, without a full stop.
    let summary: String
    /// Whether the verb may read or write files, as its options say.
    let usesFiles: Bool
    let run: @Sendable (CommandContext) -> () throws(CommandError) -> ExitCode

    private let makeDiscussion: @Sendable () -> String
    private let makeOperands: @Sendable () -> [Operand]
    private let makeGroups: @Sendable () -> [OptionGroup]
    private let makeExamples: @Sendable () -> KeyValuePairs<String, String>
    private let makeExits: @Sendable () -> [ExitMeaning]

    /// A verb, with more about it, an empty line between paragraphs, and its examples: command lines without the program's
    /// name, as they are typed into a shell, and what they do.
    init(
        _ name: String,
        aliases: [String] = [],
        summary: String,
        discussion: @autoclosure @escaping @Sendable () -> String = "",
        operands: @autoclosure @escaping @Sendable () -> [Operand] = [],
        groups: @autoclosure @escaping @Sendable () -> [OptionGroup],
        examples: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, String>,
        exits: @autoclosure @escaping @Sendable () -> [ExitMeaning],
        usesFiles: Bool = true,
        run: @escaping @Sendable (CommandContext) -> () throws(CommandError) -> ExitCode
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.usesFiles = usesFiles
        self.run = run
        makeDiscussion = discussion
        makeOperands = operands
        makeGroups = groups
        makeExamples = examples
        makeExits = exits
    }

    /// What a line of the verb may hold, made anew each time.
    var syntax: VerbSyntax { VerbSyntax(verb: self, operands: makeOperands(), groups: makeGroups()) }

    /// More about the verb, a paragraph each.
    var discussion: [String] {
        makeDiscussion().split(separator: "\n", omittingEmptySubsequences: false)
            .split(whereSeparator: \.isEmpty)
            .map { $0.joined(separator: " ") }
    }

    /// Command lines, as they are typed into a shell, and what they do: phrases as the summary is one.
    var examples: [(line: String, summary: String)] {
        makeExamples().map { ("prefs \($0.key)", $0.value) }
    }

    /// The codes that it exits with, ascending.
    var exits: [ExitMeaning] { makeExits() }
}

extension Verb: Equatable {
    static func == (left: Verb, right: Verb) -> Bool {
        left === right
    }
}
