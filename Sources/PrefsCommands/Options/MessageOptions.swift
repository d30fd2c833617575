import CommandGrammar

/// The messages beside the data, and the colours.
struct MessageOptions {
    var isQuiet = false
    fileprivate(set) var isVerbose = false
    /// Whether the output is coloured; nil if that depends on the destination.
    fileprivate(set) var isColoured: Bool?
}

extension OptionGroup {
    /// Options for messages and colours, and help: the last group of every verb except informational ones.
    static let messages = OptionGroup("Messages", .quiet, .verbose, .colour, .help)

    static let helpAlone = OptionGroup("Messages", .help)
}

extension Option {
    fileprivate static let quiet = Option(
        ["-q", "--quiet"],
        "Omit change lines, notes, hints, and the message of exit code 1"
    ) { $0.messages.isQuiet = true }

    fileprivate static let verbose = Option(
        ["-v", "--verbose"],
        "Report what was done"
    ) { $0.messages.isVerbose = true }

    fileprivate static let colour = Option(
        ["--color"],
        "Colour the output; auto, the default, does so on a terminal",
        aliases: ["--colour"],
        takes: [.word(.colourMode)]
    ) { options, occurrence in
        options.messages.isColoured = ["always": true, "never": false][occurrence.argument]
    }
}

extension ParsedArguments {
    /// Whether messages have no hints, also that of an option whose argument is not of its form.
    var isQuiet: Bool { has("--quiet") }
}

extension Subcommand {
    /// Creates a subcommand of `prefs`.
    ///
    /// - Parameter own: The names of the options that apply, besides those for messages.
    convenience init(_ name: String, summary: String, operands: [Operand] = [], own: [String]) {
        self.init(name, summary: summary, operands: operands, options: own + OptionGroup.messages.options.map(\.name))
    }
}
