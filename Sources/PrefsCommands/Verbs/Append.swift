import PropertyLists

extension CommandContext {
    /// `prefs append`: puts values at the end of an array.
    mutating func append() throws(CommandError) -> ExitCode {
        let elements = try newElements()
        return try update { old, place throws(CommandError) in
            try NewValue.addedElements(elements).value(at: place, replacing: old)
        }
    }
}
