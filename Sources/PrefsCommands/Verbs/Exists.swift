extension CommandContext {
    /// `prefs exists`: whether a key is set, by the exit code alone.
    mutating func exists() throws(CommandError) -> ExitCode {
        let place = try place(arguments.operands[0])
        let value = try read(try selection(), keys: [place.key]) { snapshot throws(CommandError) in
            try snapshot.value(at: place)
        }
        return value == nil ? .absent : .done
    }
}
