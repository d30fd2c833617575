extension VerbSpecification {
    /// `prefs edit`.
    static var edit: VerbSpecification {
        VerbSpecification(
            name: .edit,
            summary: "edit a suite as a text, with your editor",
            discussion: [
                """
                Hands the suite as a text to the command in $VISUAL, else in $EDITOR, else to vi. When the editor ends, \
                the keys that were changed are written in one transaction; all else in the file stays, comments among \
                it, and so does what other programs have changed meanwhile. A text that is left as it was writes \
                nothing.
                """,
                """
                A text with an error in it is shown at its line, and offered to the editor again where standard input \
                is a terminal. What cannot be written is kept in a private file, whose path is told.
                """,
            ],
            operands: [],
            groups: [
                .writtenFile,
                OptionGroup(
                    "What is edited",
                    [
                        OptionSpecification(
                            .format,
                            ["--format"],
                            arguments: [.word(.editedForm)],
                            summary: "the form of the text, xml unless it is named; json is that of 'dump --typed'"
                        )
                    ]
                ),
                .change,
                .messages,
            ],
            examples: [
                CommandExample(["edit", "-s", "group.x"], summary: "edit the suite group.x as XML"),
                CommandExample(["edit", "--format", "json"], summary: "edit a suite as JSON that keeps every type"),
            ],
            exits: [
                ExitMeaning(.done, "the changes are written, or there are none"),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "the text or the file cannot hold a value"),
                ExitMeaning(.unreadableFile, "the file is corrupt or cannot be read, or the edited text is no suite"),
                ExitMeaning(.writeFailed, "the editor failed, or the write"),
                ExitMeaning(.lockTimedOut),
                ExitMeaning(.preconditionFailed, "another program has changed the same key in another way"),
            ]
        )
    }
}
