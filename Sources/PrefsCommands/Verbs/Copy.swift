import PreferenceStore
import PropertyLists

extension Verb {
    static let copy = Verb(
        "copy",
        summary: "Copy a value to another key or suite",
        discussion: """
            Without NEW, the copy has the same key, in the suite that --to-suite names. The command writes only the
            target's file.
            """,
        operands: [
            Operand(.key, "The key to copy, a literal name"),
            Operand(.newKey, "The key of the copy", .optional),
        ],
        groups: [
            .writtenFile,
            .replacement(
                Option(
                    .toSuite,
                    ["--to-suite"],
                    "Copy to the suite NAME (~/.config/NAME.plist)",
                    takes: [.word(.suite)]
                )
            ),
            .output(.jsonOfChanges, .typed, .null),
            .change,
            .messages,
        ],
        examples: [
            "copy window window.backup": "Copy a value to another key",
            "copy -s editor theme --to-suite viewer": "Copy a value to the same key of another suite",
        ],
        exits: .changing([
            .absent: "the key is not set",
            .invalidValue: "the value breaks the schema, or the target's format cannot represent it",
            .preconditionFailed: "the target key is set, and --force is not given; nothing is written",
        ]),
        run: CommandContext.copy
    )
}

extension CommandContext {
    fileprivate func copy() throws(CommandError) -> ExitCode {
        let source = try selection()
        let otherSuite = arguments.argument(of: .toSuite)
        let target = if let otherSuite { try Selection(ofSuite: otherSuite, in: environment) } else { source }
        let key = arguments.operands[0]
        guard arguments.operands.count > 1 || otherSuite != nil else {
            throw .usage(.missingOperand(.newKey, synopsis: Verb.copy.syntax.synopsis()))
        }
        let newKey = arguments.operands.count > 1 ? arguments.operands[1] : key
        // If there are two files, the source is read as a snapshot and needs no lock.
        let isOneFile = target.file.path == source.file.path
        let value = isOneFile ? nil : try contents(of: source, keys: .named([key]))[key]
        let schema = try schemaOfChange(to: target, keys: [newKey])
        try changeOrRehearse(target, keys: [key, newKey], by: schema) { contents throws(CommandError) in
            guard let value = isOneFile ? contents[key] : value else {
                throw .unset([ValuePath(key)], in: source.file.path)
            }
            try checkTarget(newKey, in: contents)
            contents[newKey] = value
        }
        reportChange(.copied(key, to: newKey, path: target.file.path))
        return .done
    }
}
