extension VerbSpecification {
    /// `prefs increment`.
    static var increment: VerbSpecification {
        VerbSpecification(
            name: .increment,
            summary: "add to a number, and print the sum",
            discussion: [
                """
                Reads and writes in one transaction: of many at once, each counts. An integer stays one, and never \
                passes its range, -2^63 to 2^64-1. An unset key starts from the value that a program finds in the \
                other files of the search list, else from 0.
                """
            ],
            operands: [
                OperandSpecification(.key, summary: "the key of a number, whole and as it is"),
                OperandSpecification(.amount, .optional, summary: "what to add, 1 unless it is named"),
            ],
            groups: [.updatedFile, .pointerWithParents, .output(.json, .typed, .null), .change, .messages],
            examples: [
                CommandExample(["increment", "general.launchCount"], summary: "count one more"),
                CommandExample(["increment", "volume", "-0.5"], summary: "lower a float by a half"),
            ],
            exits: [
                ExitMeaning(.done),
                ExitMeaning(.absent, "nothing can be put where --at leads"),
                ExitMeaning(.usage),
                ExitMeaning(
                    .invalidValue,
                    "the value is no number, BY is none of its type, or the sum is out of range"
                ),
                ExitMeaning(.unreadableFile),
                ExitMeaning(.writeFailed),
                ExitMeaning(.lockTimedOut),
            ]
        )
    }
}
