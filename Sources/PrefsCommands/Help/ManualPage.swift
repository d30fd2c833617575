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
        page.lines(of: [CommandTable.synopsis])
        page.section("DESCRIPTION")
        for paragraph in ManualTopics.description + [CommandTable.suiteNote, CommandTable.helpNote] {
            page.paragraph(paragraph)
        }
        let shared = ManualOptions()
        page.section("COMMANDS")
        page.paragraph("After '=>' is what an example prints for this suite:")
        page.paragraph(plain: ManualTopics.exampleSuite)
        for group in CommandTable.groups {
            for verb in group.verbs {
                page.add(verb, shared)
            }
        }
        page.section("OPTIONS")
        page.paragraph(ManualTopics.sharedOptions)
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
            page.entries(topic.entries.map { ($0.term.bold, $0.meaning) }, indent: topic.indent)
        }
        page.section("EXIT STATUS")
        page.paragraph("Each command says what a code means beside this.")
        page.entries(ExitCode.allCases.map { (String($0.rawValue).bold, $0.summary) }, indent: 4)
        page.section("SEE ALSO")
        page.paragraph(plain: ManualTopics.relatedPages.joined(separator: ", "))
        return page.text
    }
}

extension RoffDocument {
    /// Adds a verb: its usage, description, arguments, options, exit codes and examples.
    ///
    /// Options that other verbs share are listed by name only, or by the title of their group if the verb has nearly
    /// all of it. Exit codes that mean what they mean elsewhere are left out.
    fileprivate mutating func add(_ verb: Verb, _ shared: ManualOptions) {
        let syntax = verb.syntax
        subsection("prefs \(verb.name)")
        lines(of: syntax.synopses)
        let discussion = verb.discussion
        // Right below the synopsis.
        lineBreak()
        sentences(([verb.summary.asSentence] + discussion.prefix(1)).joined(separator: " "))
        discussion.dropFirst().forEach { paragraph($0) }
        if !verb.aliases.isEmpty {
            paragraph("Also: \(verb.aliases.map { "prefs \($0)" }.joined(separator: ", ")).")
        }
        entries(
            syntax.operands.map { ($0.notation.italic, $0.summary) }
                + syntax.options.filter { !shared.contains($0) }.map(\.manualEntry)
        )
        let others = shared.names(of: syntax)
        let exits = verb.exits.filter { $0.summary != $0.code.summary }.map { "\($0.status): \($0.summary)." }
        let facts = [
            others.isEmpty ? nil : "Also, under OPTIONS: \(others.joined(separator: ", ")).",
            exits.isEmpty ? nil : "Exit status " + exits.joined(separator: " "),
        ]
        let text = facts.compactMap(\.self).joined(separator: " ")
        if !text.isEmpty { paragraph(text) }
        examples(verb.examples)
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
        let used = CommandTable.verbs.flatMap(\.syntax.groups)
        var titles: [String] = []
        var optionsByTitle: [String: [Option]] = [:]
        for group in used {
            if !titles.contains(group.title) { titles.append(group.title) }
            for option in group.options {
                let isShared = used.count { $0.options.contains { $0.isSame(as: option) } } > 1
                let isListed = optionsByTitle.values.joined().contains { $0.name == option.name }
                if isShared, !isListed { optionsByTitle[group.title, default: []].append(option) }
            }
        }
        let all = titles.compactMap { title in optionsByTitle[title].map { OptionGroup(title, of: $0) } }
        // An option alone needs no title of its own.
        let single = all.filter { $0.options.count == 1 }
        groups = all.filter { $0.options.count > 1 } + [OptionGroup("Others", of: single.flatMap(\.options))]
    }

    /// Returns the names of a verb's shared options; of a group that it has but for one option, the title of the group.
    ///
    /// Those for messages are left out: every verb with another option has them.
    func names(of syntax: VerbSyntax) -> [String] {
        let own = syntax.options.filter { contains($0) }
        return groups.filter { $0.title != OptionGroup.messages.title }.flatMap { group -> [String] in
            let names = group.options.filter { shared in own.contains { $0.isSame(as: shared) } }
                .compactMap(\.spellings.last)
            let missing = group.options.filter { shared in !own.contains { $0.name == shared.name } }
            guard names.count > 2, missing.count < 2 else { return names }
            let exception = missing.first?.spellings.last.map { " but \($0)" } ?? ""
            return ["all of \(group.title)\(exception)"]
        }
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
