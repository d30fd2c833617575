import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let reset = Verb(
        "reset",
        aliases: ["unset", "delete"],
        summary: "Remove keys, restoring their defaults",
        discussion: "An unset key is not an error. A missing file is not created.",
        operands: [Operand(.key, "A key to remove, a literal name", .oneOrMore)],
        groups: [
            .writtenFile,
            .pointer,
            OptionGroup(
                "Keys",
                Option(
                    .all,
                    ["--all"],
                    "Remove every key, leaving an empty document",
                    operands: [],
                    excludes: [.pointer]
                ),
                Option(.strict, ["--strict"], "Exit with 1, removing nothing, if a key is not set", excludes: [.all])
            ),
            .change,
            .messages,
        ],
        examples: [
            "reset general.launchCount": "Remove one key",
            "reset recent --at /0": "Remove the first element of an array",
            "reset -s group.x --all": "Remove all keys of the suite group.x",
        ],
        exits: .changing([
            .absent: "a key is not set, and --strict is given; nothing is removed",
            .invalidValue: "the change breaks the schema",
        ]),
        run: CommandContext.reset
    )
}

extension CommandContext {
    fileprivate func reset() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let places = try places()
        let names = arguments.has(.all) ? nil : places.map(\.key)
        let schema = try schemaOfChange(to: selection, keys: names)
        let keys = try places.map { place throws(CommandError) in try NamedKey(place.key, in: schema) }
        let change = try change(selection, keys: names, by: schema) { transaction throws(CommandError) in
            let unset = zip(keys, places).filter { $1.value(in: transaction.contents[$0]) == nil }.map(\.1)
            if arguments.has(.strict), !unset.isEmpty {
                throw .unset(unset, in: selection.file.path)
            }
            if arguments.has(.all) {
                transaction.contents.removeAll()
            }
            if arguments.has(.pointer) {
                for (key, place) in zip(keys, places) {
                    transaction.contents[key] = place.whole(removingFrom: transaction.contents[key])
                }
            } else {
                transaction.contents.removeAll(named: keys.flatMap(\.names))
            }
        }
        if change.outcome == .unchanged, let line = lineWithSuiteAsOption {
            note(.notRemoved(line))
        }
        report(
            change.outcome == .unchanged ? .nothingToRemove(places) : .removedKeys(places, path: selection.file.path)
        )
        return .done
    }

    /// The line that the user perhaps intended if the first of two keys is a suite's name: `defaults delete SUITE KEY`.
    private var lineWithSuiteAsOption: [String]? {
        guard arguments.operands.count == 2, arguments.options.isEmpty,
            let directories = try? PreferenceDirectories(environment: environment.variable),
            let suites = try? directories.suites(),
            suites.contains(where: { ByteKey($0.rawValue) == ByteKey(arguments.operands[0]) })
        else { return nil }
        return [arguments.verb.name, "-s"] + arguments.operands
    }
}
