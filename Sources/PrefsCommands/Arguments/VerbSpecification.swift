/// All that parsing, help, completion and the manual know of a verb.
///
/// Its parts are objects: of all arrays of objects the runtime makes one type, of other elements one for each, and a command
/// line waits for that.
struct VerbSpecification: Sendable {
    /// The verb's identity; its aliases stand there.
    let name: VerbName
    /// What the verb does: a phrase that starts in lower case, without a full stop.
    let summary: String
    /// What it takes, in order.
    let operands: [OperandSpecification]
    /// Its options, under titles.
    let groups: [OptionGroup]

    // What help alone asks for is made when it asks: a command line of every day should not pay for it.
    private let discussionProvider: @Sendable () -> [String]
    private let examplesProvider: @Sendable () -> [CommandExample]
    private let exitsProvider: @Sendable () -> [ExitMeaning]

    /// A verb.
    init(
        name: VerbName,
        summary: String,
        discussion: @autoclosure @escaping @Sendable () -> [String],
        operands: [OperandSpecification],
        groups: [OptionGroup],
        examples: @autoclosure @escaping @Sendable () -> [CommandExample],
        exits: @autoclosure @escaping @Sendable () -> [ExitMeaning]
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.groups = groups
        discussionProvider = discussion
        examplesProvider = examples
        exitsProvider = exits
    }

    /// More about the verb, a paragraph each.
    var discussion: [String] { discussionProvider() }

    /// Command lines that show its use.
    var examples: [CommandExample] { examplesProvider() }

    /// The codes that it exits with, ascending.
    var exits: [ExitMeaning] { exitsProvider() }

    /// Every option of the verb, in the order of the help.
    var options: some Sequence<OptionSpecification> {
        groups.lazy.flatMap(\.options)
    }

    /// The option with an identity.
    func option(named name: OptionName) -> OptionSpecification? {
        firstOption { $0.name == name }
    }

    /// The option that a word spells, dashes and all.
    func option(spelled word: String) -> OptionSpecification? {
        firstOption { $0.isSpelled(word) }
    }

    /// A search through `options` would have the runtime make the types of its lazy sequences, on each command line.
    private func firstOption(where isSought: (OptionSpecification) -> Bool) -> OptionSpecification? {
        for group in groups {
            if let option = group.options.first(where: isSought) {
                return option
            }
        }
        return nil
    }
}
