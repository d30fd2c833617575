/// A parsed command line.
package struct ParsedArguments: Equatable, Sendable {
    package let verb: Verb
    package var operands: [String]
    /// The options in order; only repeatable ones occur more than once.
    package var options: [OptionOccurrence] = []
    /// Whether `--` ends the options.
    package var hasEndOfOptions = false

    /// Creates the arguments of a line without options.
    package init(_ verb: Verb, _ operands: [String] = []) {
        (self.verb, self.operands) = (verb, operands)
    }

    package func has(_ option: String) -> Bool {
        options.contains { $0.name == option }
    }

    /// The options and their arguments, as words of a command line.
    package var optionWords: [String] { options.flatMap(\.words) }
}

extension CommandTable {
    /// Parses the words of a command line, without the program's name.
    ///
    /// A request for help, `--help` or `-h` anywhere, becomes the verb for help with the name of the verb to explain; so
    /// does a line without a verb.
    package func parse(_ words: [String]) throws(UsageError) -> ParsedArguments {
        guard let first = words.first else { return ParsedArguments(help) }
        guard let verb = verb(named: first) else { throw unknownVerb(first, in: words) }
        guard !verb.isOtherGrammar else {
            return ParsedArguments(verb, Array(words.dropFirst()))
        }
        let syntax = verb.syntax
        var scanner = OptionScanner(words.dropFirst(), of: syntax)
        try scanner.scan()
        let arguments = scanner.arguments
        if let request = arguments.options.first(where: { $0.name == Option.help.name }) {
            var arguments = ParsedArguments(help, [verb.name])
            // How much it asks for.
            arguments.options = [request]
            return arguments
        }
        let narrowed = try syntax.narrowed(by: arguments.operands)
        try narrowed.check(arguments.options)
        try narrowed.check(arguments.operands, with: arguments.options)
        return arguments
    }

    /// Whether the words are a valid command line.
    package func accepts(_ words: [String]) -> Bool { (try? parse(words)) != nil }

    private func unknownVerb(_ word: String, in words: [String]) -> UsageError {
        if topics.contains(where: { $0.name == word }) {
            return .unknownVerb(word, suggestion: "\(help.name) \(word)")
        }
        let near = choices.words.nearest(to: word)
        // Of the words with a dash, only the name of a verb is closer than an option in the wrong place.
        guard word.looksLikeOption, !verbs.contains(where: { $0.name == near && $0.name.looksLikeOption }) else {
            return .unknownVerb(word, suggestion: near.map(spelling))
        }
        return .optionBeforeVerb(word, corrected: withVerbFirst(words))
    }

    /// Returns the words with the verb first, if complete options of that verb precede it; else nil.
    private func withVerbFirst(_ words: [String]) -> [String]? {
        // An option's argument can be spelled like a verb, so the first such word need not be the verb. Only the first
        // few are tried, so that a long line is not scanned repeatedly.
        let candidates = words.indices.lazy.compactMap { index in
            self.verb(named: words[index]).map { (index, $0) }
        }
        for (index, verb) in candidates.prefix(4) {
            var scanner = OptionScanner(words[..<index], of: verb.syntax)
            guard (try? scanner.scan()) != nil, scanner.arguments.operands.isEmpty else { continue }
            return [words[index]] + words[..<index] + words[(index + 1)...]
        }
        return nil
    }
}
