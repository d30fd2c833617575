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
                """,
                """
                With --all it prints the keys of the schema as well that are unset, with their defaults, and each line \
                ends with what the value is: 'changed' where the key is set to another value than the default, or has \
                none; 'same' where it is set to its default; 'default' where it is unset, so that the default holds; \
                'unset' where there is neither, and the value is empty. A key that is set by a name which it had before \
                stands by its present one. Under --long the origin of what no file holds is 'default', or '-'. With \
                --json it is an object of values, the defaults among them.
                """,
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
                OptionGroup(
                    "What is listed",
                    [
                        OptionSpecification(
                            .all,
                            ["--all"],
                            summary: "the keys of the schema that are unset, too, and what has changed"
                        )
                    ]
                ),
                .output(.long(summary: "add the type, and the file that holds the value"), .json, .typed, .null),
                .messages,
            ],
            examples: [
                CommandExample(["list"], summary: "print all there is in the suite"),
                CommandExample(["list", "--all"], summary: "print what there is to set, and what has changed"),
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
