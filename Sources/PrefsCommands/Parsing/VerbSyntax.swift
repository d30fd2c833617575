/// What a line of a verb may hold: its operands and options.
struct VerbSyntax: Sendable {
    let verb: Verb
    let operands: [Operand]
    /// Its options, under the titles of the help.
    let groups: [OptionGroup]

    var options: some Sequence<Option> { groups.lazy.flatMap(\.options) }

    func option(named name: OptionName) -> Option? {
        firstOption { $0.name == name }
    }

    func option(spelled word: String) -> Option? {
        firstOption { $0.spellings.contains(word) || $0.aliases.contains(word) }
    }

    /// A search through `options` would have the runtime make the types of its lazy sequences, on each command line.
    private func firstOption(where isSought: (Option) -> Bool) -> Option? {
        for group in groups {
            if let option = group.options.first(where: isSought) { return option }
        }
        return nil
    }

    // MARK: How the verb is called

    /// The ways to call the verb, a line each.
    ///
    /// Beside the plain way there is one for each group of options that changes the operands, shown with its first such
    /// option.
    var synopses: [String] {
        [synopsis()] + groups.compactMap { $0.options.first { $0.operands != nil } }.map { synopsis(with: $0) }
    }

    /// The way to call the verb, plain or with an option that changes its operands.
    func synopsis(with option: Option? = nil) -> String {
        var words = ["prefs", verb.name]
        if options.contains(where: { $0.name != .help }) { words.append("[OPTIONS]") }
        let operands = (option?.operands ?? operands).map(\.notation)
        if let option, option.arguments.isEmpty {
            words += [option.notation] + operands
        } else {
            words += operands + [option?.notation].compactMap(\.self)
        }
        return words.joined(separator: " ")
    }

    // MARK: What is wrong with a line

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
            // It is given its value on the line, and so is another source of the value.
            if case .verbatim(_, let name?) = option.arguments.last,
                occurrence.arguments.count == option.arguments.count,
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
            throw .missingOperand(expected[words.count].placeholder, verb: verb, synopsis: synopsis(with: changing))
        }
        if words.count > expected.count, !expected.contains(where: \.isOpenEnded) {
            let swallowed = occurrences.first { $0.arguments.contains(where: \.looksLikeOption) }
            throw .surplusOperand(words[expected.count], synopsis: synopsis(with: changing), swallowed: swallowed)
        }
        for position in 0..<min(expected.count, words.count) {
            try check(words[position], standsFor: expected[position].placeholder)
        }
    }

    /// The first option that has the verb take other operands.
    func optionChangingOperands(_ occurrences: [OptionOccurrence]) -> Option? {
        for occurrence in occurrences {
            if let option = option(named: occurrence.name), option.operands != nil { return option }
        }
        return nil
    }

    func excludes(_ one: OptionName, _ other: OptionName) -> Bool {
        option(named: one)?.excludes.contains(other) == true || option(named: other)?.excludes.contains(one) == true
    }

    private func check(_ word: String, standsFor placeholder: Placeholder) throws(UsageError) {
        guard let choices = placeholder.choices?.words, !choices.contains(word) else { return }
        throw .invalidChoice(word, placeholder, suggestion: choices.nearest(to: word))
    }

    /// The error for a word that spells no option of the verb, with the spelling that is nearest.
    func unknownOption(_ word: String) -> UsageError {
        let spellings = options.flatMap { $0.spellings + $0.aliases }
        return .unknownOption(word, verb: verb, suggestion: spellings.nearest(to: word))
    }

    /// The error for a single-dash word that is neither an option nor a cluster of short ones.
    func misreading(ofSingleDashWord word: String) -> UsageError {
        let (spelling, argument) = word.splitAtEqualsSign
        if let argument, let option = option(spelled: spelling) {
            return option.arguments.isEmpty
                ? .unexpectedArgument(argument, option: spelling)
                : .optionNotApart(word, notation: option.notation(spelled: spelling))
        }
        let error = unknownOption(word)
        if case .unknownOption(_, _, suggestion: nil) = error {
            // No slip of the fingers: `-sNAME`, perhaps, or `-qs`.
            for spelling in word.shortSpellings {
                guard let option = option(spelled: spelling) else { break }
                guard option.arguments.isEmpty else {
                    return .optionNotApart(word, notation: option.notation(spelled: spelling))
                }
            }
        }
        return error
    }
}
