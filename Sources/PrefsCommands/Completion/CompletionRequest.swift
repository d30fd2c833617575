/// A shell's question what may stand at the cursor, as the completion scripts ask it.
///
/// It is no verb: people neither type it nor read its answer.
struct CompletionRequest {
    /// The word that stands in the place of the verb.
    static let word = "__complete"

    private let shell: CompletionShell
    /// Of bash the kind of completion, the terminal's columns, the word breaks and the line up to the cursor; of others
    /// the words before the cursor, unquoted, and what is typed of the last one.
    private let words: [String]

    /// Reads the words after the first; nil where they are none of a request.
    init?(_ words: ArraySlice<String>) {
        guard let shell = words.first.flatMap(CompletionShell.init(rawValue:)) else { return nil }
        self.shell = shell
        self.words = Array(words.dropFirst())
        let isComplete = shell == .bash ? words.count == 5 && Int(self.words[1]) != nil : words.count > 1
        guard isComplete else { return nil }
    }

    /// What the script of the shell reads: how to go on, and then the candidates.
    func answer(in environment: any CommandEnvironment) -> [UInt8] {
        var completer = Completer(environment: environment)
        guard shell != .bash else {
            let line = BashLine(words[3], wordBreaks: words[2])
            // A second TAB has the candidates listed, and no word changed.
            let isListing = words[0] == String(UInt8(ascii: "?"))
            completer.showsValues = isListing
            let completions = line.completions(by: completer)
            let candidates = completions.candidates
            return completions.kind.answer(
                isListing
                    ? CompletionList.lines(for: candidates, columns: Int(words[1]) ?? 0)
                    : candidates.map { line.quoted($0.word) },
                endingWith: "\n"
            )
        }
        let completions = completer.completions(of: words[words.count - 1], after: Array(words.dropLast()))
        guard shell == .fish else {
            return completions.kind.answer(completions.candidates.flatMap { [$0.word, $0.summary] }, endingWith: "\0")
        }
        // A candidate is a line, and a tab ends the word: fish has no way to tell of a key that holds either.
        let lines = completions.candidates.filter { !$0.word.utf8.contains { $0 == 0x09 || $0 == 0x0A } }
            .map { "\($0.word)\t\($0.summary)" }
        return completions.kind.answer(lines, endingWith: "\n")
    }
}

extension CompletionList.Kind {
    fileprivate func answer(_ fields: [String], endingWith end: String) -> [UInt8] {
        Array(([rawValue] + fields).map { $0 + end }.joined().utf8)
    }
}

extension CompletionList {
    /// Candidates as bash lists them for a person: a line each, with what they mean, aligned.
    fileprivate static func lines(for candidates: [Candidate], columns: Int) -> [String] {
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
