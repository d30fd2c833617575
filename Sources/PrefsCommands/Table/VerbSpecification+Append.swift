extension VerbSpecification {
    /// `prefs append`.
    static var append: VerbSpecification {
        VerbSpecification(
            name: .append,
            summary: "put values at the end of an array, and print it",
            discussion: [
                """
                Reads and writes in one transaction: of many at once, each value is there. An unset key starts from the \
                value that a program finds in the other files of the search list, else from an empty array.
                """,
                """
                Of a VALUE without a type, true and false are a bool, 42 is an integer, 1.5 is a float, and all else is \
                a string. The options that name a type take the next word, whatever it begins with, and may stand \
                before each VALUE.
                """,
            ],
            operands: [.keyToAppendTo, .element(.oneOrMore)],
            groups: [
                .updatedFile, .typedElements, .defaultsFormsOfElements, .elementSource, .pointerWithParents,
                .output(.typed, .null), .change, .messages,
            ],
            examples: [
                CommandExample(["append", "recent", "notes.txt"], summary: "append a string"),
                CommandExample(
                    ["append", "list", "--string", "10117", "--json", "{\"a\": 1}"],
                    summary: "append a string of digits, and a dictionary"
                ),
            ],
            exits: [
                ExitMeaning(.done),
                ExitMeaning(.absent, "nothing can be put where --at leads"),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "the value is no array, or a VALUE is not of the type that is named"),
                ExitMeaning(.unreadableFile),
                ExitMeaning(.writeFailed),
                ExitMeaning(.lockTimedOut),
            ]
        )
    }
}
