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
                """
                With --pairs each word is KEY=VALUE, split at its first '=', and all are set or none. --dry-run prints \
                what would change, with values as typed JSON: '+ KEY NEW' for a new key, '~ KEY OLD -> NEW' for one \
                that is set.
                """,
            ],
            operands: [
                .keyToSet,
                OperandSpecification(.value, summary: "the value to set"),
            ],
            groups: [
                .writtenFile, .typedValues, .defaultsForms, .valueSource, .pointerWithParents, .conditions, .change,
                .messages,
            ],
            examples: [
                CommandExample(["set", "general.launchCount", "3"], summary: "set an integer"),
                CommandExample(["set", "zip", "--string", "10117"], summary: "set a string of digits"),
                CommandExample(["set", "recent", "--json", "[\"a\", \"b\"]"], summary: "set an array"),
                CommandExample(
                    ["set", "icon", "--value-file", "icon.png", "--data"],
                    summary: "set data to the bytes of a file"
                ),
                CommandExample(["set", "--pairs", "width=800", "title=a=b"], summary: "set two keys at once"),
                CommandExample(
                    ["set", "window", "--at", "/frame/x", "0", "--parents"],
                    summary: "set a part of a value, and make the dictionaries that it needs"
                ),
                CommandExample(
                    ["set", "theme", "dark", "--if-equals", "light"],
                    summary: "set a key unless it has changed meanwhile"
                ),
            ],
            exits: [
                ExitMeaning(.done),
                ExitMeaning(.absent, "nothing can be put where --at leads"),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "VALUE is not of the type that is named, or that the key has"),
                ExitMeaning(.unreadableFile),
                ExitMeaning(.writeFailed),
                ExitMeaning(.lockTimedOut),
                ExitMeaning(.preconditionFailed, "a precondition does not hold; nothing is written"),
            ]
        )
    }
}

extension OptionGroup {
    fileprivate static let conditions = OptionGroup(
        "What is set, and when",
        [
            OptionSpecification(
                .pairs,
                ["--pairs"],
                summary: "set many keys in one transaction, each KEY=VALUE",
                operands: [
                    OperandSpecification(.pair, .oneOrMore, summary: "a key and its value, split at the first '='")
                ],
                excludes: .typedValues + [.valueFile, .base64, .hexadecimal, .pointer, .parents, .ifEquals]
            ),
            OptionSpecification(
                .ifUnset,
                ["--if-unset"],
                summary: "exit with 7, and write nothing, where something is set already",
                excludes: [.ifEquals]
            ),
            OptionSpecification(
                .ifEquals,
                ["--if-equals"],
                arguments: [.verbatim(.value)],
                summary: "exit with 7, and write nothing, unless VALUE is what is set, read as the new value is"
            ),
            .dryRun,
        ]
    )
}
