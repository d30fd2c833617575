import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs reset`: removes keys or what is in them, or under `--all` every key; under `--strict` none where one of them is
    /// unset.
    mutating func reset() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let places = try places()
        let names = arguments.has(.all) ? nil : places.map(\.key)
        let schema = try schemaOfChange(to: selection, keys: names)
        var keys: [PreferenceKey<PropertyList?>] = []
        for place in places {
            keys.append(try key(named: place.key, in: schema))
        }
        let change = try change(selection, keys: names, by: schema) { transaction throws(CommandError) in
            let unset = zip(keys, places).filter { $1.value(in: transaction[$0]) == nil }.map(\.1)
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
        if change.outcome == .unchanged, let line = lineWithSuiteAsOption {
            note("nothing is removed; for a key of the suite \(arguments.operands[0].quoted): \(line.commandLine)")
        }
        report(change.outcome == .unchanged ? "nothing to remove" : "removed from \(selection.file.path)")
        return .done
    }

    /// The line that was meant, perhaps, where the first of two keys is a suite's name: `defaults delete SUITE KEY`.
    private var lineWithSuiteAsOption: [String]? {
        guard arguments.operands.count == 2, arguments.options.isEmpty,
            let folders = try? PreferenceFolders(environment: environment.variable),
            let suites = try? folders.suites(),
            suites.contains(where: { ByteKey($0.rawValue) == ByteKey(arguments.operands[0]) })
        else { return nil }
        return [arguments.verb.rawValue, "-s"] + arguments.operands
    }
}
