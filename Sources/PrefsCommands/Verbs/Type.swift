import PropertyLists

extension CommandContext {
    /// `prefs type`: the type of a key's value.
    mutating func type() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let place = try place(arguments.operands[0])
        let value = try read(selection, keys: [place.key]) { snapshot throws(CommandError) in
            try snapshot.value(at: place)
        }
        guard let value else {
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
