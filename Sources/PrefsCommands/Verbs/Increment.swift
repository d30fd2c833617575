import PreferenceCore
import PropertyLists

extension CommandContext {
    /// `prefs increment`: adds a number, 1 unless it is named.
    mutating func increment() throws(CommandError) -> ExitCode {
        let amount = arguments.operands.count > 1 ? arguments.operands[1] : "1"
        return try update { old, place throws(CommandError) in
            let number = old ?? .zero(toAdd: amount)
            guard number.kind == .integer || number.kind == .real else {
                throw .wrongType(at: place, found: number.kind, expected: [.integer, .real])
            }
            return try rethrowing(as: { CommandError.value($0, at: place) }) { () throws(ValueError) in
                try number.adding(amount)
            }
        }
    }
}
