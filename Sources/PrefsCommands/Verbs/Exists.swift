extension CommandContext {
    /// `prefs exists`: whether a key is set, by the exit code alone.
    mutating func exists() throws(CommandError) -> ExitCode {
        let value = try read(try selection()) { snapshot throws(CommandError) in
            try snapshot.value(of: arguments.operands[0])
        }
        return value == nil ? .absent : .done
    }
}
