extension VerbSpecification {
    /// `prefs dump`.
    static var dump: VerbSpecification {
        VerbSpecification(
            name: .dump,
            summary: "print a whole suite as a document",
            discussion: ["A suite that is not there is an empty document."],
            operands: [],
            groups: [
                .readFile,
                .output(
                    OptionSpecification(
                        .format,
                        ["--format"],
                        arguments: [.word(.format)],
                        summary: "the format of the document, xml unless it is named",
                        excludes: [.json, .typed]
                    ),
                    .json,
                    .typed,
                    .outputFile,
                    .breakHardLinks
                ),
                .messages,
            ],
            examples: [
                CommandExample(["dump", "-s", "group.x"], summary: "print a suite as XML"),
                CommandExample(["dump", "--format", "binary", "-o", "copy.plist"], summary: "write a binary copy"),
                CommandExample(["dump", "--format", "openstep"], summary: "print a suite in the format of GNUstep"),
            ],
            exits: [
                ExitMeaning(.done),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "the format cannot hold a value"),
                ExitMeaning(.unreadableFile),
                ExitMeaning(.writeFailed),
            ]
        )
    }
}
