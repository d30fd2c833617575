/// Computes the words that can follow at the cursor, from the command table and what the program knows.
///
/// A command line with an error has no completions, since messages cannot be shown here.
package struct Completer {
    private let table: CommandTable
    private let sources: (ParsedArguments) -> Words?
    /// Whether the shell shows what a candidate means.
    var showsSummaries = true

    /// Returns the words from a source of the program that complete the argument at the cursor.
    package typealias Words = (_ source: String, CompletionLine) -> CompletionList

    /// Creates a completer.
    ///
    /// - Parameter sources: Returns the sources of a line; nil if an argument on the line is not of its form.
    package init(_ table: CommandTable, sources: @escaping (ParsedArguments) -> Words?) {
        self.table = table
        self.sources = sources
    }

    /// Returns the completions of a partly typed word.
    ///
    /// - Parameters:
    ///   - current: The typed part of the word, unquoted.
    ///   - words: The words between the command's name and this one, unquoted.
    package func completions(of current: String, after words: [String]) -> CompletionList {
        let words = table.updated(words)
        guard let first = words.first else { return verbs(for: current) }
        guard let verb = table.verb(named: first) else { return .none }
        let syntax = verb.syntax
        var scanner = OptionScanner(words.dropFirst(), of: syntax)
        guard !verb.isOtherGrammar else {
            let arguments = ParsedArguments(verb, Array(words.dropFirst()))
            let line = line(arguments, syntax, lastWord: words.last, current)
            return line.nextOperand.map { self.completions(for: $0.placeholder, line) } ?? .none
        }
        do throws(UsageError) {
            try scanner.scan()
        } catch .missingArgument(let placeholder, let spelling, _, next: nil) {
            var line = line(scanner.arguments, syntax, lastWord: words.last, current)
            line.option = syntax.option(spelled: spelling)
            return completions(for: placeholder, line).withoutOptions
        } catch {
            return .none
        }
        let line = line(scanner.arguments, syntax, lastWord: words.last, current)
        guard !line.isClosed else { return .none }
        if !scanner.arguments.hasEndOfOptions, current.utf8.first == UInt8(ascii: "-") { return options(line) }
        guard !line.isInList else { return .none }
        guard let operand = line.nextOperand else {
            return scanner.arguments.hasEndOfOptions ? .none : options(line)
        }
        let completions = completions(for: operand.placeholder, line)
        return scanner.arguments.hasEndOfOptions ? completions : completions.withoutOptions
    }

    private func line(
        _ arguments: ParsedArguments,
        _ syntax: VerbSyntax,
        lastWord: String?,
        _ current: String
    ) -> CompletionLine {
        CompletionLine(
            syntax: (try? syntax.narrowed(by: arguments.operands)) ?? syntax,
            arguments: arguments,
            lastWord: lastWord,
            current: current,
            showsSummaries: showsSummaries
        )
    }

    /// Returns the verbs, and after a letter their aliases: those that look like options if the typed word begins with
    /// a dash, else the others.
    private func verbs(for current: String) -> CompletionList {
        let wantsOptions = current.utf8.first == UInt8(ascii: "-")
        return CompletionList(
            table.verbs.flatMap { verb in
                ([verb.name] + (current.isEmpty ? [] : verb.aliases)).map { .init(word: $0, summary: verb.summary) }
            }
            .filter { $0.word.looksLikeOption == wantsOptions }
        )
    }

    /// Returns the options that can still be given, or the completions of an option's argument in the same word.
    private func options(_ line: CompletionLine) -> CompletionList {
        let (spelling, argument) = line.current.splitAtEqualsSign
        if let argument, let option = line.syntax.option(spelled: spelling) {
            guard let placeholder = option.arguments.first?.placeholder else { return .none }
            var line = line
            (line.option, line.current) = (option, argument)
            return completions(for: placeholder, line).prefixed(by: spelling + "=")
        }
        guard sources(line.arguments) != nil else { return .none }
        // An alias is offered only after the user has typed a letter.
        let wantsAliases = line.current.utf8.contains { $0 != UInt8(ascii: "-") }
        return CompletionList(
            // Without a typed dash, a help that is the only candidate would be inserted.
            line.remainingOptions.filter { !line.current.isEmpty || $0.name != Option.help.name }.flatMap { option in
                (option.spellings + option.shownShortForms + (wantsAliases ? option.aliases : [])).map {
                    .init(word: $0, summary: option.summary)
                }
            }
        )
    }

    private func completions(for placeholder: Placeholder, _ line: CompletionLine) -> CompletionList {
        guard let words = sources(line.arguments) else { return .none }
        if let choices = placeholder.choices {
            return CompletionList(choices.offered.map { .init(word: $0, summary: choices.summary($0)) })
        }
        guard let source = placeholder.source else { return .none }
        return source == Placeholder.files ? .files : words(source, line)
    }
}

package struct CompletionList: Equatable, Sendable {
    /// How a shell continues after the candidates.
    package enum Kind: String, Sendable {
        case words
        /// Each candidate is the beginning of a word, so no space follows it.
        case stems
        /// No candidates; the shell completes the path of a file.
        case files
    }

    package struct Candidate: Equatable, Sendable {
        package let word: String
        package let summary: String

        package init(word: String, summary: String = "") {
            self.word = word
            self.summary = summary
        }
    }

    package let kind: Kind
    /// The candidates, in order; the shell filters them by the typed text.
    package let candidates: [Candidate]

    package init(_ candidates: [Candidate], kind: Kind = .words) {
        self.kind = kind
        self.candidates = candidates
    }

    /// No candidates: nothing is valid here, or the valid words are unknown.
    package static let none = CompletionList([])

    package static let files = CompletionList([], kind: .files)

    /// Returns the candidates with a prefix that is part of the same word, such as `--suite=`.
    package func prefixed(by prefix: String) -> CompletionList {
        CompletionList(candidates.map { Candidate(word: prefix + $0.word, summary: $0.summary) }, kind: kind)
    }

    /// The candidates that do not look like options, which the parser would read as options here.
    var withoutOptions: CompletionList {
        CompletionList(candidates.filter { !$0.word.looksLikeOption }, kind: kind)
    }
}
