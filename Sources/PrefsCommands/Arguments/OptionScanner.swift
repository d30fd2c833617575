/// Splits the words after a verb into its options and operands.
struct OptionScanner {
    /// The verb whose options are known.
    let verb: VerbSpecification
    /// The words that are not options, nor arguments of one.
    private(set) var operands: [String] = []
    /// The options in order, none twice but those that are repeatable.
    private(set) var options: [OptionOccurrence] = []
    /// Whether `--` has ended the options.
    private(set) var isPastOptions = false

    private var words: ArraySlice<String>

    /// A scanner of the words after the verb.
    init(_ words: ArraySlice<String>, of verb: VerbSpecification) {
        self.words = words
        self.verb = verb
    }

    /// Whether the words ask for help, which makes the rest of them void.
    var asksForHelp: Bool {
        options.contains { $0.name == .help }
    }

    /// Takes every word, or those up to a request for help.
    mutating func scan() throws(UsageError) {
        while !asksForHelp, let word = words.popFirst() {
            if word == "--" {
                isPastOptions = true
                operands += words
                words = []
            } else if !word.looksLikeOption {
                operands.append(word)
            } else if let option = verb.option(spelled: word) {
                try take(option, spelled: word)
            } else if word.utf8.starts(with: "--".utf8) {
                try takeLong(word)
            } else {
                try takeCluster(word)
            }
        }
    }

    /// Takes `--suite=NAME`, which is no spelling as a whole.
    private mutating func takeLong(_ word: String) throws(UsageError) {
        let (spelling, argument) = word.splitAtEqualsSign
        guard let argument, let option = verb.option(spelled: spelling) else { throw verb.unknownOption(spelling) }
        try take(option, spelled: spelling, attached: argument)
    }

    /// Takes `-ql`, short options without arguments behind one dash.
    private mutating func takeCluster(_ word: String) throws(UsageError) {
        let spellings = word.shortSpellings
        let cluster = spellings.compactMap { verb.option(spelled: $0) }
        guard cluster.count == spellings.count, cluster.allSatisfy(\.arguments.isEmpty) else {
            throw verb.misreading(ofSingleDashWord: word)
        }
        for (option, spelling) in zip(cluster, spellings) {
            try take(option, spelled: spelling)
        }
    }

    private mutating func take(
        _ option: OptionSpecification,
        spelled spelling: String,
        attached: String? = nil
    ) throws(UsageError) {
        if !option.isRepeatable, let earlier = options.first(where: { $0.name == option.name }) {
            guard option.arguments.isEmpty else { throw .repeatedOption(spelling, earlier: earlier.spelling) }
            return
        }
        var arguments: [String] = []
        if let attached {
            guard !option.arguments.isEmpty else { throw .unexpectedArgument(attached, option: spelling) }
            arguments.append(attached)
        }
        for argument in option.arguments.dropFirst(arguments.count) {
            guard let words = takeWords(for: argument) else {
                throw .missingArgument(
                    argument.placeholder,
                    option: spelling,
                    notation: option.notation(spelled: spelling),
                    next: words.first
                )
            }
            arguments += words
        }
        options.append(
            OptionOccurrence(
                name: option.name,
                spelling: spelling,
                arguments: arguments,
                operandsBefore: operands.count
            )
        )
    }

    /// Takes the words that follow an option as one of its arguments; nil where they do not serve as that.
    private mutating func takeWords(for argument: OptionArgument) -> [String]? {
        switch argument {
        case .word:
            guard let word = words.first, !word.looksLikeOption else { return nil }
            words.removeFirst()
            return [word]
        case .verbatim(_, let source):
            if let source, options.contains(where: { $0.name == source }) { return [] }
            return words.popFirst().map { [$0] }
        case .rest:
            defer { words = [] }
            return Array(words)
        }
    }
}
