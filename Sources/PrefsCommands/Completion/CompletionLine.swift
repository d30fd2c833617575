import PropertyLists

/// The command line before the cursor, as far as it is understood.
struct CompletionLine {
    let syntax: VerbSyntax
    let arguments: ParsedArguments
    /// The word before the cursor, whatever it is.
    private let lastWord: String?

    init(_ syntax: VerbSyntax, _ scanner: OptionScanner, lastWord: String?) {
        self.lastWord = lastWord
        self.syntax = syntax
        arguments = ParsedArguments(verb: syntax.verb, operands: scanner.operands, options: scanner.options)
    }

    /// What `prefs schema` is to do, if that is said already.
    var action: SchemaAction? {
        syntax.verb == .schema ? arguments.operands.first.flatMap(SchemaAction.init(rawValue:)) : nil
    }

    /// Whether the word before the cursor is a name of the type of bools, as after `--type`.
    var namesBoolean: Bool {
        lastWord.flatMap(PropertyListKind.init(typeName:)) == .boolean
    }

    /// Whether nothing that could be told stands behind this.
    ///
    /// Help makes the line void, and some options take the rest of it.
    var isClosed: Bool {
        guard let last = arguments.options.last, let argument = syntax.option(named: last.name)?.arguments.last else {
            return arguments.has(.help)
        }
        if case .rest = argument { return true }
        return arguments.has(.help)
    }

    /// The operand that the next word is; nil where there can be none.
    var nextOperand: Operand? {
        let expected = syntax.optionChangingOperands(arguments.options)?.operands ?? syntax.operands
        let position = arguments.operands.count
        if let action {
            return action.files.flatMap { $0 == .one && position > 1 ? nil : expected.last }
        }
        guard position >= expected.count else { return expected[position] }
        return expected.last.flatMap { $0.isOpenEnded ? $0 : nil }
    }

    /// The options that can stand with those that are given.
    var remainingOptions: [Option] {
        let names = action.map { $0.options + OptionGroup.messages.options.map(\.name) }
        return syntax.options.filter { option in
            names?.contains(option.name) ?? true
                && arguments.options.allSatisfy { given in
                    given.name == option.name ? option.isRepeatable : !syntax.excludes(given.name, option.name)
                }
        }
    }
}
