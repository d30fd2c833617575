/// The texts of the command `help`.
extension CommandTable {
    /// The columns to use if the width of the terminal is unknown.
    package static let standardColumns = 80

    /// Returns the everyday commands, in at most 30 lines of 80 columns.
    package func overview(columns: Int = standardColumns) -> String {
        overview(of: everyday.contains, notes: [note, helpNote], columns: columns)
    }

    /// Returns every command.
    package func fullOverview(columns: Int = standardColumns) -> String {
        overview(of: { $0.replacement == nil }, notes: [note], columns: columns)
    }

    private func overview(of isShown: (Verb) -> Bool, notes: [String], columns: Int) -> String {
        let sections = groups.map { HelpSection($0.title, $0.verbs.filter(isShown).map { ($0.name, $0.summary) }) }
        let heading = ["\(program) - \(summary)".lines(atMost: columns), ["Usage: \(synopsis)"]]
        let ending = notes.map { $0.lines(atMost: columns) }
        return text(of: heading + HelpSection.paragraphs(of: sections, columns: columns) + ending)
    }

    private func text(of paragraphs: [[String]]) -> String {
        paragraphs.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
    }

    /// Returns the help of a verb: usage, examples, description, arguments, options and exit codes.
    ///
    /// The groups of options that most commands have come last.
    package func page(of verb: Verb, columns: Int = standardColumns) -> String {
        let syntax = verb.syntax
        let operands = HelpSection("Arguments", syntax.operands.map { ($0.notation, $0.summary) })
        let groups = syntax.groups.filter { !isCommon($0) } + syntax.groups.filter(isCommon)
        let options = groups.map { HelpSection($0.title, $0.shownOptions.map(\.helpEntry)) }
        let exits = HelpSection("Exit codes", verb.exits.map { (String($0.status), $0.summary) })
        var paragraphs = ["\(program) \(verb.name) - \(verb.summary)".lines(atMost: columns), usage(of: verb)]
        let examples = verb.examples.flatMap { line, meaning in
            ["\(program) \(line)".indented(by: 2)]
                + meaning.summary.lines(atMost: columns - 6).map { $0.indented(by: 6) }
        }
        paragraphs.append(["Examples:"] + examples)
        paragraphs += verb.discussion.map { $0.lines(atMost: columns) }
        paragraphs += HelpSection.paragraphs(of: [operands], columns: columns)
        paragraphs += HelpSection.paragraphs(of: options, columns: columns)
        paragraphs += HelpSection.paragraphs(of: [exits], columns: columns)
        return text(of: paragraphs)
    }

    private func isCommon(_ group: OptionGroup) -> Bool {
        group.options.contains { commonOptions.contains($0.name) }
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
    fileprivate var helpEntry: HelpEntry {
        let term = notation(spelled: spellings.joined(separator: ", "))
        return (term: term.utf8.starts(with: "--".utf8) ? term.indented(by: 4) : term, meaning: meaning)
    }

    /// The option's summary, the allowed words of its arguments, and its aliases.
    var meaning: String {
        let choices = arguments.compactMap { argument in
            argument.placeholder.choices.map { "\(argument.placeholder.name): \($0.offered.joined(separator: ", "))" }
        }
        let also = aliases.isEmpty ? [] : ["also \(aliases.joined(separator: ", "))"]
        return summary + (choices + also).map { " (\($0))" }.joined()
    }
}

package typealias HelpEntry = (term: String, meaning: String)

struct HelpSection {
    let title: String
    let entries: [HelpEntry]

    init(_ title: String, _ entries: [HelpEntry]) {
        self.title = title
        self.entries = entries
    }

    private static let indentation = 2
    private static let gap = 2
    /// The longest term, in columns, whose meaning begins on the same line.
    private static let widestTerm = 22

    /// Returns the nonempty sections in lines of at most a number of columns, with all meanings aligned.
    static func paragraphs(of sections: [HelpSection], columns: Int) -> [[String]] {
        let widths = sections.flatMap(\.entries).map(\.term.count)
        let start = indentation + (widths.filter { $0 <= widestTerm }.max() ?? 0) + gap
        return sections.filter { !$0.entries.isEmpty }.map { section in
            ["\(section.title):"] + section.entries.flatMap { lines(of: $0, meaningAt: start, columns: columns) }
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
    func lines(atMost columns: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.endIndex - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    func indented(by count: Int) -> String {
        String(repeating: " ", count: count) + self
    }
}
