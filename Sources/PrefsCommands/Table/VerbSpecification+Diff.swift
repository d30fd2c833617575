extension VerbSpecification {
    /// `prefs diff`.
    static var diff: VerbSpecification {
        VerbSpecification(
            name: .diff,
            summary: "print what turns one file into another",
            discussion: [
                """
                Compares FILE with a second FILE, or with the selected suite. Prints a line for each key that differs, \
                with values as typed JSON: '+ KEY NEW' for a key that the second has alone, '- KEY OLD' for one that \
                it lacks, '~ KEY OLD -> NEW'. The order of keys is no difference.
                """
            ],
            operands: [
                OperandSpecification(.document, summary: "a file in any format; '-' is standard input"),
                OperandSpecification(.document, .optional, summary: "the file to compare it with"),
            ],
            groups: [
                .readFile,
                OptionGroup(
                    "What is compared",
                    [
                        OptionSpecification(
                            .against,
                            ["--against"],
                            arguments: [.word(.suite)],
                            summary: "compare the suite NAME with the selected one",
                            operands: []
                        )
                    ]
                ),
                .output(.jsonOfChanges, .typed, .null),
                .messages,
            ],
            examples: [
                CommandExample(["diff", "seed.plist"], summary: "print how the suite differs from a file"),
                CommandExample(["diff", "old.plist", "new.json"], summary: "compare two files of any formats"),
                CommandExample(
                    ["diff", "-s", "editor", "--against", "editor.backup"],
                    summary: "print what has changed since a suite was copied"
                ),
            ],
            exits: [
                ExitMeaning(.done, "both are the same"),
                ExitMeaning(.absent, "they differ"),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "a value cannot be printed in the form that is asked for"),
                ExitMeaning(.unreadableFile),
            ]
        )
    }
}
