extension Verb {
    static let help = Verb(
        "help",
        aliases: ["--help", "-h"],
        summary: "explain prefs, or one verb",
        discussion: "'prefs help VERB' and 'prefs VERB --help' print the same.",
        operands: [Operand(.verb, "the verb to explain", .optional)],
        groups: [.helpAlone],
        examples: ["help set": "explain 'prefs set'"],
        exits: .plain(),
        usesFiles: false,
        run: CommandContext.help
    )

    static let version = Verb(
        "--version",
        summary: "print the version",
        groups: [.helpAlone],
        examples: ["--version": "print the version"],
        exits: .plain(),
        usesFiles: false,
        run: CommandContext.version
    )
}

extension CommandContext {
    fileprivate func help() -> ExitCode {
        let verb = arguments.operands.first.flatMap(CommandTable.verb)
        // Longer lines are hard to read, whatever the terminal's width.
        let columns = min(terminalColumns ?? HelpText.standardColumns, HelpText.standardColumns)
        let text = verb.map { HelpText.page(of: $0, columns: columns) } ?? HelpText.overview(columns: columns)
        write(text.utf8)
        return .done
    }

    func version() -> ExitCode {
        writeLine("prefs \(Command.version)")
        return .done
    }
}
