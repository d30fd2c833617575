import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs reset`: removes keys or what is in them, or under `--all` every key; under `--strict` none where one of them is unset.
    mutating func reset() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let places = try places()
        var keys: [PreferenceKey<PropertyList?>] = []
        for place in places {
            keys.append(try key(named: place.key))
        }
        let change = try change(selection) { transaction throws(CommandError) in
            let unset = places.filter { $0.value(in: transaction.contents[$0.key]) == nil }
            if arguments.has(.strict), !unset.isEmpty {
                throw .unset(unset, in: selection.file.path)
            }
            if arguments.has(.all) {
                transaction.resetAll()
            }
            if arguments.has(.pointer) {
                for (key, place) in zip(keys, places) {
                    transaction[key] = place.whole(removingFrom: transaction[key])
                }
            } else {
                transaction.reset(keys)
            }
        }
        report(change.outcome == .unchanged ? "nothing to remove" : "removed from \(selection.file.path)")
        return .done
    }
}
