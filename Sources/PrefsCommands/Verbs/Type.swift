import PropertyLists

extension CommandContext {
    /// `prefs type`: the type of a key's value.
    mutating func type() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let key = arguments.operands[0]
        let value = try read(selection, keys: [key]) { snapshot throws(CommandError) in try snapshot.value(of: key) }
        guard let value else {
            throw .unset([key], place: selection.place)
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
