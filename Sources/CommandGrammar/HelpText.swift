/// The texts of the command `help`.
extension CommandTable {
    /// The columns to use if the width of the terminal is unknown.
    package static let standardColumns = 80

    /// Returns the everyday commands and the topics, in at most 30 lines of 80 columns.
    package func overview(columns: Int = standardColumns) -> String {
        let examples = HelpSection("Examples", exampleLines.map { ("\(program) \($0.key)", $0.value) })
        let verbs = HelpSection("Commands", everyday.map { ($0.name, $0.summary) })
        let paragraphs =
            heading(columns: columns)
            + HelpSection.paragraphs(of: [examples], columns: columns, widestTerm: columns / 2)
            + HelpSection.paragraphs(of: [verbs], columns: columns)
        return text(of: paragraphs + [topicNames(columns: columns) + helpNote.lines(atMost: columns)])
    }

    /// Returns every command and topic.
    package func fullOverview(columns: Int = standardColumns) -> String {
        let sections = groups.map { group in
            HelpSection(group.title, group.verbs.filter { $0.replacement == nil }.map { ($0.name, $0.summary) })
        }
        let topics = HelpSection("Topics", topics.map { ($0.name, $0.summary) })
        return text(
            of: heading(columns: columns) + HelpSection.paragraphs(of: sections + [topics], columns: columns)
                + [note.lines(atMost: columns)]
        )
    }

    private func heading(columns: Int) -> [[String]] {
        ["\(program) - \(summary)".lines(atMost: columns), ["Usage: \(synopsis)"]]
    }

    private func topicNames(columns: Int) -> [String] {
        topics.isEmpty ? [] : "Topics: \(topics.map(\.name).joined(separator: ", ")).".lines(atMost: columns)
    }

    func text(of paragraphs: [[String]]) -> String {
        paragraphs.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
    }

    /// Returns the help of a verb: usage, examples, description, arguments, options and exit codes.
    ///
    /// What a topic explains is only named: options that most verbs have, and the usual exit codes.
    package func page(of verb: Verb, columns: Int = standardColumns) -> String {
        let syntax = verb.syntax
        let subcommands = verb.subcommands
        let operands =
            subcommands.isEmpty
            ? HelpSection("Arguments", syntax.operands.map { ($0.notation, $0.summary) })
            : HelpSection("Actions", subcommands.map { ($0.name, $0.summary) })
        let options = syntax.groups.map { group in
            HelpSection(group.title, group.shownOptions.filter { topic(explaining: $0) == nil }.map(\.helpEntry))
        }
        let explained = topics.map { topic in
            let own = syntax.options.filter { !$0.spellings.isEmpty && self.topic(explaining: $0)?.name == topic.name }
            return ("\(program) help \(topic.name)", own.map { $0.spellings.joined(separator: "/") })
        }
        let others = HelpSection(
            "Further options",
            explained.filter { !$0.1.isEmpty }.map { ($0.0, $0.1.joined(separator: ", ")) }
        )
        let hasTopic = topic(named: Self.topicOfExits) != nil
        let exits = HelpSection(
            hasTopic ? "Exit codes, beside those of '\(program) help \(Self.topicOfExits)'" : "Exit codes",
            verb.exits.filter { !hasTopic || !$0.isCommon }.map { (String($0.status), $0.summary) }
        )
        var paragraphs = [title(of: verb, columns: columns), usage(of: verb)]
        paragraphs.append(examples(verb.examples.map { ($0.line, $0.meaning.summary) }, columns: columns))
        paragraphs += verb.discussion.map { $0.lines(atMost: columns) }
        paragraphs += HelpSection.paragraphs(of: [operands], columns: columns)
        paragraphs += HelpSection.paragraphs(of: options, columns: columns)
        paragraphs += HelpSection.paragraphs(of: [others], columns: columns, widestTerm: columns / 3)
        paragraphs += HelpSection.paragraphs(of: [exits], columns: columns)
        return text(of: paragraphs)
    }

    private static let topicOfExits = "exit-codes"

    /// Returns the help of a verb on one screen: usage, two examples, and the options that most people use.
    package func shortPage(of verb: Verb, columns: Int = standardColumns) -> String {
        let last = "'\(program) \(verb.name) --help' has the rest.".lines(atMost: columns)
        var paragraphs = [
            title(of: verb, columns: columns), Array(usage(of: verb).prefix(verb.subcommands.isEmpty ? 3 : .max)),
        ]
        let shown = verb.examples.prefix(2).map { ($0.line, $0.meaning.summary) }
        paragraphs.append(examples(shown, columns: columns))
        let taken = paragraphs.map { $0.count + 1 }.reduce(0, +) + last.count + 1
        let entries = everydayOptions(of: verb).map(\.helpEntry)
        // The options that fit, without those after the first that does not.
        let pages = (0...entries.count).map { count in
            HelpSection.paragraphs(of: [HelpSection("Options", Array(entries.prefix(count)))], columns: columns)
        }
        let fitting = pages.last { page in taken + (page.first?.count ?? 0) < Self.screenRows }
        return text(of: paragraphs + (fitting ?? []) + [last])
    }

    /// The rows of a terminal that a short page leaves, with one for the prompt.
    private static let screenRows = 24

    /// Returns the options of a verb, those first that most people use.
    private func everydayOptions(of verb: Verb) -> [Option] {
        let options = verb.syntax.groups.flatMap(\.shownOptions).filter { $0.name != Option.help.name }
        let everyday = everydayOptions.compactMap { name in options.first { $0.name == name } }
        let own = options.filter { option in
            topic(explaining: option) == nil && !everyday.contains { $0.name == option.name }
        }
        return everyday + own
    }

    /// Returns the topic whose page explains an option.
    private func topic(explaining option: Option) -> Topic? { topics.first { $0.explains(option) } }

    private func title(of verb: Verb, columns: Int) -> [String] {
        "\(program) \(verb.name) - \(verb.summary)".lines(atMost: columns)
    }

    func examples(_ examples: [(line: String, summary: String)], columns: Int) -> [String] {
        ["Examples:"]
            + examples.flatMap { example in
                ["\(program) \(example.line)".indented(by: 2)]
                    + example.summary.lines(atMost: columns - 6).map { $0.indented(by: 6) }
            }
    }

    private func usage(of verb: Verb) -> [String] {
        let synopses = verb.syntax.synopses.enumerated().map { index, synopsis in
            "\(index == 0 ? "Usage:" : "      ") \(program) \(synopsis)"
        }
        return verb.aliases.isEmpty ? synopses : synopses + ["Also:  \(aliases(of: verb))"]
    }

    /// Returns the verb under its other names.
    func aliases(of verb: Verb) -> String {
        verb.aliases.map { "\(program) \($0)" }.joined(separator: ", ")
    }
}

extension Option {
    /// The option's entry in the help, indented so that long spellings are aligned.
    var helpEntry: HelpEntry {
        let term = notation(spelled: spellings.joined(separator: ", "))
        return (term: term.utf8.starts(with: "--".utf8) ? term.indented(by: 4) : term, meaning: meaning)
    }

    /// The option's summary, the allowed words of its arguments, its short forms and its aliases.
    var meaning: String {
        let choices = arguments.map(\.placeholder).compactMap { placeholder -> String? in
            guard let offered = placeholder.choices?.offered, placeholder.name != offered.joined(separator: "|") else {
                return nil
            }
            return "\(placeholder.name): \(offered.joined(separator: ", "))"
        }
        let short = shownShortForms.joined(separator: ", ")
        let words = choices + (short.isEmpty ? [] : ["short: \(short)"])
        let also = aliases.isEmpty ? [] : ["also \(aliases.joined(separator: ", "))"]
        let notes = [words.joined(separator: "; ")].filter { !$0.isEmpty } + also
        return summary + notes.map { " (\($0))" }.joined()
    }
}

package typealias HelpEntry = (term: String, meaning: String)

struct HelpSection {
    /// The title; nil for none.
    let title: String?
    let entries: [HelpEntry]

    init(_ title: String?, _ entries: [HelpEntry]) {
        self.title = title
        self.entries = entries
    }

    private static let indentation = 2
    private static let gap = 2
    /// The longest term, in columns, whose meaning begins on the same line.
    private static let widestTerm = 22

    /// Returns the nonempty sections in lines of at most a number of columns, with all meanings aligned.
    ///
    /// - Parameter widestTerm: The longest term, in columns, whose meaning begins on the same line.
    static func paragraphs(of sections: [HelpSection], columns: Int, widestTerm: Int = widestTerm) -> [[String]] {
        let widths = sections.flatMap(\.entries).map(\.term.count)
        let start = indentation + (widths.filter { $0 <= widestTerm }.max() ?? 0) + gap
        return sections.filter { !$0.entries.isEmpty }.map { section in
            (section.title.map { ["\($0):"] } ?? [])
                + section.entries.flatMap { lines(of: $0, meaningAt: start, columns: columns) }
        }
    }

    private static func lines(of entry: HelpEntry, meaningAt start: Int, columns: Int) -> [String] {
        let term = entry.term.indented(by: indentation)
        let meaning = entry.meaning.lines(atMost: columns - start).map { $0.indented(by: start) }
        guard term.count + gap <= start, let first = meaning.first else { return [term] + meaning }
        return [term + first.dropFirst(term.count)] + meaning.dropFirst()
    }
}

extension String {
    /// Returns the text in lines of at most a number of columns, broken between words.
    ///
    /// A longer word is not broken, and has a line of its own.
    package func lines(atMost columns: Int) -> [String] {
        var lines: [String] = []
        var width = 0
        for word in split(separator: " ").map(String.init) {
            let columnsOfWord = word.terminalColumns
            if !lines.isEmpty, width + 1 + columnsOfWord <= columns {
                lines[lines.endIndex - 1] += " " + word
                width += 1 + columnsOfWord
            } else {
                lines.append(word)
                width = columnsOfWord
            }
        }
        return lines
    }

    func indented(by count: Int) -> String {
        String(repeating: " ", count: count) + self
    }
}
