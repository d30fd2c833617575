/// A command line, understood.
struct ParsedArguments: Equatable, Sendable {
    let verb: Verb
    var operands: [String]
    /// The options in order, none twice but those that are repeatable.
    var options: [OptionOccurrence]

    func has(_ name: OptionName) -> Bool {
        self[name] != nil
    }

    subscript(name: OptionName) -> OptionOccurrence? {
        options.first { $0.name == name }
    }

    func argument(of name: OptionName) -> String? {
        // By no optional occurrence: to make its type would be a twentieth of what a `get` costs.
        for option in options where option.name == name {
            return option.arguments.first
        }
        return nil
    }
}

enum ArgumentParser {
    /// Reads the words of a command line, without the program's name.
    ///
    /// A request for help, `--help` or `-h` anywhere, is the verb `help` with the name of the verb to explain.
    static func parse(_ words: [String]) throws(UsageError) -> ParsedArguments {
        guard let first = words.first else { throw .missingVerb }
        guard let verb = CommandTable.verb(named: first) else {
            if let lines = OtherTool.translations(of: words) {
                throw .lineOfOtherTool(first, translations: lines)
            }
            throw first.looksLikeOption
                ? .optionBeforeVerb(first, corrected: withVerbFirst(words))
                : .unknownVerb(first, suggestion: VerbSuggestion(for: first))
        }
        let syntax = verb.syntax
        var scanner = OptionScanner(words.dropFirst(), of: syntax)
        try scanner.scan()
        let arguments = scanner.arguments
        if arguments.has(.help) {
            return ParsedArguments(verb: .help, operands: [verb.name], options: [])
        }
        try syntax.check(arguments.options)
        try syntax.check(arguments.operands, with: arguments.options)
        return arguments
    }

    /// The words with the verb in front, where they begin with whole options of that verb.
    private static func withVerbFirst(_ words: [String]) -> [String]? {
        // An option's argument may be spelled like a verb, so the first such word need not be the verb; but one of the
        // first few is, and a long line must not be scanned over and over.
        let candidates = words.indices.lazy.compactMap { index in
            CommandTable.verb(named: words[index]).map { (index, $0) }
        }
        for (index, verb) in candidates.prefix(4) {
            var scanner = OptionScanner(words[..<index], of: verb.syntax)
            guard (try? scanner.scan()) != nil, scanner.arguments.operands.isEmpty else { continue }
            return [words[index]] + words[..<index] + words[(index + 1)...]
        }
        return nil
    }
}
