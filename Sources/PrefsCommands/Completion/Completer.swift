import PropertyLists

/// Tells what may stand at the cursor, by the command table and by what the files hold.
///
/// A line that is wrong already has no completions, and neither has a suite that cannot be read: this is no place for
/// messages.
struct Completer {
    let environment: any CommandEnvironment
    /// Whether the values of keys are shown beside them, which have to be read for that.
    var showsValues = true

    /// The completions of what is typed of a word, behind those after the command's name, all unquoted.
    func completions(of current: String, after words: [String]) -> CompletionList {
        guard let first = words.first else { return verbs(for: current) }
        guard let syntax = CommandTable.verb(named: first)?.syntax else { return .none }
        var scanner = OptionScanner(words.dropFirst(), of: syntax)
        do throws(UsageError) {
            try scanner.scan()
        } catch .missingArgument(let placeholder, let spelling, _, next: nil) {
            let line = CompletionLine(syntax: syntax, arguments: scanner.arguments, lastWord: words.last)
            let option = syntax.option(spelled: spelling)
            return completions(for: placeholder, of: option, typed: current, line).withoutOptions
        } catch {
            return .none
        }
        let line = CompletionLine(syntax: syntax, arguments: scanner.arguments, lastWord: words.last)
        guard !line.isClosed else { return .none }
        if !scanner.isPastOptions, current.utf8.first == UInt8(ascii: "-") {
            return options(for: current, line)
        }
        guard let operand = line.nextOperand else {
            return scanner.isPastOptions ? .none : options(for: current, line)
        }
        let completions = completions(for: operand.placeholder, of: nil, typed: current, line)
        return scanner.isPastOptions ? completions : completions.withoutOptions
    }

    /// The verbs and their aliases; those that are spelled like options after a dash alone.
    private func verbs(for current: String) -> CompletionList {
        let wantsOptions = current.utf8.first == UInt8(ascii: "-")
        return CompletionList(
            CommandTable.verbs.flatMap { verb in
                ([verb.name] + verb.aliases).map { .init(word: $0, summary: verb.summary) }
            }
            .filter { $0.word.looksLikeOption == wantsOptions }
        )
    }

    // MARK: Options

    /// The options that may still be given, or the argument that stands with one in the same word.
    private func options(for current: String, _ line: CompletionLine) -> CompletionList {
        let (spelling, argument) = current.splitAtEqualsSign
        if let argument, let option = line.syntax.option(spelled: spelling) {
            guard let placeholder = option.arguments.first?.placeholder else { return .none }
            return completions(for: placeholder, of: option, typed: argument, line).prefixed(by: spelling + "=")
        }
        // An alias is for those who look for it.
        let wantsAliases = current.utf8.contains { $0 != UInt8(ascii: "-") }
        return CompletionList(
            line.remainingOptions.flatMap { option in
                (option.spellings + (wantsAliases ? option.aliases : [])).map {
                    .init(word: $0, summary: option.summary)
                }
            }
        )
    }

    // MARK: Words that stand for something

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
        case .values: values(of: option, line)
        case .files: .files
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

    /// The keys, each before `=`; behind that the values of the key.
    private func assignments(typed current: String, _ line: CompletionLine) -> CompletionList {
        let (key, value) = current.splitAtEqualsSign
        guard value == nil else { return values(of: key, line).prefixed(by: key + "=") }
        // A key that holds '=' would be split there.
        let keys = keys(line).filter { !$0.word.utf8.contains(UInt8(ascii: "=")) }
        return CompletionList(keys.map { .init(word: $0.word + "=", summary: $0.summary) }, kind: .stems)
    }

    /// The values, where they are few: those that the schema allows, and the bools, after `--bool` and where no type is
    /// named but the key has that one.
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
    /// How a shell goes on from the candidates.
    enum Kind: String, Sendable {
        case words
        /// Each is the beginning of a word: no space goes behind it.
        case stems
        /// There are none: the shell completes the path of a file.
        case files
    }

    struct Candidate: Equatable, Sendable {
        let word: String
        var summary = ""
    }

    let kind: Kind
    /// The candidates in order; some may not begin with what is typed already, which is for the shell to see.
    let candidates: [Candidate]

    init(_ candidates: [Candidate], kind: Kind = .words) {
        self.kind = kind
        self.candidates = candidates
    }

    /// Nothing may stand there, or nothing that could be told beforehand.
    static let none = CompletionList([])

    static let files = CompletionList([], kind: .files)

    /// The same behind a text that belongs to the word, as `--suite=` does.
    func prefixed(by prefix: String) -> CompletionList {
        CompletionList(candidates.map { Candidate(word: prefix + $0.word, summary: $0.summary) }, kind: kind)
    }

    /// Those that are no option by their look, where an option would be taken for one.
    var withoutOptions: CompletionList {
        CompletionList(candidates.filter { !$0.word.looksLikeOption }, kind: kind)
    }
}
