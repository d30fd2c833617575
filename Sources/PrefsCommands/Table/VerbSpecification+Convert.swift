extension VerbSpecification {
    /// `prefs convert`.
    static var convert: VerbSpecification {
        VerbSpecification(
            name: .convert,
            summary: "write a property list in another format",
            discussion: [
                """
                Loses nothing: where FORMAT cannot hold a value or its type, as plain JSON a date, nothing is written, \
                and the key is named. --lossy writes it all the same; what FORMAT cannot spell at all becomes a string \
                then.
                """,
                "Comments are no values, and stay behind.",
            ],
            operands: [
                OperandSpecification(.document, summary: "the file to read, in any format; '-' is standard input")
            ],
            groups: [
                .output(
                    OptionSpecification(
                        .format,
                        ["--format"],
                        arguments: [.word(.documentFormat)],
                        summary: "the format to write",
                        excludes: [.json, .typed]
                    ),
                    .json(summary: "the same as --format json"),
                    .typedDocument,
                    .outputFile,
                    OptionSpecification(.lossy, ["--lossy"], summary: "write what FORMAT can hold, and note the rest"),
                    .breakHardLinks
                ),
                .messages,
            ],
            examples: [
                CommandExample(
                    ["convert", "seed.json", "-o", "seed.plist", "--format", "binary"],
                    summary: "make a binary property list of JSON"
                ),
                CommandExample(
                    ["convert", "app.plist", "--format", "typed-json"],
                    summary: "print JSON that keeps types"
                ),
            ],
            exits: [
                ExitMeaning(.done),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "something would be lost; nothing is written"),
                ExitMeaning(.unreadableFile),
                ExitMeaning(.writeFailed),
            ]
        )
    }
}

extension OptionSpecification {
    fileprivate static let typedDocument = OptionSpecification(
        .typed,
        ["--typed"],
        summary: "the same as --format typed-json",
        excludes: [.json]
    )
}
