extension VerbSpecification {
    /// `prefs toggle`.
    static var toggle: VerbSpecification {
        VerbSpecification(
            name: .toggle,
            summary: "turn a bool over, and print what it is now",
            discussion: [
                """
                Reads and writes in one transaction: of many at once, each counts. An unset key starts from the value \
                that a program finds in the other files of the search list, else from false.
                """
            ],
            operands: [OperandSpecification(.key, summary: "the key of a bool, whole and as it is")],
            groups: [.updatedFile, .pointerWithParents, .output(.json, .typed, .null), .change, .messages],
            examples: [CommandExample(["toggle", "autosave"], summary: "turn 'autosave' on, or off")],
            exits: [
                ExitMeaning(.done),
                ExitMeaning(.absent, "nothing can be put where --at leads"),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "the value is no bool"),
                ExitMeaning(.unreadableFile),
                ExitMeaning(.writeFailed),
                ExitMeaning(.lockTimedOut),
            ]
        )
    }
}
