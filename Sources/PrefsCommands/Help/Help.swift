import CommandErrors
import CommandGrammar
import PropertyLists

extension Verb {
    static let help = Verb(
        "help",
        aliases: ["--help", "-h"],
        summary: "Explain a command or topic",
        discussion: """
            'prefs COMMAND --help' prints the same as 'prefs help COMMAND', and 'prefs COMMAND -h' a screen of it. On a
            terminal, a text that does not fit is shown by $PAGER, or else by less(1).
            """,
        operands: [Operand(.explained, "The command or topic to explain", .optional)],
        groups: [
            OptionGroup(
                "Output",
                Option(["--all"], "List all commands and topics", operands: []) { $0.listsAllCommands = true }
            ),
            .helpAlone,
        ],
        examples: [
            "help set": "Explain 'prefs set'", "help seeds": "Explain seeds",
            "help --all": "List all commands and topics",
        ],
        exits: .plain(),
        action: VerbAction(VerbRun.help, usesFiles: false)
    )

    static let version = Verb(
        "--version",
        summary: "Print the version",
        groups: [.helpAlone],
        examples: ["--version": "Print the version"],
        exits: .plain(),
        action: VerbAction(VerbRun.version, usesFiles: false)
    )
}

extension VerbRun {
    fileprivate func help() -> ExitCode {
        // Longer lines are hard to read, whatever the terminal's width.
        let columns = min(printer.terminalColumns ?? CommandTable.standardColumns, CommandTable.standardColumns)
        let text = helpText(columns: columns)
        if !printer.showsInPager(text) { printer.write(text.utf8) }
        return .done
    }

    private func helpText(columns: Int) -> String {
        let table = CommandTable.prefs
        guard let word = operands.first else {
            return options.listsAllCommands ? table.fullOverview(columns: columns) : table.overview(columns: columns)
        }
        if table.verb(named: word) == nil, let topic = table.topic(named: word) {
            return table.page(of: topic, columns: columns)
        }
        guard let verb = table.updated([word]).first.flatMap(table.verb) else {
            return table.overview(columns: columns)
        }
        let isShort = arguments.options.contains { $0.spelling == Option.help.spellings.first }
        return isShort ? table.shortPage(of: verb, columns: columns) : table.page(of: verb, columns: columns)
    }

    func version() -> ExitCode {
        printer.writeLine("prefs \(CommandTable.version)")
        return .done
    }
}
