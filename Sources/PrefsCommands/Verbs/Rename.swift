import PreferenceStore
import PropertyLists

extension Verb {
    static let rename = Verb(
        "rename",
        summary: "give a value another key",
        discussion: """
            Both keys change in one transaction, and the entry keeps its place in the file, or moves to its sorted place
            in a file whose keys are sorted.
            """,
        operands: [
            Operand(.oldKey, "the key that the value has, whole and as it is"),
            Operand(.newKey, "the key that it gets"),
        ],
        groups: [.writtenFile, .replacement(), .output(.jsonOfChanges, .typed, .null), .change, .messages],
        examples: [
            "rename launches general.launchCount": "rename a key",
            "rename launches count --dry-run": "print what that would remove and add",
        ],
        exits: .changing([
            .absent: "the key OLD is unset",
            .invalidValue: "the file's format cannot hold the change",
            .preconditionFailed: "the key NEW is set, and --force is not given; nothing is written",
        ]),
        run: CommandContext.rename
    )
}

extension OptionGroup {
    /// Returns the options for the target of a moved or copied value: `--force`, `--dry-run` and others.
    static func replacement(_ others: Option...) -> OptionGroup {
        let force = Option(.force, ["--force"], "replace the value of a key that is set already")
        return OptionGroup("Where the value goes", of: others + [force, .dryRun])
    }
}

extension CommandContext {
    fileprivate func rename() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let (old, new) = (arguments.operands[0], arguments.operands[1])
        let schema = try schemaOfChange(to: selection, keys: [old, new])
        try changeOrRehearse(selection, keys: [old, new], by: schema) { contents throws(CommandError) in
            guard contents[old] != nil else { throw .unset([ValuePath(old)], in: selection.file.path) }
            try checkTarget(new, in: contents)
            contents.renameKey(old, to: new)
        }
        reportChange(.renamed(old, to: new))
        return .done
    }

    /// Checks that the target key of a value is unset or may be replaced.
    func checkTarget(_ key: String, in contents: PropertyListDictionary) throws(CommandError) {
        guard contents[key] == nil || arguments.has(.force) else { throw .targetIsSet(key) }
    }
}
