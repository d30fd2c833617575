extension VerbSpecification {
    /// `prefs rename`.
    static var rename: VerbSpecification {
        VerbSpecification(
            name: .rename,
            summary: "give a value another key",
            discussion: [
                """
                Both keys change in one transaction, and the entry keeps its place in the file, or moves to its sorted \
                place in a file whose keys are sorted.
                """
            ],
            operands: [
                OperandSpecification(.oldKey, summary: "the key that the value has, whole and as it is"),
                OperandSpecification(.newKey, summary: "the key that it gets"),
            ],
            groups: [
                .writtenFile, .replacement, .output(.jsonOfChanges, .typed, .null), .change, .messages,
            ],
            examples: [
                CommandExample(["rename", "launches", "general.launchCount"], summary: "rename a key"),
                CommandExample(
                    ["rename", "launches", "count", "--dry-run"],
                    summary: "print what that would remove and add"
                ),
            ],
            exits: [
                ExitMeaning(.done),
                ExitMeaning(.absent, "the key OLD is unset"),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "the file's format cannot hold the change"),
                ExitMeaning(.unreadableFile),
                ExitMeaning(.writeFailed),
                ExitMeaning(.lockTimedOut),
                ExitMeaning(.preconditionFailed, "the key NEW is set, and --force is not given; nothing is written"),
            ]
        )
    }
}

extension OptionGroup {
    /// What becomes of a key that is set already, for a verb that moves a value there.
    static let replacement = replacement(with: [])

    /// What becomes of a key that is set already, and other options of where a value goes.
    static func replacement(with others: [OptionSpecification]) -> OptionGroup {
        OptionGroup(
            "Where the value goes",
            others + [
                OptionSpecification(.force, ["--force"], summary: "replace the value of a key that is set already"),
                .dryRun,
            ]
        )
    }
}
