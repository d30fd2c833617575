import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs reset`: removes keys, or under `--all` every key; under `--strict` none where one of them is unset.
    mutating func reset() throws(CommandError) -> ExitCode {
        let selection = try selection()
        var keys: [PreferenceKey<PropertyList?>] = []
        for name in arguments.operands {
            keys.append(try key(named: name))
        }
        let change = try change(selection) { transaction throws(CommandError) in
            let unset = keys.filter { !transaction.isSet($0) }.map(\.name)
            if arguments.has(.strict), !unset.isEmpty {
                throw .unset(unset, place: selection.file.path)
            }
            if arguments.has(.all) {
                transaction.resetAll()
            }
            transaction.reset(keys)
        }
        report(change.outcome == .unchanged ? "nothing to remove" : "removed from \(selection.file.path)")
        return .done
    }
}
