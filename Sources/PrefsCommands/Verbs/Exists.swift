extension CommandContext {
    /// `prefs exists`: whether a key is set, by the exit code alone.
    mutating func exists() throws(CommandError) -> ExitCode {
        let key = arguments.operands[0]
        let value = try read(try selection(), keys: [key]) { snapshot throws(CommandError) in
            try snapshot.value(of: key)
        }
        return value == nil ? .absent : .done
    }
}
