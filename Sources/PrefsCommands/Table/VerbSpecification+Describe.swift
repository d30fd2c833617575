extension VerbSpecification {
    /// `prefs describe`.
    static var describe: VerbSpecification {
        VerbSpecification(
            name: .describe,
            summary: "tell what is known of a key, from its schema and the files",
            discussion: [
                """
                Prints a line for each thing that is known: its name, a tab, and what it is, escaped as in 'prefs list'. \
                They are, as far as they apply: type; default; value, and origin, which is the file that holds it, or \
                'default'; allowed, range, length, pattern, format, count, elements and keys, which say what values \
                there may be; summary; deprecated and readOnly, which are 'true'; formerly, the names that the key had \
                before; schema, the file that says so.
                """,
                """
                With --json it is an object of the same names, with 'key' before them; 'allowed' and 'formerly' are arrays in \
                it. A key of which no schema tells has a type, a value and an origin.
                """,
            ],
            operands: [OperandSpecification(.key, summary: "the key to describe, whole and as it is")],
            groups: [.searchedFiles, .output(.json, .typed, .null), .messages],
            examples: [
                CommandExample(["describe", "theme"], summary: "tell what 'theme' is, and what it may be"),
                CommandExample(["describe", "-s", "group.x", "theme", "--json"], summary: "the same as a JSON object"),
            ],
            exits: [
                ExitMeaning(.done, "the key is set, or its schema describes it"),
                ExitMeaning(.absent, "the key is unset, and no schema describes it"),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "a value cannot be printed in the form that is asked for"),
                ExitMeaning(.unreadableFile),
            ]
        )
    }
}
