extension VerbSpecification {
    /// `prefs reset`.
    static var reset: VerbSpecification {
        VerbSpecification(
            name: .reset,
            summary: "remove keys, so that their defaults hold",
            discussion: ["A key that is unset is no error, and no file is created."],
            operands: [OperandSpecification(.key, .oneOrMore, summary: "a key to remove, whole and as it is")],
            groups: [
                .writtenFile,
                .pointer,
                OptionGroup(
                    "What is removed",
                    [
                        OptionSpecification(
                            .all,
                            ["--all"],
                            summary: "remove every key and leave an empty document",
                            operands: [],
                            excludes: [.pointer]
                        ),
                        OptionSpecification(
                            .strict,
                            ["--strict"],
                            summary: "remove nothing and exit with 1 if a key is unset",
                            excludes: [.all]
                        ),
                    ]
                ),
                .change,
                .messages,
            ],
            examples: [
                CommandExample(["reset", "general.launchCount"], summary: "remove one key"),
                CommandExample(["reset", "recent", "--at", "/0"], summary: "remove the first element of an array"),
                CommandExample(["reset", "-s", "group.x", "--all"], summary: "remove all keys of the suite group.x"),
            ],
            exits: [
                ExitMeaning(.done),
                ExitMeaning(.absent, "a key is unset, and --strict is given; nothing is removed"),
                ExitMeaning(.usage),
                ExitMeaning(.unreadableFile),
                ExitMeaning(.writeFailed),
                ExitMeaning(.lockTimedOut),
            ]
        )
    }
}
