extension CommandContext {
    /// `prefs help`: what the command, or one of its verbs, is for.
    mutating func help() -> ExitCode {
        let verb = arguments.operands.first.flatMap(VerbName.init(word:))
        write((verb.map { HelpText.page(of: $0) } ?? HelpText.overview()).utf8)
        return .done
    }

    /// `prefs --version`.
    mutating func version() -> ExitCode {
        writeLine("prefs \(Command.version)")
        return .done
    }
}
