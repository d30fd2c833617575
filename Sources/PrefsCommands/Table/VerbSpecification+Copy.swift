extension VerbSpecification {
    /// `prefs copy`.
    static var copy: VerbSpecification {
        VerbSpecification(
            name: .copy,
            summary: "copy a value to another key or suite",
            discussion: [
                """
                Without NEW the copy has the same key, in the suite that --to-suite names. That suite's file alone is \
                written.
                """
            ],
            operands: [
                OperandSpecification(.key, summary: "the key of the value, whole and as it is"),
                OperandSpecification(.newKey, .optional, summary: "the key of the copy"),
            ],
            groups: [
                .writtenFile,
                .replacement(
                    with: [
                        OptionSpecification(
                            .toSuite,
                            ["--to-suite"],
                            arguments: [.word(.suite)],
                            summary: "copy to the suite NAME, ~/.config/NAME.plist"
                        )
                    ]
                ),
                .output(.jsonOfChanges, .typed, .null),
                .change,
                .messages,
            ],
            examples: [
                CommandExample(["copy", "window", "window.backup"], summary: "copy a value to another key"),
                CommandExample(
                    ["copy", "-s", "editor", "theme", "--to-suite", "viewer"],
                    summary: "copy a value to the same key of another suite"
                ),
            ],
            exits: [
                ExitMeaning(.done),
                ExitMeaning(.absent, "the key is unset"),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "the target's format cannot hold the value"),
                ExitMeaning(.unreadableFile),
                ExitMeaning(.writeFailed),
                ExitMeaning(.lockTimedOut),
                ExitMeaning(.preconditionFailed, "the target is set, and --force is not given; nothing is written"),
            ]
        )
    }
}
