import PropertyLists

extension CommandContext {
    /// `prefs toggle`: makes true false, and false true.
    mutating func toggle() throws(CommandError) -> ExitCode {
        try update { old, place throws(CommandError) in
            switch old {
            case nil: .boolean(true)
            case .boolean(let old): .boolean(!old)
            case let old?: throw .wrongType(at: place, found: old.kind, expected: [.boolean])
            }
        }
    }
}
