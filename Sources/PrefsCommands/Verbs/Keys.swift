import PropertyLists

extension CommandContext {
    /// `prefs keys`: the keys that are set, in byte order.
    mutating func keys() throws(CommandError) -> ExitCode {
        let keys = try keys(of: try selection())
        if let style = jsonStyle {
            try writeJSON(keys.propertyList, style)
        } else {
            for key in keys {
                try writeRecord([key])
            }
        }
        return .done
    }
}
