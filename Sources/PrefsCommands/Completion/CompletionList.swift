/// What may stand at the cursor of a command line.
struct CompletionList: Equatable, Sendable {
    /// How a shell goes on from the candidates.
    enum Kind: String, Sendable {
        /// Each is a whole word.
        case words
        /// Each is the beginning of a word: no space goes behind it.
        case stems
        /// There are none: the shell completes the path of a file.
        case files
    }

    /// A word, and what it means.
    struct Candidate: Equatable, Sendable {
        let word: String
        let summary: String
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

    /// The path of a file stands there.
    static let files = CompletionList([], kind: .files)

    /// The same behind a text that belongs to the word, as `--suite=` does.
    func prefixed(by prefix: String) -> CompletionList {
        CompletionList(
            candidates.map { Candidate(word: prefix + $0.word, summary: $0.summary) },
            kind: kind
        )
    }

    /// Those that are no option by their look, where an option would be taken for one.
    var withoutOptions: CompletionList {
        CompletionList(candidates.filter { !$0.word.looksLikeOption }, kind: kind)
    }
}
