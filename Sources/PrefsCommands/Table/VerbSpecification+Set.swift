extension VerbSpecification {
    /// `prefs set`.
    static var set: VerbSpecification {
        VerbSpecification(
            name: .set,
            summary: "set a key to a value",
            discussion: [
                """
                A VALUE without a type takes the type that the key has in the file; for a new key, true and false are a \
                bool, 42 is an integer, 1.5 is a float, and all else is a string. A type changes only when a type is \
                named.
                """,
                """
                The options that name a type take the next word, whatever it begins with, so that --string is safe for \
                every VALUE. After --value-file they stand alone.
                """,
            ],
            operands: [
                .keyToSet,
                OperandSpecification(.value, summary: "the value to set"),
            ],
            groups: [.writtenFile, .typedValues, .defaultsForms, .valueSource, .change, .messages],
            examples: [
                CommandExample(["set", "general.launchCount", "3"], summary: "set an integer"),
                CommandExample(["set", "zip", "--string", "10117"], summary: "set a string of digits"),
                CommandExample(["set", "recent", "--json", "[\"a\", \"b\"]"], summary: "set an array"),
                CommandExample(
                    ["set", "icon", "--value-file", "icon.png", "--data"],
                    summary: "set data to the bytes of a file"
                ),
            ],
            exits: [
                ExitMeaning(.done),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "VALUE is not of the type that is named, or that the key has"),
                ExitMeaning(.unreadableFile),
                ExitMeaning(.writeFailed),
                ExitMeaning(.lockTimedOut),
            ]
        )
    }
}
