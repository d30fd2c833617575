extension OptionGroup {
    /// The file options of a verb that reads the search list by default.
    static let searchedFiles = whichFile(.file, .only)

    static let readFile = whichFile(.file)

    /// The file options of a verb that computes a new value from the current one.
    static let updatedFile = whichFile(.writableFile, .onlyUpdated)

    static let writtenFile = whichFile(.writableFile)

    static let suiteOfSchema = OptionGroup("Which suite", .suite, .global, .file)

    private static func whichFile(_ others: Option...) -> OptionGroup {
        OptionGroup("Which file", of: [.suite, .global, .system, .byHost] + others + [.schema, .noSchema])
    }

    static let pointer = OptionGroup("Where in the value", .pointer)

    static let pointerWithParents = OptionGroup("Where in the value", .pointer, .parents)

    /// Options for messages, and help: the last group of every verb except informational ones.
    static let messages = OptionGroup("Messages", .quiet, .verbose, .help)

    static let helpAlone = OptionGroup("Messages", .help)

    static func output(_ options: Option...) -> OptionGroup {
        OptionGroup("Output", of: options)
    }

    /// Options of every verb that changes a file.
    static let change = OptionGroup(
        "How the file is changed",
        Option(
            .lockTimeout,
            ["--lock-timeout"],
            "wait that long for other writers, 10 seconds unless it is named; 0 tries once",
            takes: [.word(.seconds)]
        ),
        Option(
            .replaceCorrupt,
            ["--replace-corrupt"],
            "replace a corrupt file, and keep its bytes beside it as NAME.corrupt-TIME"
        ),
        .breakHardLinks
    )
}

extension [OptionName] {
    /// The options that select a file, for a verb that otherwise applies to many.
    static let fileSelectors: [OptionName] = [.suite, .global, .system, .byHost, .file]
}

extension Option {
    // MARK: Which file

    fileprivate static let suite = Option(
        .suite,
        ["-s", "--suite"],
        "the suite NAME, ~/.config/NAME.plist; else $PREFS_SUITE names it, else it is 'prefs'",
        takes: [.word(.suite)]
    )

    fileprivate static let global = Option(
        .global,
        ["-g", "--global"],
        "what all suites share, .GlobalPreferences.plist",
        excludes: [.suite]
    )

    fileprivate static let system = Option(.system, ["--system"], "the file of that name in /usr/local/etc")

    fileprivate static let byHost = Option(.byHost, ["--by-host"], "the ByHost file of whichever is named")

    fileprivate static let file = file(summary: "the file at PATH, in any format; '-' is standard input")

    fileprivate static let writableFile = file(summary: "the file at PATH, in any format")

    fileprivate static let only = only(summary: "look in that one file, not through the search list")

    fileprivate static let onlyUpdated = only(summary: "take no default from the other files of the search list")

    fileprivate static let schema = Option(
        .schema,
        ["--schema"],
        "the schema in FILE says what keys and values there may be, not the one that is installed",
        takes: [.word(.schemaFile)]
    )

    fileprivate static let noSchema = Option(
        .noSchema,
        ["--no-schema"],
        "do as if there were no schema",
        excludes: [.schema]
    )

    private static func only(summary: String) -> Option {
        Option(.only, ["--only"], summary)
    }

    private static func file(summary: String) -> Option {
        Option(.file, ["-f", "--file"], summary, takes: [.word(.path)], excludes: [.suite, .global, .system, .byHost])
    }

    // MARK: Where in a value

    fileprivate static let pointer = Option(
        .pointer,
        ["--at"],
        "what the JSON Pointer leads to in the value of KEY, as in /frame/0/width",
        takes: [.word(.pointer)]
    )

    fileprivate static let parents = Option(
        .parents,
        ["--parents"],
        "make the dictionaries that are missing on the way, and an array before '-'"
    )

    // MARK: Output

    static func format(_ placeholder: Placeholder, summary: String) -> Option {
        Option(.format, ["--format"], summary, takes: [.word(placeholder)], excludes: [.json, .typed])
    }

    static let json = json(summary: "JSON, with dates and data as strings")

    static func json(summary: String) -> Option {
        Option(.json, ["--json"], summary)
    }

    static let typed = Option(
        .typed,
        ["--typed"],
        "JSON that keeps every type: {\"$date\": ...}, {\"$data\": ...} and the like",
        excludes: [.json]
    )

    static let outputFile = Option(
        .output,
        ["-o", "--output"],
        "write FILE, whole or not at all, instead of standard output; '-' is that",
        takes: [.word(.outputFile)]
    )

    static let jsonOfChanges = json(summary: "a JSON array of changes: {\"key\": ..., \"old\": ..., \"new\": ...}")

    static let null = Option(
        .null,
        ["-z", "--null"],
        "end each record with NUL instead of a line break",
        excludes: [.json, .typed]
    )

    static func long(summary: String) -> Option {
        Option(.long, ["-l", "--long"], summary, excludes: [.json, .typed])
    }

    fileprivate static let quiet = Option(.quiet, ["-q", "--quiet"], "leave out notes, and the message of exit code 1")

    fileprivate static let verbose = Option(.verbose, ["-v", "--verbose"], "say what was done")

    fileprivate static let help = Option(.help, ["-h", "--help"], "print this help")

    // MARK: Changes

    static let dryRun = Option(
        .dryRun,
        ["--dry-run"],
        "print what would change, and write nothing",
        excludes: [.replaceCorrupt]
    )

    static let breakHardLinks = Option(
        .breakHardLinks,
        ["--break-hard-links"],
        "replace a file that has other names, which keep the old bytes"
    )
}
