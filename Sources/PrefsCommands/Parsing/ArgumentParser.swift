/// A parsed command line.
struct ParsedArguments: Equatable, Sendable {
    let verb: Verb
    var operands: [String]
    /// The options in order; only repeatable ones occur more than once.
    var options: [OptionOccurrence]
    /// Whether `--` ends the options.
    var hasEndOfOptions = false

    func has(_ name: OptionName) -> Bool {
        options.contains { $0.name == name }
    }

    /// The options and their arguments, as words of a command line.
    var optionWords: [String] { options.flatMap { [$0.spelling] + $0.arguments } }

    /// Whether messages have no hints, also that of an option whose argument is not of its form.
    var isQuiet: Bool { has(.quiet) }
}

enum ArgumentParser {
    /// Parses the words of a command line, without the program's name.
    ///
    /// A request for help, `--help` or `-h` anywhere, becomes the verb `help` with the name of the verb to explain.
    static func parse(_ words: [String]) throws(UsageError) -> ParsedArguments {
        guard let first = words.first else { throw .missingVerb }
        guard let verb = CommandTable.verb(named: first) else {
            if let lines = try OtherTool.translations(of: words) {
                throw .lineOfOtherTool(first, translations: lines)
            }
            let suggestion = VerbSuggestion(for: first)
            guard first.looksLikeOption, suggestion != .nearMiss(Verb.version.name) else {
                throw .unknownVerb(first, suggestion: suggestion)
            }
            throw .optionBeforeVerb(first, corrected: withVerbFirst(words))
        }
        guard verb != .defaults else {
            // What follows is another grammar.
            return ParsedArguments(verb: verb, operands: Array(words.dropFirst()), options: [])
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

    /// Returns the words with the verb first, if complete options of that verb precede it; else nil.
    private static func withVerbFirst(_ words: [String]) -> [String]? {
        // An option's argument can be spelled like a verb, so the first such word need not be the verb. Only the first
        // few are tried, so that a long line is not scanned repeatedly.
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
