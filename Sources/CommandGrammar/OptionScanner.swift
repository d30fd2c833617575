import PropertyLists

/// Splits the words after a verb into options and operands.
package struct OptionScanner {
    let syntax: VerbSyntax
    /// The options and operands read so far.
    package private(set) var arguments: ParsedArguments

    private var words: ArraySlice<String>
    /// The spelling of the last option with a list of words; an operand after it could be a forgotten element.
    private var endedList: String?

    package init(_ words: ArraySlice<String>, of syntax: VerbSyntax) {
        self.words = words
        self.syntax = syntax
        arguments = ParsedArguments(syntax.verb)
    }

    /// Reads every word, or those up to a request for help, which voids the rest.
    package mutating func scan() throws(UsageError) {
        while !arguments.has(Option.help.name), let word = words.popFirst() {
            if word == "--" {
                arguments.hasEndOfOptions = true
                for word in words {
                    try takeOperand(word)
                }
                words = []
            } else if !word.looksLikeOption {
                try takeOperand(word)
            } else if let option = syntax.option(spelled: word) {
                try take(option, spelled: word)
            } else if word.utf8.starts(with: "--".utf8) {
                try takeLong(word)
            } else {
                try takeCluster(word)
            }
        }
    }

    private mutating func takeOperand(_ word: String) throws(UsageError) {
        if let endedList { throw .wordAfterList(word, option: endedList) }
        // As in xargs(1); where a value is taken, it is a number.
        if word == "-0", !arguments.hasEndOfOptions, syntax.option(spelled: "-z") != nil, !syntax.takesNumbers {
            throw .unknownOption(word, verb: syntax.verb, suggestion: "-z")
        }
        arguments.operands.append(word)
    }

    /// Reads an option with an attached argument, such as `--suite=NAME`.
    private mutating func takeLong(_ word: String) throws(UsageError) {
        let (spelling, argument) = word.splitAtEqualsSign
        guard let argument, let option = syntax.option(spelled: spelling) else { throw syntax.unknownOption(spelling) }
        try take(option, spelled: spelling, attached: argument)
    }

    /// Reads a cluster of short options without arguments, such as `-ql`.
    private mutating func takeCluster(_ word: String) throws(UsageError) {
        let spellings = word.shortSpellings
        // As in head(1), a number may follow its option at once: `-n5`.
        if spellings.count > 1, let option = syntax.option(spelled: spellings[0]),
            case .word(let placeholder)? = option.arguments.first, placeholder.isNumber,
            word.utf8.dropFirst(2).allSatisfy({ $0.decimalDigit != nil })
        {
            return try take(option, spelled: spellings[0], attached: String(word.dropFirst(2)))
        }
        let cluster = spellings.compactMap { syntax.option(spelled: $0) }
        guard cluster.count == spellings.count, cluster.allSatisfy(\.arguments.isEmpty) else {
            throw syntax.misreading(ofSingleDashWord: word)
        }
        for (option, spelling) in zip(cluster, spellings) {
            try take(option, spelled: spelling)
        }
    }

    private mutating func take(_ option: Option, spelled spelling: String, attached: String? = nil) throws(UsageError) {
        let implied = option.argument(of: spelling)
        if !option.isRepeatable, let earlier = arguments.options.first(where: { $0.name == option.name }) {
            let isShort = implied != nil || option.argument(of: earlier.spelling) != nil
            guard option.arguments.isEmpty || isShort && implied == earlier.argument else {
                throw isShort
                    ? .conflictingOptions(earlier.spelling, spelling)
                    : .repeatedOption(spelling, earlier: earlier.spelling)
            }
            return
        }
        var taken = [implied].compactMap(\.self)
        if let attached {
            guard !option.arguments.isEmpty, implied == nil else { throw .unexpectedArgument(option: spelling) }
            taken.append(attached)
        }
        for argument in option.arguments.dropFirst(taken.count) {
            guard let words = takeWords(for: argument) else {
                throw .missingArgument(
                    argument.placeholder,
                    option: spelling,
                    notation: option.notation(spelled: spelling),
                    next: words.first
                )
            }
            taken += words
        }
        var elements: [TypedWord] = []
        if case .list = option.arguments.last {
            let rest = words
            elements = try takeList()
            taken += rest.dropLast(words.count)
            endedList = spelling
        }
        arguments.options.append(
            OptionOccurrence(
                option,
                spelled: spelling,
                taken,
                operandsBefore: arguments.operands.count,
                elements: elements
            )
        )
    }

    /// Removes and returns the words that are an argument of an option; nil if they cannot be.
    private mutating func takeWords(for argument: OptionArgument) -> [String]? {
        switch argument {
        case .word:
            guard let word = words.first, !word.looksLikeOption else { return nil }
            words.removeFirst()
            return [word]
        case .verbatim(_, let source):
            if let source, arguments.has(source) { return [] }
            return words.popFirst().map { [$0] }
        case .list:
            return []
        }
    }

    /// Removes and returns the elements of a list, up to the next option that is not the type of one.
    ///
    /// After `--`, every word is an element.
    private mutating func takeList() throws(UsageError) -> [TypedWord] {
        var elements: [TypedWord] = []
        while let word = words.first {
            if word == "--" {
                arguments.hasEndOfOptions = true
                defer { words = [] }
                return elements + words.dropFirst().map { TypedWord(type: nil, text: $0) }
            }
            let isType = word.looksLikeOption
            if isType, syntax.option(spelled: word)?.isTypeOfElement != true { break }
            guard let element = try words.popTypedWord({ _ in isType }) else { break }
            elements.append(element)
        }
        return elements
    }
}

/// A word of a list, with its type: `text` or `-int 5`.
package struct TypedWord: Equatable, Sendable {
    /// The word that names the type; nil if there is none.
    package let type: String?
    package let text: String
}

extension ArraySlice<String> {
    /// Removes and returns the next word, with the type before it; nil at the end.
    ///
    /// - Parameter isType: returns whether a word is a type. It takes the next word, whatever that begins with.
    /// - Throws: `typeWithoutValue` if a type is the last word.
    package mutating func popTypedWord(_ isType: (String) -> Bool) throws(UsageError) -> TypedWord? {
        guard let word = popFirst() else { return nil }
        guard isType(word) else { return TypedWord(type: nil, text: word) }
        guard let text = popFirst() else { throw .typeWithoutValue(word) }
        return TypedWord(type: word, text: text)
    }
}

extension String {
    /// Whether the word looks like an option: a dash, followed by something other than a number.
    package var looksLikeOption: Bool {
        var bytes = utf8.makeIterator()
        guard bytes.next() == UInt8(ascii: "-"), var second = bytes.next() else { return false }
        if second == UInt8(ascii: ".") { second = bytes.next() ?? second }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }

    /// The parts before and after the first `=`; the second part is nil without one.
    package var splitAtEqualsSign: (spelling: String, argument: String?) {
        guard let sign = utf8.firstIndex(of: UInt8(ascii: "=")) else { return (self, nil) }
        return (String(self[..<sign]), String(self[utf8.index(after: sign)...]))
    }

    /// The short options in a single-dash word: `-q` and `-l` for `-ql`.
    package var shortSpellings: [String] { unicodeScalars.dropFirst().map { "-\($0)" } }
}
