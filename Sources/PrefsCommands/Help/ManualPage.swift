/// The manual page prefs(1), from the command table.
enum ManualPage {
    /// The page in the macros of man(7), which every man(1) reads.
    static var text: String {
        var page = RoffDocument(title: "PREFS", section: 1, date: Command.date, source: "prefs \(Command.version)")
        page.section("NAME")
        // The line after NAME is in lower case: see man-pages(7).
        page.paragraph(
            plain: "prefs - \(CommandTable.summary.prefix(1).lowercased() + CommandTable.summary.dropFirst())"
        )
        page.section("SYNOPSIS")
        page.lines(of: CommandTable.verbs.flatMap(\.syntax.synopses))
        page.section("DESCRIPTION")
        for paragraph in ManualTopics.description + [CommandTable.suiteNote, CommandTable.helpNote] {
            page.paragraph(paragraph)
        }
        let shared = ManualOptions()
        page.section("COMMANDS")
        for group in CommandTable.groups {
            for verb in group.verbs {
                page.add(verb, shared)
            }
        }
        page.section("OPTIONS")
        page.paragraph("Options that several commands share.")
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
            page.entries(topic.entries.map { ($0.term.bold, $0.meaning) })
        }
        page.section("EXIT STATUS")
        page.entries(ExitCode.allCases.map { (String($0.rawValue).bold, $0.summary) })
        page.section("EXAMPLES")
        page.entries(CommandTable.verbs.compactMap(\.examples.first).map { ($0.line.bold, $0.summary) })
        page.section("SEE ALSO")
        page.paragraph(plain: ManualTopics.relatedPages.joined(separator: ", "))
        return page.text
    }
}

extension RoffDocument {
    /// Adds a verb: its usage, description, arguments, options and exit codes.
    ///
    /// Options that other verbs share are listed by name only.
    fileprivate mutating func add(_ verb: Verb, _ shared: ManualOptions) {
        let syntax = verb.syntax
        subsection("prefs \(verb.name)")
        lines(of: syntax.synopses)
        paragraph(verb.summary.asSentence)
        for paragraph in verb.discussion {
            self.paragraph(paragraph)
        }
        if !verb.aliases.isEmpty {
            paragraph("Also: \(verb.aliases.map { "prefs \($0)" }.joined(separator: ", ")).")
        }
        entries(syntax.operands.map { ($0.notation.italic, $0.summary) })
        entries(syntax.options.filter { !shared.contains($0) }.map(\.manualEntry))
        let others = syntax.options.filter { shared.contains($0) }.compactMap(\.spellings.last)
        if !others.isEmpty {
            paragraph("As explained under OPTIONS: \(others.joined(separator: ", ")).")
        }
        paragraph("Exit status:")
        entries(verb.exits.map { (String($0.status).bold, $0.summary) })
    }
}

extension Option {
    /// The option's entry in the manual: its spellings, its arguments and its meaning.
    fileprivate var manualEntry: HelpEntry {
        let names = spellings.map(\.bold).joined(separator: ", ")
        return (([names] + arguments.map(\.notation.italic)).joined(separator: " "), meaning)
    }
}

extension String {
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}

/// The options that several verbs share, which the manual explains once.
struct ManualOptions {
    /// The shared options in their groups, in the order of first use by a verb.
    let groups: [OptionGroup]

    init() {
        let all = CommandTable.verbs.flatMap(\.syntax.groups)
        var titles: [String] = []
        var optionsByTitle: [String: [Option]] = [:]
        for group in all {
            if !titles.contains(group.title) { titles.append(group.title) }
            for option in group.options {
                let isShared = all.count { $0.options.contains { $0.isSame(as: option) } } > 1
                let isListed = optionsByTitle.values.joined().contains { $0.name == option.name }
                if isShared, !isListed { optionsByTitle[group.title, default: []].append(option) }
            }
        }
        groups = titles.compactMap { title in optionsByTitle[title].map { OptionGroup(title, of: $0) } }
    }

    func contains(_ option: Option) -> Bool {
        groups.contains { $0.options.contains { $0.isSame(as: option) } }
    }
}

extension Option {
    /// Whether the manual describes both options in the same words.
    fileprivate func isSame(as other: Option) -> Bool {
        name == other.name && spellings == other.spellings && summary == other.summary
            && arguments.map(\.notation) == other.arguments.map(\.notation)
    }
}
