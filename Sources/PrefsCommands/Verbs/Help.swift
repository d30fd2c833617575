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
                Option(.all, ["--all"], "List all commands", operands: []) { $0.help.listsAll = true }
            ),
            .helpAlone,
        ],
        examples: ["help set": "Explain 'prefs set'", "help --all": "List all commands"],
        exits: .plain(),
        usesFiles: false,
        run: VerbRun.help
    )

    static let version = Verb(
        "--version",
        summary: "Print the version",
        groups: [.helpAlone],
        examples: ["--version": "Print the version"],
        exits: .plain(),
        usesFiles: false,
        run: VerbRun.version
    )
}

struct HelpOptions {
    fileprivate(set) var listsAll = false
}

extension VerbRun {
    fileprivate func help() -> ExitCode {
        let verb = CommandTable.updated(operands).first.flatMap(CommandTable.verb)
        // Longer lines are hard to read, whatever the terminal's width.
        let columns = min(printer.terminalColumns ?? HelpText.standardColumns, HelpText.standardColumns)
        let overview = options.help.listsAll ? HelpText.fullOverview : HelpText.overview
        printer.write((verb.map { HelpText.page(of: $0, columns: columns) } ?? overview(columns)).utf8)
        return .done
    }

    func version() -> ExitCode {
        printer.writeLine("prefs \(Command.version)")
        return .done
    }
}
