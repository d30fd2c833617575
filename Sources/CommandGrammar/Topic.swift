/// A page of help about what several verbs share, which is a section of the manual too.
package struct Topic: Sendable {
    package let name: String
    /// Further words that ask for the topic.
    package let aliases: [String]
    package let summary: String
    let paragraphs: [String]
    package let entries: [HelpEntry]
    /// Options that the page explains, so that the page of a verb only names them.
    private(set) var groups: [OptionGroup] = []
    private let exampleLines: KeyValuePairs<String, String>

    /// Creates a topic.
    ///
    /// - Parameter examples: Command lines as typed into a shell, without the program's name, and what they do.
    package init(
        _ name: String,
        aliases: [String] = [],
        summary: String,
        paragraphs: [String],
        entries: [HelpEntry] = [],
        examples: KeyValuePairs<String, String> = [:]
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.paragraphs = paragraphs
        self.entries = entries
        exampleLines = examples
    }

    /// Command lines as typed into a shell, without the program's name, and what they do.
    package var examples: [(line: String, summary: String)] { exampleLines.map { ($0.key, $0.value) } }

    /// The title of the section in the manual.
    var title: String { name.uppercased().split(separator: "-").joined(separator: " ") }

    /// The column of the meanings of entries in the manual, beside short terms and below long ones.
    var indent: Int {
        let widest = entries.map(\.term.count).max() ?? 0
        return widest <= 16 ? widest + 2 : 7
    }

    /// Returns the topic with options that it explains.
    package func explaining(_ groups: [OptionGroup]) -> Topic {
        var topic = self
        topic.groups = groups
        return topic
    }

    /// Whether the topic explains an option, if that has an argument perhaps in more general words than a verb does.
    func explains(_ option: Option) -> Bool {
        groups.contains { group in
            group.options.contains { other in
                other.isForm(of: option) && other.spellings == option.spellings
                    && (other.summary == option.summary || !option.arguments.isEmpty)
            }
        }
    }
}

extension CommandTable {
    /// Returns the topic with a name or another word for it.
    package func topic(named word: String) -> Topic? {
        topics.first { $0.name == word || $0.aliases.contains(word) }
    }

    /// Returns the page of a topic, in at most 40 lines of 80 columns.
    package func page(of topic: Topic, columns: Int = standardColumns) -> String {
        var paragraphs = ["\(program) help \(topic.name) - \(topic.summary)".lines(atMost: columns)]
        paragraphs += topic.paragraphs.map { $0.lines(atMost: columns) }
        let entries = HelpSection(nil, topic.entries)
        paragraphs += HelpSection.paragraphs(of: [entries], columns: columns, widestTerm: columns * 3 / 5)
        paragraphs += HelpSection.paragraphs(
            of: topic.groups.map { HelpSection($0.title, $0.shownOptions.map(\.helpEntry)) },
            columns: columns
        )
        if !topic.examples.isEmpty { paragraphs.append(examples(topic.examples, columns: columns)) }
        return text(of: paragraphs)
    }
}
