import PropertyLists

extension Verb {
    static let diff = Verb(
        "diff",
        summary: "print what turns one file into another",
        discussion: """
            Compares FILE with a second FILE, or with the selected suite. Prints a line for each key that differs, with
            values as typed JSON: '+ KEY NEW' for a key that the second has alone, '- KEY OLD' for one that it lacks, '~
            KEY OLD -> NEW'. The order of keys is no difference.
            """,
        operands: [
            Operand(.document, "a file in any format; '-' is standard input"),
            Operand(.document, "the file to compare it with", .optional),
        ],
        groups: [
            .readFile,
            OptionGroup(
                "What is compared",
                Option(
                    .against,
                    ["--against"],
                    "compare the suite NAME with the selected one",
                    takes: [.word(.suite)],
                    operands: []
                )
            ),
            .output(.jsonOfChanges, .typed, .null),
            .messages,
        ],
        examples: [
            "diff seed.plist": "print how the suite differs from a file",
            "diff old.plist new.json": "compare two files of any formats",
            "diff -s editor --against editor.backup": "print what has changed since a suite was copied",
        ],
        exits: .reading([
            .done: "both are the same",
            .absent: "they differ",
            .invalidValue: "a value cannot be printed in the form that is asked for",
        ]),
        run: CommandContext.diff
    )
}

extension CommandContext {
    fileprivate func diff() throws(CommandError) -> ExitCode {
        try checkStandardInput()
        let other = arguments.argument(of: .against)
        let old =
            if let other { try contents(of: try Selection(ofSuite: other, in: environment)) } else {
                try document(arguments.operands[0]).dictionary
            }
        let new: PropertyListDictionary
        if arguments.operands.count > 1 {
            try checkNoSelection()
            new = try document(arguments.operands[1]).dictionary
        } else {
            new = try contents(of: try selection())
        }
        let changes = old.keyChanges(to: new)
        write(try records(of: changes).utf8)
        return changes.isEmpty ? .done : .absent
    }
}
