import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let reset = Verb(
        "reset",
        aliases: ["unset", "delete"],
        summary: "Remove keys, restoring their defaults",
        discussion: """
            An unset key is not an error. A missing file is not created. --json prints the changes. --all leaves the
            keys that the administrator has set.
            """,
        operands: [Operand(.key, "A key to remove, a literal name", .oneOrMore)],
        groups: [
            .writtenFile,
            .pointer,
            OptionGroup(
                "Keys",
                .glob(
                    "Remove the keys that match GLOB",
                    operands: [Operand(.key, "A further key to remove, a literal name", .zeroOrMore)],
                    excludes: ["--all"]
                ),
                Option(
                    ["--all"],
                    "Remove every key, leaving an empty document",
                    operands: [],
                    excludes: ["--at"]
                ) { $0.keys.areAll = true },
                .strict(summary: "Exit with 1, removing nothing, if a key is not set", excludes: ["--all"])
            ),
            .changes,
            .change,
            .messages,
        ],
        examples: [
            "reset general.launchCount": "Remove one key",
            "reset recent --at /0": "Remove the first element of an array",
            "reset recent --json": Example(
                "Remove one key, and print what it was",
                prints: "[{\"key\":\"recent\",\"old\":[\"a.txt\",\"notes.txt\"]}]"
            ),
            "reset --glob 'window.*'": "Remove the keys of one scope",
            "reset -s group.x --all": "Remove all keys of the suite group.x",
        ],
        exits: .changing([
            .absent: "a key is not set, and --strict is given; nothing is removed",
            .invalidValue: "the change breaks the schema",
        ]),
        action: VerbAction(VerbRun.reset, firstOperand: .existingKey)
    )
}

extension VerbRun {
    fileprivate func reset() throws -> ExitCode {
        let selection = try reader.selection()
        let isOpen = options.keys.areAll || !options.keys.globs.isEmpty
        let given = operands.map(reader.pointer)
        let names = isOpen ? nil : given.map(\.key)
        var staying: [String] = []
        var pointers = given
        let changes = try writer.changeAndPrint(selection, keys: names) { transaction in
            pointers = isOpen ? self.pointers(in: transaction.root) : given
            if options.keys.areAll {
                staying = try pointers.map(\.key).filter(selection.rules.isManaged)
                let kept = Set((staying + [PreferenceMigration.versionKey]).map { ByteKey($0) })
                pointers.removeAll { kept.contains(ByteKey($0.key)) }
            }
            if options.keys.isStrict {
                let unset = try pointers.filter {
                    try $0.value(in: transaction.root[named: selection.rules.names(of: $0.key)]) == nil
                }
                guard unset.isEmpty && !pointers.isEmpty else {
                    throw suggestions.unset(pointers.isEmpty ? given : unset, in: selection, isOneFile: true)
                }
            }
            try remove(pointers, from: &transaction.root, by: selection.rules)
        }
        if !staying.isEmpty { messages.note(.managedStay(staying)) }
        let unset = try isOpen ? [] : self.unset(given, in: changes, by: selection.rules)
        let removed = options.keys.areAll ? [] : pointers
        if !changes.isEmpty {
            messages.reportChange(.removedKeys(removed, path: selection.file.path))
        } else if unset.isEmpty {
            messages.answer(.nothingToRemove(removed))
        }
        if !unset.isEmpty { try noteUnset(unset, in: selection) }
        return .done
    }

    /// Removes keys, or a part of the value of each.
    func remove(
        _ pointers: [ValuePointer],
        from contents: inout PropertyListDictionary,
        by rules: SuiteRules
    ) throws {
        for pointer in pointers where pointer.inValue != .whole {
            let names = try rules.names(of: pointer.key)
            let whole = contents[named: names]
            _ = try pointer.found(in: whole)
            contents[named: names] = pointer.whole(removingFrom: whole)
        }
        contents.removeAll(named: try pointers.filter { $0.inValue == .whole }.flatMap { try rules.names(of: $0.key) })
    }

    /// Returns the pointers to values that no change has removed.
    private func unset(
        _ pointers: [ValuePointer],
        in changes: [PreferenceChange],
        by rules: SuiteRules
    ) throws -> [ValuePointer] {
        let changed = Set(changes.map { ByteKey($0.key) })
        return try pointers.filter { pointer in
            try !rules.names(of: pointer.key).contains { changed.contains(ByteKey($0)) }
        }
    }

    /// Prints where keys are set that the file lacks; else what the user may have intended: a suite, a pattern, or on a
    /// terminal another key.
    private func noteUnset(_ pointers: [ValuePointer], in selection: Selection) throws {
        let name = pointers[0].key
        var layers = try OtherLayers(of: pointers.map(\.key), in: selection)
        let elsewhere = try layers.entries()
        for (key, entry) in elsewhere {
            let line = selection.selector(ofFileAt: entry.file.path).map { ["reset"] + $0 + [key] }
            messages.note(.setElsewhere(key, path: entry.file.path, line: line))
        }
        if suggestions.isOnlyOperandSuite {
            let lines = [["suites", "remove", name], ["reset", "-s", name, "--all"]]
            messages.note(.notRemoved(hint: lines.commandLines))
        } else if let hint = KeyHint(pattern: name, among: (try? StoredKeys(of: [selection.file]))?.names ?? []) {
            messages.note(.notRemoved(hint: hint.text))
        } else if elsewhere.isEmpty {
            messages.of(suggestions.unset(pointers, in: selection)).forEach { messages.answer($0) }
        }
    }

    /// Returns the pointers to remove of a suite's keys: all, or the given ones and those whose keys match a glob.
    private func pointers(in contents: PropertyListDictionary) -> [ValuePointer] {
        guard !options.keys.areAll else { return contents.keys.map(reader.pointer) }
        return reader.pointers(among: contents.keys)
    }
}

extension Message {
    /// Returns a note about removed keys, or about all of a file if there are none.
    fileprivate static func removedKeys(_ pointers: [ValuePointer], path: String) -> Message {
        "removed \(pointers.isEmpty ? "all keys" : pointers.listed) from \(path)"
    }

    fileprivate static func nothingToRemove(_ pointers: [ValuePointer]) -> Message {
        guard !pointers.isEmpty else { return "nothing to remove" }
        return "\(pointers.listed) \(pointers.count == 1 ? "is" : "are") not set; nothing was removed"
    }

    /// Returns a note about a key that only another file has, with the line that removes it there.
    fileprivate static func setElsewhere(_ key: String, path: String, line: [String]?) -> Message {
        Message("\(key.quoted) is set in \(path)", hint: line?.commandLine)
    }

    /// Returns a note that nothing was removed, with a hint at what the user may have intended.
    fileprivate static func notRemoved(hint: String?) -> Message { Message("nothing was removed", hint: hint) }
}
