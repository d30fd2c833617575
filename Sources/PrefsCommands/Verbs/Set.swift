import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs set`: one key, one value, one transaction.
    mutating func set() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let key = try key(named: arguments.operands[0])
        let newValue = try newValue()
        let change = try change(selection) { transaction throws(CommandError) in
            transaction[key] = try newValue.value(of: key.name, replacing: transaction[key])
        }
        report(change.outcome == .unchanged ? "\(key.name.quoted) has that value already" : "set \(key.name.quoted)")
        return .done
    }
}
