/// What the command says of itself, from its table.
enum HelpText {
    /// The columns of a terminal of which nothing is known.
    static let standardColumns = 80

    /// `prefs --help`: the verbs, on one screen, with a line break at the end.
    static func overview(columns: Int = standardColumns) -> String {
        let sections = CommandTable.groups.map { group in
            HelpSection(
                title: group.title,
                entries: group.verbs.map { .init(term: $0.rawValue, meaning: $0.specification.summary) }
            )
        }
        let heading = [
            "prefs - \(CommandTable.summary)".lines(atMost: columns),
            ["Usage: \(CommandTable.synopsis)"],
        ]
        let ending = CommandTable.notes.map { $0.lines(atMost: columns) }
        return text(of: heading + HelpSection.paragraphs(of: sections, columns: columns) + ending)
    }

    /// What stands on standard error when the line is empty, without a line break at the end.
    static func shortUsage(columns: Int = standardColumns) -> String {
        let verbs = CommandTable.groups.flatMap(\.verbs).map(\.rawValue).joined(separator: " ")
        let lines = ["Usage: \(CommandTable.synopsis)"] + "Verbs: \(verbs)".lines(atMost: columns)
        return (lines + ["'prefs --help' says what they do."]).joined(separator: "\n")
    }

    /// The paragraphs, an empty line between them.
    static func text(of paragraphs: [[String]]) -> String {
        paragraphs.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
    }
}
