import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let reset = Verb(
        "reset",
        aliases: ["unset", "delete"],
        summary: "Remove keys, restoring their defaults",
        discussion: "An unset key is not an error. A missing file is not created. --json prints the changes.",
        operands: [Operand(.key, "A key to remove, a literal name", .oneOrMore)],
        groups: [
            .writtenFile,
            .pointer,
            OptionGroup(
                "Keys",
                Option(
                    .glob,
                    ["--glob"],
                    "Remove all keys that match a GLOB",
                    operands: [Operand(.glob, "A pattern of keys to remove", .oneOrMore)],
                    excludes: [.all]
                ),
                Option(
                    .all,
                    ["--all"],
                    "Remove every key, leaving an empty document",
                    operands: [],
                    excludes: [.pointer]
                ),
                Option(.strict, ["--strict"], "Exit with 1, removing nothing, if a key is not set", excludes: [.all])
            ),
            .changes,
            .change,
            .messages,
        ],
        examples: [
            "reset general.launchCount": "Remove one key",
            "reset recent --at /0": "Remove the first element of an array",
            "reset recent --json": "Remove one key, and print what it was",
            "reset --glob 'window.*'": "Remove the keys of one scope",
            "reset -s group.x --all": "Remove all keys of the suite group.x",
        ],
        exits: .changing([
            .absent: "a key is not set, and --strict is given; nothing is removed",
            .invalidValue: "the change breaks the schema",
        ]),
        firstOperand: .existingKey,
        run: CommandContext.reset
    )
}

extension CommandContext {
    fileprivate func reset() throws -> ExitCode {
        let selection = try selection()
        let isOpen = arguments.has(.all) || arguments.has(.glob)
        let given = try places()
        let names = isOpen ? nil : given.map(\.key)
        let schema = try schema(of: selection, keys: names)
        var places = given
        let isChanged = try changeOrRehearse(selection, keys: names, by: schema) { contents in
            places = try isOpen ? self.places(in: contents) : given
            let keys = try places.map { place in try NamedKey(place.key, in: schema) }
            let unset = zip(keys, places).filter { $1.value(in: contents[$0]) == nil }.map(\.1)
            if arguments.has(.strict), !unset.isEmpty || places.isEmpty {
                throw self.unset(places.isEmpty ? given : unset, in: selection, isOneFile: true)
            }
            if arguments.has(.pointer) {
                for (key, place) in zip(keys, places) {
                    contents[key] = place.whole(removingFrom: contents[key])
                }
            } else {
                contents.removeAll(named: keys.flatMap(\.names))
            }
        }
        if !isChanged, let name = given.first?.key, isOnlyOperandSuite {
            note(.notRemoved(["reset", "-s", name, "--all"]))
        }
        let removed = arguments.has(.all) ? [] : places
        reportChange(isChanged ? .removedKeys(removed, path: selection.file.path) : .nothingToRemove(removed))
        return .done
    }

    /// Returns the places to remove of a suite's keys: all, or those whose keys match a GLOB.
    private func places(in contents: PropertyListDictionary) throws -> [ValuePath] {
        let globs = arguments.operands.map(Glob.init)
        return try contents.keys.filter(globs.allow).map(place)
    }
}

extension Message {
    /// Returns a note about removed keys, or about all of a file if there are none.
    static func removedKeys(_ places: [ValuePath], path: String) -> Message {
        "removed \(places.isEmpty ? "all keys" : places.listed) from \(path)"
    }

    static func nothingToRemove(_ places: [ValuePath]) -> Message {
        guard !places.isEmpty else { return "nothing to remove" }
        return "\(places.listed) \(places.count == 1 ? "is" : "are") not set; nothing was removed"
    }

    /// Returns a note that nothing was removed, with the arguments of the line that the user may have intended.
    static func notRemoved(_ line: [String]) -> Message { Message("nothing was removed", hint: line.commandLine) }
}
