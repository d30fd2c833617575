extension HelpText {
    /// `prefs help VERB`: all about one verb, with a line break at the end.
    static func page(of name: VerbName, columns: Int = standardColumns) -> String {
        let verb = name.specification
        let operands = HelpSection(
            title: "Operands",
            entries: verb.operands.map { .init(term: $0.notation, meaning: $0.summary) }
        )
        let options = verb.groups.map { HelpSection(title: $0.title, entries: $0.options.map(\.helpEntry)) }
        let exits = HelpSection(
            title: "Exit codes",
            entries: verb.exits.map { .init(term: String($0.code.rawValue), meaning: $0.summary) }
        )
        var paragraphs = ["prefs \(name.rawValue) - \(verb.summary)".lines(atMost: columns), usage(of: verb)]
        paragraphs += verb.discussion.map { $0.lines(atMost: columns) }
        paragraphs += HelpSection.paragraphs(of: [operands], columns: columns)
        paragraphs += HelpSection.paragraphs(of: options, columns: columns)
        paragraphs.append(["Examples:"] + verb.examples.flatMap { $0.helpLines(columns: columns) })
        paragraphs += HelpSection.paragraphs(of: [exits], columns: columns)
        return text(of: paragraphs)
    }

    private static func usage(of verb: VerbSpecification) -> [String] {
        let synopses = verb.synopses.enumerated().map { index, synopsis in
            index == 0 ? "Usage: \(synopsis)" : "       \(synopsis)"
        }
        let aliases = verb.name.aliases.map { "prefs \($0)" }
        return aliases.isEmpty ? synopses : synopses + ["Also:  \(aliases.joined(separator: ", "))"]
    }
}

extension OptionSpecification {
    /// The option as the help explains it; long spellings stand under each other.
    fileprivate var helpEntry: HelpSection.Entry {
        let term = notation(spelled: spellings.joined(separator: ", "))
        let choices = arguments.compactMap { argument in
            argument.placeholder.choices.map { "\(argument.placeholder.name): \($0.offered.joined(separator: ", "))" }
        }
        let also = aliases.isEmpty ? [] : ["also \(aliases.joined(separator: ", "))"]
        let notes = (choices + also).map { " (\($0))" }.joined()
        return .init(term: term.utf8.starts(with: "--".utf8) ? term.indented(by: 4) : term, meaning: summary + notes)
    }
}

extension CommandExample {
    /// The line, and below it what it does.
    fileprivate func helpLines(columns: Int) -> [String] {
        [line.indented(by: 2)] + summary.lines(atMost: columns - 6).map { $0.indented(by: 6) }
    }
}
