extension CommandContext {
    /// `prefs exists`: whether a key is set, by the exit code alone.
    mutating func exists() throws(CommandError) -> ExitCode {
        let place = try place(arguments.operands[0])
        return try values(at: [place], of: try selection())[0].value == nil ? .absent : .done
    }
}
