extension SchemaPatternProblem: CustomStringConvertible {
    /// What is wrong, where, and what to do, as the end of a sentence that begins with the pattern.
    var description: String {
        switch self {
        case .unsupported(let feature, let offset):
            "has a \(feature.rawValue) at offset \(offset), which is not supported: \(feature.replacement)"
        case .tooDeep(let limit, let offset):
            "has groups in groups deeper than \(limit) at offset \(offset): take some away"
        case .tooLarge(let limit, let offset):
            "is too large at offset \(offset): with its counts written out it takes more than \(limit) steps, lower them"
        case .unclosedGroup(let offset):
            "has a group without an end at offset \(offset): add ), or write \\( for a parenthesis"
        case .unopenedGroup(let offset):
            "has the end of no group at offset \(offset): write \\) for a parenthesis"
        case .invalidGroup(let text, let offset):
            "has a group that begins with \(text) at offset \(offset): write ( or (?:"
        case .unclosedClass(let offset):
            "has a class without an end at offset \(offset): add ], or write \\[ for a bracket"
        case .reversedRange(let text, let offset):
            "has the range \(text) at offset \(offset), which ends before it begins: exchange its ends"
        case .setInRange(let text, let offset):
            "has the range \(text) at offset \(offset), with a set as one end: write \\- for a hyphen"
        case .nothingToRepeat(let text, let offset):
            "has nothing that \(text) repeats at offset \(offset): write \\ before it if it stands for itself"
        case .reversedQuantifier(let text, let offset):
            "has the quantifier \(text) at offset \(offset), whose counts are the wrong way round: exchange them"
        case .unescaped(let scalar, let offset):
            "has a \(scalar) that ends or begins nothing at offset \(offset): write \\\(scalar)"
        case .invalidEscape(let text, let expected, let offset):
            "has the invalid escape \(text) at offset \(offset): write \(expected)"
        }
    }
}

extension SchemaPatternFeature {
    /// What to do without the feature, in words.
    fileprivate var replacement: String {
        switch self {
        case .backreference: "write out what may stand there"
        case .lookahead, .lookbehind: "write the pattern without it"
        case .namedGroup: "write ( or (?:"
        case .unicodeProperty: "list the characters in a class such as [a-z]"
        case .flags: "write what they mean, such as [aA] for a letter in both cases"
        }
    }
}
