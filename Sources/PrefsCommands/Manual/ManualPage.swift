/// prefs(1), from the command table.
enum ManualPage {
    /// The page in the macros of man(7), which every man(1) reads.
    static var text: String {
        var page = RoffDocument(title: "PREFS", section: 1, date: Command.date, source: "prefs \(Command.version)")
        page.section("NAME")
        page.paragraph(plain: "prefs - \(CommandTable.summary)")
        page.section("SYNOPSIS")
        page.lines(of: CommandTable.groups.flatMap(\.verbs).flatMap { $0.specification.synopses })
        page.section("DESCRIPTION")
        for paragraph in ManualTopics.description + CommandTable.notes {
            page.paragraph(paragraph)
        }
        let shared = SharedOptions()
        page.section("VERBS")
        for group in CommandTable.groups {
            for verb in group.verbs {
                page.add(verb.specification, shared)
            }
        }
        page.section("OPTIONS")
        page.paragraph("Options that several verbs have are explained here, once.")
        for group in shared.groups {
            page.subsection(group.title)
            page.entries(group.options.map(\.manualEntry))
        }
        for topic in [
            ManualTopics.values, ManualTopics.schemas, ManualTopics.files, ManualTopics.otherPrograms,
            ManualTopics.environment,
        ] {
            page.section(topic.title)
            page.paragraph(topic.introduction)
            page.entries(topic.entries.map { RoffEntry(plain: $0.term, meaning: $0.meaning) })
        }
        page.section("EXIT STATUS")
        page.entries(ExitCode.allCases.map { RoffEntry(plain: String($0.rawValue), meaning: $0.summary) })
        page.section("EXAMPLES")
        for example in CommandTable.verbs.compactMap(\.examples.first) {
            page.example(example)
        }
        page.section("SEE ALSO")
        page.paragraph(plain: ManualTopics.relatedPages.joined(separator: ", "))
        return page.text
    }
}

extension RoffDocument {
    /// A verb: how it is called, what it does, its own options, the names of those that others have too.
    fileprivate mutating func add(_ verb: VerbSpecification, _ shared: SharedOptions) {
        subsection("prefs \(verb.name.rawValue)")
        lines(of: verb.synopses)
        paragraph(verb.summary.asSentence)
        for paragraph in verb.discussion {
            self.paragraph(paragraph)
        }
        if !verb.name.aliases.isEmpty {
            paragraph("Also: \(verb.name.aliases.map { "prefs \($0)" }.joined(separator: ", ")).")
        }
        entries(verb.operands.map { RoffEntry(argument: $0.notation, meaning: $0.summary) })
        entries(verb.options.filter { !shared.contains($0) }.map(\.manualEntry))
        let others = verb.options.filter { shared.contains($0) }.compactMap(\.spellings.last)
        if !others.isEmpty {
            paragraph("As explained under OPTIONS: \(others.joined(separator: ", ")).")
        }
        paragraph("Exit status:")
        entries(verb.exits.map { RoffEntry(plain: String($0.code.rawValue), meaning: $0.summary) })
    }
}

extension OptionSpecification {
    /// The option with its arguments, and what it does.
    fileprivate var manualEntry: RoffEntry {
        let also = aliases.isEmpty ? "" : " (also \(aliases.joined(separator: ", ")))"
        let choices = arguments.compactMap { argument in
            argument.placeholder.choices.map {
                " (\(argument.placeholder.name): \($0.offered.joined(separator: ", ")))"
            }
        }
        return RoffEntry(
            option: spellings,
            arguments: arguments.map(\.notation),
            meaning: summary + choices.joined() + also
        )
    }
}

extension String {
    /// The phrase with a capital and a full stop.
    fileprivate var asSentence: String {
        prefix(1).uppercased() + dropFirst() + "."
    }
}
