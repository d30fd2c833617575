extension OptionGroup {
    /// How a change of a file goes about it: the switches of every verb that writes.
    static let change = OptionGroup(
        "How the file is changed",
        [
            OptionSpecification(
                .lockTimeout,
                ["--lock-timeout"],
                arguments: [.word(.seconds)],
                summary: "wait that long for other writers, 10 seconds unless it is named; 0 tries once"
            ),
            OptionSpecification(
                .replaceCorrupt,
                ["--replace-corrupt"],
                summary: "replace a corrupt file, and keep its bytes beside it as NAME.corrupt-TIME"
            ),
            .breakHardLinks,
        ]
    )
}

extension OptionSpecification {
    /// `--dry-run`, of every verb that can tell beforehand what it changes.
    static let dryRun = OptionSpecification(
        .dryRun,
        ["--dry-run"],
        summary: "print what would change, and write nothing",
        excludes: [.replaceCorrupt]
    )

    /// `--break-hard-links`, of every verb that replaces a file.
    static let breakHardLinks = OptionSpecification(
        .breakHardLinks,
        ["--break-hard-links"],
        summary: "replace a file that has other names, which keep the old bytes"
    )
}
