extension VerbSpecification {
    /// `prefs schema`.
    static var schema: VerbSpecification {
        VerbSpecification(
            name: .schema,
            summary: "work with schemas, which say what suites may hold",
            discussion: [
                """
                A schema says which keys a suite has, their types and defaults, what values they may have, and what they \
                are for. It is a JSON Schema, draft 2020-12, of the suite as 'prefs dump --json' prints it; 'formerly' \
                names what a key was called before. Every verb that changes the suite keeps to it, 'get' prints its \
                defaults, and 'describe' tells what it says of a key.
                """,
                """
                'install' puts FILE into $XDG_DATA_HOME/prefs/schemas, by default ~/.local/share/prefs/schemas, as \
                SUITE.schema.json: for the suite that --suite names, else for the one that the name of FILE says. A \
                schema that is malformed, or has a default that breaks its own rule, is not installed. 'uninstall' \
                removes the file again; a schema in a folder of the system stays.
                """,
                """
                'list' prints a line for each suite that has a schema: the suite, a tab, the path. They are looked for \
                in the user's folder, then in prefs/schemas in each folder of $XDG_DATA_DIRS. 'show' prints the schema \
                of a suite as it is.
                """,
                """
                'check' prints a line for each finding in the schemas themselves, by default in that of the suite: the \
                file, the line and column, and what is wrong. A keyword that is not heeded is no error, but a note.
                """,
                """
                'infer' prints a first schema, or writes it to the file of --output, of which a person makes a good one: \
                each key of the suite as it is, or of the file that --file names, with the type of its value. The suite \
                satisfies it.
                """,
            ],
            operands: [
                OperandSpecification(.schemaAction, summary: "install, uninstall, list, show, check or infer"),
                OperandSpecification(
                    .schemaFile,
                    .zeroOrMore,
                    summary: "the schema to install, or those to check; '-' is standard input"
                ),
            ],
            groups: [
                .suiteOfSchema,
                .output(
                    .json(summary: "list: an object of paths by suite; check: a JSON array of findings"),
                    .null,
                    .outputFile,
                    .breakHardLinks
                ),
                .messages,
            ],
            examples: [
                CommandExample(
                    ["schema", "infer", "-s", "group.x", "-o", "group.x.schema.json"],
                    summary: "begin a schema"
                ),
                CommandExample(["schema", "check", "group.x.schema.json"], summary: "find what is wrong with it"),
                CommandExample(
                    ["schema", "install", "group.x.schema.json"],
                    summary: "have the suite group.x keep to it"
                ),
                CommandExample(["schema", "uninstall", "-s", "group.x"], summary: "have it do without"),
            ],
            exits: [
                ExitMeaning(.done),
                ExitMeaning(.absent, "the suite has no schema, or none that the user has installed"),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "a default in the schema breaks its own rule"),
                ExitMeaning(.unreadableFile, "a schema is malformed, or a file cannot be read"),
                ExitMeaning(.writeFailed),
            ]
        )
    }
}
