extension VerbSpecification {
    /// `prefs find`.
    static var find: VerbSpecification {
        VerbSpecification(
            name: .find,
            summary: "print the keys of all suites that hold a text",
            discussion: [
                """
                Looks through every suite that 'prefs suites' lists, or through the one file that an option selects. \
                Prints a line for each key that holds TEXT in its name, in its value or anywhere inside it: the suite, \
                the key and the value, with tabs between them, escaped as in 'prefs list'.
                """,
                """
                Numbers, dates and data hold the text that 'prefs get' prints. The names in a dictionary belong to the \
                value. A suite that cannot be read is told on standard error, and keeps nothing from being found in the \
                others.
                """,
            ],
            operands: [OperandSpecification(.text, summary: "the text to look for, letter for letter")],
            groups: [
                .readFile,
                OptionGroup(
                    "What is searched",
                    [
                        OptionSpecification(
                            .ignoreCase,
                            ["-i", "--ignore-case"],
                            summary: "take upper and lower case of a letter as the same, in any script"
                        ),
                        OptionSpecification(.inKeys, ["--keys"], summary: "look in the names of keys"),
                        OptionSpecification(.inValues, ["--values"], summary: "look in values"),
                    ]
                ),
                .output(
                    .json(summary: "a JSON array of objects with the names suite, key and value"),
                    .typed,
                    .null
                ),
                .messages,
            ],
            examples: [
                CommandExample(["find", "example.com"], summary: "print where a host name is set, in any suite"),
                CommandExample(
                    ["find", "-i", "--keys", "color"],
                    summary: "print the keys with 'color' in their names"
                ),
                CommandExample(["find", "-s", "group.x", "true"], summary: "look in one suite"),
            ],
            exits: [
                ExitMeaning(.done, "something is found"),
                ExitMeaning(.absent, "nothing is found"),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "a value cannot be printed in the form that is asked for"),
                ExitMeaning(.unreadableFile, "a suite cannot be read; what the others hold is printed"),
            ]
        )
    }
}
