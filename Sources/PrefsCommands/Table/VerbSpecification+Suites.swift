extension VerbSpecification {
    /// `prefs suites`.
    static var suites: VerbSpecification {
        VerbSpecification(
            name: .suites,
            summary: "print the names of the suites there are",
            discussion: [],
            operands: [],
            groups: [
                .output(
                    .long(summary: "add the number of keys, the format and the size"),
                    .json(summary: "a JSON array"),
                    .null
                ),
                .messages,
            ],
            examples: [CommandExample(["suites", "-l"], summary: "print the suites with their sizes")],
            exits: [ExitMeaning(.done), ExitMeaning(.usage), ExitMeaning(.unreadableFile)]
        )
    }
}
