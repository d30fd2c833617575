extension Verb {
    static let man = Verb(
        "man",
        summary: "Print the manual page, for man(1)",
        discussion: "'prefs man | man -l -' shows the page if it is not installed.",
        groups: [.helpAlone],
        examples: ["man": "Print the source of the page"],
        exits: .plain(),
        usesFiles: false,
        run: VerbRun.man
    )
}

extension VerbRun {
    fileprivate func man() -> ExitCode {
        printer.write(ManualPage.text.utf8)
        return .done
    }
}
