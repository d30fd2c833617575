/// A titled list of terms with what they mean.
struct HelpSection {
    /// A term and its meaning.
    struct Entry {
        let term: String
        let meaning: String
    }

    /// The title, without punctuation.
    let title: String
    /// The terms, in order.
    let entries: [Entry]

    private static let indentation = 2
    private static let gap = 2
    /// A longer term has its meaning on the lines below it.
    private static let widestTerm = 22

    /// The sections in lines of at most a number of columns, all their meanings aligned.
    static func paragraphs(of sections: [HelpSection], columns: Int) -> [[String]] {
        let widths = sections.flatMap(\.entries).map(\.term.count)
        let start = indentation + (widths.filter { $0 <= widestTerm }.max() ?? 0) + gap
        return sections.filter { !$0.entries.isEmpty }.map { section in
            ["\(section.title):"] + section.entries.flatMap { lines(of: $0, meaningAt: start, columns: columns) }
        }
    }

    private static func lines(of entry: Entry, meaningAt start: Int, columns: Int) -> [String] {
        let term = entry.term.indented(by: indentation)
        let meaning = entry.meaning.lines(atMost: columns - start).map { $0.indented(by: start) }
        guard term.count + gap <= start, let first = meaning.first else { return [term] + meaning }
        return [term + first.dropFirst(term.count)] + meaning.dropFirst()
    }
}
