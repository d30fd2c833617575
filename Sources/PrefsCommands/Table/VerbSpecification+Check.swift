extension VerbSpecification {
    /// `prefs check`.
    static var check: VerbSpecification {
        VerbSpecification(
            name: .check,
            summary: "find what is wrong with files",
            discussion: [
                """
                Prints a line for each finding: the file, the line and column or the byte, the key, and what is wrong. \
                Without a FILE it checks the selected suite. All files are looked at, and the worst finding is the exit \
                code.
                """,
                """
                A file can be sound and still not be what UserDefaults reads: for a keyed archive's reference, say, or \
                white space around a number, it takes the whole suite for empty. For a format that it does not read it \
                does so too, which counts in a file whose name ends in .plist.
                """,
                """
                The suite is checked against its schema, too, if one is installed for it. A FILE that is named has no \
                schema but the one that --schema names. What is required and missing is found at the root.
                """,
            ],
            operands: [OperandSpecification(.document, .zeroOrMore, summary: "a file to check; '-' is standard input")],
            groups: [
                .readFile,
                .output(.json(summary: "a JSON array of findings"), .null),
                .messages,
            ],
            examples: [
                CommandExample(["check"], summary: "check the suite"),
                CommandExample(["check", "seed.json", "app.plist"], summary: "check two files"),
            ],
            exits: [
                ExitMeaning(.done, "nothing is wrong"),
                ExitMeaning(.usage),
                ExitMeaning(
                    .invalidValue,
                    "a file breaks the schema, or holds what UserDefaults or a strict parser misreads"
                ),
                ExitMeaning(
                    .unreadableFile,
                    "a file is no suite, the schema is malformed, or one of them cannot be read"
                ),
            ]
        )
    }
}
