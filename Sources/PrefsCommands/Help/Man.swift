import CommandGrammar

extension Verb {
    static let man = Verb(
        "man",
        summary: "Print the manual page, for man(1)",
        discussion: "'prefs man | man -l -' shows the page if it is not installed.",
        groups: [.helpAlone],
        examples: ["man": "Print the source of the page"],
        exits: .plain(),
        action: VerbAction(VerbRun.man, usesFiles: false)
    )
}

extension VerbRun {
    fileprivate func man() -> ExitCode {
        printer.write(CommandTable.manualPage.utf8)
        return .done
    }
}
