/// Candidates as bash lists them for a person, with what they mean.
struct BashDisplay {
    /// The columns of the terminal.
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
