import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let copy = Verb(
        "copy",
        summary: "copy a value to another key or suite",
        discussion: """
            Without NEW the copy has the same key, in the suite that --to-suite names. That suite's file alone is
            written.
            """,
        operands: [
            Operand(.key, "the key of the value, whole and as it is"),
            Operand(.newKey, "the key of the copy", .optional),
        ],
        groups: [
            .writtenFile,
            .replacement(
                Option(
                    .toSuite,
                    ["--to-suite"],
                    "copy to the suite NAME, ~/.config/NAME.plist",
                    takes: [.word(.suite)]
                )
            ),
            .output(.jsonOfChanges, .typed, .null),
            .change,
            .messages,
        ],
        examples: [
            "copy window window.backup": "copy a value to another key",
            "copy -s editor theme --to-suite viewer": "copy a value to the same key of another suite",
        ],
        exits: .changing([
            .absent: "the key is unset",
            .invalidValue: "the target's format cannot hold the value",
            .preconditionFailed: "the target is set, and --force is not given; nothing is written",
        ]),
        run: CommandContext.copy
    )
}

extension CommandContext {
    fileprivate func copy() throws(CommandError) -> ExitCode {
        let source = try selection()
        let target = try arguments.argument(of: .toSuite).map { name throws(CommandError) in
            try Selection(ofSuite: name, in: environment)
        }
        let key = arguments.operands[0]
        guard arguments.operands.count > 1 || target != nil else {
            throw .usage(.missingOperand(.newKey, verb: .copy, synopsis: Verb.copy.syntax.synopsis()))
        }
        let newKey = arguments.operands.count > 1 ? arguments.operands[1] : key
        // Of two files, the one that is read needs no lock: it is a snapshot either way.
        let isOneFile = target.map { $0.file.path == source.file.path } ?? true
        let value = isOneFile ? nil : try contents(of: source, keys: .named([key]))[key]
        let schema = try schemaOfChange(to: target ?? source, keys: [newKey])
        let change = try change(target ?? source, keys: [key, newKey], by: schema) { transaction throws(CommandError) in
            let before = transaction.contents
            guard let value = isOneFile ? before[key] : value else {
                throw .unset([ValuePath(key)], in: source.file.path)
            }
            try checkTarget(newKey, in: before)
            transaction.contents[newKey] = value
            return try rehearsedChanges(from: before, in: transaction)
        }
        write(change.value.utf8)
        report(
            arguments.has(.dryRun) ? "nothing is written" : "copied \(key.quoted) to \((target ?? source).file.path)"
        )
        return .done
    }
}
