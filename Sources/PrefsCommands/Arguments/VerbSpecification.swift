/// All that parsing, help, completion and the manual know of a verb.
struct VerbSpecification: Sendable {
    /// The verb's identity; its aliases stand there.
    let name: VerbName
    /// What the verb does: a phrase that starts in lower case, without a full stop.
    let summary: String
    /// More about it, a paragraph each.
    let discussion: [String]
    /// What it takes, in order.
    let operands: [OperandSpecification]
    /// Its options, under titles.
    let groups: [OptionGroup]
    /// Command lines that show its use.
    let examples: [CommandExample]
    /// The codes that it exits with, ascending.
    let exits: [ExitMeaning]

    /// Every option of the verb, in the order of the help.
    var options: some Sequence<OptionSpecification> {
        groups.lazy.flatMap(\.options)
    }

    /// The option with an identity.
    func option(named name: OptionName) -> OptionSpecification? {
        options.first { $0.name == name }
    }

    /// The option that a word spells, dashes and all.
    func option(spelled word: String) -> OptionSpecification? {
        options.first { $0.isSpelled(word) }
    }
}
