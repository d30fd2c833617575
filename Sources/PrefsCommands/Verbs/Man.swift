extension Verb {
    static let man = Verb(
        "man",
        summary: "Print the manual page, for man(1)",
        discussion: "'prefs man | man -l -' shows the page if it is not installed.",
        groups: [.helpAlone],
        examples: ["man": "Print the source of the page"],
        exits: .plain(),
        usesFiles: false,
        run: CommandContext.man
    )
}

extension CommandContext {
    fileprivate func man() -> ExitCode {
        write(ManualPage.text.utf8)
        return .done
    }
}
