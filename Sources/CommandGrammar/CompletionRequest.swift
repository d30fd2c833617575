/// A shell's request for the words that can follow at the cursor, as the completion scripts send it.
///
/// It is not a verb: people neither type it nor read its answer.
package struct CompletionRequest {
    /// The word in the place of the verb.
    package static let word = "__complete"

    private let shell: CompletionShell
    /// The arguments of the request.
    ///
    /// For bash: the kind of completion, the terminal's width, the word breaks, and the line up to the cursor. For
    /// other shells: the words before the cursor, unquoted, and the typed part of the last one.
    private let words: [String]

    /// Parses the words after the first one; nil if they are not a request.
    package init?(_ words: ArraySlice<String>) {
        guard let shell = words.first.flatMap(CompletionShell.init(rawValue:)) else { return nil }
        self.shell = shell
        self.words = Array(words.dropFirst())
        let isComplete = shell == .bash ? words.count == 5 && Int(self.words[1]) != nil : words.count > 1
        guard isComplete else { return nil }
    }

    /// Returns the kind of completion, followed by the candidates, for the shell's script.
    package func answer(by completer: Completer) -> [UInt8] {
        var completer = completer
        guard shell != .bash else {
            let line = BashLine(words[3], wordBreaks: words[2])
            // On a second TAB, readline lists the candidates and changes no word.
            let isListing = words[0] == String(UInt8(ascii: "?"))
            completer.showsSummaries = isListing
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
        // In fish, a candidate is a line, and a tab ends its word. A key that contains either cannot be offered.
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
    /// Returns the candidates as bash lists them: one a line, with aligned summaries.
    fileprivate static func lines(for candidates: [Candidate], columns: Int) -> [String] {
        let words = candidates.map { $0.word.escaped(forTerminal: true) }
        let width = words.map { $0.terminalColumns }.max() ?? 0
        return zip(words, candidates).map { word, candidate in
            guard !candidate.summary.isEmpty else { return word }
            let line = word.padded(toColumns: width) + "  (\(candidate.summary))"
            // Readline separates candidates by two columns, and lists these one below the other.
            return line.elided(toColumns: max(columns - 2, width))
        }
    }
}
