extension VerbSpecification {
    /// `prefs list`.
    static var list: VerbSpecification {
        VerbSpecification(
            name: .list,
            summary: "print keys with their values",
            discussion: [
                """
                Prints a line for each key, in the byte order of keys: the key, a tab, the value. Backslash, tab, line \
                break, carriage return and NUL are escaped as \\\\, \\t, \\n, \\r and \\0, unless --null is given.
                """
            ],
            operands: [
                OperandSpecification(
                    .glob,
                    .zeroOrMore,
                    summary: "print the keys that match one of these; '*' is any run of characters"
                )
            ],
            groups: [
                .searchedFiles,
                .output(.long(summary: "add the type, and the file that holds the value"), .json, .typed, .null),
                .messages,
            ],
            examples: [
                CommandExample(["list"], summary: "print all there is in the suite"),
                CommandExample(
                    ["list", "-l", "general.*"],
                    summary: "print the keys of one scope, with types and files"
                ),
            ],
            exits: [
                ExitMeaning(.done, "done, even if no key matches"),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "a value cannot be printed in the form that is asked for"),
                ExitMeaning(.unreadableFile),
            ]
        )
    }
}
