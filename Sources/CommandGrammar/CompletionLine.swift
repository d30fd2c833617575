/// A command line before the cursor, as far as it can be parsed.
package struct CompletionLine {
    /// The part of the verb's syntax that applies to the line.
    package let syntax: VerbSyntax
    package let arguments: ParsedArguments
    /// The word before the cursor, of any kind.
    package let lastWord: String?
    /// The option whose argument is completed; nil for an operand.
    package var option: Option?
    /// The typed part of the argument.
    package var current: String
    /// Whether the shell shows what a candidate means.
    package let showsSummaries: Bool

    /// Whether nothing can be completed, because `--help` voids the line.
    var isClosed: Bool { arguments.has(Option.help.name) }

    /// Whether the word at the cursor is an element of a list such as that of `-array`.
    var isInList: Bool {
        if let last = arguments.options.last, case .list = last.option.arguments.last { true } else { false }
    }

    /// The operand at the cursor; nil if the verb takes no further operand.
    var nextOperand: Operand? {
        let expected = syntax.optionChangingOperands(arguments.options)?.operands ?? syntax.operands
        let position = arguments.operands.count
        guard position >= expected.count else { return expected[position] }
        return expected.last.flatMap { $0.isOpenEnded ? $0 : nil }
    }

    /// The options that do not conflict with the given ones.
    var remainingOptions: [Option] {
        syntax.options.filter { option in
            arguments.options.allSatisfy { given in
                given.name == option.name ? option.isRepeatable : !option.conflicts(with: given.option)
            }
        }
    }
}
