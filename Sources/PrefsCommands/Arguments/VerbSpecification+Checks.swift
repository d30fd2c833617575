extension VerbSpecification {
    /// Checks that options may stand together, and that their arguments are words that may stand there.
    func check(_ occurrences: [OptionOccurrence]) throws(UsageError) {
        for (index, occurrence) in occurrences.enumerated() {
            guard let option = option(named: occurrence.name) else { continue }
            for (argument, word) in zip(option.arguments, occurrence.arguments) {
                if word.isEmpty, argument.placeholder.isNeverEmpty {
                    throw .emptyArgument(option: occurrence.spelling, argument.placeholder)
                }
                try check(word, standsFor: argument.placeholder)
            }
            for earlier in occurrences[..<index] where excludes(earlier.name, occurrence.name) {
                throw .conflictingOptions(earlier.spelling, occurrence.spelling)
            }
            if let name = option.otherSource(than: occurrence.arguments),
                let source = occurrences.first(where: { $0.name == name })
            {
                throw .valueGivenTwice(option: occurrence.spelling, source: source.spelling)
            }
        }
    }

    /// Checks that there are as many operands as the verb takes with its options, and that each may stand there.
    func check(_ words: [String], with occurrences: [OptionOccurrence]) throws(UsageError) {
        let changing = optionChangingOperands(occurrences)
        let expected = changing?.operands ?? operands
        // Required operands stand before those that can be left out.
        if words.count < expected.count, expected[words.count].isRequired {
            throw .missingOperand(
                expected[words.count].placeholder,
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
        for position in 0..<min(expected.count, words.count) {
            try check(words[position], standsFor: expected[position].placeholder)
        }
    }

    /// The first option that has the verb take other operands.
    func optionChangingOperands(_ occurrences: [OptionOccurrence]) -> OptionSpecification? {
        for occurrence in occurrences {
            if let option = option(named: occurrence.name), option.operands != nil {
                return option
            }
        }
        return nil
    }

    /// Whether one of two options cannot stand with the other.
    func excludes(_ one: OptionName, _ other: OptionName) -> Bool {
        option(named: one)?.excludes.contains(other) == true || option(named: other)?.excludes.contains(one) == true
    }

    private func check(_ word: String, standsFor placeholder: Placeholder) throws(UsageError) {
        guard let choices = placeholder.choices?.words, !choices.contains(word) else { return }
        throw .invalidChoice(word, placeholder, suggestion: choices.nearest(to: word))
    }
}

extension OptionSpecification {
    /// The option that names another source of the value, if this one was given its value on the line.
    fileprivate func otherSource(than words: [String]) -> OptionName? {
        guard case .verbatim(_, let source) = arguments.last, words.count == arguments.count else { return nil }
        return source
    }
}
