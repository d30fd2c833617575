extension VerbSpecification {
    /// `prefs explain`.
    static var explain: VerbSpecification {
        VerbSpecification(
            name: .explain,
            summary: "show where the value of a key comes from",
            discussion: [
                """
                Prints a line for each file in which an app would look, the one that counts most first: the state, the \
                path, and where the key is set, its type and its value, with tabs between them, escaped as in \
                'prefs list'.
                """,
                """
                The state is 'wins' for the value that a program reads, 'hidden' for one behind it, 'unset' where the \
                file does not hold the key or is not there, or 'unreadable'. With --json it is an array of objects with \
                the names state, file, type and value.
                """,
                """
                Where the key has a default in a schema, that is the last line, with the schema's file: 'default' where \
                it holds, else 'hidden'. A key that is unset may have had another name before, by its schema; a value that \
                is found under one has that name behind it, or as 'key' in JSON.
                """,
            ],
            operands: [OperandSpecification(.key, summary: "the key to explain, whole and as it is")],
            groups: [.searchedFiles, .output(.json, .typed, .null), .messages],
            examples: [
                CommandExample(["explain", "theme"], summary: "show every file that may hold 'theme', and what wins"),
                CommandExample(["explain", "-s", "group.x", "theme", "--json"], summary: "the same as a JSON array"),
            ],
            exits: [
                ExitMeaning(.done, "the key is set, or has a default"),
                ExitMeaning(
                    .absent,
                    "the key is unset everywhere, without a default; the files are printed all the same"
                ),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "a value cannot be printed in the form that is asked for"),
                ExitMeaning(.unreadableFile, "a file cannot be read that may hold the value that wins"),
            ]
        )
    }
}
