/// The operands and options of a verb.
package struct VerbSyntax: Sendable {
    package let verb: Verb
    /// The subcommand that the line names; nil for the verb as a whole.
    let subcommand: Subcommand?
    package let operands: [Operand]
    /// The options, under the titles of the help.
    package let groups: [OptionGroup]

    init(verb: Verb, subcommand: Subcommand? = nil, operands: [Operand], groups: [OptionGroup]) {
        self.verb = verb
        self.subcommand = subcommand
        self.operands = operands
        self.groups = groups
    }

    package var options: some Sequence<Option> { groups.lazy.flatMap(\.options) }

    package func option(spelled word: String) -> Option? {
        firstOption { $0.isSpelled(word) }
    }

    /// Returns the first option that matches.
    ///
    /// A search through `options` would instantiate the types of its lazy sequences on each command line.
    private func firstOption(where isSought: (Option) -> Bool) -> Option? {
        for group in groups {
            if let option = group.options.first(where: isSought) { return option }
        }
        return nil
    }

    /// Whether an operand can be a number below 0, which looks like an option.
    var takesNumbers: Bool { operands.contains(where: \.placeholder.isNumber) }

    // MARK: Synopses

    /// The ways to call the verb, one a line, without the program's name.
    ///
    /// A verb with subcommands has one for each. Another one has the plain form, and then one for each group of options
    /// that changes the operands, and in a group for each such change. It shows the first such option.
    package var synopses: [String] {
        if case let subcommands = verb.subcommands, !subcommands.isEmpty {
            return subcommands.map { narrowed(to: $0).synopsis() }
        }
        return [synopsis()]
            + groups.flatMap { group in
                var shown: [[String]] = []
                return group.options.compactMap { option -> String? in
                    guard let operands = option.operands?.map(\.notation), !shown.contains(operands) else { return nil }
                    shown.append(operands)
                    return synopsis(with: option)
                }
            }
    }

    /// Returns the plain form of a call, or the form with an option that changes the operands.
    package func synopsis(with option: Option? = nil) -> String {
        var words = [verb.name]
        var operands = (option?.operands ?? operands).map(\.notation)
        if let subcommand {
            words.append(subcommand.name)
            operands.removeFirst()
        }
        if options.contains(where: { $0.name != Option.help.name }) { words.append("[OPTIONS]") }
        if let option, option.arguments.isEmpty {
            words += [option.notation] + operands
        } else {
            words += operands + [option?.notation].compactMap(\.self)
        }
        return words.joined(separator: " ")
    }

    // MARK: Validation

    /// Checks that the options do not conflict, that none lacks another one, and that their arguments are valid.
    func check(_ occurrences: [OptionOccurrence]) throws(UsageError) {
        for (index, occurrence) in occurrences.enumerated() {
            let option = occurrence.option
            if let subcommand, !subcommand.options.contains(option.name) {
                throw .optionOfOtherSubcommand(occurrence.spelling, subcommand.name, synopsis: synopsis())
            }
            for (argument, word) in zip(option.arguments, occurrence.arguments) {
                if word.isEmpty, argument.placeholder.isNeverEmpty {
                    throw .emptyArgument(option: occurrence.spelling, argument.placeholder)
                }
                try check(word, as: argument.placeholder)
            }
            for earlier in occurrences[..<index] where option.conflicts(with: earlier.option) {
                throw .conflictingOptions(earlier.spelling, occurrence.spelling)
            }
            for name in option.needs where !occurrences.contains(where: { $0.name == name }) {
                throw .optionNeedsOther(occurrence.spelling, name)
            }
            // The option has a value on the line, although another option already reads one.
            if case .verbatim(_, let name?) = option.arguments.last,
                occurrence.arguments.count == option.arguments.count,
                let source = occurrences.first(where: { $0.name == name })
            {
                throw .valueGivenTwice(option: occurrence.spelling, source: source.spelling)
            }
        }
    }

    /// Checks the number and the validity of the operands that the verb takes with its options.
    func check(_ words: [String], with occurrences: [OptionOccurrence]) throws(UsageError) {
        let changing = optionChangingOperands(occurrences)
        let expected = changing?.operands ?? operands
        // Required operands precede optional ones.
        if words.count < expected.count, expected[words.count].isRequired {
            let form = changing ?? optionForPairs(words)
            throw .missingOperand(expected[words.count].placeholder, synopsis: synopsis(with: form))
        }
        if words.count > expected.count, !expected.contains(where: \.isOpenEnded) {
            let swallowed = occurrences.first { $0.arguments.contains(where: \.looksLikeOption) }
            let form = changing ?? optionForPairs(words)
            throw .surplusOperand(words[expected.count], synopsis: synopsis(with: form), swallowed: swallowed)
        }
        for position in 0..<min(expected.count, words.count) {
            try check(words[position], as: expected[position].placeholder)
        }
    }

    /// Returns the first option that changes the operands of the verb.
    package func optionChangingOperands(_ occurrences: [OptionOccurrence]) -> Option? {
        // Of several, the one that takes the fewest.
        occurrences.map(\.option).filter { $0.operands != nil }
            .min { ($0.operands?.count ?? 0) < ($1.operands?.count ?? 0) }
    }

    /// Returns the option with which the operands would be pairs, if they are written as such.
    private func optionForPairs(_ words: [String]) -> Option? {
        guard !words.isEmpty, words.allSatisfy({ $0.splitAtEqualsSign.argument != nil }) else { return nil }
        return firstOption { $0.operands?.first?.placeholder.name.contains("=") ?? false }
    }

    func check(_ word: String, as placeholder: Placeholder) throws(UsageError) {
        guard let choices = placeholder.choices?.words, !choices.contains(word) else { return }
        throw .invalidChoice(word, placeholder, suggestion: choices.nearest(to: word))
    }

    /// Returns the error for a word that is not an option of the verb, with the most similar spelling, or with the
    /// operand of that name.
    func unknownOption(_ word: String) -> UsageError {
        let name = word.drop { $0 == "-" }.uppercased()
        if let operand = operands.first(where: { $0.placeholder.name == name }) {
            return .operandAsOption(word, operand.placeholder, synopsis: synopsis())
        }
        let spellings = options.flatMap { $0.spellings + $0.aliases + $0.shownShortForms }
        return .unknownOption(word, verb: verb, suggestion: spellings.nearest(to: word))
    }

    /// Returns the error for a single-dash word that is neither an option nor a cluster of short ones.
    func misreading(ofSingleDashWord word: String) -> UsageError {
        let (spelling, argument) = word.splitAtEqualsSign
        if argument != nil, let option = option(spelled: spelling) {
            return option.arguments.isEmpty
                ? .unexpectedArgument(option: spelling)
                : .optionNotApart(word, notation: option.notation(spelled: spelling))
        }
        let error = unknownOption(word)
        if case .unknownOption(_, _, suggestion: nil) = error {
            // Not a typing error, but perhaps `-sNAME` or `-qs`.
            for spelling in word.shortSpellings {
                guard let option = option(spelled: spelling) else { break }
                guard option.arguments.isEmpty else {
                    let rest = word.dropFirst(spelling.count)
                    return .optionNotApart(
                        word,
                        notation: option.arguments.count == 1 && word.hasPrefix(spelling)
                            ? "\(spelling) \(String(rest).shellWord)" : option.notation(spelled: spelling)
                    )
                }
            }
        }
        return error
    }
}
