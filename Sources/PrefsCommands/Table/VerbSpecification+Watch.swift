extension VerbSpecification {
    /// `prefs watch`.
    static var watch: VerbSpecification {
        VerbSpecification(
            name: .watch,
            summary: "print changes as they happen, whoever makes them",
            discussion: [
                """
                Prints a line for each change, as soon as it is made: '+ KEY NEW' for a new key, '- KEY OLD' for one \
                that is gone, '~ KEY OLD -> NEW' for another value, with values as typed JSON. It tells of the one file that \
                'prefs set' would write.
                """,
                """
                It runs until a signal ends it, or nobody reads its output any more. A file that cannot be read is told \
                once on standard error, and counts as it was until it can be read again. With --verbose it says when it \
                begins, and no change after that is left out.
                """,
            ],
            operands: [
                OperandSpecification(
                    .glob,
                    .zeroOrMore,
                    summary: "tell of keys that match one of these; '*' is any run of characters"
                )
            ],
            groups: [
                .writtenFile,
                .output(
                    .json(summary: "a JSON object a line, with the names key, old and new"),
                    .typed,
                    OptionSpecification(
                        .asCommands,
                        ["--as-commands"],
                        summary: "lines of 'prefs set' and 'prefs reset' that make the same changes",
                        excludes: [.json, .typed]
                    )
                ),
                .messages,
            ],
            examples: [
                CommandExample(["watch"], summary: "tell of every change of the suite"),
                CommandExample(
                    ["watch", "-s", "group.x", "--json", "window.*"],
                    summary: "tell a program of the changes of some keys"
                ),
                CommandExample(["watch", "--as-commands"], summary: "record changes, to be run by a shell later"),
            ],
            exits: [
                ExitMeaning(.done, "never: it ends by a signal, SIGPIPE where its output is closed"),
                ExitMeaning(.usage),
                ExitMeaning(.unreadableFile, "files cannot be watched, or there is no configuration folder"),
                ExitMeaning(.writeFailed, "standard output cannot be written"),
            ]
        )
    }
}
