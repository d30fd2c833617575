/// Reads command lines by the command table.
enum ArgumentParser {
    /// Reads the words of a command line, without the program's name.
    ///
    /// A request for help, `--help` or `-h` anywhere, is the verb `help` with the name of the verb to explain.
    static func parse(_ words: [String]) throws(UsageError) -> ParsedArguments {
        guard let first = words.first else { throw .missingVerb }
        guard let name = VerbName(word: first) else {
            if let line = ElsewhereLine(words) {
                throw .elsewhere(first, line)
            }
            throw first.looksLikeOption
                ? .optionBeforeVerb(first, corrected: withVerbFirst(words))
                : .unknownVerb(first, suggestion: VerbSuggestion(for: first))
        }
        let verb = name.specification
        var scanner = OptionScanner(words.dropFirst(), of: verb)
        try scanner.scan()
        if scanner.asksForHelp {
            return ParsedArguments(verb: .help, operands: [name.rawValue], options: [])
        }
        try verb.check(scanner.options)
        try verb.check(scanner.operands, with: scanner.options)
        return ParsedArguments(verb: name, operands: scanner.operands, options: scanner.options)
    }

    /// The words with the verb in front, where they begin with whole options of that verb.
    private static func withVerbFirst(_ words: [String]) -> [String]? {
        // An option's argument may be spelled like a verb, so the first such word need not be the verb; but one of the
        // first few is, and a long line must not be scanned over and over.
        let candidates = words.indices.lazy.compactMap { index in VerbName(word: words[index]).map { (index, $0) } }
        for (index, name) in candidates.prefix(4) {
            var scanner = OptionScanner(words[..<index], of: name.specification)
            guard (try? scanner.scan()) != nil, scanner.operands.isEmpty else { continue }
            return [words[index]] + words[..<index] + words[(index + 1)...]
        }
        return nil
    }
}
