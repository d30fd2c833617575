import PropertyLists

/// Computes the words that can follow at the cursor, from the command table and the files.
///
/// A command line with an error has no completions. A suite that cannot be read has none either, since messages cannot
/// be shown here.
struct Completer {
    let environment: any CommandEnvironment
    /// Whether the values of keys are shown beside them, which requires reading the values.
    var showsValues = true

    /// Returns the completions of a partly typed word.
    ///
    /// - Parameters:
    ///   - current: The typed part of the word, unquoted.
    ///   - words: The words between the command's name and this one, unquoted.
    func completions(of current: String, after words: [String]) -> CompletionList {
        let words = CommandTable.updated(words)
        guard let first = words.first else { return verbs(for: current) }
        guard let verb = CommandTable.verb(named: first) else { return .none }
        guard verb != .defaults else { return completionsOfDefaults(of: current, after: words.dropFirst()) }
        let syntax = verb.syntax
        var scanner = OptionScanner(words.dropFirst(), of: syntax)
        do throws(UsageError) {
            try scanner.scan()
        } catch .missingArgument(let placeholder, let spelling, _, next: nil) {
            guard let line = CompletionLine(scanner, lastWord: words.last) else { return .none }
            let option = syntax.option(spelled: spelling)
            return completions(for: placeholder, of: option, typed: current, line).withoutOptions
        } catch {
            return .none
        }
        guard let line = CompletionLine(scanner, lastWord: words.last), !line.isClosed else { return .none }
        if !scanner.arguments.hasEndOfOptions, current.utf8.first == UInt8(ascii: "-") {
            return options(for: current, line)
        }
        guard !line.isInList else { return .none }
        guard let operand = line.nextOperand else {
            return scanner.arguments.hasEndOfOptions ? .none : options(for: current, line)
        }
        let completions = completions(for: operand.placeholder, of: nil, typed: current, line)
        return scanner.arguments.hasEndOfOptions ? completions : completions.withoutOptions
    }

    /// Returns the verbs, and after a letter their aliases: those that look like options if the typed word begins with
    /// a dash, else the others.
    private func verbs(for current: String) -> CompletionList {
        let wantsOptions = current.utf8.first == UInt8(ascii: "-")
        return CompletionList(
            CommandTable.verbs.flatMap { verb in
                ([verb.name] + (current.isEmpty ? [] : verb.aliases)).map { .init(word: $0, summary: verb.summary) }
            }
            .filter { $0.word.looksLikeOption == wantsOptions }
        )
    }

    // MARK: Options

    /// Returns the options that can still be given, or the completions of an option's argument in the same word.
    private func options(for current: String, _ line: CompletionLine) -> CompletionList {
        let (spelling, argument) = current.splitAtEqualsSign
        if let argument, let option = line.syntax.option(spelled: spelling) {
            guard let placeholder = option.arguments.first?.placeholder else { return .none }
            return completions(for: placeholder, of: option, typed: argument, line).prefixed(by: spelling + "=")
        }
        // An alias is offered only after the user has typed a letter.
        let wantsAliases = current.utf8.contains { $0 != UInt8(ascii: "-") }
        return CompletionList(
            // Without a typed dash, a help that is the only candidate would be inserted.
            line.remainingOptions.filter { !current.isEmpty || $0.name != .help }.flatMap { option in
                (option.spellings + (wantsAliases ? option.aliases : [])).map {
                    .init(word: $0, summary: option.summary)
                }
            }
        )
    }

    // MARK: Arguments

    private func completions(
        for placeholder: Placeholder,
        of option: Option?,
        typed current: String,
        _ line: CompletionLine
    ) -> CompletionList {
        switch placeholder.completionSource {
        case .choices(let choices): completions(among: choices, for: placeholder)
        case .suites: suites(line)
        case .keys: CompletionList(keys(line).filter { !line.arguments.operands.contains($0.word) })
        case .assignments: assignments(typed: current, line)
        case .pointers: pointers(typed: current, line)
        case .values: values(of: option, line)
        case .files: .files
        case .changes: changes(line)
        case .nowhere: .none
        }
    }

    private func completions(among choices: Choices, for placeholder: Placeholder) -> CompletionList {
        CompletionList(
            choices.offered.map { word in
                switch placeholder {
                case .schemaAction: .init(word: word, summary: SchemaAction(rawValue: word)?.summary ?? "")
                case .verb: .init(word: word, summary: CommandTable.verb(named: word)?.summary ?? "")
                default: .init(word: word)
                }
            }
        )
    }

    /// Returns the keys, each followed by `=`, or the values of the key after `=`.
    private func assignments(typed current: String, _ line: CompletionLine) -> CompletionList {
        let (key, value) = current.splitAtEqualsSign
        guard value == nil else { return values(of: key, line).prefixed(by: key + "=") }
        // A key that contains '=' would be split there.
        let keys = keys(line).filter { !$0.word.utf8.contains(UInt8(ascii: "=")) }
        return CompletionList(keys.map { .init(word: $0.word + "=", summary: $0.summary) }, kind: .stems)
    }

    /// Returns the values, if they are few: those that the schema allows, or the booleans.
    ///
    /// Booleans follow `--bool`, or complete a value without a type if the key's value is a boolean.
    private func values(of option: Option?, _ line: CompletionLine) -> CompletionList {
        switch option?.name {
        case .boolValue: .booleans
        case .typedValue: line.lastWord.flatMap(PropertyListKind.init(typeName:)) == .boolean ? .booleans : .none
        case nil, .defaultValue, .ifEquals: values(of: line.arguments.operands.first, line)
        default: .none
        }
    }
}

extension CompletionList {
    static let booleans = CompletionList(["true", "false"].map { .init(word: $0) })
}

struct CompletionList: Equatable, Sendable {
    /// How a shell continues after the candidates.
    enum Kind: String, Sendable {
        case words
        /// Each candidate is the beginning of a word, so no space follows it.
        case stems
        /// No candidates; the shell completes the path of a file.
        case files
    }

    struct Candidate: Equatable, Sendable {
        let word: String
        var summary = ""
    }

    let kind: Kind
    /// The candidates, in order; the shell filters them by the typed text.
    let candidates: [Candidate]

    init(_ candidates: [Candidate], kind: Kind = .words) {
        self.kind = kind
        self.candidates = candidates
    }

    /// No candidates: nothing is valid here, or the valid words are unknown.
    static let none = CompletionList([])

    static let files = CompletionList([], kind: .files)

    /// Returns the candidates with a prefix that is part of the same word, such as `--suite=`.
    func prefixed(by prefix: String) -> CompletionList {
        CompletionList(candidates.map { Candidate(word: prefix + $0.word, summary: $0.summary) }, kind: kind)
    }

    /// The candidates that do not look like options, which the parser would read as options here.
    var withoutOptions: CompletionList {
        CompletionList(candidates.filter { !$0.word.looksLikeOption }, kind: kind)
    }
}
