extension HelpText {
    /// `prefs help VERB`: all about one verb.
    static func page(of verb: VerbName, columns: Int = standardColumns) -> String {
        page(of: verb.specification, columns: columns)
    }

    private static func page(of verb: VerbSpecification, columns: Int) -> String {
        var sections = [
            "\(invocation(verb.name.rawValue)) - \(verb.summary)".lines(atMost: columns),
            usage(of: verb),
        ]
        sections += verb.discussion.map { $0.lines(atMost: columns) }
        sections.append(
            section("Operands", verb.operands.map { .init(term: $0.notation, meaning: $0.summary) }, columns: columns)
        )
        sections += verb.groups.map { section($0.title, $0.options.map(\.definition), columns: columns) }
        sections.append(examples(of: verb, columns: columns))
        sections.append(
            section(
                "Exit codes",
                verb.exits.map { .init(term: String($0.code.rawValue), meaning: $0.summary) },
                columns: columns
            )
        )
        return text(of: sections)
    }

    private static func usage(of verb: VerbSpecification) -> [String] {
        var lines: [String] = []
        for synopsis in verb.synopses {
            lines.append(lines.isEmpty ? "Usage: \(synopsis)" : synopsis.indented(by: 7))
        }
        if !verb.name.aliases.isEmpty {
            lines.append("Also:  " + verb.name.aliases.map(invocation).joined(separator: ", "))
        }
        return lines
    }

    private static func examples(of verb: VerbSpecification, columns: Int) -> [String] {
        ["Examples:"]
            + verb.examples.flatMap { example in
                [example.line.indented(by: 2)]
                    + example.summary.lines(atMost: columns - 6).map { $0.indented(by: 6) }
            }
    }

    private static func section(_ title: String, _ entries: [DefinitionList.Entry], columns: Int) -> [String] {
        entries.isEmpty ? [] : ["\(title):"] + DefinitionList(entries: entries).lines(atMost: columns)
    }

    private static func invocation(_ word: String) -> String {
        "prefs \(word)"
    }
}

extension OptionSpecification {
    /// The option as the help explains it; long spellings stand under each other.
    fileprivate var definition: DefinitionList.Entry {
        let startsLong = spellings.first.map { $0.utf8.starts(with: "--".utf8) } ?? false
        let term = ([spellings.joined(separator: ", ")] + arguments.map(\.notation)).joined(separator: " ")
        let note = aliases.isEmpty ? "" : " (also \(aliases.joined(separator: ", ")))"
        return .init(term: startsLong ? term.indented(by: 4) : term, meaning: summary + note)
    }
}
