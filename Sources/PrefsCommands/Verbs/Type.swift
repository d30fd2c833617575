import PropertyLists

extension CommandContext {
    /// `prefs type`: the type of a key's value.
    mutating func type() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let place = try place(arguments.operands[0])
        guard let value = try values(at: [place], of: selection)[0].value else {
            throw .unset([place], in: selection.place)
        }
        let name = value.kind.rawValue
        if let style = jsonStyle {
            try writeJSON(.string(name), style)
        } else {
            writeLine(name)
        }
        return .done
    }
}
