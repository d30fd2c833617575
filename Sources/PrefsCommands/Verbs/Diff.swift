import PropertyLists

extension Verb {
    static let diff = Verb(
        "diff",
        summary: "Show the differences between files",
        discussion: """
            Compares FILE with a second FILE, or with the selected suite. Prints one line per key that differs, with
            values as typed JSON. The line is '+ KEY NEW' if only the second has the key, and '- KEY OLD' if only the
            first has it. It is '~ KEY OLD -> NEW' if the values differ. The order of keys is ignored.
            """,
        operands: [
            Operand(.document, "A file in any format; '-' is standard input"),
            Operand(.document, "The file to compare it with", .optional),
        ],
        groups: [
            .readFile,
            OptionGroup(
                "Comparison",
                Option(
                    .against,
                    ["--against"],
                    "Compare the suite NAME with the selected suite",
                    takes: [.word(.suite)],
                    operands: []
                )
            ),
            .output(.jsonOfChanges, .typed, .null),
            .messages,
        ],
        examples: [
            "diff seed.plist": "Show how the suite differs from a file",
            "diff old.plist new.json": "Compare two files in any formats",
            "diff -s editor --against editor.backup": "Show the changes since a suite was copied",
        ],
        exits: .reading([
            .done: "the files are equal",
            .absent: "the files differ",
            .invalidValue: "a value cannot be printed in the requested form",
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
