extension OptionGroup {
    /// The file options of a verb that reads the search list by default.
    static let searchedFiles = whichFile(.file, .only)

    static let readFile = whichFile(.file)

    /// The file options of a verb that searches all suites by default.
    static let fileToSearch = whichFile(suite: .suiteToSearch, .file)

    /// The file options of a verb that computes a new value from the current one.
    static let updatedFile = whichFile(.writableFile, .onlyUpdated)

    static let writtenFile = whichFile(.writableFile)

    static let suiteOfSchema = OptionGroup("Suite", .suiteOfSchema, .global, .file)

    /// The schema of a verb that names files, not suites: it only says which values are secret.
    static let schemaOfSecrets = OptionGroup("Schema", .suiteOfSecrets, .schema, .noSchema)

    private static func whichFile(suite: Option = .suite, _ others: Option...) -> OptionGroup {
        OptionGroup("File", of: [suite, .global, .system, .byHost] + others + [.schema, .noSchema])
    }

    static let pointer = OptionGroup("Position in the value", .pointer)

    static let pointerWithParents = OptionGroup("Position in the value", .pointer, .parents)

    /// Options for messages and colours, and help: the last group of every verb except informational ones.
    static let messages = OptionGroup("Messages", .quiet, .verbose, .colour, .help)

    static let helpAlone = OptionGroup("Messages", .help)

    /// The options for output; those that can request JSON are joined by those for its layout.
    static func output(_ options: Option...) -> OptionGroup {
        let hasJSON = options.contains { $0.name == .json || $0.name == .typed }
        return OptionGroup("Output", of: options + (hasJSON ? [.pretty, .compact] : []))
    }

    /// Options of every verb that changes a file.
    static let change = writing(.noHistory)

    /// The same options for a verb that changes what is recorded.
    static let changeOfHistory = writing()

    private static func writing(_ others: Option...) -> OptionGroup {
        OptionGroup(
            "Writing",
            of: [
                .lockTimeout,
                Option(
                    .replaceCorrupt,
                    ["--replace-corrupt"],
                    "Replace a corrupt file, and keep its bytes beside it as NAME.corrupt-TIME"
                ),
                .breakHardLinks,
            ] + others + [.dryRun]
        )
    }

    /// The forms of a list of changes.
    static let changes = output(.jsonOfChanges, .typed, .namesOnly, .null)
}

extension [OptionName] {
    /// The options that select a file, for a verb that otherwise applies to many.
    static let fileSelectors: [OptionName] = [.suite, .global, .system, .byHost, .file]

    /// Those among them that name the suite or the file itself.
    static let nameSelectors: [OptionName] = [.suite, .global, .file]
}

extension Operand {
    /// Patterns of keys, as many as the user wants.
    static func glob(_ summary: String) -> Operand {
        Operand(.glob, summary, .zeroOrMore)
    }
}

extension Option {
    // MARK: Which file

    fileprivate static let suite = suite(
        summary: "Use the suite NAME, ~/.config/NAME.plist (default: $PREFS_SUITE, or 'prefs')"
    )

    fileprivate static let suiteToSearch = suite(summary: "Search only the suite NAME")

    fileprivate static let suiteOfSchema = suite(
        summary: "Use the suite NAME; for install, the default is the suite in the name of FILE"
    )

    fileprivate static let suiteOfSecrets = suite(
        summary: "Hide the secrets of the suite NAME, by default of the one that has the file's name"
    )

    fileprivate static let global = Option(
        .global,
        ["-g", "--global"],
        "Use .GlobalPreferences.plist, which all suites share",
        excludes: [.suite]
    )

    fileprivate static let system = Option(.system, ["--system"], "Use the file in /usr/local/etc, for all users")

    fileprivate static let byHost = Option(.byHost, ["--by-host"], "Use the file in ByHost/, for this host only")

    fileprivate static let file = file(summary: "Use the file at PATH, in any format; '-' is standard input")

    fileprivate static let writableFile = file(summary: "Use the file at PATH, in any format")

    fileprivate static let only = only(summary: "Read only the selected file, not the shared and system ones")

    fileprivate static let onlyUpdated = only(summary: "Ignore the values in the shared and system files")

    fileprivate static let schema = Option(
        .schema,
        ["--schema"],
        "Use the schema in FILE instead of the installed one",
        takes: [.word(.schemaFile)]
    )

    fileprivate static let noSchema = Option(
        .noSchema,
        ["--no-schema"],
        "Ignore the schema",
        excludes: [.schema]
    )

    private static func suite(summary: String) -> Option {
        Option(.suite, ["-s", "--suite"], summary, takes: [.word(.suite)])
    }

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
        "Use the part of KEY's value at a JSON Pointer, as in /frame/0/width",
        takes: [.word(.pointer)]
    )

    fileprivate static let parents = Option(
        .parents,
        ["--parents"],
        "Create missing dictionaries on the way, and an array before '-'"
    )

    // MARK: Output

    static func format(_ placeholder: Placeholder, summary: String) -> Option {
        Option(.format, ["--format"], summary, takes: [.word(placeholder)], excludes: [.json, .typed])
    }

    static let json = json(summary: "Print JSON; dates and data are strings")

    static func json(summary: String) -> Option {
        Option(.json, ["--json"], summary)
    }

    static let typed = Option(
        .typed,
        ["--typed"],
        "Print JSON that keeps every type, as in {\"$date\": ...} and {\"$data\": ...}",
        excludes: [.json]
    )

    fileprivate static let pretty = Option(
        .pretty,
        ["--pretty"],
        "Indent JSON, as by default on a terminal and in a file of --output"
    )

    fileprivate static let compact = Option(.compact, ["--compact"], "Print JSON on one line", excludes: [.pretty])

    static let outputFile = Option(
        .output,
        ["-o", "--output"],
        "Write to FILE atomically; '-' is standard output",
        takes: [.word(.outputFile)]
    )

    static let lossy = Option(.lossy, ["--lossy"], "Write what FORMAT can represent, and print a note for each loss")

    static let jsonOfChanges = json(
        summary: "Print a JSON array of changes: {\"key\": ..., \"old\": ..., \"new\": ...}, in typed JSON"
    )

    static let namesOnly = Option(
        .namesOnly,
        ["--names-only"],
        "Print the keys without their values",
        excludes: [.json, .typed]
    )

    static let null = Option(
        .null,
        ["-z", "--null"],
        "End each record with NUL instead of a line break",
        excludes: [.json, .typed]
    )

    static func long(summary: String) -> Option {
        Option(.long, ["-l", "--long"], summary)
    }

    fileprivate static let quiet = Option(
        .quiet,
        ["-q", "--quiet"],
        "Omit notes, hints, and the message of exit code 1"
    )

    fileprivate static let verbose = Option(.verbose, ["-v", "--verbose"], "Report what was done")

    fileprivate static let colour = Option(
        .colour,
        ["--color"],
        "Colour the output; auto, the default, does so on a terminal",
        aliases: ["--colour"],
        takes: [.word(.colourMode)]
    )

    fileprivate static let help = Option(.help, ["-h", "--help"], "Print this help")

    // MARK: Changes

    static let dryRun = Option(
        .dryRun,
        ["--dry-run"],
        "Print what would change, and write nothing",
        excludes: [.replaceCorrupt]
    )

    static let changeTypes = Option(
        .changeTypes,
        ["--change-types"],
        "Take the types of the JSON, even if the suite has others"
    )

    static let lockTimeout = Option(
        .lockTimeout,
        ["--lock-timeout"],
        "Wait at most SECONDS for other writers, by default 10; 0 tries once",
        takes: [.word(.seconds)]
    )

    static let noHistory = Option(
        .noHistory,
        ["--no-history"],
        "Do not record the change; 'prefs undo' then cannot take it back"
    )

    static let breakHardLinks = Option(
        .breakHardLinks,
        ["--break-hard-links"],
        "Replace a file with hard links; its other names keep the old bytes"
    )
}
