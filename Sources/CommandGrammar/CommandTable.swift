/// The verbs of a program, and what its help says of all of them.
package final class CommandTable: Sendable {
    /// The name that a user types.
    package let program: String
    package let summary: String
    /// The verbs in the order of the help, under titles.
    let groups: [VerbGroup]
    /// Commands that are spelled otherwise now, or are part of another one; help and completions have only that.
    let formerCommands: [String]
    /// A paragraph at the end of the full overview.
    let note: String

    // What only help needs: each would cost time at the start of every command.
    private let makeTopics: @Sendable () -> [Topic]
    private let makeEverydayOptions: @Sendable () -> [String]
    private let makeExamples: @Sendable () -> KeyValuePairs<String, String>
    private let makeEveryday: @Sendable () -> [Verb]
    private let makeHelp: @Sendable () -> Verb
    private let update: @Sendable ([String]) -> [String]

    /// Creates the table of a program.
    ///
    /// - Parameters:
    ///   - everyday: The verbs that the short overview shows.
    ///   - topics: The pages about what several verbs share.
    ///   - update: Returns the words of a line, with the command of today in place of a former one.
    package init(
        program: String,
        summary: String,
        _ groups: [VerbGroup],
        everyday: @autoclosure @escaping @Sendable () -> [Verb],
        help: @autoclosure @escaping @Sendable () -> Verb,
        topics: @autoclosure @escaping @Sendable () -> [Topic] = [],
        everydayOptions: @autoclosure @escaping @Sendable () -> [String] = [],
        examples: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, String> = [:],
        note: String,
        formerCommands: [String] = [],
        update: @escaping @Sendable ([String]) -> [String] = { $0 }
    ) {
        self.program = program
        self.summary = summary
        self.groups = groups
        self.note = note
        self.formerCommands = formerCommands
        self.update = update
        makeTopics = topics
        makeEverydayOptions = everydayOptions
        makeExamples = examples
        makeEveryday = everyday
        makeHelp = help
    }

    /// The verbs that listings have, in the order of the help.
    package var verbs: [Verb] { groups.flatMap(\.verbs).filter { $0.replacement == nil } }

    package var topics: [Topic] { makeTopics() }

    /// The options that most people use, in the order in which short help has them.
    var everydayOptions: [String] { makeEverydayOptions() }

    /// Lines in the overview, without the program's name, and what they do.
    var exampleLines: KeyValuePairs<String, String> { makeExamples() }

    /// The verbs that the short overview shows.
    var everyday: [Verb] { makeEveryday() }

    /// The verb that explains the others.
    var help: Verb { makeHelp() }

    package func updated(_ words: [String]) -> [String] {
        update(words)
    }

    /// Returns the verb with a name or alias.
    package func verb(named word: String) -> Verb? {
        for group in groups {
            for verb in group.verbs where verb.name == word || verb.aliases.contains(word) {
                return verb
            }
        }
        return nil
    }

    /// Returns how help spells a command, in place of a former one.
    package func spelling(of command: String) -> String {
        verb(named: command)?.replacement ?? updated([command]).joined(separator: " ")
    }

    /// The names of commands, as arguments.
    package var choices: Choices {
        let quiet = groups.flatMap(\.verbs).filter { $0.replacement != nil }.map(\.name)
        return Choices(
            verbs.map(\.name),
            alsoUnderstood: verbs.flatMap(\.aliases) + quiet + formerCommands
        ) { [self] in verb(named: $0)?.summary ?? "" }
    }

    /// The names of commands and topics, which help explains.
    package var explained: Choices {
        let (commands, topics) = (choices, topics)
        return Choices(
            commands.offered + topics.map(\.name),
            alsoUnderstood: commands.alsoUnderstood
                + topics.flatMap(\.aliases).filter { !commands.words.contains($0) }
        ) { [self] in verb(named: $0)?.summary ?? topic(named: $0)?.summary ?? "" }
    }

    var synopsis: String { "\(program) COMMAND [OPTIONS] [ARGUMENTS]" }

    var helpNote: String {
        "'\(program) help COMMAND' explains a command or topic, '\(program) help --all' lists all of them."
    }

    /// Returns words as a line that a user can type into a shell.
    ///
    /// An argument that looks like an option is in one word with its option, which otherwise does not take it.
    package func commandLine(_ words: some Sequence<String>) -> String {
        var line: [String] = []
        var syntax: VerbSyntax?
        for word in words {
            if word.hasPrefix("-"), word != "-", let last = line.last,
                let option = syntax?.option(spelled: last), option.argument(of: last) == nil,
                case .word? = option.arguments.first
            {
                line[line.count - 1] = "\(option.name)=\(word)"
            } else {
                if line.isEmpty { syntax = verb(named: word)?.syntax }
                line.append(word)
            }
        }
        return ([program] + line.map(\.shellWord)).joined(separator: " ")
    }
}
