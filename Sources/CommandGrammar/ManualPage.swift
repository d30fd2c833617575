extension CommandTable {
    /// Returns the manual page of the program in the macros of man(7), which every man(1) reads.
    ///
    /// - Parameters:
    ///   - date: The day of the last change, such as `2025-01-31`.
    ///   - description: The paragraphs below the synopsis.
    ///   - sections: What follows the commands and their options.
    ///   - examples: What the examples print something for, as a sentence and as a text.
    package func manualPage(
        version: String,
        date: String,
        description: [String],
        examples: (introduction: String, text: String),
        sections: [Topic],
        relatedPages: [String]
    ) -> String {
        var page = RoffDocument(title: program.uppercased(), section: 1, date: date, source: "\(program) \(version)")
        page.section("NAME")
        // The line after NAME is in lower case: see man-pages(7).
        page.paragraph(plain: "\(program) - \(summary.prefix(1).lowercased() + summary.dropFirst())")
        page.section("SYNOPSIS")
        page.lines(of: [synopsis])
        page.section("DESCRIPTION")
        for paragraph in description + [note, helpNote] {
            page.paragraph(paragraph)
        }
        let shared = ManualOptions(of: self)
        page.section("COMMANDS")
        page.paragraph(examples.introduction)
        page.paragraph(plain: examples.text)
        for verb in verbs {
            page.add(verb, of: self, shared)
        }
        page.section("OPTIONS")
        page.paragraph("Options that several commands share. All with options of their own have those for messages.")
        for group in shared.groups {
            page.subsection(group.title)
            page.entries(group.options.map(\.manualEntry))
        }
        for topic in sections {
            page.section(topic.title)
            topic.paragraphs.forEach { page.paragraph($0) }
            page.entries(topic.entries.map { ($0.term.bold, $0.meaning) }, indent: topic.indent)
            page.examples(topic.examples.map { ("\(program) \($0.line)", Example(stringLiteral: $0.summary)) })
        }
        page.section("SEE ALSO")
        page.paragraph(plain: relatedPages.joined(separator: ", "))
        return page.text
    }
}

extension RoffDocument {
    /// Adds a verb: its usage, description, arguments, options, exit codes and examples.
    ///
    /// Options that other verbs share are listed by name only, or by the title of their group if the verb has nearly
    /// all of it. Exit codes that mean what they mean elsewhere are left out.
    fileprivate mutating func add(_ verb: Verb, of table: CommandTable, _ shared: ManualOptions) {
        let syntax = verb.syntax
        subsection("\(table.program) \(verb.name)")
        lines(of: syntax.synopses.map { "\(table.program) \($0)" })
        let discussion = verb.discussion
        // Right below the synopsis.
        lineBreak()
        sentences(([verb.summary.asSentence] + discussion.prefix(1)).joined(separator: " "))
        discussion.dropFirst().forEach { paragraph($0) }
        if !verb.aliases.isEmpty {
            paragraph("Also: \(table.aliases(of: verb)).")
        }
        entries(
            (verb.subcommands.isEmpty
                ? syntax.operands.map { ($0.notation.italic, $0.summary) }
                : verb.subcommands.map { ($0.name.bold, $0.summary) })
                + syntax.groups.flatMap(\.shownOptions).filter { !shared.contains($0) }.map(\.manualEntry)
        )
        let others = shared.names(of: syntax)
        let exits = verb.exits.filter { !$0.isCommon }.map { "\($0.status): \($0.summary)." }
        let facts = [
            others.isEmpty ? nil : "Also, under OPTIONS: \(others.joined(separator: ", ")).",
            exits.isEmpty ? nil : "Exit status " + exits.joined(separator: " "),
        ]
        let text = facts.compactMap(\.self).joined(separator: " ")
        if !text.isEmpty { paragraph(text) }
        examples(verb.examples.map { ("\(table.program) \($0.line)", $0.meaning) })
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
package struct ManualOptions {
    /// The shared options in their groups, in the order of first use by a verb.
    package let groups: [OptionGroup]

    package init(of table: CommandTable) {
        let used = table.verbs.flatMap(\.syntax.groups)
        var titles: [String] = []
        var optionsByTitle: [String: [Option]] = [:]
        for group in used {
            if !titles.contains(group.title) { titles.append(group.title) }
            for option in group.shownOptions {
                let isShared = used.count { $0.options.contains { $0.isSame(as: option) } } > 1
                let isListed = optionsByTitle.values.joined().contains { $0.isForm(of: option) }
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
        return groups.filter { !$0.options.contains { $0.name == Option.help.name } }.flatMap { group -> [String] in
            let names = group.options.filter { shared in own.contains { $0.isSame(as: shared) } }
                .map(\.name)
            let missing = group.options.filter { shared in !own.contains { $0.name == shared.name } }
            guard names.count > 2, missing.count < 2 else { return names }
            let exception = missing.first.map { " but \($0.name)" } ?? ""
            return ["all of \(group.title)\(exception)"]
        }
    }

    func contains(_ option: Option) -> Bool {
        groups.contains { $0.options.contains { $0.isSame(as: option) } }
    }
}

extension Option {
    /// Whether both options are one, perhaps for different things.
    func isForm(of other: Option) -> Bool {
        name == other.name && arguments.map(\.notation) == other.arguments.map(\.notation)
    }

    /// Whether the manual describes both options in the same words.
    fileprivate func isSame(as other: Option) -> Bool {
        isForm(of: other) && spellings == other.spellings && summary == other.summary
    }
}
