/// A shell's question what may stand at the cursor, as the completion scripts ask it.
///
/// It is no verb: people neither type it nor read its answer.
struct CompletionRequest {
    /// The word that stands in the place of the verb.
    static let word = "__complete"

    private enum Line {
        /// The line up to the cursor as bash has it.
        case bash(BashLine, display: BashDisplay?)
        /// The words before the cursor, unquoted, and what is typed of the last one.
        case words([String], current: String, isFish: Bool)
    }

    private let line: Line

    /// Reads the words after the first; nil where they are none of a request.
    init?(_ words: ArraySlice<String>) {
        var words = words
        let shell = words.popFirst().flatMap(CompletionShell.init(rawValue:))
        switch shell {
        case .bash:
            guard words.count == 4, let columns = Int(words[words.startIndex + 1]) else { return nil }
            // A second TAB has the candidates listed, and no word changed.
            let isListing = words.first == String(UInt8(ascii: "?"))
            line = .bash(
                BashLine(words[words.endIndex - 1], wordBreaks: words[words.endIndex - 2]),
                display: isListing ? BashDisplay(columns: columns) : nil
            )
        case .zsh, .fish:
            guard let current = words.popLast() else { return nil }
            line = .words(Array(words), current: current, isFish: shell == .fish)
        case nil:
            return nil
        }
    }

    /// What the script of the shell reads: how to go on, and then the candidates.
    func answer(in environment: any CommandEnvironment) -> [UInt8] {
        var completer = Completer(environment: environment)
        switch line {
        case .bash(let line, let display):
            completer.showsValues = display != nil
            let completions = line.completions(by: completer)
            let candidates = completions.candidates
            let words = display?.lines(for: candidates) ?? candidates.map { line.quoted($0.word) }
            return completions.kind.answer(words, endingWith: "\n")
        case .words(let words, let current, let isFish):
            let completions = completer.completions(of: current, after: words)
            guard isFish else {
                return completions.kind.answer(
                    completions.candidates.flatMap { [$0.word, $0.summary] },
                    endingWith: "\0"
                )
            }
            // A candidate is a line, and a tab ends the word: fish has no way to tell of a key that holds either.
            let lines = completions.candidates.filter { !$0.word.utf8.contains { $0 == 0x09 || $0 == 0x0A } }
                .map { "\($0.word)\t\($0.summary)" }
            return completions.kind.answer(lines, endingWith: "\n")
        }
    }
}

extension CompletionList.Kind {
    fileprivate func answer(_ fields: [String], endingWith end: String) -> [UInt8] {
        Array(([rawValue] + fields).map { $0 + end }.joined().utf8)
    }
}

/// Candidates as bash lists them for a person, with what they mean.
struct BashDisplay {
    let columns: Int

    /// A line for each candidate, the summaries aligned.
    func lines(for candidates: [CompletionList.Candidate]) -> [String] {
        let words = candidates.map { $0.word.escaped(forTerminal: true) }
        let width = words.map { $0.terminalColumns }.max() ?? 0
        return zip(words, candidates).map { word, candidate in
            guard !candidate.summary.isEmpty else { return word }
            let line = word.padded(toColumns: width) + "  (\(candidate.summary))"
            // Readline leaves two columns between candidates, and lists these one below the other.
            return line.elided(toColumns: max(columns - 2, width))
        }
    }
}
