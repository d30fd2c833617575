/// A term of a list in a manual page, with its meaning.
struct RoffEntry {
    /// The term as roff, with its fonts.
    let term: String
    let meaning: String

    private init(term: String, meaning: String) {
        self.term = term
        self.meaning = meaning
    }

    /// A term that is typed as it is.
    init(plain term: String, meaning: String) {
        self.init(term: "\\fB\(term.roff)\\fR", meaning: meaning)
    }

    /// A term that something else is typed for.
    init(argument: String, meaning: String) {
        self.init(term: "\\fI\(argument.roff)\\fR", meaning: meaning)
    }

    /// An option in its spellings, with its arguments.
    init(option spellings: [String], arguments: [String], meaning: String) {
        let names = spellings.map { "\\fB\($0.roff)\\fR" }.joined(separator: ", ")
        self.init(term: ([names] + arguments.map { "\\fI\($0.roff)\\fR" }).joined(separator: " "), meaning: meaning)
    }
}
