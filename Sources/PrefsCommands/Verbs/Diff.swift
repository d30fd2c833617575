import PreferenceStore
import PropertyLists

extension Verb {
    static let diff = Verb(
        "diff",
        summary: "Show the differences between files",
        discussion: """
            Compares FILE with a second FILE, or with the selected suite. If they differ, the first two lines name both,
            after '---' and '+++'. Then one line follows per difference, with values as typed JSON. The line is
            '+ KEY NEW' if only the second has the key, and '- KEY OLD' if only the first has it. It is
            '~ KEY OLD -> NEW' if the values differ. In dictionaries and arrays, the line names the place that differs:
            '~ KEY /frame/0 OLD -> NEW'. The order of keys is ignored.

            The command compares types too. A date is a string in plain JSON, so a seed in JSON differs from the suite:
            'prefs apply --check' tests whether the suite has drifted from it.
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
            .changes,
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
        let selection: Selection?
        if arguments.operands.count > 1 {
            try checkNoSelection()
            selection = nil
        } else {
            selection = try self.selection()
        }
        let old =
            if let other = arguments.argument(of: .against) {
                try comparedSuite(Selection(ofSuite: other, in: environment))
            } else {
                try comparedFile(0)
            }
        let new = if let selection { try comparedSuite(selection) } else { try comparedFile(1) }
        let schema = if let selection { try schema(of: selection) } else { try namedSchema() }
        let changes = old.contents.keyChanges(to: new.contents)
        if !changes.isEmpty, jsonStyle == nil, !arguments.has(.namesOnly) {
            for (sign, path, role) in [("---", old.path, Field.Role.removed), ("+++", new.path, .added)] {
                write(try terminated(coloured("\(sign) \(path.escaped(forTerminal: isTerminal))", role)).utf8)
            }
        }
        write(try records(of: changes, hiding: schema).utf8)
        return changes.isEmpty ? .done : .absent
    }

    private func comparedFile(_ position: Int) throws(CommandError) -> (path: String, contents: PropertyListDictionary)
    {
        let path = arguments.operands[position]
        return (path, try document(path).seed)
    }

    private func comparedSuite(
        _ selection: Selection
    ) throws(CommandError) -> (path: String, contents: PropertyListDictionary) {
        noteIfMissing(selection)
        return (selection.file.path, try contents(of: selection))
    }
}
