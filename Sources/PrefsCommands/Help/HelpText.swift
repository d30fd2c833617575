/// What the command says of itself, from its table.
enum HelpText {
    /// The columns of a terminal of which nothing is known.
    static let standardColumns = 80

    /// `prefs --help`: the verbs, on one screen.
    static func overview(columns: Int = standardColumns) -> String {
        let width = CommandTable.groups.flatMap(\.verbs).map(\.rawValue.count).max() ?? 0
        var sections = [
            "prefs - \(CommandTable.summary)".lines(atMost: columns),
            ["Usage: \(generalSynopsis)"],
        ]
        for group in CommandTable.groups {
            let entries = group.verbs.map { verb in
                DefinitionList.Entry(term: verb.rawValue.padded(to: width), meaning: verb.specification.summary)
            }
            sections.append(["\(group.title):"] + DefinitionList(entries: entries).lines(atMost: columns))
        }
        sections.append("'prefs help VERB' explains a verb, its options and its exit codes.".lines(atMost: columns))
        return text(of: sections)
    }

    /// What stands on standard error when the line is empty.
    static func shortUsage(columns: Int = standardColumns) -> String {
        let verbs = CommandTable.groups.flatMap(\.verbs).map(\.rawValue).joined(separator: " ")
        return
            (["Usage: \(generalSynopsis)"] + "Verbs: \(verbs)".lines(atMost: columns)
            + ["'prefs --help' says what they do."]).joined(separator: "\n")
    }

    /// The sections, an empty line between them.
    static func text(of sections: [[String]]) -> String {
        sections.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
    }

    private static let generalSynopsis = "prefs VERB [OPTIONS] [ARGUMENTS]"
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
