/// A word after a verb that says what to do, such as `install` of `prefs schema install`.
package final class Subcommand: Sendable {
    package let name: String
    /// A phrase in the style of a verb's summary.
    package let summary: String
    /// What follows the word.
    let operands: [Operand]
    /// The names of those options of the verb that apply.
    let options: [String]

    package init(_ name: String, summary: String, operands: [Operand] = [], options: [String]) {
        (self.name, self.summary, self.operands, self.options) = (name, summary, operands, options)
    }
}

extension VerbSyntax {
    /// Returns the syntax of the subcommand that the first operand names; without operands, of the first subcommand if
    /// the verb needs none.
    ///
    /// - Throws: ``UsageError/invalidChoice(_:_:suggestion:)`` if the word names no subcommand.
    func narrowed(by words: [String]) throws(UsageError) -> VerbSyntax {
        guard let operand = operands.first, case let subcommands = verb.subcommands, !subcommands.isEmpty else {
            return self
        }
        guard let word = words.first else {
            return operand.isRequired ? self : narrowed(to: subcommands[0])
        }
        try check(word, as: operand.placeholder)
        return subcommands.first { $0.name == word }.map(narrowed) ?? self
    }

    func narrowed(to subcommand: Subcommand) -> VerbSyntax {
        VerbSyntax(
            verb: verb,
            subcommand: subcommand,
            operands: operands + subcommand.operands,
            groups: groups.map { group in
                OptionGroup(group.title, of: group.options.filter { subcommand.options.contains($0.name) })
            }
        )
    }
}

extension Placeholder {
    /// Returns the kind of an operand that names a subcommand.
    package static func action(
        _ meaning: String,
        of subcommands: @escaping @Sendable () -> [Subcommand]
    ) -> Placeholder {
        Placeholder("ACTION", meaning) {
            let subcommands = subcommands()
            return Choices(subcommands.map(\.name)) { name in subcommands.first { $0.name == name }?.summary ?? "" }
        }
    }
}
