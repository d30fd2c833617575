/// Terms with what they mean, in two aligned columns.
struct DefinitionList {
    /// A term and its meaning.
    struct Entry {
        let term: String
        let meaning: String
    }

    /// The terms in order.
    let entries: [Entry]

    private static let indentation = 2
    private static let gap = 2
    /// A longer term has its meaning on the lines below it.
    private static let longestTerm = 20

    /// The list in lines of at most a number of columns.
    func lines(atMost columns: Int) -> [String] {
        let termWidth = entries.map(\.term.count).filter { $0 <= Self.longestTerm }.max() ?? 0
        let meaningStart = Self.indentation + termWidth + Self.gap
        return entries.flatMap { entry -> [String] in
            var lines = entry.meaning.lines(atMost: columns - meaningStart).map { $0.indented(by: meaningStart) }
            let term = entry.term.indented(by: Self.indentation)
            guard entry.term.count <= termWidth, let first = lines.first else { return [term] + lines }
            lines[0] = term + first.dropFirst(term.count)
            return lines
        }
    }
}
