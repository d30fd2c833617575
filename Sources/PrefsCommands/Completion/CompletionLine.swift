/// The command line before the cursor, as far as it can be parsed.
struct CompletionLine {
    let syntax: VerbSyntax
    let arguments: ParsedArguments
    let options: Options
    /// The word before the cursor, of any kind.
    let lastWord: String?

    /// Creates the line; nil if the argument of an option is not of its form.
    init?(_ scanner: OptionScanner, lastWord: String?) {
        guard let options = try? Options(scanner.arguments) else { return nil }
        syntax = scanner.syntax
        arguments = scanner.arguments
        self.options = options
        self.lastWord = lastWord
    }

    /// The action of `prefs schema`, if it is typed already.
    var action: SchemaAction? {
        syntax.verb == .schema ? arguments.operands.first.flatMap(SchemaAction.init(rawValue:)) : nil
    }

    /// Whether nothing can be completed, because `--help` voids the line.
    var isClosed: Bool { arguments.has(.help) }

    /// Whether the word at the cursor is an element of a list such as that of `-array`.
    var isInList: Bool {
        if let last = arguments.options.last, case .list = syntax.option(named: last.name)?.arguments.last {
            return true
        }
        return false
    }

    /// The operand at the cursor; nil if the verb takes no further operand.
    var nextOperand: Operand? {
        let expected = syntax.optionChangingOperands(arguments.options)?.operands ?? syntax.operands
        let position = arguments.operands.count
        if let action {
            return action.files.flatMap { $0 == .one && position > 1 ? nil : expected.last }
        }
        guard position >= expected.count else { return expected[position] }
        return expected.last.flatMap { $0.isOpenEnded ? $0 : nil }
    }

    /// The options that do not conflict with the given ones.
    var remainingOptions: [Option] {
        syntax.options.filter { option in
            action?.options.contains(option.name) ?? true
                && arguments.options.allSatisfy { given in
                    given.name == option.name ? option.isRepeatable : !option.conflicts(with: given.option)
                }
        }
    }
}
