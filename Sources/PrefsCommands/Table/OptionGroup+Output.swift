extension OptionGroup {
    /// What is said beside the data, and help: the last group of every verb that does something.
    static let messages = OptionGroup("Messages", [.quiet, .verbose, .help])

    /// Help alone, for a verb with nothing to say beside its data.
    static let helpAlone = OptionGroup("Messages", [.help])

    /// How data is printed.
    static func output(_ options: OptionSpecification...) -> OptionGroup {
        OptionGroup("Output", options)
    }
}

extension OptionSpecification {
    /// Plain JSON, of values.
    static let json = json(summary: "JSON, with dates and data as strings")

    /// Plain JSON.
    static func json(summary: String) -> OptionSpecification {
        OptionSpecification(.json, ["--json"], summary: summary)
    }

    /// JSON that keeps every type.
    static let typed = OptionSpecification(
        .typed,
        ["--typed"],
        summary: "JSON that keeps every type: {\"$date\": ...}, {\"$data\": ...} and the like",
        excludes: [.json]
    )

    /// The file that a document goes to.
    static let outputFile = OptionSpecification(
        .output,
        ["-o", "--output"],
        arguments: [.word(.outputFile)],
        summary: "write FILE, whole or not at all, instead of standard output; '-' is that"
    )

    /// Plain JSON, of changes.
    static let jsonOfChanges = json(summary: "a JSON array of changes: {\"key\": ..., \"old\": ..., \"new\": ...}")

    /// Records that end with NUL.
    static let null = OptionSpecification(
        .null,
        ["-z", "--null"],
        summary: "end each record with NUL instead of a line break",
        excludes: [.json, .typed]
    )

    /// More columns.
    static func long(summary: String) -> OptionSpecification {
        OptionSpecification(.long, ["-l", "--long"], summary: summary, excludes: [.json, .typed])
    }

    fileprivate static let quiet = OptionSpecification(
        .quiet,
        ["-q", "--quiet"],
        summary: "leave out notes, and the message of exit code 1"
    )

    fileprivate static let verbose = OptionSpecification(
        .verbose,
        ["-v", "--verbose"],
        summary: "say what was done"
    )

    fileprivate static let help = OptionSpecification(
        .help,
        ["-h", "--help"],
        summary: "print this help"
    )
}
