extension OptionGroup {
    /// Which file, for a verb that looks through the search list unless told otherwise.
    static let searchedFiles = whichFile(.file, .only)

    /// Which file, for a verb that reads one.
    static let readFile = whichFile(.file)

    /// Which file, for a verb that makes a new value of the one that it finds.
    static let updatedFile = whichFile(.writableFile, .onlyUpdated)

    /// Which file, for a verb that names, watches or changes one.
    static let writtenFile = whichFile(.writableFile)

    /// Which suite, for a verb that is about its schema.
    static let suiteOfSchema = OptionGroup("Which suite", [.suite, .global, .file])

    private static func whichFile(_ others: OptionSpecification...) -> OptionGroup {
        OptionGroup("Which file", [.suite, .global, .system, .byHost] + others + [.schema, .noSchema])
    }
}

extension [OptionName] {
    /// The options that name a file, for a verb that works on many unless one stands.
    static let fileSelectors: [OptionName] = [.suite, .global, .system, .byHost, .file]
}

extension OptionSpecification {
    fileprivate static let suite = OptionSpecification(
        .suite,
        ["-s", "--suite"],
        arguments: [.word(.suite)],
        summary: "the suite NAME, ~/.config/NAME.plist; else $PREFS_SUITE names it, else it is 'prefs'"
    )

    fileprivate static let global = OptionSpecification(
        .global,
        ["-g", "--global"],
        summary: "what all suites share, .GlobalPreferences.plist",
        excludes: [.suite]
    )

    fileprivate static let system = OptionSpecification(
        .system,
        ["--system"],
        summary: "the file of that name in /usr/local/etc"
    )

    fileprivate static let byHost = OptionSpecification(
        .byHost,
        ["--by-host"],
        summary: "the ByHost file of whichever is named"
    )

    fileprivate static let file = file(summary: "the file at PATH, in any format; '-' is standard input")

    fileprivate static let writableFile = file(summary: "the file at PATH, in any format")

    fileprivate static let only = only(summary: "look in that one file, not through the search list")

    fileprivate static let onlyUpdated = only(summary: "take no default from the other files of the search list")

    fileprivate static let schema = OptionSpecification(
        .schema,
        ["--schema"],
        arguments: [.word(.schemaFile)],
        summary: "the schema in FILE says what keys and values there may be, not the one that is installed"
    )

    fileprivate static let noSchema = OptionSpecification(
        .noSchema,
        ["--no-schema"],
        summary: "do as if there were no schema",
        excludes: [.schema]
    )

    private static func only(summary: String) -> OptionSpecification {
        OptionSpecification(.only, ["--only"], summary: summary)
    }

    private static func file(summary: String) -> OptionSpecification {
        OptionSpecification(
            .file,
            ["-f", "--file"],
            arguments: [.word(.path)],
            summary: summary,
            excludes: [.suite, .global, .system, .byHost]
        )
    }
}
