extension VerbSpecification {
    /// `prefs apply`.
    static var apply: VerbSpecification {
        VerbSpecification(
            name: .apply,
            summary: "make a suite hold what files say",
            discussion: [
                """
                Each FILE is a seed: JSON, plain or typed, or a property list in any format. All are read and checked \
                first; then what differs is set in one transaction. Of a key in several the last FILE counts. A second \
                run changes nothing.
                """,
                """
                Prints a line for each change, with values as typed JSON: '+ KEY NEW' for a new key, '~ KEY OLD -> \
                NEW', '- KEY OLD'; then 'N changed'. --dry-run and --check print the same, and write nothing.
                """,
                """
                A seed sets the types that it names. A JSON number without a fraction names none: where a float is \
                stored it is one, so that 1 and 1.0 are the same there.
                """,
            ],
            operands: [OperandSpecification(.document, .oneOrMore, summary: "a seed; '-' is standard input")],
            groups: [
                .writtenFile,
                OptionGroup(
                    "What is set, and when",
                    [
                        OptionSpecification(.ifUnset, ["--if-unset"], summary: "leave keys that are set as they are"),
                        OptionSpecification(.prune, ["--prune"], summary: "remove the keys that no FILE holds"),
                        .dryRun,
                        OptionSpecification(
                            .check,
                            ["--check"],
                            summary: "write nothing, and exit with 1 if something would change",
                            excludes: [.dryRun, .replaceCorrupt]
                        ),
                    ]
                ),
                .output(.jsonOfChanges, .typed, .null),
                .change,
                .messages,
            ],
            examples: [
                CommandExample(["apply", "-s", "editor", "seed.json"], summary: "set what seed.json holds"),
                CommandExample(
                    ["apply", "base.plist", "ci.json", "--prune"],
                    summary: "have two seeds, the second over the first, and nothing else"
                ),
                CommandExample(
                    ["apply", "seed.json", "--check"],
                    summary: "fail if the suite has drifted from its seed"
                ),
                CommandExample(["apply", "-", "--if-unset"], summary: "set defaults from standard input"),
            ],
            exits: [
                ExitMeaning(.done),
                ExitMeaning(.absent, "something would change, and --check is given"),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "the file's format cannot hold a value; nothing is written"),
                ExitMeaning(.unreadableFile, "a FILE, or the file to write, cannot be read; nothing is written"),
                ExitMeaning(.writeFailed),
                ExitMeaning(.lockTimedOut),
            ]
        )
    }
}
