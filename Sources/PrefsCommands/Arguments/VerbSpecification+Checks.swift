extension VerbSpecification {
    /// Checks that options may stand together, and that their arguments are words that may stand there.
    func check(_ occurrences: [OptionOccurrence]) throws(UsageError) {
        for later in occurrences {
            guard let option = option(named: later.name) else { continue }
            for (argument, word) in zip(option.arguments, later.arguments) {
                try check(word, standsFor: argument.placeholder)
            }
            for other in occurrences where other != later && option.excludes.contains(other.name) {
                throw .conflictingOptions(other.spelling, later.spelling)
            }
            if let source = occurrences.first(where: { option.takesItsValue(beside: $0.name, as: later) }) {
                throw .valueGivenTwice(option: later.spelling, source: source.spelling)
            }
        }
    }

    /// Checks that there are as many operands as the verb takes with its options, and that each may stand there.
    func check(_ words: [String], with occurrences: [OptionOccurrence]) throws(UsageError) {
        let changing = occurrences.lazy.compactMap { option(named: $0.name) }.first { $0.operands != nil }
        let expected = changing?.operands ?? operands
        let required = expected.filter(\.isRequired)
        if words.count < required.count {
            throw .missingOperand(
                required[words.count].placeholder,
                verb: name,
                synopsis: synopsis(with: changing)
            )
        }
        if words.count > expected.count, !expected.contains(where: \.isOpenEnded) {
            let swallowed = occurrences.first { $0.arguments.contains(where: \.looksLikeOption) }
            throw .surplusOperand(
                words[expected.count],
                synopsis: synopsis(with: changing),
                swallowed: swallowed
            )
        }
        for (operand, word) in zip(expected, words) {
            try check(word, standsFor: operand.placeholder)
        }
    }

    private func check(_ word: String, standsFor placeholder: Placeholder) throws(UsageError) {
        guard let choices = placeholder.choices?.words, !choices.contains(word) else { return }
        throw .invalidChoice(word, placeholder, suggestion: choices.nearest(to: word))
    }
}

extension OptionSpecification {
    /// Whether the option was given its value on the line although another option names a source of it.
    fileprivate func takesItsValue(beside source: OptionName, as occurrence: OptionOccurrence) -> Bool {
        guard case .verbatim(_, unless: source) = arguments.last else { return false }
        return occurrence.arguments.count == arguments.count
    }
}
