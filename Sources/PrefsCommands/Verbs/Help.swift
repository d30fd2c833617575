extension CommandContext {
    /// `prefs help`: what the command, or one of its verbs, is for.
    mutating func help() -> ExitCode {
        let verb = arguments.operands.first.flatMap(VerbName.init(word:))
        // Longer lines than these are hard to read, however wide the terminal is.
        let columns = min(terminal.columns ?? HelpText.standardColumns, HelpText.standardColumns)
        let text = verb.map { HelpText.page(of: $0, columns: columns) } ?? HelpText.overview(columns: columns)
        write(text.utf8)
        return .done
    }

    /// `prefs --version`.
    mutating func version() -> ExitCode {
        writeLine("prefs \(Command.version)")
        return .done
    }
}
