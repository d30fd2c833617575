extension VerbSpecification {
    /// The error for a word that spells no option of the verb, with the spelling that is nearest.
    func unknownOption(_ word: String) -> UsageError {
        let spellings = options.flatMap { $0.spellings + $0.aliases }
        return .unknownOption(word, verb: name, suggestion: spellings.nearest(to: word))
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
