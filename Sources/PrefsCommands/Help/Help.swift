import CommandGrammar
import PropertyLists

extension Verb {
    static let help = Verb(
        "help",
        aliases: ["--help", "-h"],
        summary: "Explain a command",
        discussion: "'prefs COMMAND --help' prints the same as 'prefs help COMMAND'.",
        operands: [Operand(.verb, "The command to explain", .optional)],
        groups: [
            OptionGroup(
                "Output",
                Option(["--all"], "List all commands", operands: []) { $0.listsAllCommands = true }
            ),
            .helpAlone,
        ],
        examples: ["help set": "Explain 'prefs set'", "help --all": "List all commands"],
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
        let table = CommandTable.prefs
        let verb = table.updated(operands).first.flatMap(table.verb)
        // Longer lines are hard to read, whatever the terminal's width.
        let columns = min(printer.terminalColumns ?? CommandTable.standardColumns, CommandTable.standardColumns)
        let overview = options.listsAllCommands ? table.fullOverview : table.overview
        printer.write((verb.map { table.page(of: $0, columns: columns) } ?? overview(columns)).utf8)
        return .done
    }

    func version() -> ExitCode {
        printer.writeLine("prefs \(CommandTable.version)")
        return .done
    }
}
